# Tiles for wgmma as asynchronous copies leave them: permuted rows of 32, 64 and 128 bytes, and tiles that lie across.
from std.gpu import barrier, thread_idx
from std.gpu.host import DeviceContext
from std.gpu.host.tensor_map import TMADescriptor, TensorMapSwizzle, create_tma_descriptor
from std.gpu.memory import cp_async_bulk_tensor_shared_cluster_global
from std.gpu.mma import (
    WGMMADescriptor,
    WGMMASwizzle,
    wgmma_async,
    wgmma_commit_group_sync,
    wgmma_fence_aligned,
    wgmma_wait_group_sync,
)
from std.gpu.sync import (
    fence_async_view_proxy,
    fence_mbarrier_init,
    mbarrier_arrive_expect_tx_shared,
    mbarrier_init,
    mbarrier_wait_parity,
)
from std.memory import stack_allocation
from std.utils.index import IndexList

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Shared = AddressSpace.SHARED
comptime Tile = WGMMADescriptor[DType.bfloat16]


@always_inline
def store_sums[n: Int](sums: SIMD[DType.float32, n // 2], d: Floats):
    var t = thread_idx.x
    var row = 16 * (t // 32) + (t % 32) // 4
    comptime for i in range(n // 2):
        d[(row + 8 * ((i % 4) // 2)) * n + 8 * (i // 4) + 2 * (t % 4) + i % 2] = sums[i]


def permuted[width: Int, swizzle: WGMMASwizzle](a: TMADescriptor, b: TMADescriptor, d: Floats):
    # A and B are 64 rows of `width` bytes along K, taken in steps of 32 bytes.
    var left = stack_allocation[32 * width, BFloat16, alignment=1024, address_space=Shared]()
    var right = stack_allocation[32 * width, BFloat16, alignment=1024, address_space=Shared]()
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    if thread_idx.x == 0:
        mbarrier_init(arrived, 1)
        fence_mbarrier_init()
    barrier()
    if thread_idx.x == 0:
        mbarrier_arrive_expect_tx_shared(arrived, Int32(128 * width))
        cp_async_bulk_tensor_shared_cluster_global(left, UnsafePointer(to=a), arrived, IndexList[2](0, 0))
        cp_async_bulk_tensor_shared_cluster_global(right, UnsafePointer(to=b), arrived, IndexList[2](0, 0))
    mbarrier_wait_parity(arrived, 0)
    var sums = SIMD[DType.float32, 32](0)
    wgmma_fence_aligned()
    comptime for step in range(width // 32):
        sums = wgmma_async[64, 64, 16](
            Tile.create[8 * width, 16, swizzle](left) + 32 * step,
            Tile.create[8 * width, 16, swizzle](right) + 32 * step,
            sums,
        )
    wgmma_commit_group_sync()
    wgmma_wait_group_sync()
    store_sums[64](sums, d)


def across(a: TMADescriptor, b: TMADescriptor, d: Floats):
    # A is 16 rows of 64 along M; B 16 rows of 128 along N, in two halves of 128 bytes.
    var left = stack_allocation[1024, BFloat16, alignment=1024, address_space=Shared]()
    var right = stack_allocation[2048, BFloat16, alignment=1024, address_space=Shared]()
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    if thread_idx.x == 0:
        mbarrier_init(arrived, 1)
        fence_mbarrier_init()
    barrier()
    if thread_idx.x == 0:
        mbarrier_arrive_expect_tx_shared(arrived, 6144)
        cp_async_bulk_tensor_shared_cluster_global(left, UnsafePointer(to=a), arrived, IndexList[2](0, 0))
        cp_async_bulk_tensor_shared_cluster_global(right, UnsafePointer(to=b), arrived, IndexList[2](0, 0))
        cp_async_bulk_tensor_shared_cluster_global(right + 1024, UnsafePointer(to=b), arrived, IndexList[2](64, 0))
    mbarrier_wait_parity(arrived, 0)
    var sums = SIMD[DType.float32, 64](5)
    wgmma_fence_aligned()
    sums = wgmma_async[64, 128, 16, layout_a="col", layout_b="row", scale_d=0](
        Tile.create[1024, 2048, WGMMASwizzle.B128](left), Tile.create[1024, 2048, WGMMASwizzle.B128](right), sums
    )
    wgmma_commit_group_sync()
    wgmma_wait_group_sync()
    store_sums[128](sums, d)


def across_plain(a: UnsafePointer[BFloat16, MutAnyOrigin], b: UnsafePointer[BFloat16, MutAnyOrigin], d: Floats):
    # B without permutation: pieces of 8 numbers along N, 8 rows of K after each other, then the next 8 rows.
    var left = stack_allocation[1024, BFloat16, alignment=128, address_space=Shared]()
    var right = stack_allocation[1024, BFloat16, alignment=128, address_space=Shared]()
    for i in range(thread_idx.x, 1024, 128):
        var row = i // 16
        var k = i % 16
        left[(row // 8 * 2 + k // 8) * 64 + row % 8 * 8 + k % 8] = a[i]
        var depth = i // 64
        var column = i % 64
        right[column // 8 * 128 + depth // 8 * 64 + depth % 8 * 8 + column % 8] = b[i]
    fence_async_view_proxy()
    barrier()
    var sums = SIMD[DType.float32, 32](0)
    wgmma_fence_aligned()
    sums = wgmma_async[64, 64, 16, layout_b="row"](Tile.create[256, 128](left), Tile.create[256, 128](right), sums)
    wgmma_commit_group_sync()
    wgmma_wait_group_sync()
    store_sums[64](sums, d)


def value_a(i: Int) -> Int:
    return (i * 7) % 11 - 5


def value_b(i: Int) -> Int:
    return (i * 5) % 13 - 6


def check[n: Int, depth: Int, a_across: Bool, b_across: Bool](d: Floats) -> Int:
    # How many of the 64 by n sums differ from a plain product.
    var wrong = 0
    for row in range(64):
        for column in range(n):
            var expected = 0
            for k in range(depth):
                var a = value_a(k * 64 + row if a_across else row * depth + k)
                expected += a * value_b(k * n + column if b_across else column * depth + k)
            if d[row * n + column] != Float32(expected):
                wrong += 1
    return wrong


def main() raises:
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[DType.bfloat16](4096)
    var b = ctx.enqueue_create_buffer[DType.bfloat16](4096)
    var d = ctx.enqueue_create_buffer[DType.float32](64 * 128)
    with a.map_to_host() as host:
        for i in range(4096):
            host[i] = BFloat16(value_a(i))
    with b.map_to_host() as host:
        for i in range(4096):
            host[i] = BFloat16(value_b(i))
    var rows32 = create_tma_descriptor[DType.bfloat16, 2, swizzle = TensorMapSwizzle.SWIZZLE_32B](
        a, IndexList[2](64, 16), IndexList[2](64, 16)
    )
    var more32 = create_tma_descriptor[DType.bfloat16, 2, swizzle = TensorMapSwizzle.SWIZZLE_32B](
        b, IndexList[2](64, 16), IndexList[2](64, 16)
    )
    ctx.enqueue_function[permuted[32, WGMMASwizzle.B32]](rows32, more32, d, grid_dim=1, block_dim=128)
    with d.map_to_host() as host:
        print("32 bytes, wrong:", check[64, 16, False, False](host.unsafe_ptr()))
    var rows64 = create_tma_descriptor[DType.bfloat16, 2, swizzle = TensorMapSwizzle.SWIZZLE_64B](
        a, IndexList[2](64, 32), IndexList[2](64, 32)
    )
    var more64 = create_tma_descriptor[DType.bfloat16, 2, swizzle = TensorMapSwizzle.SWIZZLE_64B](
        b, IndexList[2](64, 32), IndexList[2](64, 32)
    )
    ctx.enqueue_function[permuted[64, WGMMASwizzle.B64]](rows64, more64, d, grid_dim=1, block_dim=128)
    with d.map_to_host() as host:
        print("64 bytes, wrong:", check[64, 32, False, False](host.unsafe_ptr()))
    var rows128 = create_tma_descriptor[DType.bfloat16, 2, swizzle = TensorMapSwizzle.SWIZZLE_128B](
        a, IndexList[2](64, 64), IndexList[2](64, 64)
    )
    var more128 = create_tma_descriptor[DType.bfloat16, 2, swizzle = TensorMapSwizzle.SWIZZLE_128B](
        b, IndexList[2](64, 64), IndexList[2](64, 64)
    )
    ctx.enqueue_function[permuted[128, WGMMASwizzle.B128]](rows128, more128, d, grid_dim=1, block_dim=128)
    with d.map_to_host() as host:
        print("128 bytes, wrong:", check[64, 64, False, False](host.unsafe_ptr()))
    var columns = create_tma_descriptor[DType.bfloat16, 2, swizzle = TensorMapSwizzle.SWIZZLE_128B](
        a, IndexList[2](16, 64), IndexList[2](16, 64)
    )
    var halves = create_tma_descriptor[DType.bfloat16, 2, swizzle = TensorMapSwizzle.SWIZZLE_128B](
        b, IndexList[2](16, 128), IndexList[2](16, 64)
    )
    ctx.enqueue_function[across](columns, halves, d, grid_dim=1, block_dim=128)
    with d.map_to_host() as host:
        print("across, wrong:", check[128, 16, True, True](host.unsafe_ptr()))
    ctx.enqueue_function[across_plain](a, b, d, grid_dim=1, block_dim=128)
    with d.map_to_host() as host:
        print("across, not permuted, wrong:", check[64, 16, False, True](host.unsafe_ptr()))
