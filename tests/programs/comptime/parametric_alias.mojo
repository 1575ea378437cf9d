# Parametric comptime declarations.
comptime Vec[n: Int] = SIMD[DType.float32, n]
comptime Square[x: Int] = x * x
comptime Pair[T: Copyable & Deinitable] = Tuple[T, T]


def main():
    var v = Vec[4](1.5)
    print(v)
    print(Square[12])
    var p: Pair[Int] = (1, 2)
    print(p[0] + p[1])
