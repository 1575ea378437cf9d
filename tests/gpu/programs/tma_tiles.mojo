# Tiles copied by hardware: barriers that count bytes, stages, tensors described once.
from layout import Layout, LayoutTensor, TileTensor, coord, row_major, stack_allocation
from layout.tensor_core_async import TensorCoreAsync, tile_layout_k_major
from layout.tma_async import SharedMemBarrier, TMATensorTile, create_tensor_tile, create_tma_tile, PipelineState
from std.gpu import barrier, thread_idx
from max.gpu.host import DeviceContext
from max.gpu.host.nvidia.tma import TensorMapSwizzle
from std.gpu.sync import fence_async_view_proxy
from std.utils import Index
from std.memory import AddressSpace, stack_allocation as allocate

comptime Tile = TMATensorTile[DType.int32, coord[4, 8]]

def kernel(source: Tile, target: Tile):
    var tile = stack_allocation[DType.int32, address_space=AddressSpace.SHARED, alignment=128](row_major[4, 8]())
    var arrivals = allocate[1, SharedMemBarrier, address_space=AddressSpace.SHARED, alignment=8]()
    if thread_idx.x == 0:
        source.prefetch_descriptor()
        arrivals[0].init()
    barrier()
    if thread_idx.x == 0:
        arrivals[0].expect_bytes(128)
        source.async_copy(tile, arrivals[0], (0, 4))
    arrivals[0].wait(0)
    tile.ptr[thread_idx.x] += 1
    fence_async_view_proxy()
    barrier()
    if thread_idx.x == 0:
        target.async_store(tile, (0, 0))
        target.commit_group()
        target.wait_group[0]()

def arrive(result: UnsafePointer[Int32, MutAnyOrigin]):
    var arrivals = allocate[1, SharedMemBarrier, address_space=AddressSpace.SHARED, alignment=8]()
    if thread_idx.x == 0:
        arrivals[0].init(32)
    barrier()
    _ = arrivals[0].arrive()
    arrivals[0].wait(0)
    if arrivals[0].try_wait(0):
        result[thread_idx.x] = Int32(thread_idx.x)

comptime bf16 = DType.bfloat16
comptime ROWS = 128
comptime Wide = TMATensorTile[bf16, Index(ROWS, 64)]
comptime SWIZZLE = TensorMapSwizzle.SWIZZLE_128B
comptime Operand = LayoutTensor[
    bf16, tile_layout_k_major[bf16, ROWS, 64, SWIZZLE](), MutAnyOrigin, address_space = AddressSpace.SHARED, alignment=1024
]

def product(left: Wide, right: Wide, result: UnsafePointer[Float32, MutAnyOrigin]):
    # Two groups of warps, 64 rows each; 128 columns in two instructions.
    var a = Operand.stack_allocation()
    var b = Operand.stack_allocation()
    var arrivals = allocate[1, SharedMemBarrier, address_space=AddressSpace.SHARED, alignment=8]()
    if thread_idx.x == 0:
        arrivals[0].init()
    barrier()
    if thread_idx.x == 0:
        arrivals[0].expect_bytes(2 * ROWS * 128)
        left.async_copy(a, arrivals[0], (0, 0))
        right.async_copy(b, arrivals[0], (0, 0))
    arrivals[0].wait(0)
    var sums = LayoutTensor[DType.float32, Layout.row_major(2, 32), MutAnyOrigin, address_space = AddressSpace.LOCAL].stack_allocation().fill(0)
    var op = TensorCoreAsync[DType.float32, bf16, bf16, Index(64, 64, 16), SWIZZLE, SWIZZLE, transpose_b=True]()
    op.arrive()
    op.wgmma[2](a, b, sums, thread_idx.x // 128)
    op.commit_group()
    op.wait_group()
    var lane = thread_idx.x % 32
    comptime for n in range(2):
        comptime for i in range(32):
            var row = thread_idx.x // 32 * 16 + lane // 4 + 8 * (i % 4 // 2)
            result[row * ROWS + 64 * n + 8 * (i // 4) + 2 * (lane % 4) + i % 2] = sums[n, i][0]

def wrong_products(context: DeviceContext) raises -> Int:
    var a = context.enqueue_create_buffer[bf16](ROWS * 64)
    var b = context.enqueue_create_buffer[bf16](ROWS * 64)
    var c = context.enqueue_create_buffer[DType.float32](ROWS * ROWS)
    with a.map_to_host() as x, b.map_to_host() as y:
        for i in range(ROWS * 64):
            x[i] = BFloat16(i % 7 - 3)
            y[i] = BFloat16(i % 5 - 2)
    var left = create_tensor_tile[Index(ROWS, 64), swizzle_mode=SWIZZLE](context, TileTensor(a, row_major[ROWS, 64]()))
    var right = create_tensor_tile[Index(ROWS, 64), swizzle_mode=SWIZZLE](context, TileTensor(b, row_major[ROWS, 64]()))
    context.enqueue_function[product](left, right, c, grid_dim=1, block_dim=256)
    var wrong = 0
    with c.map_to_host() as z:
        for i in range(ROWS):
            for j in range(ROWS):
                var sum = 0
                for k in range(64):
                    sum += ((64 * i + k) % 7 - 3) * ((64 * j + k) % 5 - 2)
                wrong += Int(z[ROWS * i + j] != Float32(sum))
    _ = a
    _ = b
    return wrong

def main() raises:
    var context = DeviceContext()
    print("wrong products:", wrong_products(context))
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[arrive](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    var state = PipelineState[2]()
    state.step()
    print(state.index(), state.phase())  # 1 0
    state.step()
    print(state.index(), state.phase(), state.next().index())
    var a = context.enqueue_create_buffer[DType.int32](64)
    var b = context.enqueue_create_buffer[DType.int32](32)
    with a.map_to_host() as values:
        for i in range(64):
            values[i] = Int32(i)
    var source = create_tma_tile[4, 8](context, TileTensor(a, row_major[8, 8]()))
    var target = create_tma_tile[4, 8](context, TileTensor(b, row_major[4, 8]()))
    context.enqueue_function[kernel](source, target, grid_dim=1, block_dim=32)
    with b.map_to_host() as values:
        print(values[0], values[31])  # 33 64
    _ = a
