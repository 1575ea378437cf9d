from std.sys import simd_width_of

comptime SIZE = 512
comptime WIDTH = simd_width_of[DType.float32]()
comptime ROWS = 4
comptime COLUMNS = 4 * WIDTH


def multiply(mut c: List[Float32], a: List[Float32], b: List[Float32]):
    """Blocks of ROWS x COLUMNS of the result stay in registers."""
    var pa = a.unsafe_ptr()
    var pb = b.unsafe_ptr()
    var pc = c.unsafe_ptr()
    for i in range(0, SIZE, ROWS):
        for j in range(0, SIZE, COLUMNS):
            var acc = SIMD[DType.float32, ROWS * COLUMNS](0)
            for k in range(SIZE):
                var row = pb.load[width=COLUMNS](k * SIZE + j)
                comptime for r in range(ROWS):
                    var old = acc.slice[COLUMNS, offset = r * COLUMNS]()
                    var factor = SIMD[DType.float32, COLUMNS](pa[(i + r) * SIZE + k])
                    acc = acc.insert[offset = r * COLUMNS](factor.fma(row, old))
            comptime for r in range(ROWS):
                pc.store((i + r) * SIZE + j, acc.slice[COLUMNS, offset = r * COLUMNS]())


def main():
    var a = List[Float32](length=SIZE * SIZE, fill=0)
    var b = List[Float32](length=SIZE * SIZE, fill=0)
    var c = List[Float32](length=SIZE * SIZE, fill=0)
    for i in range(SIZE * SIZE):
        a[i] = Float32(i % 13)
        b[i] = Float32(i % 7)
    for _ in range(8):
        multiply(c, a, b)
    var sum: Float64 = 0
    for i in range(SIZE * SIZE):
        sum += Float64(c[i])
    print(Int(sum))
