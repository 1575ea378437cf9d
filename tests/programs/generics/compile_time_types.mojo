# Types computed by functions of parameters, and recursion over types.
struct Nest[T: AnyType, depth: Int]:
    @staticmethod
    def total() -> Int:
        comptime if Self.depth == 0:
            return 1
        else:
            return 1 + Nest[Self.T, Self.depth - 1].total()


@fieldwise_init
struct Vec[dt: DType, n: Int](Copyable, Writable):
    var data: Array[Scalar[Self.dt], Self.n]

    def __init__(out self, fill: Scalar[Self.dt]):
        self.data = Array[Scalar[Self.dt], Self.n](fill=fill)

    def concat[m: Int](self, other: Vec[Self.dt, m]) -> Vec[Self.dt, Self.n + m]:
        var out = Vec[Self.dt, Self.n + m](0)
        comptime for i in range(Self.n):
            out.data[i] = self.data[i]
        comptime for i in range(m):
            out.data[Self.n + i] = other.data[i]
        return out^

    def widen(self) -> Vec[DType.float64, Self.n]:
        var out = Vec[DType.float64, Self.n](0)
        for i in range(Self.n):
            out.data[i] = self.data[i].cast[DType.float64]()
        return out^


def main():
    print(Nest[Int, 5].total())
    var a = Vec[DType.int32, 2](1)
    var b = Vec[DType.int32, 3](7)
    var c = a.concat(b)
    print(c.data, len(c.data), c.widen().data)
