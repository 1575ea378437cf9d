# Callable model blocks in the style of the talk, over a tiny matrix type.
from math import exp


@value
struct Vec:
    var data: List[Float64]

    fn __matmul__(self, other: Self) -> Float64:
        var t = 0.0
        for i in range(len(self.data)):
            t += self.data[i] * other.data[i]
        return t

    fn __mul__(self, k: Float64) -> Self:
        var out = List[Float64]()
        for i in range(len(self.data)):
            out.append(self.data[i] * k)
        return Self(out)

    fn __add__(self, other: Self) -> Self:
        var out = List[Float64]()
        for i in range(len(self.data)):
            out.append(self.data[i] + other.data[i])
        return Self(out)


@value
struct FeedForward:
    var w1: Vec
    var w2: Vec

    def __call__(self, input: Vec) -> Vec:
        gate = input @ self.w1
        relu = gate if gate > 0 else 0.0
        return self.w2 * relu


@value
struct Block:
    var ff: FeedForward

    def __call__(self, input: Vec) -> Vec:
        h = self.ff(input)
        return input + h


def main():
    w1 = Vec(List[Float64](1.0, -1.0, 0.5))
    w2 = Vec(List[Float64](2.0, 0.0, 1.0))
    block = Block(FeedForward(w1, w2))
    y = block(Vec(List[Float64](3.0, 1.0, 2.0)))
    print(y.data[0], y.data[1], y.data[2])
    z = block(Vec(List[Float64](0.0, 1.0, 0.0)))
    print(z.data[0], z.data[1], z.data[2])
