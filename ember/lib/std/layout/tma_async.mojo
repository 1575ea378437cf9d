"""Copies of tiles between global and shared memory by hardware (TMA), and the barriers that count their bytes."""

from std.gpu.cluster import mbarrier_arrive_cluster
from std.gpu.host import DeviceContext
from std.gpu.host.tensor_map import TensorMapSwizzle, TMADescriptor, _describe
from std.gpu.memory import (
    ReduceOp,
    cp_async_bulk_tensor_global_shared_cta,
    cp_async_bulk_tensor_reduce,
    cp_async_bulk_tensor_shared_cluster_global,
    cp_async_bulk_tensor_shared_cluster_global_multicast,
    prefetch_tensor_map,
)
from std.gpu.sync import (
    cp_async_bulk_commit_group,
    cp_async_bulk_wait_group,
    mbarrier_arrive,
    mbarrier_arrive_expect_tx_shared,
    mbarrier_init,
    mbarrier_try_wait_parity_shared,
    mbarrier_wait_parity,
)
from std.layout.layout_tensor import LayoutTensor
from std.layout.tile_tensor import TileTensor
from std.utils.coord import coord
from std.utils.index import Index, IndexList


struct SharedMemBarrier(TrivialRegisterPassable):
    """A barrier in shared memory that counts arrivals, and bytes of copies that are under way.

    Example:

    ```mojo
    from layout.tma_async import SharedMemBarrier
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, SharedMemBarrier, address_space=AddressSpace.SHARED, alignment=8]()
        if thread_idx.x == 0:
            arrivals[0].init(32)
        barrier()
        _ = arrivals[0].arrive()
        arrivals[0].wait(0)
        if arrivals[0].try_wait(0):
            result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```

    ```mojo
    from layout.tma_async import SharedMemBarrier
    from std.gpu import thread_idx
    from std.gpu.cluster import block_rank_in_cluster, cluster_sync
    from std.gpu.host import DeviceContext, Dim
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, SharedMemBarrier, address_space=AddressSpace.SHARED, alignment=8]()
        if thread_idx.x == 0:
            arrivals[0].init(2)
        cluster_sync()
        if thread_idx.x == 0:
            arrivals[0].expect_bytes(0)
            arrivals[0].arrive_cluster(1 - block_rank_in_cluster())
        arrivals[0].wait(0)
        if Int(arrivals[0].unsafe_ptr()) == Int(arrivals):
            result[Int(block_rank_in_cluster())] = 5

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](2)
    context.enqueue_function[kernel](result, grid_dim=2, block_dim=32, cluster_dim=Dim(2))
    with result.map_to_host() as values:
        print(values[1])  # 5
    ```
    """

    var mbar: Int64
    """The hardware's word."""

    @always_inline
    def unsafe_ptr(ref self) -> UnsafePointer[Int64, MutAnyOrigin, address_space = AddressSpace.SHARED]:
        """Where the word is."""
        return UnsafePointer[Int64, MutAnyOrigin](mlir_value=__address_of(self)).address_space_cast[AddressSpace.SHARED]()

    @always_inline
    def init(mut self, num_threads: Int32 = 1):
        """Makes a barrier of so many arrivals; one thread does it, and a `barrier()` follows."""
        mbarrier_init(self.unsafe_ptr(), num_threads)

    @always_inline
    def expect_bytes(mut self, bytes: Int32):
        """Arrives, and announces bytes of copies that belong to the phase."""
        mbarrier_arrive_expect_tx_shared(self.unsafe_ptr(), bytes)

    @always_inline
    def wait(mut self, phase: UInt32 = 0):
        """Waits for the phase with this parity."""
        mbarrier_wait_parity(self.unsafe_ptr(), Int32(phase))

    @always_inline
    def try_wait(mut self, phase: UInt32 = 0) -> Bool:
        """Waits a while for the phase with this parity; whether it is complete."""
        return mbarrier_try_wait_parity_shared(self.unsafe_ptr(), Int32(phase))

    @always_inline
    def arrive(mut self) -> Int:
        """Arrives; gives the state that `mbarrier_test_wait` asks for."""
        return mbarrier_arrive(self.unsafe_ptr())

    @always_inline
    def arrive_cluster(mut self, cta_id: UInt32, count: UInt32 = 1):
        """Arrives at the barrier at the same place in another block of the cluster."""
        mbarrier_arrive_cluster(self.unsafe_ptr(), cta_id, count)


struct PipelineState[num_stages: Int](Defaultable, TrivialRegisterPassable):
    """Which of some stages is next, and the parity of the round.

    Example:

    ```mojo
    from layout.tma_async import PipelineState

    var state = PipelineState[2]()
    state.step()
    print(state.index(), state.phase())  # 1 0
    state.step()
    print(state.index(), state.phase())  # 0 1
    print(state.next().index())  # 1
    ```
    """

    var _index: UInt32
    var _phase: UInt32
    var _count: UInt32

    @always_inline
    def __init__(out self):
        """The first stage of the first round."""
        self = Self(0, 0, 0)

    @always_inline
    def __init__(out self, index: Int, phase: Int, count: Int):
        """A stage of a round, after so many steps."""
        self._index = UInt32(index)
        self._phase = UInt32(phase)
        self._count = UInt32(count)

    @always_inline
    def index(self) -> UInt32:
        """The stage."""
        return self._index

    @always_inline
    def phase(self) -> UInt32:
        """The parity of the round."""
        return self._phase

    @always_inline
    def step(mut self):
        """Goes to the next stage."""
        self._index += 1
        self._count += 1
        if self._index == UInt32(Self.num_stages):
            self._index = 0
            self._phase ^= 1

    @always_inline
    def next(mut self) -> Self:
        """Goes to the next stage, and gives it."""
        self.step()
        return self


struct TMATensorTile[
    Shape: AnyType, //, dtype: DType, tile_shape: Shape, is_k_major: Bool = True
](DevicePassable, ImplicitlyCopyable):
    """A tensor in global memory whose tiles the hardware copies; kernels take it as an argument.

    Example:

    ```mojo
    from layout import TileTensor, coord, row_major, stack_allocation
    from layout.tma_async import SharedMemBarrier, TMATensorTile, create_tma_tile
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
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

    var context = DeviceContext()
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
    ```

    ```mojo
    from layout import TileTensor, coord, row_major, stack_allocation
    from layout.tma_async import SharedMemBarrier, TMATensorTile, create_tma_tile
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.memory import AddressSpace, stack_allocation as allocate

    def kernel(source: TMATensorTile[DType.int32, coord[4, 8]], result: UnsafePointer[Int32, MutAnyOrigin]):
        var tile = stack_allocation[DType.int32, address_space=AddressSpace.SHARED, alignment=128](row_major[4, 8]())
        var arrivals = allocate[1, SharedMemBarrier, address_space=AddressSpace.SHARED, alignment=8]()
        if thread_idx.x == 0:
            arrivals[0].init()
        barrier()
        if thread_idx.x == 0:
            arrivals[0].expect_bytes(128)
            source.async_multicast_load(tile, arrivals[0], (0, 0), 1)
        arrivals[0].wait(0)
        result[thread_idx.x] = tile.ptr[thread_idx.x]

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.int32](32)
    var b = context.enqueue_create_buffer[DType.int32](32)
    a.enqueue_fill(7)
    var source = create_tma_tile[4, 8](context, TileTensor(a, row_major[4, 8]()))
    context.enqueue_function[kernel](source, b, grid_dim=1, block_dim=32)
    with b.map_to_host() as values:
        print(values[5])  # 7
    _ = a
    ```

    ```mojo
    from layout import TileTensor, row_major, stack_allocation
    from layout.tma_async import TMATensorTile, create_tensor_tile
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.memory import ReduceOp
    from std.gpu.sync import fence_async_view_proxy
    from std.utils import Index

    def kernel(target: TMATensorTile[DType.int32, Index(4, 8)]):
        var tile = stack_allocation[DType.int32, address_space=AddressSpace.SHARED, alignment=128](row_major[4, 8]())
        tile.ptr[thread_idx.x] = Int32(thread_idx.x)
        fence_async_view_proxy()
        barrier()
        if thread_idx.x == 0:
            target.async_reduce[ReduceOp.ADD](tile, (0, 0))
            target.commit_group()
            target.wait_group[0]()

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.int32](32)
    a.enqueue_fill(7)
    var target = create_tensor_tile[Index(4, 8)](context, TileTensor(a, row_major[4, 8]()))
    context.enqueue_function[kernel](target, grid_dim=1, block_dim=32)
    with a.map_to_host() as values:
        print(values[5])  # 12
    ```
    """

    comptime device_type = Self
    """What a kernel gets: the same."""

    var descriptor: TMADescriptor
    """What the hardware reads."""

    def __init__(out self, descriptor: TMADescriptor):
        """A tensor by its description."""
        self.descriptor = descriptor

    @always_inline
    def prefetch_descriptor(self):
        """Brings the description into the cache."""
        prefetch_tensor_map(UnsafePointer(to=self.descriptor))

    @always_inline
    def async_copy(self, dst: TileTensor, mut mem_barrier: SharedMemBarrier, coords: Tuple[Int, Int]):
        """Starts copying the tile at a column and a row to shared memory; the barrier counts its bytes."""
        cp_async_bulk_tensor_shared_cluster_global(
            _shared(dst.ptr), UnsafePointer(to=self.descriptor), mem_barrier.unsafe_ptr(), Index(coords[0], coords[1])
        )

    @always_inline
    def async_copy(self, dst: LayoutTensor, mut mem_barrier: SharedMemBarrier, coords: Tuple[Int, Int]):
        """Starts copying the tile at a column and a row to shared memory; the barrier counts its bytes."""
        cp_async_bulk_tensor_shared_cluster_global(
            _shared(dst.ptr), UnsafePointer(to=self.descriptor), mem_barrier.unsafe_ptr(), Index(coords[0], coords[1])
        )

    @always_inline
    def async_multicast_load(
        self, dst: TileTensor, mut mem_barrier: SharedMemBarrier, coords: Tuple[Int, Int], multicast_mask: UInt16
    ):
        """As `async_copy`, into the shared memory of all blocks of the mask."""
        cp_async_bulk_tensor_shared_cluster_global_multicast(
            _shared(dst.ptr), UnsafePointer(to=self.descriptor), mem_barrier.unsafe_ptr(), Index(coords[0], coords[1]), multicast_mask
        )

    @always_inline
    def async_store(self, src: TileTensor, coords: Tuple[Int, Int]):
        """Starts copying shared memory to the tile at a column and a row."""
        cp_async_bulk_tensor_global_shared_cta(_shared(src.ptr), UnsafePointer(to=self.descriptor), Index(coords[0], coords[1]))

    @always_inline
    def async_store(self, src: LayoutTensor, coords: Tuple[Int, Int]):
        """Starts copying shared memory to the tile at a column and a row."""
        cp_async_bulk_tensor_global_shared_cta(_shared(src.ptr), UnsafePointer(to=self.descriptor), Index(coords[0], coords[1]))

    @always_inline
    def async_reduce[reduction_kind: ReduceOp](self, src: TileTensor, coords: Tuple[Int, Int]):
        """Starts combining shared memory with the tile at a column and a row."""
        cp_async_bulk_tensor_reduce[reduction_kind=reduction_kind](
            _shared(src.ptr), UnsafePointer(to=self.descriptor), Index(coords[0], coords[1])
        )

    @always_inline
    def async_reduce[reduction_kind: ReduceOp](self, src: LayoutTensor, coords: Tuple[Int, Int]):
        """Starts combining shared memory with the tile at a column and a row."""
        cp_async_bulk_tensor_reduce[reduction_kind=reduction_kind](
            _shared(src.ptr), UnsafePointer(to=self.descriptor), Index(coords[0], coords[1])
        )

    @always_inline
    def commit_group(self):
        """Makes a group of the stores since the last group."""
        cp_async_bulk_commit_group()

    @always_inline
    def wait_group[n: Int = 0](self):
        """Waits until at most `n` groups of stores are under way."""
        cp_async_bulk_wait_group[Int32(n)]()


@always_inline
def _shared(
    pointer: UnsafePointer[_, _, address_space=_]
) -> UnsafePointer[pointer.T, MutAnyOrigin, address_space = AddressSpace.SHARED]:
    return UnsafePointer[pointer.T, MutAnyOrigin, address_space = AddressSpace.SHARED](mlir_value=pointer.address)


def create_tma_tile[
    rows: Int, columns: Int, *, swizzle_mode: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE
](ctx: DeviceContext, tensor: TileTensor) raises -> TMATensorTile[tensor.dtype, coord[rows, columns]]:
    """Describes a matrix on the device, to be copied in tiles of so many rows and columns.

    Example:

    ```mojo
    from layout import TileTensor, row_major
    from layout.tma_async import create_tma_tile
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.float32](64)
    var tiles = create_tma_tile[4, 8](context, TileTensor(numbers, row_major[8, 8]()))
    print(len(tiles.descriptor.data))  # 16
    ```
    """
    comptime assert tensor.rank == 2, "tiles are made of matrices"
    var layout = tensor.layout.runtime_layout()
    var strides = Index(Int(tensor.layout.stride[0]().value()), Int(tensor.layout.stride[1]().value()))
    return {
        _describe[tensor.dtype, 2, swizzle_mode](
            Int(tensor.ptr), Index(layout.dim(0), layout.dim(1)), strides, Index(rows, columns)
        )
    }


def create_tma_tile[
    rows: Int, columns: Int, *, swizzle_mode: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE
](ctx: DeviceContext, tensor: LayoutTensor) raises -> TMATensorTile[tensor.dtype, coord[rows, columns]]:
    """Describes a matrix on the device, to be copied in tiles of so many rows and columns."""
    comptime assert tensor.rank == 2, "tiles are made of matrices"
    var shape = Index(Int(tensor.dim[0]()), Int(tensor.dim[1]()))
    var strides = Index(Int(tensor.stride[0]()), Int(tensor.stride[1]()))
    return {_describe[tensor.dtype, 2, swizzle_mode](Int(tensor.ptr), shape, strides, Index(rows, columns))}


def create_tensor_tile[
    tile_shape: IndexList[2], *, swizzle_mode: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE
](ctx: DeviceContext, tensor: TileTensor) raises -> TMATensorTile[tensor.dtype, tile_shape]:
    """Describes a matrix on the device, to be copied in tiles of a shape.

    Example:

    ```mojo
    from layout import TileTensor, row_major
    from layout.tma_async import create_tensor_tile
    from std.gpu.host import DeviceContext
    from std.utils import Index

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.float32](64)
    var tiles = create_tensor_tile[Index(4, 8)](context, TileTensor(numbers, row_major[8, 8]()))
    print(len(tiles.descriptor.data))  # 16
    ```
    """
    return {create_tma_tile[tile_shape[0], tile_shape[1], swizzle_mode=swizzle_mode](ctx, tensor).descriptor}


def create_tensor_tile[
    tile_shape: IndexList[2], *, swizzle_mode: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE
](ctx: DeviceContext, tensor: LayoutTensor) raises -> TMATensorTile[tensor.dtype, tile_shape]:
    """Describes a matrix on the device, to be copied in tiles of a shape."""
    return {create_tma_tile[tile_shape[0], tile_shape[1], swizzle_mode=swizzle_mode](ctx, tensor).descriptor}
