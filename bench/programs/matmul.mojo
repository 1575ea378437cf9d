"""Matrices of 32-bit floats, multiplied in blocks that stay in registers: the sum of the result.

The size must be a multiple of four vectors; 64 always is.
"""

from std.sys import argv, simd_width_of

comptime WIDTH = simd_width_of[DType.float32]()
comptime ROWS = 4
comptime COLUMNS = 4 * WIDTH


def multiply(mut c: List[Float32], a: List[Float32], b: List[Float32], size: Int):
    """Blocks of ROWS x COLUMNS of the result stay in registers."""
    var pa = a.unsafe_ptr()
    var pb = b.unsafe_ptr()
    var pc = c.unsafe_ptr()
    for i in range(0, size, ROWS):
        for j in range(0, size, COLUMNS):
            var acc = SIMD[DType.float32, ROWS * COLUMNS](0)
            for k in range(size):
                var row = pb.unsafe_load[width=COLUMNS](k * size + j)
                comptime for r in range(ROWS):
                    var old = acc.slice[COLUMNS, offset = r * COLUMNS]()
                    var factor = SIMD[DType.float32, COLUMNS](pa[unsafe_offset = (i + r) * size + k])
                    acc = acc.insert[offset = r * COLUMNS](factor.fma(row, old))
            comptime for r in range(ROWS):
                pc.unsafe_store((i + r) * size + j, acc.slice[COLUMNS, offset = r * COLUMNS]())


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 1024
    var a = List[Float32](length=size * size, fill=0)
    var b = List[Float32](length=size * size, fill=0)
    var c = List[Float32](length=size * size, fill=0)
    for i in range(size * size):
        a[i] = Float32(i % 13)
        b[i] = Float32(i % 7)
    for _ in range(2):
        multiply(c, a, b, size)
    var sum: Float64 = 0
    for i in range(size * size):
        sum += Float64(c[i])
    print(Int(sum))
