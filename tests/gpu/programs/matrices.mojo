# Matrix instructions: every shape multiplies a whole tile, compared with a plain product.
from std.gpu import barrier, lane_id
from std.gpu.host import DeviceContext
from std.gpu.mma import ld_matrix, mma, st_matrix
from std.memory import stack_allocation

comptime Numbers[dtype: DType] = UnsafePointer[Scalar[dtype], MutAnyOrigin]


def multiply[
    element: DType, sum: DType, depth: Int
](a: Numbers[element], b: Numbers[element], d: Numbers[sum]):
    # Lane t holds parts of rows t / 4 and t / 4 + 8 of A, of column t / 4 of B, and two neighbours of these rows of D.
    comptime per = max(1, 4 // element.size_of())
    comptime rows = 16 if sum != DType.float64 else 8
    comptime a_size = rows * depth // 32
    comptime b_size = 8 * depth // 32
    var lane = Int(lane_id())
    var x = SIMD[element, a_size](0)
    var y = SIMD[element, b_size](0)
    var z = SIMD[sum, rows // 4](1)
    comptime for i in range(a_size):
        comptime register = i // per
        comptime row = 8 * (register % 2) if rows == 16 else 0
        comptime column = (register // 2) * 4 * per + i % per
        x[i] = a[(lane // 4 + row) * depth + (lane % 4) * per + column]
    comptime for i in range(b_size):
        y[i] = b[((lane % 4) * per + (i // per) * 4 * per + i % per) * 8 + lane // 4]
    var result = SIMD[sum, rows // 4](0)
    mma(result, x, y, z)
    comptime for i in range(rows // 4):
        d[(lane // 4 + 8 * (i // 2)) * 8 + (lane % 4) * 2 + i % 2] = result[i]


def check[element: DType, sum: DType, depth: Int](ctx: DeviceContext, name: StaticString) raises:
    comptime rows = 16 if sum != DType.float64 else 8
    var a = ctx.enqueue_create_buffer[element](rows * depth)
    var b = ctx.enqueue_create_buffer[element](depth * 8)
    var d = ctx.enqueue_create_buffer[sum](rows * 8)
    with a.map_to_host() as host:
        for i in range(rows * depth):
            host[i] = Scalar[element]((i * 7) % 5)
    with b.map_to_host() as host:
        for i in range(depth * 8):
            host[i] = Scalar[element]((i * 3) % 4)
    ctx.enqueue_function[multiply[element, sum, depth]](a, b, d, grid_dim=1, block_dim=32)
    var wrong = 0
    with d.map_to_host() as host:
        for row in range(rows):
            for column in range(8):
                var expected = 1
                for k in range(depth):
                    expected += ((row * depth + k) * 7) % 5 * (((k * 8 + column) * 3) % 4)
                if host[row * 8 + column] != Scalar[sum](expected):
                    wrong += 1
    print(name, "wrong:", wrong)


def move(out: Numbers[DType.uint16]):
    # Four matrices in shared memory, loaded plain and transposed, stored again.
    var tiles = stack_allocation[512, DType.uint16, alignment=16, address_space = AddressSpace.SHARED]()
    var lane = Int(lane_id())
    for i in range(8):
        tiles[lane * 8 + i] = UInt16(lane * 8 + i)
    barrier()
    var plain = ld_matrix[8](tiles + lane * 8)
    var turned = ld_matrix[8, transpose=True](tiles + lane * 8)
    st_matrix[transpose=True](tiles + 256 + lane * 8, plain)
    barrier()
    for i in range(8):
        out[lane * 8 + i] = plain[i]
        out[256 + lane * 8 + i] = turned[i]
        out[512 + lane * 8 + i] = tiles[256 + lane * 8 + i]


def main() raises:
    var ctx = DeviceContext()
    check[DType.float16, DType.float32, 16](ctx, "float16 16x8x16")
    check[DType.float16, DType.float32, 8](ctx, "float16 16x8x8")
    check[DType.float16, DType.float16, 16](ctx, "float16 in float16 16x8x16")
    check[DType.float16, DType.float16, 8](ctx, "float16 in float16 16x8x8")
    check[DType.bfloat16, DType.float32, 16](ctx, "bfloat16 16x8x16")
    check[DType.bfloat16, DType.float32, 8](ctx, "bfloat16 16x8x8")
    check[DType.float32, DType.float32, 8](ctx, "tf32 16x8x8")
    check[DType.float32, DType.float32, 4](ctx, "tf32 16x8x4")
    check[DType.float64, DType.float64, 4](ctx, "float64 8x8x4")
    check[DType.int8, DType.int32, 32](ctx, "int8 16x8x32")
    check[DType.int8, DType.int32, 16](ctx, "int8 16x8x16")
    check[DType.uint8, DType.int32, 32](ctx, "uint8 16x8x32")
    var out = ctx.enqueue_create_buffer[DType.uint16](768)
    ctx.enqueue_function[move](out, grid_dim=1, block_dim=32)
    with out.map_to_host() as host:
        # Lane 5 has row 1, columns 2 and 3 of each matrix; transposed, rows 2 and 3 of column 1.
        for i in range(8):
            print(host[5 * 8 + i], host[256 + 5 * 8 + i], end="; ")
        print()
        # Each matrix was stored transposed.
        var wrong = 0
        for i in range(256):
            var within = i % 64
            if host[512 + i] != UInt16(i - within + (within % 8) * 8 + within // 8):
                wrong += 1
        print("transposed, wrong:", wrong)
