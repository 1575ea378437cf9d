# A field of a type that may not simply be dropped.
struct Box[T: Copyable & Writable]:
    var value: Self.T  # expect-error: may not simply be dropped

    def __init__(out self, value: Self.T):
        self.value = value.copy()


def main():
    print(Box(1).value)
