# Closures inside closures, closures in lists of work, and mutation through several levels.
def twice[F: def() -> None](f: F):
    f()
    f()


def outer(start: Int) -> Int:
    var total = start

    def add(n: Int) {mut total}:
        total += n

    def batch(a: Int, b: Int) {mut total}:
        def inner(x: Int) {mut total}:
            total += x * 10

        inner(a)
        inner(b)

    add(1)
    batch(2, 3)
    twice(lambda {mut total}: total.__iadd__(100))
    return total


def compose[F: def(Int) -> Int, G: def(Int) -> Int](f: F, g: G, x: Int) -> Int:
    return g(f(x))


def main():
    print(outer(0), outer(1000))
    var k = 4
    print(compose(lambda (x: Int) -> Int: x + k, lambda (x: Int) -> Int: x * k, 1))
