# Products by wgmma with A in registers, compared with plain ones: 64 by N, in steps of 32 bytes.
from std.gpu import barrier, thread_idx
from std.gpu.host import DeviceContext
from std.gpu.mma import WGMMADescriptor, wgmma_async, wgmma_commit_group_sync, wgmma_fence_aligned, wgmma_wait_group_sync
from std.gpu.sync import fence_async_view_proxy
from std.memory import stack_allocation

comptime Numbers[dtype: DType] = UnsafePointer[Scalar[dtype], MutAnyOrigin]


def multiply[
    dtype: DType, n: Int, steps: Int, across: Bool
](a: Numbers[dtype], b: Numbers[dtype], d: Numbers[DType.float32]):
    # A is 64 by `steps * depth`. B lies in groups of 8 rows and pieces of 16 bytes, along K or, `across`, along N.
    comptime size = dtype.size_of()
    comptime depth = 32 // size
    comptime piece = 16 // size
    var right = stack_allocation[n * depth, dtype, alignment=128, address_space = AddressSpace.SHARED]()
    var t = thread_idx.x
    var row = 16 * (t // 32) + (t % 32) // 4
    var sums = SIMD[DType.float32, n // 2](1)
    comptime for step in range(steps):
        for i in range(t, n * depth, 128):
            var column = i // depth
            var k = i % depth
            var value = b[column * depth * steps + step * depth + k]
            comptime if across:
                right[column // 8 * 128 + k // 8 * 64 + k % 8 * 8 + column % 8] = value
            else:
                right[(column // 8 * 2 + k // piece) * 8 * piece + column % 8 * piece + k % piece] = value
        var part = SIMD[dtype, 16 // size]()
        comptime for i in range(16 // size):
            comptime register = i * size // 4
            var k = (16 * (register // 2) + i * size % 4) // size + t % 4 * (4 // size)
            part[i] = a[(row + 8 * (register % 2)) * depth * steps + step * depth + k]
        fence_async_view_proxy()
        barrier()
        wgmma_fence_aligned()
        sums = wgmma_async[64, n, depth, layout_b = "row" if across else "col"](
            part, WGMMADescriptor[dtype].create[256, 128](right), sums
        )
        wgmma_commit_group_sync()
        wgmma_wait_group_sync()
        barrier()
    comptime for i in range(n // 2):
        d[(row + 8 * ((i % 4) // 2)) * n + 8 * (i // 4) + 2 * (t % 4) + i % 2] = sums[i]


def check[dtype: DType, n: Int, steps: Int = 1, across: Bool = False](ctx: DeviceContext, name: StaticString) raises:
    comptime depth = 32 // dtype.size_of() * steps
    var a = ctx.enqueue_create_buffer[dtype](64 * depth)
    var b = ctx.enqueue_create_buffer[dtype](n * depth)
    var d = ctx.enqueue_create_buffer[DType.float32](64 * n)
    with a.map_to_host() as host:
        for i in range(64 * depth):
            host[i] = Scalar[dtype]((i * 7) % 5 - 2)
    with b.map_to_host() as host:
        for i in range(n * depth):
            host[i] = Scalar[dtype]((i * 3) % 4)
    ctx.enqueue_function[multiply[dtype, n, steps, across]](a, b, d, grid_dim=1, block_dim=128)
    var wrong = 0
    with d.map_to_host() as host:
        for row in range(64):
            for column in range(n):
                var expected = 1
                for k in range(depth):
                    expected += (((row * depth + k) * 7) % 5 - 2) * (((column * depth + k) * 3) % 4)
                if host[row * n + column] != Float32(expected):
                    wrong += 1
    print(name, "wrong:", wrong)


def main() raises:
    var ctx = DeviceContext()
    check[DType.bfloat16, 64](ctx, "bfloat16 64x64x16")
    check[DType.float16, 128, 3](ctx, "float16 64x128x48")
    check[DType.bfloat16, 32, 2, across=True](ctx, "bfloat16 64x32x32, B across")
    check[DType.float32, 8](ctx, "tf32 64x8x8")
    check[DType.float8_e4m3fn, 16, 2](ctx, "e4m3 64x16x64")
    check[DType.float8_e5m2, 32](ctx, "e5m2 64x32x32")
