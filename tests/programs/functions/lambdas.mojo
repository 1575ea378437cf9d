# lambda expressions: capture-free and capturing.
def apply[F: def(Int) -> Int](f: F, x: Int) -> Int:
    return f(x)


def main():
    var k = 10
    print(apply(lambda (x: Int) -> Int: x + 1, 5))
    print(apply(lambda (x: Int) {imm k} -> Int: x * k, 5))
    var f = lambda (a: Int, b: Int) -> Int: a * b
    print(f(6, 7))
