# Tiles copied by hardware: barriers that count bytes, stages, tensors described once.
from layout import TileTensor, coord, row_major, stack_allocation
from layout.tma_async import SharedMemBarrier, TMATensorTile, create_tma_tile, PipelineState
from std.gpu import barrier, thread_idx
from max.gpu.host import DeviceContext
from std.gpu.sync import fence_async_view_proxy
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

def main() raises:
    var context = DeviceContext()
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
