# Decorators that do not change meaning.
@always_inline
def a(x: Int) -> Int:
    return x + 1


@no_inline
def b(x: Int) -> Int:
    return a(x) * 2


@always_inline("nodebug")
def c(x: Int) -> Int:
    return b(x) - 1


def main():
    print(a(1), b(1), c(1))
