# Generic structs nested in each other and generic methods.
@fieldwise_init
struct Pair[A: Copyable & Deinitable, B: Copyable & Deinitable](Copyable):
    var first: Self.A
    var second: Self.B

    def swap(self) -> Pair[Self.B, Self.A]:
        return Pair(self.second.copy(), self.first.copy())

    def with_first[C: Copyable & Deinitable](self, c: C) -> Pair[C, Self.B]:
        return Pair(c.copy(), self.second.copy())

    @staticmethod
    def of(a: Self.A, b: Self.B) -> Self:
        return Self(a.copy(), b.copy())


def main():
    var p = Pair(1, String("x"))
    var q = p.swap()
    print(q.first, q.second)
    var r = p.with_first(2.5)
    print(r.first, r.second)
    var n = Pair(Pair(1, 2), Pair(3, String("deep")))
    print(n.second.second, n.first.second)
    print(Pair[Int, Bool].of(7, True).second)
