def outer(a: Int):
    var n = 0

    def inner(k: Int) {mut n, imm} -> Int:
        n = k
        return inner(k - n) + a

    print(inner(1), lambda (x: Int) -> Int: x + n)
