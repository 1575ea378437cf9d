# A product by wgmma, compared with a plain one: 64 by N, in steps of 32 bytes.
from std.gpu import barrier, thread_idx
from std.gpu.host import DeviceContext
from std.gpu.mma import WGMMADescriptor, wgmma_async, wgmma_commit_group_sync, wgmma_fence_aligned, wgmma_wait_group_sync
from std.gpu.sync import fence_async_view_proxy
from std.memory import stack_allocation

comptime Numbers[dtype: DType] = UnsafePointer[Scalar[dtype], MutAnyOrigin]


def multiply[dtype: DType, n: Int](a: Numbers[dtype], b: Numbers[dtype], d: Numbers[DType.float32]):
    # Rows are cut into groups of 8 and pieces of 16 bytes; a group's piece lies in 128 bytes.
    comptime depth = 32 // dtype.size_of()
    comptime piece = 16 // dtype.size_of()
    var left = stack_allocation[64 * depth, dtype, alignment=128, address_space = AddressSpace.SHARED]()
    var right = stack_allocation[n * depth, dtype, alignment=128, address_space = AddressSpace.SHARED]()
    var t = thread_idx.x
    for i in range(t, 64 * depth, 128):
        var row = i // depth
        var column = i % depth
        left[((row // 8) * 2 + column // piece) * 8 * piece + (row % 8) * piece + column % piece] = a[i]
    for i in range(t, n * depth, 128):
        var row = i // depth
        var column = i % depth
        right[((row // 8) * 2 + column // piece) * 8 * piece + (row % 8) * piece + column % piece] = b[i]
    fence_async_view_proxy()
    barrier()
    var sums = SIMD[DType.float32, n // 2](1)
    wgmma_fence_aligned()
    sums = wgmma_async[64, n, depth](
        WGMMADescriptor[dtype].create[256, 128](left), WGMMADescriptor[dtype].create[256, 128](right), sums
    )
    wgmma_commit_group_sync()
    wgmma_wait_group_sync()
    var row = 16 * (t // 32) + (t % 32) // 4
    comptime for i in range(n // 2):
        d[(row + 8 * ((i % 4) // 2)) * n + 8 * (i // 4) + 2 * (t % 4) + i % 2] = sums[i]


def check[dtype: DType, n: Int](ctx: DeviceContext, name: StaticString) raises:
    comptime depth = 32 // dtype.size_of()
    var a = ctx.enqueue_create_buffer[dtype](64 * depth)
    var b = ctx.enqueue_create_buffer[dtype](n * depth)
    var d = ctx.enqueue_create_buffer[DType.float32](64 * n)
    with a.map_to_host() as host:
        for i in range(64 * depth):
            host[i] = Scalar[dtype]((i * 7) % 5)
    with b.map_to_host() as host:
        for i in range(n * depth):
            host[i] = Scalar[dtype]((i * 3) % 4)
    ctx.enqueue_function[multiply[dtype, n]](a, b, d, grid_dim=1, block_dim=128)
    var wrong = 0
    with d.map_to_host() as host:
        for row in range(64):
            for column in range(n):
                var expected = 1
                for k in range(depth):
                    expected += ((row * depth + k) * 7) % 5 * (((column * depth + k) * 3) % 4)
                if host[row * n + column] != Float32(expected):
                    wrong += 1
    print(name, "wrong:", wrong)


def main() raises:
    var ctx = DeviceContext()
    check[DType.bfloat16, 64](ctx, "bfloat16 64x64x16")
    check[DType.float16, 128](ctx, "float16 64x128x16")
    check[DType.float32, 8](ctx, "tf32 64x8x8")
    check[DType.float8_e4m3fn, 16](ctx, "e4m3 64x16x32")
    check[DType.float8_e5m2, 32](ctx, "e5m2 64x32x32")
