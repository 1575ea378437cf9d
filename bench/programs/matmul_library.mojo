"""A library of matrix products, as a program that compiles dozens of instances of each: what compile times are about.

Parameters choose the number type, the tile, the block held in registers, the layout of the second factor and what is done
to each element of the result. Every instance is checked against the plain loops; the program prints how many there were.
"""


struct Matrix[dtype: DType](Movable):
    """A matrix on the heap, row by row."""

    var rows: Int
    var columns: Int
    var data: List[Scalar[Self.dtype]]

    def __init__(out self, rows: Int, columns: Int):
        self.rows = rows
        self.columns = columns
        self.data = List[Scalar[Self.dtype]](length=rows * columns, fill=0)

    def __getitem__(self, row: Int, column: Int) -> Scalar[Self.dtype]:
        return self.data[row * self.columns + column]

    def __setitem__(mut self, row: Int, column: Int, value: Scalar[Self.dtype]):
        self.data[row * self.columns + column] = value

    def load[width: Int](self, row: Int, column: Int) -> SIMD[Self.dtype, width]:
        return self.data.unsafe_ptr().load[width=width](row * self.columns + column)

    def store[width: Int](mut self, row: Int, column: Int, value: SIMD[Self.dtype, width]):
        self.data.unsafe_ptr().store[width=width](row * self.columns + column, value)

    def clear(mut self):
        for i in range(self.rows * self.columns):
            self.data[i] = 0


# -- what is done to the elements of the result ------------------------------------------------------------

comptime KEEP = 0
comptime RELU = 1
comptime SQUARE = 2


def finish[dtype: DType, width: SIMDLength, //, epilogue: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
    comptime if epilogue == RELU:
        return max(x, SIMD[dtype, width](0))
    elif epilogue == SQUARE:
        return x * x
    else:
        return x


# -- the products ------------------------------------------------------------------------------------------


def multiply_plain[
    dtype: DType, //, epilogue: Int, transposed: Bool
](mut c: Matrix[dtype], a: Matrix[dtype], b: Matrix[dtype]):
    """Row by column."""
    for i in range(c.rows):
        for j in range(c.columns):
            var sum: Scalar[dtype] = 0
            for k in range(a.columns):
                comptime if transposed:
                    sum += a[i, k] * b[j, k]
                else:
                    sum += a[i, k] * b[k, j]
            c[i, j] = finish[epilogue](sum)


def multiply_tiled[
    dtype: DType, //, tile: Int, epilogue: Int, transposed: Bool
](mut c: Matrix[dtype], a: Matrix[dtype], b: Matrix[dtype]):
    """By square tiles, which stay in the cache."""
    for i0 in range(0, c.rows, tile):
        for j0 in range(0, c.columns, tile):
            for k0 in range(0, a.columns, tile):
                for i in range(i0, min(i0 + tile, c.rows)):
                    for j in range(j0, min(j0 + tile, c.columns)):
                        var sum = c[i, j]
                        for k in range(k0, min(k0 + tile, a.columns)):
                            comptime if transposed:
                                sum += a[i, k] * b[j, k]
                            else:
                                sum += a[i, k] * b[k, j]
                        c[i, j] = sum
    for i in range(c.rows):
        for j in range(c.columns):
            c[i, j] = finish[epilogue](c[i, j])


def multiply_blocked[
    dtype: DType, //, height: Int, width: Int, epilogue: Int
](mut c: Matrix[dtype], a: Matrix[dtype], b: Matrix[dtype]):
    """By blocks of height x width, which stay in registers; the sizes must be multiples."""
    for i in range(0, c.rows, height):
        for j in range(0, c.columns, width):
            var sums = Array[SIMD[dtype, width], height](fill=SIMD[dtype, width](0))
            for k in range(a.columns):
                var row = b.load[width](k, j)
                comptime for r in range(height):
                    sums[r] = row.fma(SIMD[dtype, width](a[i + r, k]), sums[r])
            comptime for r in range(height):
                c.store[width](i + r, j, finish[epilogue](sums[r]))


# -- checking every instance -------------------------------------------------------------------------------

comptime SIZE = 16


def filled[dtype: DType](scale: Int) -> Matrix[dtype]:
    var m = Matrix[dtype](SIZE, SIZE)
    for i in range(SIZE):
        for j in range(SIZE):
            m[i, j] = Scalar[dtype]((i * scale + j) % 5)
    return m^


def differences[dtype: DType](a: Matrix[dtype], b: Matrix[dtype]) -> Int:
    var count = 0
    for i in range(a.rows):
        for j in range(a.columns):
            if a[i, j] != b[i, j]:
                count += 1
    return count


def check_tiles[dtype: DType, epilogue: Int, transposed: Bool](mut wrong: Int) -> Int:
    var a = filled[dtype](3)
    var b = filled[dtype](4)
    var expected = Matrix[dtype](SIZE, SIZE)
    multiply_plain[epilogue, transposed](expected, a, b)
    var c = Matrix[dtype](SIZE, SIZE)
    multiply_tiled[4, epilogue, transposed](c, a, b)
    wrong += differences(c, expected)
    c.clear()
    multiply_tiled[8, epilogue, transposed](c, a, b)
    wrong += differences(c, expected)
    return 3


def check_blocks[dtype: DType, epilogue: Int](mut wrong: Int) -> Int:
    var a = filled[dtype](3)
    var b = filled[dtype](4)
    var expected = Matrix[dtype](SIZE, SIZE)
    multiply_plain[epilogue, False](expected, a, b)
    var c = Matrix[dtype](SIZE, SIZE)
    multiply_blocked[2, 4, epilogue](c, a, b)
    wrong += differences(c, expected)
    multiply_blocked[4, 4, epilogue](c, a, b)
    wrong += differences(c, expected)
    multiply_blocked[4, 8, epilogue](c, a, b)
    wrong += differences(c, expected)
    return 3


def check[dtype: DType](mut wrong: Int) -> Int:
    var count = 0
    comptime for epilogue in range(3):
        count += check_tiles[dtype, epilogue, False](wrong)
        count += check_tiles[dtype, epilogue, True](wrong)
        count += check_blocks[dtype, epilogue](wrong)
    return count


def main():
    var wrong = 0
    var count = check[DType.float32](wrong)
    count += check[DType.float64](wrong)
    count += check[DType.int32](wrong)
    count += check[DType.int64](wrong)
    print(count, "products,", wrong, "wrong elements")
