"""As matmul.mojo, with tensors: packed rows of `b`, a tile of `c` in registers; sizes known only at run time.

The size must be a multiple of 64.
"""

from std.sys import argv, simd_width_of
from std.utils.index import IndexList
from layout import Layout, LayoutTensor, RuntimeLayout

comptime f32 = DType.float32
comptime WIDTH = simd_width_of[f32]()
comptime ROWS = 4
comptime COLUMNS = 4 * WIDTH
comptime DEPTH = 64

comptime open = Layout.row_major[2]()
comptime Matrix = LayoutTensor[f32, open, MutAnyOrigin]
comptime Packed = LayoutTensor[f32, Layout.row_major(DEPTH, COLUMNS), MutAnyOrigin]


@always_inline
def multiply_tile(c: Matrix.TileType[ROWS, COLUMNS], a: Matrix.TileType[ROWS, DEPTH], b: Packed):
    """Adds the product of a tile of `a` and packed rows of `b` to a tile of `c`."""
    var vectors = c.vectorize[1, COLUMNS]()
    var sums = LayoutTensor[f32, Layout.row_major(ROWS, COLUMNS), MutAnyOrigin].stack_allocation().vectorize[
        1, COLUMNS
    ]()
    sums.copy_from(vectors)
    for k in range(DEPTH):
        var row = b.load[COLUMNS](k, 0)
        comptime for r in range(ROWS):
            sums[r, 0] += a[r, k] * row
    vectors.copy_from(sums)


def multiply(c: Matrix, a: Matrix, b: Matrix):
    """Panels of `b` are packed once and used for all rows of `a`."""
    var packed = Packed.stack_allocation()
    _ = c.fill(0)
    for n in range(c.dim[1]() // COLUMNS):
        for k in range(b.dim[0]() // DEPTH):
            packed.copy_from(b.tile[DEPTH, COLUMNS](k, n))
            for m in range(c.dim[0]() // ROWS):
                multiply_tile(c.tile[ROWS, COLUMNS](m, n), a.tile[ROWS, DEPTH](m, k), packed)


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 1024
    var numbers = List[Float32](length=3 * size * size, fill=0)
    var start = numbers.unsafe_ptr()
    for i in range(size * size):
        start[i] = Float32(i % 13)
        start[size * size + i] = Float32(i % 7)
    var shape = RuntimeLayout[open].row_major(IndexList[2](size, size))
    var a = Matrix(start, shape)
    var b = Matrix(start + size * size, shape)
    var c = Matrix(start + 2 * size * size, shape)
    for _ in range(2):
        multiply(c, a, b)
    var sum: Float64 = 0
    for i in range(size):
        for j in range(size):
            sum += Float64(c[i, j])
    print(Int(sum))
    _ = numbers^
