# What edition 1 refuses and that of 2025 takes.
@explicit_destroy  # expect-error: say how values are ended
struct Linear:
    def __init__(out self):
        pass


struct Box[T: Copyable & Deinitable]:
    var value: T  # expect-error: write 'Self.T'

    def __init__(out self, var value: Self.T):
        self.value = value^



def half[n: Int where n > 0]() -> Int:  # expect-error: a condition stands behind the whole signature
    return n // 2


def spans(values: List[Span[Int, _]]) -> Int:  # expect-error: lacks parameters
    return len(values)


def named(first: Int, first: Int, /, second: Int = 0):  # expect-error: two arguments named 'first'
    pass


def main():
    var a, b = 1  # expect-error: found one value of type 'Int'
    var c, d = [1, 2]  # expect-error: found one value of type
    var n = 3
    var n = 4  # expect-error: already declared
    break  # expect-error: inside a loop
    named(first=1)  # expect-error: is given by its place, not by its name
    missing()  # expect-error: 'missing' is not defined
