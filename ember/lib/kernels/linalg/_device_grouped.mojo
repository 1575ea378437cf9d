"""Products of groups of rows, each with a matrix of its own, on devices: what the experts of a mixture compute.

How many rows a group has is known on the device alone. On tensor cores every block counts the tiles of all groups when it begins and takes its share of them; rows of no
group are groups without a matrix. The sums of a row do not depend on the others.
"""

from extensibility import ManagedTensorSlice
from linalg._hopper_pipeline import Place, Places, SharedBarriers, SharedTile, multiply_in_block
from linalg._hopper_tiles import HopperTiles, ROW_BYTES
from linalg._tensor_cores import has_tensor_cores
from linalg.matrix import accumulator_of
from linalg.tiles import multiply_add
from std.algorithm._device import run_on_device
from std.gpu import warp
from std.gpu.globals import WARP_SIZE
from std.gpu.grid_controls import wait_on_dependent_grids
from std.gpu.host import DeviceBuffer, DeviceContext
from std.gpu.host.device_attribute import DeviceAttribute
from std.gpu.host.info import uses_simulator
from std.gpu.host.tensor_map import TMADescriptor, TensorMapSwizzle, create_tma_descriptor
from std.gpu.id import block_idx, grid_dim, thread_idx
from std.gpu.memory import cp_async_bulk_tensor_shared_cluster_global
from std.gpu.sync import barrier
from std.math import ceildiv
from std.memory import stack_allocation
from std.memory.address_space import AddressSpace
from std.utils.index import Index, IndexList

comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _WAITS = "ember.waits"
comptime _MOST = 1024  # groups that have their tiles counted in shared memory
comptime _MANY = HopperTiles(rows=128, columns=256, stages=4, cluster=1, band=1)
comptime _FEW = HopperTiles(rows=64, columns=128, stages=8, cluster=1, band=1)
comptime _FEW_COLUMNS = HopperTiles(rows=64, columns=64, stages=12, cluster=1, band=1)
comptime _FEWEST = 16  # rows in all, for which small tiles share the processors better
comptime _SIMULATED = HopperTiles(rows=64, columns=32, stages=2, cluster=1, band=1)


def grouped_matmul_on_device(
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank=3, ...],
    starts: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    ids: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    context: DeviceContext,
) raises:
    """Sets rows `starts[i]` to `starts[i + 1]` of `c` to those of `a` times `b[ids[i]].T`, and all others to zero, also those that ask for a matrix that
    is not there; what is fused into `c` gets the elements."""
    var groups = ids.dim_size[0]()
    if starts.dim_size[0]() != groups + 1:
        raise Error(groups, " groups begin and end at ", starts.dim_size[0](), " places, not ", groups + 1)
    if c.size() == 0:
        return
    var matrices = b.dim_size[0]()
    comptime if has_tensor_cores(a.dtype):
        if groups <= _MOST and _is_readable(a) and _is_readable(b):
            _multiply_groups(c, a, b, starts, ids, context)
            return
    comptime sum_type = accumulator_of(a.dtype)
    var depth = a.dim_size[1]()

    @__parameter
    @always_inline
    def element[width: Int, any_rank: Int](index: IndexList[any_rank]):
        var place = rebind[IndexList[2]](index)
        var group = _group_of(starts, groups, place[0])
        var sum = Scalar[sum_type](0)
        var matrix = Int(ids[group]) if group >= 0 else -1
        if 0 <= matrix < matrices:
            for i in range(depth):
                var left = a.load[1](Index(place[0], i)).cast[sum_type]()
                sum = multiply_add(b.load[1](Index(matrix, place[1], i)).cast[sum_type](), left, sum)
        c._fused_store[1](place, sum.cast[c.dtype]())

    run_on_device[element, 1](c.shape(), context)


@always_inline
def _group_of(starts: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...], groups: Int, row: Int) -> Int:
    # The group of a row, or -1: the last one that begins at the row or before it, and ends after it.
    var low = 0
    var high = groups + 1
    while low < high:
        var middle = (low + high) // 2
        if Int(starts[middle]) <= row:
            low = middle + 1
        else:
            high = middle
    return low - 1 if low <= groups else -1


@always_inline
def _is_readable(x: ManagedTensorSlice) -> Bool:
    # Whether the copy engine can read it as rows of one matrix.
    comptime assert x.rank >= 2
    var row = x.dim_size[x.rank - 1]()
    var lies_whole = x.stride_length[x.rank - 1]() == 1 and x.stride_length[x.rank - 2]() == row
    comptime if x.rank == 3:
        lies_whole = lies_whole and x.stride_length[0]() == row * x.dim_size[1]()
    return lies_whole and row % 8 == 0 and Int(x.unsafe_ptr()) % 16 == 0 and x.size() > 0


def _multiply_groups(
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank=3, ...],
    starts: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    ids: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    context: DeviceContext,
) raises:
    var m = a.dim_size[0]()

    @__parameter
    @always_inline
    def multiply[tiles: HopperTiles]() raises:
        _launch[tiles](c, a, b, starts, ids, context)

    comptime if uses_simulator():
        multiply[_SIMULATED]()  # it has no speeds to choose by
        return
    if m > ids.dim_size[0]() * _FEW.rows:
        multiply[_MANY]()
    elif m > _FEWEST:
        multiply[_FEW]()
    else:
        multiply[_FEW_COLUMNS]()


def _launch[tiles: HopperTiles](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank=3, ...],
    starts: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    ids: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    context: DeviceContext,
) raises:
    comptime dtype = a.dtype
    comptime depth = ROW_BYTES // dtype.size_of()
    comptime swizzle = TensorMapSwizzle.SWIZZLE_128B
    var m = a.dim_size[0]()
    var n = b.dim_size[1]()
    var k = a.dim_size[1]()
    var matrices = b.dim_size[0]()
    var groups = ids.dim_size[0]()
    var all_a = DeviceBuffer[dtype](context, a.unsafe_ptr(), m * k, owning=False)
    var all_b = DeviceBuffer[dtype](context, b.unsafe_ptr(), matrices * n * k, owning=False)
    # Rows that are not there are not copied, as in `multiply_on_hopper`.
    var rows = min(m, tiles.rows)
    comptime if uses_simulator():
        rows = tiles.rows
    var map_a = create_tma_descriptor[dtype, 2, swizzle](all_a, Index(m, k), Index(rows, depth))
    var map_b = create_tma_descriptor[dtype, 2, swizzle](
        all_b, Index(matrices * n, k), Index(tiles.columns, depth)
    )

    @__parameter
    @always_inline
    def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        c._fused_store[width, width](IndexList[2](row, column), numbers.cast[c.dtype]())

    var processors = context.get_attribute(DeviceAttribute.MULTIPROCESSOR_COUNT)
    var most = (ceildiv(m, tiles.rows) + groups + 1) * ceildiv(n, tiles.columns)
    context.enqueue_function[_multiply[dtype, tiles, store]](
        map_a,
        map_b,
        rebind[UnsafePointer[UInt32, MutAnyOrigin]](starts.unsafe_ptr()),
        rebind[UnsafePointer[Int32, MutAnyOrigin]](ids.unsafe_ptr()),
        Int32(groups),
        Int32(m),
        Int32(n),
        Int32(k),
        Int32((rows + tiles.columns) * ROW_BYTES),
        grid_dim=min(most, processors * tiles.resident()),
        block_dim=tiles.threads(),
        shared_mem_bytes=tiles.shared_bytes(),
    )


@__llvm_metadata(_MAX_THREADS=tiles.threads(), _MIN_BLOCKS=tiles.resident(), _WAITS=1)
def _multiply[
    dtype: DType,
    tiles: HopperTiles,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](
    a: TMADescriptor,
    b: TMADescriptor,
    starts: UnsafePointer[UInt32, MutAnyOrigin],
    ids: UnsafePointer[Int32, MutAnyOrigin],
    groups: Int32,
    m: Int32,
    n: Int32,
    k: Int32,
    step_bytes: Int32,
):
    @__parameter
    @always_inline
    def copy_rows(tile: SharedTile, arrival: SharedBarriers, row: Int, step: Int):
        comptime depth = ROW_BYTES // dtype.size_of()
        cp_async_bulk_tensor_shared_cluster_global(tile, UnsafePointer(to=a), arrival, Index(step * depth, row))

    multiply_in_block[dtype, tiles, copy_rows, store, transpose_b=True](
        _TilesOfGroups[tiles](starts, ids, Int(groups), Int(m), Int(n)),
        b,
        Int(n),
        Int(k),
        step_bytes,
    )


comptime _Shared = UnsafePointer[UInt32, MutAnyOrigin, address_space=AddressSpace.SHARED]


struct _TilesOfGroups[tiles: HopperTiles](Places):
    # Tiles of one group after the other, those of the same columns together. Rows before the first group, and after the last one, are a group, too.
    var bounds: _Shared  # the first rows of the groups, and the end
    var matrices: UnsafePointer[Int32, MutAnyOrigin]
    var before: _Shared  # tiles, one below the other, before each group, and all
    var groups: Int
    var columns: Int
    var wide: Int

    @always_inline
    def __init__(
        out self,
        starts: UnsafePointer[UInt32, MutAnyOrigin],
        ids: UnsafePointer[Int32, MutAnyOrigin],
        groups: Int,
        rows: Int,
        columns: Int,
    ):
        # All threads of the block come here.
        self.bounds = stack_allocation[_MOST + 3, DType.uint32, address_space=AddressSpace.SHARED]()
        self.before = stack_allocation[_MOST + 3, DType.uint32, address_space=AddressSpace.SHARED]()
        self.matrices = ids
        self.groups = groups + 2
        self.columns = columns
        self.wide = ceildiv(columns, Self.tiles.columns)
        var thread = Int(thread_idx.x)
        wait_on_dependent_grids()
        for i in range(thread, groups + 3, Self.tiles.threads()):
            var bound = UInt32(0)
            if i == groups + 2:
                bound = UInt32(rows)
            elif i > 0:
                bound = min(starts[i - 1], UInt32(rows))
            self.bounds[i] = bound
        barrier()
        if thread < WARP_SIZE:
            var total = UInt32(0)
            for first in range(0, self.groups + 1, WARP_SIZE):
                var i = first + thread
                var high = UInt32(0)
                if i < self.groups:
                    high = UInt32(ceildiv(self.rows_of(i), Self.tiles.rows))
                var sum = warp.prefix_sum(high)
                if i <= self.groups:
                    self.before[i] = total + sum - high
                total += warp.shuffle_idx(sum, UInt32(WARP_SIZE - 1))
        barrier()

    @always_inline
    def rows_of(self, group: Int) -> Int:
        return max(Int(self.bounds[group + 1]) - Int(self.bounds[group]), 0)

    @always_inline
    def first(self) -> Int:
        return Int(block_idx.x)

    @always_inline
    def step(self) -> Int:
        return Int(grid_dim.x)

    @always_inline
    def count(self) -> Int:
        return Int(self.before[self.groups]) * self.wide

    @always_inline
    def place(self, number: Int) -> Place:
        # The last group before which there are no more tiles than before this one.
        var tile = UInt32(number) // UInt32(self.wide)
        var low = 0
        var high = self.groups
        while high - low > 1:
            var middle = (low + high) // 2
            if self.before[middle] <= tile:
                low = middle
            else:
                high = middle
        var rest = UInt32(number) - self.before[low] * UInt32(self.wide)
        var height = self.before[low + 1] - self.before[low]
        var matrix = -1
        if 0 < low < self.groups - 1:
            matrix = Int(self.matrices[low - 1])
        return Place(
            Int(self.bounds[low]) + Int(rest % height) * Self.tiles.rows,
            Int(rest // height) * Self.tiles.columns,
            Int(self.bounds[low + 1]),
            matrix * self.columns if matrix >= 0 else -1,
        )

    @always_inline
    def row(self, number: Int, end: Int) -> Int:
        return number if number < end else -1
