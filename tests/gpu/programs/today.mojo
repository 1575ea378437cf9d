from layout import Layout, LayoutTensor, TileTensor, row_major, stack_allocation
from layout.tensor_core import TensorCore
from layout.tile_io import GenericToLocalTileCopier, GenericToSharedAsyncTileCopier, GenericToSharedTileCopier, LocalToGenericTileCopier, SharedToGenericTileCopier
from max.benchmark import bencher_iter_custom
from max.gpu.host import DeviceContext, get_gpu_target
from max.gpu.memory import async_copy_wait_all
from max.gpu.primitives import block
from max.gpu.sync import barrier
from std.benchmark import Bencher
from std.gpu import thread_idx
from std.gpu.primitives import warp
from std.math import iota
from std.random import rand, randint
from std.sys import simd_width_of
from std.utils import Index

comptime f32 = DType.float32
comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime SQUARE = row_major[32, 32]()
comptime Square = type_of(SQUARE)


def through_tiles(result: TileTensor[mut=True, f32, Square, MutAnyOrigin], source: TileTensor[mut=False, f32, Square, MutAnyOrigin]):
    comptime threads = row_major[8, 8]()
    var shared = stack_allocation[f32, address_space=AddressSpace.SHARED](SQUARE)
    GenericToSharedTileCopier[threads]().copy(shared, source)
    barrier()
    var own = stack_allocation[f32, address_space=AddressSpace.LOCAL](row_major[4, 4]())
    GenericToLocalTileCopier[threads]().copy(own, shared)
    own += own
    LocalToGenericTileCopier[threads]().copy(result, own)


def through_async(result: TileTensor[mut=True, f32, Square, MutAnyOrigin], source: TileTensor[mut=False, f32, Square, MutAnyOrigin]):
    comptime threads = row_major[8, 8]()
    var shared = stack_allocation[f32, address_space=AddressSpace.SHARED, alignment=16](SQUARE)
    GenericToSharedAsyncTileCopier[threads]().copy(shared.vectorize[1, 4](), source.vectorize[1, 4]())
    async_copy_wait_all()
    barrier()
    SharedToGenericTileCopier[threads]().copy(result, shared)


def matrix_product[BM: Int, BN: Int, BK: Int](a: TileTensor[mut=False, f32, Square, MutAnyOrigin], b: TileTensor[mut=False, f32, Square, MutAnyOrigin], c: TileTensor[mut=True, f32, Square, MutAnyOrigin]):
    var op = TensorCore[f32, f32, Index(16, 8, 8)]()
    var sums = stack_allocation[f32, address_space=AddressSpace.LOCAL](row_major[2, 16]()).fill(0)
    comptime for k in range(32 // BK):
        comptime for m in range(32 // BM):
            comptime for n in range(32 // BN):
                var part = sums.tile[1, 4](m, n)
                var a_part = op.load_a(a.tile[BM, BK](m, k))
                var b_part = op.load_b(b.tile[BK, BN](k, n))
                part.copy_from(op.mma_op(a_part, b_part, part))
    comptime for m in range(32 // BM):
        comptime for n in range(32 // BN):
            op.store_d(c.tile[BM, BN](m, n), sums.tile[1, 4](m, n))


comptime HALF = Layout.row_major(16, 16)


def half_product(a: LayoutTensor[DType.float16, HALF, MutAnyOrigin], b: LayoutTensor[DType.float16, HALF, MutAnyOrigin], c: LayoutTensor[f32, HALF, MutAnyOrigin]):
    var op = TensorCore[f32, DType.float16, Index(16, 8, 16), True]()
    comptime for n in range(2):
        var tile = c.tile[16, 8](0, n)
        var zero = LayoutTensor[f32, Layout.row_major(1, 4), MutAnyOrigin, address_space=AddressSpace.LOCAL].stack_allocation().fill(0)
        op.store_d(tile, op.mma_op(op.load_a(a), op.load_b(b.tile[8, 16](n, 0)), zero))


def groups(result: Floats):
    var i = Int(thread_idx.x)
    result[i] = warp.lane_group_sum[8](Float32(i)) + warp.lane_group_max[4](Float32(i)) / 100
    result[32 + i] = warp.sum(SIMD[f32, 2](Float32(i), 1))
    result[64 + i] = block.sum[block_dim_x=8, block_dim_y=4](SIMD[f32, 2](Float32(i), 1))
    result[96 + i] = block.broadcast[block_size=32](Float32(i), 5)


def main() raises:
    var ctx = DeviceContext()
    var numbers = List[Float32](length=1024, fill=0)
    iota(Span(numbers))
    var a = ctx.enqueue_create_buffer[f32](1024)
    var b = ctx.enqueue_create_buffer[f32](1024)
    var c = ctx.enqueue_create_buffer[f32](1024)
    ctx.enqueue_copy(a, Span(numbers))
    b.enqueue_fill(0)
    ctx.enqueue_function[through_tiles](TileTensor(b, SQUARE), TileTensor(a, SQUARE), grid_dim=1, block_dim=64)
    b.enqueue_copy_to(Span(numbers))
    ctx.synchronize()
    print(numbers[0], numbers[33], numbers[1023])
    ctx.enqueue_function[through_async](TileTensor(c, SQUARE), TileTensor(a, SQUARE), grid_dim=1, block_dim=64)
    with c.map_to_host() as host:
        print(host[0], host[33], host[1023])
    with a.map_to_host() as host:
        for i in range(1024):
            host[i] = Float32(i % 7 - 3)
    with b.map_to_host() as host:
        for i in range(1024):
            host[i] = Float32(i % 5 - 2)
    comptime product = matrix_product[16, 8, 8]
    ctx.enqueue_function[product](TileTensor(a, SQUARE), TileTensor(b, SQUARE), TileTensor(c, SQUARE), grid_dim=1, block_dim=32)
    ctx.synchronize()
    var wrong = 0
    with a.map_to_host() as ha:
        with b.map_to_host() as hb:
            with c.map_to_host() as hc:
                for i in range(32):
                    for j in range(32):
                        var sum = Float32(0)
                        for k in range(32):
                            sum += ha[32 * i + k] * hb[32 * k + j]
                        if hc[32 * i + j] != sum:
                            wrong += 1
    print("wrong products:", wrong)
    var ah = ctx.enqueue_create_buffer[DType.float16](256)
    var bh = ctx.enqueue_create_buffer[DType.float16](256)
    with ah.map_to_host() as ha:
        with bh.map_to_host() as hb:
            for i in range(256):
                ha[i] = Float16(i % 7 - 3)
                hb[i] = Float16(i % 5 - 2)
    ctx.enqueue_function[half_product](LayoutTensor[DType.float16, HALF](ah), LayoutTensor[DType.float16, HALF](bh), LayoutTensor[f32, HALF](c), grid_dim=1, block_dim=32)
    wrong = 0
    with ah.map_to_host() as ha:
        with bh.map_to_host() as hb:
            with c.map_to_host() as hc:
                for i in range(16):
                    for j in range(16):
                        var sum = Float32(0)
                        for k in range(16):
                            sum += Float32(ha[16 * i + k]) * Float32(hb[16 * j + k])
                        if hc[16 * i + j] != sum:
                            wrong += 1
    print("wrong half products:", wrong)
    ctx.enqueue_function[groups](c, grid_dim=1, block_dim=32)
    with c.map_to_host() as host:
        print(host[0], host[7], host[31], host[40], host[70], host[100])
    var p = c.unsafe_ptr()
    def work() {var p}:
        p[thread_idx.x] = Float32(thread_idx.x) * 2
    ctx.enqueue_function(work, grid_dim=1, block_dim=16)
    with c.map_to_host() as host:
        print(host[15])
    def timed(ctx: DeviceContext) raises {imm}:
        c.enqueue_fill(1)
    def counted(ctx: DeviceContext, time: Int) raises {imm}:
        c.enqueue_fill(Float32(time))
    print(ctx.execution_time(timed, 3) >= 0, ctx.execution_time_iter(counted, 3) >= 0)
    var bencher = Bencher(2)
    bencher_iter_custom(bencher, timed, ctx)
    bencher_iter_custom(bencher, counted, ctx)
    with c.map_to_host() as host:
        print(host[0])
    comptime width = simd_width_of[f32, target=get_gpu_target()]()
    print(width)
    randint(Span(numbers), 1, 6)
    randint[f32](Span(numbers), low=1, high=6)
    rand(Span(numbers))
    print(numbers[0] <= 1)
