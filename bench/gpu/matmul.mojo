"""Matrix multiplication at 4096³: bfloat16 on tensor cores (wgmma fed by TMA), float32 on plain cores.

The bfloat16 kernel is a pipeline of `STAGES` tiles in shared memory. One warp group asks the copy engine for tiles;
two others multiply, 64 rows each, and give a stage back when they have read it. A pair of memory barriers per stage says
who may go on.
"""

from gpu import barrier, block_idx, thread_idx
from gpu.host import DeviceContext
from gpu.host.tensor_map import TMADescriptor, TensorMapSwizzle, create_tma_descriptor
from gpu.memory import cp_async_bulk_tensor_shared_cluster_global, external_memory
from gpu.mma import (
    WGMMADescriptor,
    WGMMASwizzle,
    wgmma_async,
    wgmma_commit_group_sync,
    wgmma_fence_aligned,
    wgmma_wait_group_sync,
)
from gpu.sync import fence_mbarrier_init, mbarrier_arrive, mbarrier_arrive_expect_tx_shared, mbarrier_init, mbarrier_wait_parity
from std.memory import stack_allocation
from std.sys.intrinsics import inlined_assembly
from std.utils.index import Index
from timing import median_ms, report

comptime SIDE = 4096
comptime BF16 = UnsafePointer[BFloat16, MutAnyOrigin]
comptime F32 = UnsafePointer[Float32, MutAnyOrigin]
comptime MAX_THREADS = "nvvm.maxntid"

# -- bfloat16 -------------------------------------------------------------------------------------------------

comptime BM = 128
comptime BN = 256
comptime BK = 64
comptime STAGES = 4
comptime A_SIZE = BM * BK
comptime STAGE_SIZE = A_SIZE + BN * BK
comptime STAGE_BYTES = 2 * STAGE_SIZE
comptime WORKERS = 2
comptime TENSOR_THREADS = 128 * (WORKERS + 1)
comptime SHARED_BYTES = STAGES * (STAGE_BYTES + 16)


@__llvm_metadata(MAX_THREADS=TENSOR_THREADS)
def matmul_bf16(a: TMADescriptor, b: TMADescriptor, c: BF16, n: Int, k: Int):
    var tiles = external_memory[BFloat16, address_space = AddressSpace.SHARED, alignment=1024]()
    var full = (tiles + STAGES * STAGE_SIZE).bitcast[Int64]()
    var empty = full + STAGES
    var thread = Int(thread_idx.x)
    var group = thread >> 7
    if thread == 0:
        comptime for stage in range(STAGES):
            mbarrier_init(full + stage, 1)
            mbarrier_init(empty + stage, Int32(WORKERS))
        fence_mbarrier_init()
    barrier()
    var row = Int(block_idx.y) * BM
    var column = Int(block_idx.x) * BN
    if group == WORKERS:
        _set_registers["dec", 40]()
        if thread == WORKERS * 128:
            _load_tiles(a, b, tiles, full, empty, row, column, k)
    else:
        _set_registers["inc", 232]()
        _multiply_tiles(tiles, full, empty, c, row + group * 64, column, n, k)


@always_inline
def _set_registers[how: StringLiteral, count: Int]():
    # Gives registers from the warps that copy to the warps that multiply.
    comptime if how == "dec":
        inlined_assembly["setmaxnreg.dec.sync.aligned.u32 40;", NoneType, constraints=""]()
    else:
        inlined_assembly["setmaxnreg.inc.sync.aligned.u32 232;", NoneType, constraints=""]()


comptime Descriptor = WGMMADescriptor[DType.bfloat16]
comptime Tiles = UnsafePointer[BFloat16, MutAnyOrigin, address_space = AddressSpace.SHARED]
comptime Barriers = UnsafePointer[Int64, MutAnyOrigin, address_space = AddressSpace.SHARED]


@always_inline
def _load_tiles(
    a: TMADescriptor, b: TMADescriptor, tiles: Tiles, full: Barriers, empty: Barriers, row: Int, column: Int, k: Int
):
    var stage = 0
    var phase = Int32(1)
    for step in range(k // BK):
        mbarrier_wait_parity(empty + stage, phase)
        mbarrier_arrive_expect_tx_shared(full + stage, STAGE_BYTES)
        var tile = tiles + stage * STAGE_SIZE
        cp_async_bulk_tensor_shared_cluster_global(tile, UnsafePointer(to=a), full + stage, Index(step * BK, row))
        comptime for part in range(BN // 64):
            cp_async_bulk_tensor_shared_cluster_global(
                tile + (A_SIZE + part * BK * 64), UnsafePointer(to=b), full + stage, Index(column + part * 64, step * BK)
            )
        stage += 1
        if stage == STAGES:
            stage = 0
            phase ^= 1


@always_inline
def _multiply_tiles(
    tiles: Tiles, full: Barriers, empty: Barriers, c: BF16, row: Int, column: Int, n: Int, k: Int
):
    var sums = SIMD[DType.float32, BN // 2](0)
    var stage = 0
    var phase = Int32(0)
    var thread = Int(thread_idx.x)
    for _ in range(k // BK):
        mbarrier_wait_parity(full + stage, phase)
        var tile = tiles + stage * STAGE_SIZE
        var tile_a = tile + (row & (BM - 1)) * BK
        wgmma_fence_aligned()
        comptime for step in range(BK // 16):
            sums = wgmma_async[64, BN, 16, layout_b="row"](
                Descriptor.create[1024, 16, WGMMASwizzle.B128](tile_a + step * 16),
                Descriptor.create[1024, BK * 128, WGMMASwizzle.B128](tile + (A_SIZE + step * 16 * 64)),
                sums,
            )
        wgmma_commit_group_sync()
        wgmma_wait_group_sync()
        if thread & 127 == 0:
            _ = mbarrier_arrive(empty + stage)
        stage += 1
        if stage == STAGES:
            stage = 0
            phase ^= 1
    var lane = thread & 31
    var warp = (thread >> 5) & 3
    var target = c + (row + warp * 16 + (lane >> 2)) * n + column + (lane & 3) * 2
    comptime for j in range(BN // 8):
        target.store[alignment=4](j * 8, sums.slice[2, offset = 4 * j]().cast[DType.bfloat16]())
        target.store[alignment=4](8 * n + j * 8, sums.slice[2, offset = 4 * j + 2]().cast[DType.bfloat16]())


# -- float32 ----------------------------------------------------------------------------------------------------

comptime TILE = 128
comptime DEPTH = 16
comptime PITCH = TILE + 4
comptime PLAIN_THREADS = 256
comptime V4 = SIMD[DType.float32, 4]


@__llvm_metadata(MAX_THREADS=PLAIN_THREADS)
def matmul_f32(a: F32, b: F32, c: F32, n: Int, k: Int):
    """Each thread has 8 by 8 sums; tiles of a (transposed) and b alternate between two buffers."""
    var tile_a = stack_allocation[2 * DEPTH * PITCH, Float32, alignment=16, address_space = AddressSpace.SHARED]()
    var tile_b = stack_allocation[2 * DEPTH * TILE, Float32, alignment=16, address_space = AddressSpace.SHARED]()
    var thread = Int(thread_idx.x)
    var x = thread & 15
    var y = thread >> 4
    var row = Int(block_idx.y) * TILE
    var column = Int(block_idx.x) * TILE
    var sums = Array[V4, 16](fill=V4(0))
    var from_a = a + (row + (thread >> 2)) * k + (thread & 3) * 4
    var from_b = b + (thread >> 5) * n + column + (thread & 31) * 4
    var to_a = (thread & 3) * 4 * PITCH + (thread >> 2)
    var to_b = (thread >> 5) * TILE + (thread & 31) * 4
    var a0 = from_a.load[width=4, alignment=16](0)
    var a1 = from_a.load[width=4, alignment=16](64 * k)
    var b0 = from_b.load[width=4, alignment=16](0)
    var b1 = from_b.load[width=4, alignment=16](8 * n)
    comptime for j in range(4):
        tile_a[to_a + j * PITCH] = a0[j]
        tile_a[to_a + j * PITCH + 64] = a1[j]
    tile_b.store[alignment=16](to_b, b0)
    tile_b.store[alignment=16](to_b + 8 * TILE, b1)
    barrier()
    var steps = k // DEPTH
    var buffer = 0
    for step in range(steps):
        var has_more = step + 1 < steps
        if has_more:
            from_a = from_a + DEPTH
            from_b = from_b + DEPTH * n
            a0 = from_a.load[width=4, alignment=16](0)
            a1 = from_a.load[width=4, alignment=16](64 * k)
            b0 = from_b.load[width=4, alignment=16](0)
            b1 = from_b.load[width=4, alignment=16](8 * n)
        var of_a = tile_a + buffer * DEPTH * PITCH + y * 4
        var of_b = tile_b + buffer * DEPTH * TILE + x * 4
        comptime for d in range(DEPTH):
            var low_a = of_a.load[width=4, alignment=16](d * PITCH)
            var high_a = of_a.load[width=4, alignment=16](d * PITCH + 64)
            var low_b = of_b.load[width=4, alignment=16](d * TILE)
            var high_b = of_b.load[width=4, alignment=16](d * TILE + 64)
            comptime for i in range(4):
                sums[i * 2] = low_b.fma(V4(low_a[i]), sums[i * 2])
                sums[i * 2 + 1] = high_b.fma(V4(low_a[i]), sums[i * 2 + 1])
                sums[8 + i * 2] = low_b.fma(V4(high_a[i]), sums[8 + i * 2])
                sums[8 + i * 2 + 1] = high_b.fma(V4(high_a[i]), sums[8 + i * 2 + 1])
        if has_more:
            buffer ^= 1
            var next_a = tile_a + buffer * DEPTH * PITCH
            var next_b = tile_b + buffer * DEPTH * TILE
            comptime for j in range(4):
                next_a[to_a + j * PITCH] = a0[j]
                next_a[to_a + j * PITCH + 64] = a1[j]
            next_b.store[alignment=16](to_b, b0)
            next_b.store[alignment=16](to_b + 8 * TILE, b1)
            barrier()
    var target = c + (row + y * 4) * n + column + x * 4
    comptime for i in range(4):
        target.store[alignment=16](i * n, sums[i * 2])
        target.store[alignment=16](i * n + 64, sums[i * 2 + 1])
        target.store[alignment=16]((64 + i) * n, sums[8 + i * 2])
        target.store[alignment=16]((64 + i) * n + 64, sums[8 + i * 2 + 1])


# -- running them -----------------------------------------------------------------------------------------------


def value[dtype: DType](i: Int) -> Scalar[dtype]:
    return (Float32((i * 2654435761) & 0xFFFF) / 32768 - 1).cast[dtype]()


def largest_error[dtype: DType](c: UnsafePointer[Scalar[dtype], MutAnyOrigin]) -> Float64:
    """Against float64, at some places, relative to the size of the sums."""
    var error = Float64(0)
    for place in range(512):
        var row = (place * 1237) % SIDE
        var column = (place * 3469 + 11) % SIDE
        var exact = Float64(0)
        for i in range(SIDE):
            exact += Float64(value[dtype](row * SIDE + i)) * Float64(value[dtype](i * SIDE + column + 7))
        error = max(error, abs(Float64(c[row * SIDE + column]) - exact))
    return error


def bench_bf16(ctx: DeviceContext) raises:
    var a = ctx.enqueue_create_buffer[DType.bfloat16](SIDE * SIDE)
    var b = ctx.enqueue_create_buffer[DType.bfloat16](SIDE * SIDE)
    var c = ctx.enqueue_create_buffer[DType.bfloat16](SIDE * SIDE)
    with a.map_to_host() as host:
        for i in range(SIDE * SIDE):
            host[i] = value[DType.bfloat16](i)
    with b.map_to_host() as host:
        for i in range(SIDE * SIDE):
            host[i] = value[DType.bfloat16](i + 7)
    comptime swizzle = TensorMapSwizzle.SWIZZLE_128B
    var map_a = create_tma_descriptor[DType.bfloat16, 2, swizzle](a, Index(SIDE, SIDE), Index(BM, BK))
    var map_b = create_tma_descriptor[DType.bfloat16, 2, swizzle](b, Index(SIDE, SIDE), Index(BK, 64))
    var kernel = ctx.compile_function[matmul_bf16]()

    @parameter
    def launch(ctx: DeviceContext, _i: Int) raises:
        ctx.enqueue_function(
            kernel,
            map_a,
            map_b,
            c,
            SIDE,
            SIDE,
            grid_dim=(SIDE // BN, SIDE // BM),
            block_dim=TENSOR_THREADS,
            shared_mem_bytes=SHARED_BYTES,
        )

    var ms = median_ms[launch](ctx)
    with c.map_to_host() as host:
        report("matmul_bf16", ms, largest_error[DType.bfloat16](host.unsafe_ptr()))
    _ = a  # the descriptions of the tensors do not keep their memory
    _ = b


def bench_f32(ctx: DeviceContext) raises:
    var a = ctx.enqueue_create_buffer[DType.float32](SIDE * SIDE)
    var b = ctx.enqueue_create_buffer[DType.float32](SIDE * SIDE)
    var c = ctx.enqueue_create_buffer[DType.float32](SIDE * SIDE)
    with a.map_to_host() as host:
        for i in range(SIDE * SIDE):
            host[i] = value[DType.float32](i)
    with b.map_to_host() as host:
        for i in range(SIDE * SIDE):
            host[i] = value[DType.float32](i + 7)
    var kernel = ctx.compile_function[matmul_f32]()

    @parameter
    def launch(ctx: DeviceContext, _i: Int) raises:
        ctx.enqueue_function(kernel, a, b, c, SIDE, SIDE, grid_dim=(SIDE // TILE, SIDE // TILE), block_dim=PLAIN_THREADS)

    var ms = median_ms[launch](ctx)
    with c.map_to_host() as host:
        report("matmul_f32", ms, largest_error[DType.float32](host.unsafe_ptr()))


def main() raises:
    var ctx = DeviceContext()
    bench_bf16(ctx)
    bench_f32(ctx)
