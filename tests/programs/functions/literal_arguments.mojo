# A function that takes a literal knows it: one instance for each number.
def f(n: IntLiteral) -> Int:
    return n + 1
def raising(n: FloatLiteral) raises -> Float64:
    if n > 2:
        raise Error("big")
    return n * 2
def own(var n: IntLiteral) -> Int:
    return n + 1
def ref_(ref n: IntLiteral) -> Int:
    return n + 1
def twice(n: IntLiteral) -> type_of(n):
    return n

struct Loud(ImplicitlyCopyable):
    var n: Int
    @implicit
    def __init__(out self, n: IntLiteral):
        self.n = n
    def add(self, n: IntLiteral) -> Int:
        var total = 0
        for i in range(n):
            total += i
        return total + self.n

def pick(n: IntLiteral = 7) -> Int:
    return n
@always_inline
def outer(n: IntLiteral) -> Int:
    return pick(n) + 1
def rec(n: IntLiteral, k: Int) -> Int:
    if k == 0:
        return n
    return rec(n, k - 1) + 1

def main() raises:
    print(pick(), pick(3), outer(4), rec(2, 5))
    def closure(n: IntLiteral) -> Int:
        return n + 1
    print(closure(4))
    comptime n = 4
    print(pick(n), n)
    var l: Loud = 1
    var x: List[Loud] = [1, 2]
    print(l.n, f(3), x[1].n, raising(1.5), own(4), ref_(3), l.add(4))
    print(twice(5))
    try:
        print(raising(2.5))
    except e:
        print(e)
