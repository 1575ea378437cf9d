"""Convolutions on devices as products: the windows of places are the rows of a matrix, the filter is the other one.

On tensor cores windows are no matrix in memory. A tile of the result is a patch of neighbouring places, and for one element of the window and some channels its rows are a
patch of the input, moved by that element: the copy engine reads it as it lies, and puts zeros where it looks over the edge. If windows are two, four … places apart, it
sees the input with that many rows, and that many places of a row, side by side. Where it cannot read it so (other steps, few channels, other types), windows are written out, some pictures at a time, and multiplied as any matrix.
"""

from extensibility import InputTensor, ManagedTensorSlice, OutputTensor, StaticTensorSpec
from linalg._device_tiles import fits_tiles, multiply_in_tiles
from linalg._hopper_pipeline import Place, Places, SharedBarriers, SharedTile, TilesInBands, multiply_in_block
from linalg._hopper_tiles import HopperTiles
from linalg._tensor_cores import fits_tensor_cores, has_tensor_cores
from linalg.device import multiply_on_device
from linalg.hopper import multiply_on_hopper
from linalg.matrix import accumulator_of
from nn._loops import for_places
from nn._windows import Volume
from std.algorithm._device import run_on_device
from std.builtin.device_passable import DeviceTypeEncoder
from std.gpu.host import DeviceBuffer, DeviceContext, Dim
from std.gpu.host.device_attribute import DeviceAttribute
from std.gpu.host.info import uses_simulator
from std.gpu.host.tensor_map import TMADescriptor, TensorMapSwizzle, create_tma_descriptor
from std.gpu.memory import cp_async_bulk_tensor_shared_cluster_global
from std.math import ceildiv
from std.memory import MutOpaquePointer
from std.utils.index import Index, IndexList

comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _WAITS = "ember.waits"
comptime _DEPTH = 64  # channels of a step
comptime _ROOM = 1 << 28  # bytes of windows that are written out at a time
comptime _BITS = 15  # of each number of a place, where one number stands for all of them
comptime _Four = SIMD[DType.int32, 4]
comptime _WIDE = HopperTiles(rows=128, columns=256, stages=4, cluster=2, band=8)
comptime _MIDDLE = HopperTiles(rows=128, columns=128, stages=6, cluster=2, band=8)
comptime _SLIM = HopperTiles(rows=128, columns=64, stages=8, cluster=1, band=16)
comptime _SIMULATED = HopperTiles(rows=64, columns=64, stages=2, cluster=1, band=2)


@fieldwise_init
struct Windows(TrivialRegisterPassable):
    """What a filter looks at, along three axes in space."""

    var sizes: IndexList[3]
    """Elements of a window."""
    var step: IndexList[3]
    """Places from one window to the next."""
    var apart: IndexList[3]
    """Places from one element of a window to the next."""
    var before: IndexList[3]
    """Places before the first that a window looks at."""

    @always_inline
    def count(self) -> Int:
        """Elements of a window."""
        return self.sizes[0] * self.sizes[1] * self.sizes[2]


def conv_as_product[
    rank: Int, dtype: DType, //
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    filter: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    windows: Windows,
    context: DeviceContext,
) raises:
    """Sets `output` to the convolution of `x`, both in whole rows of channels, with a filter of one group."""
    if output.size() == 0:
        return
    comptime if has_tensor_cores(dtype):
        if _can_be_read(x, filter, windows):
            _conv_in_patches(output, x, filter, windows, context)
            return
    _conv_of_rows(output, x, filter, windows, context)


@always_inline
def _place_of[rank: Int](n: Int, place: IndexList[3], channel: Int) -> IndexList[rank]:
    var result = IndexList[rank](fill=n)
    comptime for i in range(rank - 2):
        result[1 + i] = place[3 - (rank - 2) + i]
    result[rank - 1] = channel
    return result


@always_inline
def _can_be_read(x: ManagedTensorSlice, filter: ManagedTensorSlice, windows: Windows) -> Bool:
    # Whether the copy engine finds whole steps of channels, and windows one place apart.
    var is_aligned = Int(x.unsafe_ptr()) % 16 == 0 and Int(filter.unsafe_ptr()) % 16 == 0
    var has_steps = windows.step != IndexList[3](1, 1, 1)
    if has_steps:
        # Then two axes in space are all, and whole steps.
        if x.rank > 4 or windows.step[0] != 1:
            return False
        comptime for i in range(x.rank - 2):
            comptime axis = i + 5 - x.rank
            var step = windows.step[axis]
            if step & (step - 1) != 0 or x.dim_size[1 + i]() % step != 0:
                return False
    var is_small = x.dim_size[0]() < 1 << _BITS
    comptime for i in range(x.rank - 2):
        is_small = is_small and x.dim_size[1 + i]() + 2 * windows.before[i + 5 - x.rank] < 1 << _BITS
    var channels = x.dim_size[x.rank - 1]()
    return (
        is_aligned
        and is_small
        and channels > 0
        and channels % _DEPTH == 0
        and filter.dim_size[filter.rank - 1]() % 8 == 0
        and x.size() > 0
    )


@fieldwise_init
struct _Patches(DevicePassable, TrivialRegisterPassable):
    # How places are cut: each number is for the batch, then for the three axes.
    comptime device_type = Self

    var sizes: _Four  # of the result
    var patch: _Four  # powers of two
    var counts: _Four  # of patches
    var window: _Four  # steps of channels, then the elements of a window
    var apart: _Four
    var before: _Four
    var steps: _Four  # their binary logarithms, and first whether there are any

    def __init__(out self, made: Volume, channels: Int, windows: Windows, rows: Int):
        self.sizes = _four(made.batch, made.sizes)
        self.window = _four(channels // _DEPTH, windows.sizes)
        self.apart = _four(0, windows.apart)
        self.before = _four(0, windows.before)
        self.steps = _Four(0)
        comptime for i in range(3):
            while 1 << Int(self.steps[1 + i]) < windows.step[i]:
                self.steps[1 + i] += 1
                self.steps[0] = 1
        self.patch = _Four(0)
        self.counts = _Four(0)
        # As few as there can be; among equal ones those that are longest.
        var fewest = Int.MAX
        var n = 1
        while n <= rows:
            var a = 1
            while n * a <= rows:
                var b = 1
                while n * a * b <= rows:
                    var patch = _Four(Int32(n), Int32(a), Int32(b), Int32(rows // (n * a * b)))
                    var counts = (self.sizes + patch - 1) // patch
                    var all = 1
                    comptime for i in range(4):
                        all *= Int(counts[i])
                    if all < fewest:
                        fewest = all
                        self.patch = patch
                        self.counts = counts
                    b *= 2
                a *= 2
            n *= 2

    def _to_device_type(self, mut encoder: Some[DeviceTypeEncoder], target: MutOpaquePointer[_]):
        encoder.encode(self, target)

    @staticmethod
    def get_type_name() -> String:
        return "Patches"

    def count(self) -> Int:
        return Int(self.counts[0] * self.counts[1] * self.counts[2] * self.counts[3])

    @always_inline
    def corner(self, number: Int) -> _Four:
        # The first place of a patch.
        return _digits(UInt32(number), self.counts) * self.patch

    @always_inline
    def after(self, element: _Four) -> _Four:
        # The step along the depth after another one: channels first, then the elements of a window.
        var next = element
        next[0] += 1
        comptime for at in [0, 3, 2]:
            comptime higher = 3 if at == 0 else at - 1
            if next[at] == self.window[at]:
                next[at] = 0
                next[higher] += 1
        return next

    @always_inline
    def place(self, number: Int, row: Int) -> Int:
        # The place of a row of a patch, `_BITS` for each of its numbers, or -1 where it is over the edge.
        var place = self.corner(number) + _digits(UInt32(row), self.patch)
        if not place.lt(self.sizes).reduce_and():
            return -1
        var result = 0
        comptime for i in range(4):
            result = result << _BITS | Int(place[i])
        return result


@fieldwise_init
struct _TilesOfPatches[tiles: HopperTiles](Places):
    # As those of a matrix whose rows are the places of all patches.
    var bands: TilesInBands[Self.tiles]
    var patches: _Patches

    @always_inline
    def first(self) -> Int:
        return self.bands.first()

    @always_inline
    def step(self) -> Int:
        return self.bands.step()

    @always_inline
    def count(self) -> Int:
        return self.bands.count()

    @always_inline
    def place(self, number: Int) -> Place:
        return self.bands.place(number)

    @always_inline
    def row(self, number: Int, end: Int) -> Int:
        if number >= end:
            return -1
        return self.patches.place(number // Self.tiles.rows, number % Self.tiles.rows)


@always_inline
def _four(first: Int, others: IndexList[3]) -> _Four:
    return _Four(Int32(first), Int32(others[0]), Int32(others[1]), Int32(others[2]))


@always_inline
def _digits(number: UInt32, bases: _Four) -> _Four:
    # The last one counts single things.
    var result = _Four(0)
    var rest = number
    comptime for i in range(3):
        comptime at = 3 - i
        result[at] = Int32(rest % UInt32(bases[at]))
        rest //= UInt32(bases[at])
    result[0] = Int32(rest)
    return result


def _conv_in_patches[
    rank: Int, dtype: DType, //
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    filter: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    windows: Windows,
    context: DeviceContext,
) raises:
    comptime known = filter.static_spec.shape[rank - 1]
    var n = filter.dim_size[rank - 1]()

    @__parameter
    @always_inline
    def multiply[tiles: HopperTiles]() raises:
        _launch[tiles](output, x, filter, windows, context)

    comptime if uses_simulator():
        multiply[_SIMULATED]()
        return
    comptime if known < 0 or known > _MIDDLE.columns:
        if n > _MIDDLE.columns:
            multiply[_WIDE]()
            return
    comptime if known < 0 or _SLIM.columns < known <= _MIDDLE.columns:
        if n > _SLIM.columns:
            multiply[_MIDDLE]()
            return
    comptime if known <= _SLIM.columns:
        multiply[_SLIM]()


def _launch[
    rank: Int, dtype: DType, //, tiles: HopperTiles
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    filter: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    windows: Windows,
    context: DeviceContext,
) raises:
    comptime swizzle = TensorMapSwizzle.SWIZZLE_128B
    var given = Volume(x.shape())
    var patches = _Patches(Volume(output.shape()), given.channels, windows, tiles.rows)
    var n = filter.dim_size[rank - 1]()
    var k = windows.count() * given.channels
    var all_x = DeviceBuffer[dtype](context, x.unsafe_ptr(), x.size(), owning=False)
    var all_weights = DeviceBuffer[dtype](context, filter.unsafe_ptr(), n * k, owning=False)
    var patch = patches.patch
    var sizes = Index(given.batch, given.sizes[0], given.sizes[1], given.sizes[2], given.channels)
    var tile = Index(Int(patch[0]), Int(patch[1]), Int(patch[2]), Int(patch[3]), _DEPTH)
    if patches.steps[0] == 1:
        var down = windows.step[1]
        var along = windows.step[2]
        sizes = Index(given.batch, given.sizes[1] // down, down, given.sizes[2] // along, along * given.channels)
        tile = Index(Int(patch[0]), Int(patch[2]), 1, Int(patch[3]), _DEPTH)
    var map_x = create_tma_descriptor[dtype, 5, swizzle](all_x, sizes, tile)
    var map_weights = create_tma_descriptor[dtype, 2, swizzle](all_weights, Index(k, n), Index(_DEPTH, 64))

    @__parameter
    @always_inline
    def store[width: Int](place: Int, column: Int, numbers: SIMD[DType.float32, width]):
        comptime if width > 1:  # there are whole lines
            comptime mask = (1 << _BITS) - 1
            var at = IndexList[3](place >> 2 * _BITS & mask, place >> _BITS & mask, place & mask)
            output._fused_store[width, width](
                _place_of[rank](place >> 3 * _BITS, at, column), numbers.cast[dtype]()
            )

    var count = ceildiv(patches.count(), tiles.cluster) * ceildiv(n, tiles.columns)
    var processors = context.get_attribute(DeviceAttribute.MULTIPROCESSOR_COUNT)
    context.enqueue_function[_multiply[dtype, tiles, store]](
        map_x,
        map_weights,
        patches,
        Int32(n),
        Int32(k),
        grid_dim=min(count, max(processors * tiles.resident() // tiles.cluster, 1)) * tiles.cluster,
        block_dim=tiles.threads(),
        cluster_dim=Dim(tiles.cluster),
        shared_mem_bytes=tiles.shared_bytes(),
    )


@__llvm_metadata(_MAX_THREADS=tiles.threads(), _MIN_BLOCKS=tiles.resident(), _WAITS=1)
def _multiply[
    dtype: DType,
    tiles: HopperTiles,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](x: TMADescriptor, weights: TMADescriptor, patches: _Patches, n: Int32, k: Int32):
    # Steps come one after the other, so that one thread keeps up with those who multiply: divisions take long.
    var corner = _Four(0)
    var element = _Four(0)

    @__parameter
    @always_inline
    def copy_rows(tile: SharedTile, arrival: SharedBarriers, row: Int, step: Int):
        if step == 0:
            corner = patches.corner(row // tiles.rows)
            element = _Four(0)
        else:
            element = patches.after(element)
        var channel = element[0] * _DEPTH
        var moved = element * patches.apart - patches.before
        var place = corner + (moved >> patches.steps)
        var coordinates = Index(Int(channel), Int(place[3]), Int(place[2]), Int(place[1]), Int(corner[0]))
        if patches.steps[0] == 1:
            # Places of a row side by side are channels, rows an axis of their own.
            var rest = moved - (moved >> patches.steps << patches.steps)
            channel += rest[3] * patches.window[0] * _DEPTH
            coordinates = Index(Int(channel), Int(place[3]), Int(rest[2]), Int(place[2]), Int(corner[0]))
        cp_async_bulk_tensor_shared_cluster_global(tile, UnsafePointer(to=x), arrival, coordinates)

    multiply_in_block[dtype, tiles, copy_rows, store, transpose_b=False](
        _TilesOfPatches[tiles](TilesInBands[tiles](patches.count() * tiles.rows, Int(n)), patches),
        weights,
        Int(n),
        Int(k),
        Int32(tiles.stage_bytes()),
    )


def _conv_of_rows[
    rank: Int, dtype: DType, //
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    filter: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    windows: Windows,
    context: DeviceContext,
) raises:
    comptime columns = filter.static_spec.shape[rank - 1]
    comptime Rows = StaticTensorSpec[dtype, 2].row_major(IndexList[2](-1, -1))
    comptime Weights = StaticTensorSpec[dtype, 2].row_major(IndexList[2](-1, columns))
    comptime sum_type = accumulator_of(dtype)
    comptime Sums = StaticTensorSpec[sum_type, 2].row_major(IndexList[2](-1, columns))
    var given = Volume(x.shape())
    var made = Volume(output.shape())
    var n = made.channels
    var depth = windows.count() * given.channels
    var places = made.batch * made.places()
    var together = max(min(places, _ROOM // max(depth * dtype.size_of(), 1)), 1)
    var room = context.enqueue_create_buffer[dtype](together * max(depth, 1))
    var sums = context.enqueue_create_buffer[sum_type](together * n)
    var weights = InputTensor[static_spec=Weights](filter.unsafe_ptr(), Index(depth, n))
    var data = x.unsafe_ptr()
    var written = room.unsafe_ptr()
    for first in range(0, places, together):
        var count = min(together, places - first)

        @__parameter
        @always_inline
        def element[width: Int, any_rank: Int](index: IndexList[any_rank]):
            var at = rebind[IndexList[2]](index)
            var tap = at[1] // given.channels
            var flat = first + at[0]
            var tapped = IndexList[3](
                tap // (windows.sizes[1] * windows.sizes[2]),
                tap // windows.sizes[2] % windows.sizes[1],
                tap % windows.sizes[2],
            )
            var source = made.place(flat % made.places()) * windows.step + tapped * windows.apart - windows.before
            var number = Scalar[dtype](0)
            if given.contains(source):
                number = data[given.offset(flat // made.places(), source) + at[1] % given.channels]
            written[at[0] * depth + at[1]] = number

        @__parameter
        @always_inline
        def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
            comptime if width > 1:  # there are whole lines
                var flat = first + row
                var at = _place_of[rank](flat // made.places(), made.place(flat % made.places()), column)
                output._fused_store[width, width](at, numbers.cast[dtype]())

        run_on_device[element, 1](Index(count, depth), context)
        var rows = InputTensor[static_spec=Rows](written, Index(count, depth))
        comptime if has_tensor_cores(dtype):
            if fits_tensor_cores(rows, weights):
                comptime tiles = _SIMULATED if uses_simulator() else _MIDDLE
                multiply_on_hopper[tiles, store](written, weights.unsafe_ptr(), count, n, depth, context)
                continue
        var products = OutputTensor[static_spec=Sums](sums.unsafe_ptr(), Index(count, n))
        comptime if fits_tiles(dtype):
            multiply_in_tiles[False](products, rows, weights, context)
        else:
            multiply_on_device(products, rows, weights, context)

        @__parameter
        @always_inline
        def one[width: Int](at: IndexList[2]):
            var flat = first + at[0]
            var place = _place_of[rank](flat // made.places(), made.place(flat % made.places()), at[1])
            output._fused_store[1](place, products.load[1](at).cast[dtype]())

        for_places[one, 1, "gpu"](Index(count, n), context)
    _ = (room^, sums^)
