# The returned value has the wrong type.
def name() -> Int:
    return "bob"  # expect-error: Int


def main():
    print(name())
