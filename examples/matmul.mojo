"""Matrix multiplication: the plain loops, and the same by tiles with SIMD vectors; both give the same result."""

from std.sys import simd_width_of

comptime SIZE = 64
comptime TILE = 16
comptime WIDTH = simd_width_of[DType.float32]()


struct Matrix(Movable):
    """A square matrix on the heap."""

    var data: List[Float32]

    def __init__(out self):
        self.data = List[Float32](length=SIZE * SIZE, fill=0)

    def __getitem__(self, row: Int, column: Int) -> Float32:
        return self.data[row * SIZE + column]

    def __setitem__(mut self, row: Int, column: Int, value: Float32):
        self.data[row * SIZE + column] = value

    def load[width: Int](self, row: Int, column: Int) -> SIMD[DType.float32, width]:
        return self.data.unsafe_ptr().load[width=width](row * SIZE + column)

    def store[width: Int](mut self, row: Int, column: Int, value: SIMD[DType.float32, width]):
        self.data.unsafe_ptr().store[width=width](row * SIZE + column, value)


def multiply_plain(mut c: Matrix, a: Matrix, b: Matrix):
    for i in range(SIZE):
        for j in range(SIZE):
            var sum: Float32 = 0
            for k in range(SIZE):
                sum += a[i, k] * b[k, j]
            c[i, j] = sum


def multiply_tiled(mut c: Matrix, a: Matrix, b: Matrix):
    for i0 in range(0, SIZE, TILE):
        for k0 in range(0, SIZE, TILE):
            for i in range(i0, i0 + TILE):
                for k in range(k0, k0 + TILE):
                    var factor = SIMD[DType.float32, WIDTH](a[i, k])
                    for j in range(0, SIZE, WIDTH):
                        c.store[WIDTH](i, j, b.load[WIDTH](k, j).fma(factor, c.load[WIDTH](i, j)))


def filled(scale: Int) -> Matrix:
    var m = Matrix()
    for i in range(SIZE):
        for j in range(SIZE):
            m[i, j] = Float32((i * scale + j) % 7)
    return m^


def main():
    var a = filled(3)
    var b = filled(5)
    var plain = Matrix()
    var tiled = Matrix()
    multiply_plain(plain, a, b)
    multiply_tiled(tiled, a, b)
    var difference: Float32 = 0
    for i in range(SIZE):
        for j in range(SIZE):
            difference = max(difference, abs(plain[i, j] - tiled[i, j]))
    print("corner:", plain[0, 0], plain[SIZE - 1, SIZE - 1])
    print("largest difference:", difference)
