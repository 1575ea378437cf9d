# RegisterPassable and TrivialRegisterPassable structs.
@fieldwise_init
struct Pair(RegisterPassable, ImplicitlyCopyable):
    var a: Int32
    var b: Int32

    def sum(self) -> Int32:
        return self.a + self.b


@fieldwise_init
struct Trivial(TrivialRegisterPassable, Writable):
    var x: Float32

    def __add__(self, o: Self) -> Self:
        return Self(self.x + o.x)


@no_inline
def make(n: Int32) -> Pair:
    return Pair(n, n * 2)


@no_inline
def scale(t: Trivial, k: Float32) -> Trivial:
    return Trivial(t.x * k)


def main():
    print(make(5).sum())
    var t = Trivial(1.5)
    var u = t + scale(t, 2)
    print(u, t)
    var xs: List[Trivial] = [t, u]
    print(xs[1].x)
