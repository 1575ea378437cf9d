"""Attention on tensor cores over keys and values of 16 bits in pages, for any number of tokens of a sequence.

A row is a token's query of one head. A block has 16 rows of a sequence that share keys; 16 keys at a time are multiplied with them out of registers,
where keys and values come straight from memory: which of a head's numbers is where in a fragment does not matter to sums, so that each lane
reads whole vectors. Warps take the keys in turns: a part of them is what a warp has in one turn. The parts of a warp are put together in
their order, then those of the warps. If there are few rows, each turn has a block of its own and these are a cluster; otherwise one block takes
the turns one after the other. What a token gets depends on neither, nor on the other rows of its block: the bits are the same.

A block may be there before the kernel that makes queries and the keys of this step has ended: by then it has read the keys of its first step, if these are
older.
"""

from extensibility import ManagedTensorSlice
from kv_cache._batch import Pages
from std.gpu import barrier, block_idx, lane_id, thread_idx, warp
from std.gpu.cluster import cluster_sync, map_shared_rank
from std.gpu.globals import WARP_SIZE
from std.gpu.grid_controls import launch_dependent_grids, wait_on_dependent_grids
from std.gpu.host import DeviceContext, Dim
from std.gpu.host.info import GPU_ARCH, uses_simulator
from std.gpu.mma import mma
from std.math import exp2, tanh
from std.memory import stack_allocation

comptime _ROWS = 16
comptime _KEYS = 16
"""Keys of a step."""
comptime _PARTS = 32
"""Of keys: a warp's in a turn."""
comptime _ROUND = _KEYS * _PARTS
"""Keys, after which it is the first warp's first turn again."""
comptime _FEW = 66
"""Up to so many blocks, turns have blocks of their own: half of an H200's processors."""
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _WAITS = "ember.waits"
comptime _F32 = DType.float32
comptime _LOWEST = Float32.MIN_FINITE
comptime _LOG2_E = Float32(1.4426950408889634)
comptime _Two = SIMD[_F32, 2]
"""A number for each of the two rows of which a lane has sums: `lane / 4`, and 8 further on."""
comptime _Four = SIMD[_F32, 4]
"""Sums: two of one row, two of the other."""
comptime _Shared[dtype: DType] = UnsafePointer[Scalar[dtype], MutAnyOrigin, address_space = AddressSpace.SHARED]


@always_inline
def _warps(size: Int) -> Int:
    # Of a block: as many as have room for what they found about heads of a size.
    return 8 if size == 64 else 4


@always_inline
def _turns(size: Int) -> Int:
    return _PARTS // _warps(size)


@always_inline
def fits_fragments(cache: DType, size: Int) -> Bool:
    """Whether this kernel is there for a cache's type and the size of its heads, on the device that is compiled for."""
    var fits = (cache == DType.bfloat16 or cache == DType.float16) and (size == 64 or size == 128)
    return fits and (uses_simulator() or GPU_ARCH.startswith("sm_9") or GPU_ARCH.startswith("sm_1"))


@always_inline
def has_whole_steps(pages: Pages[_]) -> Bool:
    """Whether the keys of a step are in one page, and can be read in whole vectors."""
    return pages.page_size % _KEYS == 0 and pages.row % 8 == 0 and Int(pages.data) % 16 == 0


@fieldwise_init
struct _Weights(TrivialRegisterPassable):
    """What is known about the scores of some keys, for two rows."""

    var highest: _Two
    var total: _Two

    @always_inline
    def __init__(out self):
        self.highest = _Two(_LOWEST)
        self.total = _Two(0)

    @always_inline
    def join(mut self, other: Self) -> Tuple[_Two, _Two]:
        """Takes other keys in; gives what sums of values are multiplied with, before and now."""
        var highest = max(self.highest, other.highest)
        var mine = exp2(self.highest - highest)
        var theirs = exp2(other.highest - highest)
        self.total = other.total.fma(theirs, self.total * mine)
        self.highest = highest
        return (mine, theirs)


@always_inline
def _joined(values: _Four, others: _Four, factors: Tuple[_Two, _Two]) -> _Four:
    return others.fma(_for_rows(factors[1]), values * _for_rows(factors[0]))


@always_inline
def _for_rows(numbers: _Two) -> _Four:
    return _Four(numbers[0], numbers[0], numbers[1], numbers[1])


@fieldwise_init
struct _Seen(TrivialRegisterPassable):
    """Which keys the two rows of a lane look at, and how scores are made of products."""

    var first: SIMD[DType.int32, 2]
    var end: SIMD[DType.int32, 2]
    var scale: Float32
    var softcap: Float32

    @always_inline
    def score(self, product: Float32, key: Int32, row: Int) -> Float32:
        var score = product * self.scale
        if self.softcap > 0:
            score = self.softcap * tanh(score / self.softcap)
        return score * _LOG2_E if self.first[row] <= key < self.end[row] else _LOWEST


struct _Step[cache: DType, size: Int](Copyable):
    """Keys and values of a step, as a lane has them: numbers of two keys, and of four values."""

    var near: InlineArray[SIMD[Self.cache, 8], Self.size // 32]
    var far: InlineArray[SIMD[Self.cache, 8], Self.size // 32]
    var values: InlineArray[SIMD[Self.cache, 8], Self.size // 16]

    @always_inline
    def __init__(out self):
        self.near = InlineArray[SIMD[Self.cache, 8], Self.size // 32](fill=SIMD[Self.cache, 8](0))
        self.far = self.near.copy()
        self.values = InlineArray[SIMD[Self.cache, 8], Self.size // 16](fill=SIMD[Self.cache, 8](0))

    @always_inline
    def __init__(out self, pages: Pages[Self.cache], page: Int, key: Int, last: Int, head: Int):
        """From `key` on, which is in `page`; there are none behind `last`."""
        var keys = pages.address_in(page, 0, key, head)
        var values = pages.address_in(page, 1, key, head)
        var stride = pages.heads * pages.row
        var lane = Int(lane_id())
        var row = lane // 4
        var pair = lane % 4 * 2
        var ahead = last - key
        self = Self()
        comptime for i in range(Self.size // 32):
            self.near[i] = (keys + (min(row, ahead) * stride + pair * 4 + i * 32)).load[width=8, alignment=16]()
            self.far[i] = (keys + (min(row + 8, ahead) * stride + pair * 4 + i * 32)).load[width=8, alignment=16]()
        comptime for i in range(4):
            var number = min(pair + i % 2 + i // 2 * 8, ahead)
            comptime for half in range(Self.size // 64):
                var place = values + (number * stride + half * 64 + row * 8)
                self.values[half * 4 + i] = place.load[width=8, alignment=16]()


@fieldwise_init
struct _Walk[warps: Int](TrivialRegisterPassable):
    """Where a warp is: the key with which its step begins, and the turn that this belongs to."""

    var turn: Int
    var key: Int

    @always_inline
    def after[spread: Int](self, begin: Int, end: Int, warp: Int) -> Self:
        """The next step; behind the last one the key is `end` or more."""
        if self.key + _ROUND < end:
            return {self.turn, self.key + _ROUND}
        comptime turns = _PARTS // Self.warps
        return Self.first(self.turn + 1, begin, warp) if spread == 1 and self.turn + 1 < turns else Self(turns, end)

    @staticmethod
    @always_inline
    def first(turn: Int, begin: Int, warp: Int) -> Self:
        """The first step of a turn."""
        return {turn, begin // _ROUND * _ROUND + (turn * Self.warps + warp) * _KEYS}


struct _Found[size: Int]:
    """What a warp has found out about a part of the keys."""

    comptime slots = Self.size // 8

    var weights: _Weights
    var values: InlineArray[_Four, Self.slots]

    @always_inline
    def __init__(out self):
        self.weights = _Weights()
        self.values = InlineArray[_Four, Self.slots](fill=_Four(0))

    @always_inline
    def add[cache: DType, //](mut self, queries: _Shared[cache], step: _Step[cache, Self.size], key: Int, seen: _Seen):
        """A step, from `key` on."""
        var lane = Int(lane_id())
        var left = _Four(0)
        var right = _Four(0)
        comptime for i in range(Self.size // 16):
            var query = (queries + (i * WARP_SIZE + lane) * 8).load[width=8, alignment=16]()
            mma(left, query, step.near[i // 2].slice[4, offset = i % 2 * 4](), left)
            mma(right, query, step.far[i // 2].slice[4, offset = i % 2 * 4](), right)
        var powers = self._weigh(left, right, Int32(key + lane % 4 * 2), seen).cast[cache]()
        comptime for slot in range(Self.slots):
            comptime base = slot // 8 * 4
            comptime i = slot % 8
            var column = SIMD[cache, 4](
                step.values[base][i], step.values[base + 1][i], step.values[base + 2][i], step.values[base + 3][i]
            )
            mma(self.values[slot], powers, column, self.values[slot])

    @always_inline
    def _weigh(mut self, left: _Four, right: _Four, key: Int32, seen: _Seen) -> SIMD[_F32, 8]:
        # The powers of products of this lane's rows with the keys `key`, `key + 1`, and those 8 further on, in the order of a fragment.
        var scores = left.join(right)
        var step = _Weights()
        comptime for row in range(2):
            comptime for i in range(4):
                comptime place = i // 2 * 4 + row * 2 + i % 2
                scores[place] = seen.score(scores[place], key + Int32(i // 2 * 8 + i % 2), row)
                step.highest[row] = max(step.highest[row], scores[place])
            step.highest[row] = max(step.highest[row], warp.shuffle_xor(step.highest[row], 1))
            step.highest[row] = max(step.highest[row], warp.shuffle_xor(step.highest[row], 2))
            step.highest[row] = max(step.highest[row], self.weights.highest[row])
            comptime for i in range(4):
                comptime place = i // 2 * 4 + row * 2 + i % 2
                var power = exp2(scores[place] - step.highest[row])
                scores[place] = power if scores[place] != _LOWEST else 0
                step.total[row] += scores[place]
            step.total[row] += warp.shuffle_xor(step.total[row], 1)
            step.total[row] += warp.shuffle_xor(step.total[row], 2)
        var kept = exp2(self.weights.highest - step.highest)
        self.weights = _Weights(step.highest, self.weights.total.fma(kept, step.total))
        comptime for slot in range(Self.slots):
            self.values[slot] *= _for_rows(kept)
        return scores


struct _Room[size: Int, spread: Int](TrivialRegisterPassable):
    """Shared memory: what each warp found, and where blocks share the turns, this block's share of what all did."""

    comptime slots = Self.size // 8
    comptime warps = _warps(Self.size)
    comptime share = Self.slots // Self.spread
    """Slots that a block puts together."""

    var values: _Shared[_F32]
    var weights: _Shared[_F32]
    var shared_values: _Shared[_F32]
    var shared_weights: _Shared[_F32]

    @always_inline
    def __init__(out self):
        comptime each = Self.warps * WARP_SIZE * 4
        self.values = _room[each * Self.slots]()
        self.weights = _room[each // 4]()
        self.shared_values = self.values
        self.shared_weights = self.weights
        comptime if Self.spread > 1:
            self.shared_values = _room[each * Self.share]()
            self.shared_weights = _room[each // 4]()

    @always_inline
    def value(self, warp: Int, slot: Int) -> _Shared[_F32]:
        return self.values + ((warp * Self.slots + slot) * WARP_SIZE + Int(lane_id())) * 4

    @always_inline
    def weight(self, warp: Int) -> _Shared[_F32]:
        return self.weights + (warp * WARP_SIZE // 4 + Int(lane_id()) // 4) * 4

    @always_inline
    def shared_value(self, warp: Int, slot: Int) -> _Shared[_F32]:
        return self.shared_values + ((warp * Self.share + slot) * WARP_SIZE + Int(lane_id())) * 4

    @always_inline
    def shared_weight(self, warp: Int) -> _Shared[_F32]:
        return self.shared_weights + (warp * WARP_SIZE // 4 + Int(lane_id()) // 4) * 4

    @always_inline
    def clear(self, warp: Int):
        comptime for slot in range(Self.slots):
            self.value(warp, slot).store[alignment=16](_Four(0))

    @always_inline
    def put(self, found: _Found[Self.size], warp: Int):
        """What a warp found in its only turn."""
        comptime for slot in range(Self.slots):
            self.value(warp, slot).store[alignment=16](found.values[slot])
        _put_weights(self.weight(warp), found.weights)

    @always_inline
    def add(self, found: _Found[Self.size], warp: Int, mut weights: _Weights):
        """What a warp found in one turn more."""
        var factors = weights.join(found.weights)
        comptime for slot in range(Self.slots):
            var place = self.value(warp, slot)
            place.store[alignment=16](_joined(place.load[width=4, alignment=16](), found.values[slot], factors))

    @always_inline
    def share_turns(self, rank: Int, warp: Int):
        """This block's share of what the warps of this number found in all blocks."""

        @__parameter
        @always_inline
        def weight(turn: Int) -> _Four:
            return map_shared_rank(self.weight(warp), UInt32(turn)).load[width=4, alignment=16]()

        @__parameter
        @always_inline
        def value(turn: Int, slot: Int) -> _Four:
            var place = self.value(warp, rank * Self.share + slot)
            return map_shared_rank(place, UInt32(turn)).load[width=4, alignment=16]()

        var sums = InlineArray[_Four, Self.share](fill=_Four(0))
        var weights = _fold[Self.spread, weight, value](sums)
        comptime for slot in range(Self.share):
            self.shared_value(warp, slot).store[alignment=16](sums[slot])
        _put_weights(self.shared_weight(warp), weights)

    @always_inline
    def result[count: Int](self, first: Int) -> InlineArray[_Four, count]:
        """Of some of the shared slots: weighted values of all warps, by the sums of their weights."""

        @__parameter
        @always_inline
        def weight(warp: Int) -> _Four:
            return self.shared_weight(warp).load[width=4, alignment=16]()

        @__parameter
        @always_inline
        def value(warp: Int, slot: Int) -> _Four:
            return self.shared_value(warp, first + slot).load[width=4, alignment=16]()

        var sums = InlineArray[_Four, count](fill=_Four(0))
        var weights = _fold[Self.warps, weight, value](sums)
        comptime for slot in range(count):
            sums[slot] /= _for_rows(weights.total)
        return sums^


@always_inline
def _put_weights(place: _Shared[_F32], weights: _Weights):
    # Four lanes know the same about their rows.
    if Int(lane_id()) % 4 == 0:
        place.store[alignment=16](weights.highest.join(weights.total))


@always_inline
def _room[count: Int]() -> _Shared[_F32]:
    return stack_allocation[count, _F32, address_space = AddressSpace.SHARED, alignment=16]()


@always_inline
def _fold[
    count: Int, //,
    parts: Int,
    weight: def(Int) capturing -> _Four,
    value: def(Int, Int) capturing -> _Four,
](mut sums: InlineArray[_Four, count]) -> _Weights:
    # Puts parts together in their order.
    var weights = _Weights()
    comptime for part in range(parts):
        var other = weight(part)
        var factors = weights.join(_Weights(other.slice[2](), other.slice[2, offset=2]()))
        comptime for slot in range(count):
            sums[slot] = _joined(sums[slot], value(part, slot), factors)
    return weights


@always_inline
def _tiles_before(row_offsets: UnsafePointer[UInt32, _], sequence: Int, group: Int) -> Int:
    # Where tiles of a sequence begin: there is room for one that is not full behind each.
    return Int(row_offsets[sequence]) * group // _ROWS + sequence


@always_inline
def _sequence_of_tile(row_offsets: UnsafePointer[UInt32, _], batch: Int, group: Int, tile: Int) -> Int:
    # As many sequences have tiles up to this one as come up to it; all lanes of a warp look.
    var count = Int32(0)
    for base in range(0, batch, WARP_SIZE):
        var i = base + Int(lane_id())
        if i < batch and _tiles_before(row_offsets, i, group) <= tile:
            count += 1
    return Int(warp.sum(count)) - 1


def attend_in_fragments[
    dtype: DType, cache: DType, //, window: Int, causal: Bool, size: Int, group: Int, early: Bool = False
](
    result: ManagedTensorSlice[rank=3, ...],
    queries: ManagedTensorSlice[dtype=dtype, rank=3, ...],
    pages: Pages[cache],
    row_offsets: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    cache_lengths: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    scale: Float32,
    softcap: Float32,
    ctx: DeviceContext,
) raises:
    """softmax(q · kᵀ · scale) · v for each token over its sequence so far; `group` heads of queries share one of keys.

    `early` promises that the kernel before this one writes, of what is read here, the queries and the keys and values of this step alone.
    """
    var tiles = queries.dim_size[0]() * group // _ROWS + cache_lengths.dim_size[0]()
    if tiles * pages.heads <= _FEW:
        _launch[window, causal, size, group, early, _turns(size)](
            result, queries, pages, row_offsets, cache_lengths, scale, softcap, tiles, ctx
        )
    else:
        _launch[window, causal, size, group, early, 1](
            result, queries, pages, row_offsets, cache_lengths, scale, softcap, tiles, ctx
        )


def _launch[
    dtype: DType, cache: DType, //, window: Int, causal: Bool, size: Int, group: Int, early: Bool, spread: Int
](
    result: ManagedTensorSlice[rank=3, ...],
    queries: ManagedTensorSlice[dtype=dtype, rank=3, ...],
    pages: Pages[cache],
    row_offsets: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    cache_lengths: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    scale: Float32,
    softcap: Float32,
    tiles: Int,
    ctx: DeviceContext,
) raises:
    # `spread`: how many blocks share the turns, one or all.
    comptime warps = _warps(size)
    var batch = cache_lengths.dim_size[0]()

    @__parameter
    @__llvm_metadata(_MAX_THREADS = warps * WARP_SIZE, _MIN_BLOCKS = 8 // warps, _WAITS=1)
    def kernel() {var result, var queries, var pages, var row_offsets, var cache_lengths, var scale, var softcap, var tiles, var batch}:
        comptime if not early:
            _wait_for_kernel_before()
        var rank = Int(block_idx.x) % spread
        var head = Int(block_idx.x) // spread % pages.heads
        # Those with most keys first.
        var tile = tiles - 1 - Int(block_idx.x) // spread // pages.heads
        var offsets = row_offsets.unsafe_ptr()
        var sequence = _sequence_of_tile(offsets, batch, group, tile)
        var start = Int(offsets[sequence])
        var count = (Int(offsets[sequence + 1]) - start) * group
        var first_row = (tile - _tiles_before(offsets, sequence, group)) * _ROWS
        if first_row >= count:
            return
        var length = Int(cache_lengths[sequence])
        var begin = max(0, length + first_row // group + 1 - window) if window > 0 else 0
        var end = length + (min(first_row + _ROWS, count) - 1) // group + 1
        comptime if not causal:
            end = length + count // group
        var thread = Int(thread_idx.x)
        var warp = thread // WARP_SIZE
        var rows = queries.unsafe_ptr() + (start * pages.heads + head) * group * size
        var fragments = stack_allocation[_ROWS * size, cache, address_space = AddressSpace.SHARED, alignment=16]()
        # While a step is multiplied, the next one is on its way, and it is known in which page the one after that is.
        var here = _Walk[warps].first(rank, begin, warp)
        var next = here.after[spread](begin, end, warp)
        var page = pages.page(sequence, min(here.key, end - 1))
        var next_page = pages.page(sequence, min(next.key, end - 1))
        var step = _Step[cache, size]()
        var is_old = here.key + _KEYS <= length
        comptime if early:
            if is_old:
                step = _Step[cache, size](pages, page, here.key, end - 1, head)
            _wait_for_kernel_before()
        _put_queries[size, group](fragments, rows, first_row, count, pages.heads)
        barrier()
        if not early or not is_old:
            step = _Step[cache, size](pages, page, min(here.key, (end - 1) // _KEYS * _KEYS), end - 1, head)
        var seen = _Seen(SIMD[DType.int32, 2](0), SIMD[DType.int32, 2](0), scale, softcap)
        comptime for half in range(2):
            var row = first_row + Int(lane_id()) // 4 + half * 8
            var position = Int32(length + row // group)
            if row < count:
                seen.end[half] = position + 1 if causal else Int32(end)
            comptime if window > 0:
                seen.first[half] = max(Int32(0), position + 1 - Int32(window))
        var room = _Room[size, spread]()
        var weights = _Weights()
        comptime if spread == 1:
            room.clear(warp)
        var found = _Found[size]()
        while here.key < end:
            var further = next.after[spread](begin, end, warp)
            var further_page = pages.page(sequence, min(further.key, end - 1))
            var coming = step.copy()
            if next.key < end:
                coming = _Step[cache, size](pages, next_page, next.key, end - 1, head)
            found.add(fragments, step, here.key, seen)
            comptime if spread == 1:
                if next.turn != here.turn:
                    room.add(found, warp, weights)
                    found = _Found[size]()
            here = next
            next = further
            next_page = further_page
            step = coming^
        comptime if spread > 1:
            room.put(found, warp)
        comptime if spread > 1:
            cluster_sync()
            room.share_turns(rank, warp)
        else:
            _put_weights(room.weight(warp), weights)
        barrier()
        var target = result.unsafe_ptr() + (start * pages.heads + head) * group * size
        comptime share = _Room[size, spread].share
        comptime each = max(share // warps, 1)
        if warp * each < share:
            var sums = room.result[each](warp * each)
            _store[size, group](target, sums, rank * share + warp * each, first_row, count, pages.heads)
        comptime if spread > 1:
            cluster_sync()  # nobody leaves while others read its memory

    ctx.enqueue_function[kernel](
        grid_dim=tiles * pages.heads * spread,
        block_dim=warps * WARP_SIZE,
        cluster_dim=Dim(spread),
    )


@always_inline
def _wait_for_kernel_before():
    wait_on_dependent_grids()
    launch_dependent_grids()


@always_inline
def _put_queries[
    dtype: DType, cache: DType, //, size: Int, group: Int
](
    fragments: _Shared[cache],
    rows: UnsafePointer[Scalar[dtype], _],
    first_row: Int,
    count: Int,
    key_heads: Int,
):
    # Rounded to the type of keys, in the order in which lanes take them: `add` has four numbers that lie together in two steps of products.
    comptime alignment = min(16, 4 * dtype.size_of())
    for i in range(Int(thread_idx.x), size // 16 * WARP_SIZE, _warps(size) * WARP_SIZE):
        var lane = i % WARP_SIZE
        var step = i // WARP_SIZE
        var column = step // 2 * 32 + lane % 4 * 8 + step % 2 * 4
        var both = InlineArray[SIMD[cache, 4], 2](fill=SIMD[cache, 4](0))
        comptime for half in range(2):
            var row = first_row + lane // 4 + half * 8
            if row < count:
                var place = rows + (_row_of[group](row, key_heads) * size + column)
                both[half] = place.load[width=4, alignment=alignment]().cast[cache]()
        var near = both[0].slice[2]().join(both[1].slice[2]())
        var far = both[0].slice[2, offset=2]().join(both[1].slice[2, offset=2]())
        (fragments + i * 8).store[alignment=16](near.join(far))


@always_inline
def _row_of[group: Int](row: Int, key_heads: Int) -> Int:
    # Rows of a token that share keys lie together, those of the next token after all other heads.
    return row // group * (key_heads * group) + row % group


@always_inline
def _store[
    dtype: DType, count: Int, //, size: Int, group: Int
](
    target: UnsafePointer[mut=True, Scalar[dtype], _],
    sums: InlineArray[_Four, count],
    slot: Int,
    first_row: Int,
    rows: Int,
    key_heads: Int,
):
    # Slots that follow each other are numbers that follow each other.
    var lane = Int(lane_id())
    var column = slot // 8 * 64 + lane % 4 * 16 + slot % 8
    comptime for half in range(2):
        var row = first_row + lane // 4 + half * 8
        if row < rows:
            var place = target + (_row_of[group](row, key_heads) * size + column)
            comptime for i in range(2):
                var numbers = SIMD[_F32, count](0)
                comptime for at in range(count):
                    numbers[at] = sums[at][half * 2 + i]
                place.store[alignment = count * dtype.size_of()](i * 8, numbers.cast[dtype]())
