"""The order of numbers on devices: a radix sort of codes with their places, eight bits at a time from the lowest on.

For each digit blocks count their tiles' codes, the counts are summed up by digit and then by tile, which says where each tile's codes of a digit go, and blocks put
them there. Warps go through their part of a tile in order, so that equals stay as they stand; a tile is put in order in shared memory first, so that what goes to one
place is written together.
"""

from extensibility import ManagedTensorSlice
from nn._device_scan import scan_on_device, warp_prefix
from nn._device_topk import code_of, code_type
from std.atomic import Atomic, Consistency
from std.bit import pop_count
from std.gpu import barrier, block_idx, lane_id, syncwarp, thread_idx, warp
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.memory import stack_allocation
from std.utils.index import IndexList

comptime _DIGITS = 256
comptime _BITS = 8
comptime _THREADS = _DIGITS
comptime _WARPS = _THREADS // WARP_SIZE
comptime _U32 = DType.uint32
comptime _LANES = DType.uint64 if WARP_SIZE == 64 else _U32
"""A bit for each lane of a warp."""
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _Counts = UnsafePointer[UInt32, MutAnyOrigin, address_space = AddressSpace.SHARED]


def order_on_device[
    dtype: DType, //, largest: Bool, found: def(Int, Int) capturing -> None
](x: ManagedTensorSlice[dtype=dtype, rank=1, ...], ctx: DeviceContext) raises:
    """Calls `found` with a place in the order from the smallest, or the largest, and where its number is; equals stay as they stand."""
    comptime code = code_type(dtype)
    comptime items = 16 if code == _U32 else 8
    comptime tile = _THREADS * items
    comptime passes = code.size_of()
    var count = x.dim_size[0]()
    var tiles = ceildiv(count, tile)
    var code_room = ctx.enqueue_create_buffer[code](2 * count)
    var place_room = ctx.enqueue_create_buffer[_U32](2 * count)
    var count_room = ctx.enqueue_create_buffer[_U32](_DIGITS * tiles)
    var counts = count_room.unsafe_ptr()

    # There are whole vectors of counts.
    @__parameter
    @always_inline
    def load(_row: Int, i: Int) -> SIMD[_U32, 4]:
        return counts.load[width=4, alignment=16](i) if i < _DIGITS * tiles else SIMD[_U32, 4](0)

    @__parameter
    @always_inline
    def store(_row: Int, i: Int, sums: SIMD[_U32, 4]):
        if i < _DIGITS * tiles:
            counts.store[alignment=16](i, sums)

    @__parameter
    def sort_by_digit[is_first: Bool, is_last: Bool](turn: Int) raises:
        var shift = UInt32(turn * _BITS)
        var codes = code_room.unsafe_ptr() + turn % 2 * count
        var places = place_room.unsafe_ptr() + turn % 2 * count
        var next_codes = code_room.unsafe_ptr() + (turn + 1) % 2 * count
        var next_places = place_room.unsafe_ptr() + (turn + 1) % 2 * count

        @__parameter
        @always_inline
        def code_at(i: Int) -> Scalar[code]:
            comptime if is_first:
                return code_of[largest](x.load[1](IndexList[1](i)))
            return codes[i]

        @__parameter
        @always_inline
        def place_at(i: Int) -> UInt32:
            comptime if is_first:
                return UInt32(i)
            return places[i]

        @__parameter
        @__llvm_metadata(_MAX_THREADS=_THREADS)
        def count_digits() {var counts, var codes, var count, var tiles, var shift}:
            var own = stack_allocation[_DIGITS, _U32, address_space = AddressSpace.SHARED]()
            var thread = Int(thread_idx.x)
            own[thread] = 0
            barrier()
            var first = Int(block_idx.x) * tile + thread
            comptime for j in range(items):
                if first + j * _THREADS < count:
                    var digit = _digit(shift, code_at(first + j * _THREADS))
                    _ = Atomic[UInt32].fetch_add[ordering = Consistency.RELAXED](own + digit, 1)
            barrier()
            counts[thread * tiles + Int(block_idx.x)] = own[thread]

        @__parameter
        @__llvm_metadata(_MAX_THREADS=_THREADS)
        def put_in_order() {var counts, var codes, var places, var next_codes, var next_places, var count, var tiles, var shift}:
            var thread = Int(thread_idx.x)
            var first = Int(block_idx.x) * tile + thread // WARP_SIZE * (items * WARP_SIZE) + Int(lane_id())
            var own_codes = InlineArray[Scalar[code], items](fill=0)
            var own_places = InlineArray[UInt32, items](fill=0)
            comptime for j in range(items):
                var i = min(first + j * WARP_SIZE, count - 1)
                own_codes[j] = code_at(i)
                own_places[j] = place_at(i)
            var ranks = _Ranks()
            var numbers = InlineArray[UInt32, items](fill=0)
            comptime for j in range(items):
                numbers[j] = ranks.next(_digit(shift, own_codes[j]), first + j * WARP_SIZE < count)
            ranks.find_starts()
            var tile_codes = stack_allocation[tile, code, address_space = AddressSpace.SHARED]()
            var tile_places = stack_allocation[tile, _U32, address_space = AddressSpace.SHARED]()
            comptime for j in range(items):
                if first + j * WARP_SIZE < count:
                    var at = ranks.start(_digit(shift, own_codes[j])) + Int(numbers[j])
                    tile_codes[at] = own_codes[j]
                    tile_places[at] = own_places[j]
            # From a place in the tile to that among all: what is the same for a digit.
            var shifts = stack_allocation[_DIGITS, _U32, address_space = AddressSpace.SHARED]()
            shifts[thread] = counts[thread * tiles + Int(block_idx.x)] - ranks.starts[thread]
            barrier()
            for at in range(thread, min(count - Int(block_idx.x) * tile, tile), _THREADS):
                var to = Int(UInt32(at) + shifts[_digit(shift, tile_codes[at])])
                comptime if is_last:
                    found(to, Int(tile_places[at]))
                else:
                    next_codes[to] = tile_codes[at]
                    next_places[to] = tile_places[at]

        ctx.enqueue_function[count_digits](grid_dim=tiles, block_dim=_THREADS)
        scan_on_device[load, store, True](1, _DIGITS * tiles, ctx)
        ctx.enqueue_function[put_in_order](grid_dim=tiles, block_dim=_THREADS)

    sort_by_digit[True, False](0)
    for turn in range(1, passes - 1):
        sort_by_digit[False, False](turn)
    sort_by_digit[False, True](passes - 1)
    _ = (code_room^, place_room^, count_room^)


@always_inline
def _digit[code: DType, //](shift: UInt32, number: Scalar[code]) -> Int:
    return Int((number >> shift.cast[code]()) & Scalar[code](_DIGITS - 1))


struct _Ranks:
    """How many numbers with the same digit stand before one: in its warp's part, and in the tile."""

    var counts: _Counts
    """For each warp and digit, how many there were so far; later, where the warp's begin among those of the digit."""
    var starts: _Counts
    """Where the numbers of a digit begin in the tile."""

    @always_inline
    def __init__(out self):
        self.counts = stack_allocation[_WARPS * _DIGITS, _U32, address_space = AddressSpace.SHARED]()
        self.starts = stack_allocation[_DIGITS, _U32, address_space = AddressSpace.SHARED]()
        var thread = Int(thread_idx.x)
        for i in range(Int(lane_id()), _DIGITS, WARP_SIZE):
            self.counts[thread // WARP_SIZE * _DIGITS + i] = 0
        syncwarp()

    @always_inline
    def next(self, digit: Int, is_there: Bool) -> UInt32:
        """The rank of this lane's number among those of its warp; lanes come one after the other."""
        var same = warp.vote[_LANES](is_there)
        comptime for bit in range(_BITS):
            var is_set = (digit >> bit) & 1 == 1
            var others = warp.vote[_LANES](is_set)
            same &= others if is_set else ~others
        var place = self.counts + (Int(thread_idx.x) // WARP_SIZE * _DIGITS + digit)
        var before = place[0]
        var ahead = pop_count(same & ((Scalar[_LANES](1) << Scalar[_LANES](lane_id())) - 1)).cast[_U32]()
        syncwarp()
        if is_there and ahead == 0:
            place[0] = before + pop_count(same).cast[_U32]()
        syncwarp()
        return before + ahead

    @always_inline
    def find_starts(self):
        """When all have their ranks: what comes before a warp's, and before a digit's."""
        var thread = Int(thread_idx.x)
        var sums = stack_allocation[_WARPS, _U32, address_space = AddressSpace.SHARED]()
        barrier()
        var total = UInt32(0)
        comptime for i in range(_WARPS):
            var own = self.counts[i * _DIGITS + thread]
            self.counts[i * _DIGITS + thread] = total
            total += own
        var end = warp_prefix(total)
        if thread % WARP_SIZE == WARP_SIZE - 1:
            sums[thread // WARP_SIZE] = end
        barrier()
        for i in range(thread // WARP_SIZE):
            end += sums[i]
        self.starts[thread] = end - total
        barrier()

    @always_inline
    def start(self, digit: Int) -> Int:
        """Where this warp's numbers of a digit begin in the tile."""
        return Int(self.starts[digit] + self.counts[Int(thread_idx.x) // WARP_SIZE * _DIGITS + digit])
