"""Attention on GPUs with clusters: the keys that a token looks at are shared out over the warps of a cluster's blocks.

A few lanes of a warp hold a key, so that a warp reads several at once, and each key is read once for all heads of queries that share it. Such a
group of lanes takes some keys that lie one after the other, then those a round further on. It keeps the highest score, the sum of the weights and
the weighted values. At the end groups, warps and blocks put together what they have found, always in the same order. Who takes which
keys depends on their positions alone, so that what a token gets does not depend on the others of the batch.
"""

from extensibility import ManagedTensorSlice
from kv_cache._batch import Pages, sequence_in_warp
from std.gpu import barrier, block_idx, thread_idx, warp
from std.gpu.cluster import cluster_sync, map_shared_rank
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext, Dim
from std.gpu.host.info import GPU_ARCH, uses_simulator
from std.math import exp2, tanh
from std.memory import stack_allocation

comptime _WIDTH = 8
"""Elements of a key that a lane holds."""
comptime _KEYS = 4
"""Keys that a group of lanes reads at once."""
comptime _WARPS = 4
comptime _BLOCKS = 8
"""Of a cluster."""
comptime _SMALL = 256
"""So many numbers of values, all heads together, leave registers for one block more on a processor (bench/gpu/decode_attention.mojo)."""
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _F32 = DType.float32
comptime _LOWEST = Float32.MIN_FINITE
comptime _LOG2_E = Float32(1.4426950408889634)
comptime _Numbers = SIMD[_F32, _WIDTH]
comptime _Rows[dtype: DType] = InlineArray[SIMD[dtype, _WIDTH], _KEYS]
comptime _Shared = UnsafePointer[Float32, MutAnyOrigin, address_space = AddressSpace.SHARED]


@always_inline
def shares_keys(cache: DType, size: Int) -> Bool:
    """Whether this kernel is there for a cache's type and the size of its heads, on the device that is compiled for."""
    var lanes = size // _WIDTH
    var fits = size % _WIDTH == 0 and 0 < lanes <= WARP_SIZE and lanes & (lanes - 1) == 0
    return fits and cache.is_floating_point() and (uses_simulator() or GPU_ARCH.startswith("sm_9") or GPU_ARCH.startswith("sm_1"))


@always_inline
def heads_together(group: Int) -> Int:
    """How many heads of queries that share keys a cluster does."""
    for count in range(4, 1, -1):
        if group % count == 0:
            return count
    return 1


@fieldwise_init
struct _Found[heads: Int]:
    """What is known about some keys, for each head of queries; a lane has the values' numbers that are its own."""

    var highest: InlineArray[Float32, Self.heads]
    var total: InlineArray[Float32, Self.heads]
    var values: InlineArray[_Numbers, Self.heads]

    @always_inline
    def __init__(out self):
        self.highest = InlineArray[Float32, Self.heads](fill=_LOWEST)
        self.total = InlineArray[Float32, Self.heads](fill=0)
        self.values = InlineArray[_Numbers, Self.heads](fill=_Numbers(0))

    @always_inline
    def add(
        mut self, scores: InlineArray[SIMD[_F32, _KEYS], Self.heads], values: _Rows[_]
    ):
        """Some more keys."""
        var weights = scores.copy()
        comptime for head in range(Self.heads):
            var highest = max(self.highest[head], scores[head].reduce_max())
            var kept = exp2(self.highest[head] - highest)
            weights[head] = exp2(scores[head] - highest)
            self.total[head] = self.total[head] * kept + weights[head].reduce_add()
            self.values[head] *= kept
            self.highest[head] = highest
        comptime for key in range(_KEYS):
            var value = values[key].cast[_F32]()
            comptime for head in range(Self.heads):
                self.values[head] = value.fma(_Numbers(weights[head][key]), self.values[head])

    @always_inline
    def join_lanes[first: Int](mut self):
        """Groups of `first` lanes put together what they have; all lanes get it."""
        comptime for head in range(Self.heads):
            comptime for power in range(5):
                comptime offset = 1 << power
                comptime if offset >= first:
                    var other = warp.shuffle_xor(self.highest[head], UInt32(offset))
                    var highest = max(self.highest[head], other)
                    var mine = exp2(self.highest[head] - highest)
                    var theirs = exp2(other - highest)
                    self.total[head] = (
                        self.total[head] * mine + warp.shuffle_xor(self.total[head], UInt32(offset)) * theirs
                    )
                    comptime for i in range(_WIDTH):
                        var number = warp.shuffle_xor(self.values[head][i], UInt32(offset))
                        self.values[head][i] = self.values[head][i] * mine + number * theirs
                    self.highest[head] = highest


struct _Room[heads: Int, size: Int](TrivialRegisterPassable):
    """Shared memory: what each warp found, then what the block did."""

    comptime each = (Self.heads * (Self.size + 2) + 3) // 4 * 4  # whole vectors

    var start: _Shared

    @always_inline
    def __init__(out self):
        self.start = stack_allocation[
            (_WARPS + 1) * Self.each, _F32, address_space = AddressSpace.SHARED, alignment=16
        ]()

    @always_inline
    def part(self, number: Int) -> _Shared:
        """Values of all heads, highest scores, totals; the last part is the block's."""
        return self.start + number * Self.each

    @always_inline
    def put(self, found: _Found[Self.heads], warp: Int, lane: Int):
        comptime lanes = Self.size // _WIDTH
        var part = self.part(warp)
        if lane < lanes:
            comptime for head in range(Self.heads):
                part.store[alignment=16](head * Self.size + lane * _WIDTH, found.values[head])
        if lane == 0:
            comptime for head in range(Self.heads):
                part[Self.heads * Self.size + head] = found.highest[head]
                part[Self.heads * (Self.size + 1) + head] = found.total[head]

    @always_inline
    def join_warps(self, thread: Int):
        """The block's part out of those of its warps."""
        var target = self.part(_WARPS)
        for i in range(thread, Self.heads * Self.size, _WARPS * WARP_SIZE):
            var head = i // Self.size

            @__parameter
            @always_inline
            def part(number: Int) -> _Part:
                return _Part(
                    self.part(number)[i],
                    self.part(number)[Self.heads * Self.size + head],
                    self.part(number)[Self.heads * (Self.size + 1) + head],
                )

            var joined = _join[_WARPS, part]()
            target[i] = joined.value
            if i % Self.size == 0:
                target[Self.heads * Self.size + head] = joined.highest
                target[Self.heads * (Self.size + 1) + head] = joined.total

    @always_inline
    def joined(self, i: Int) -> Float32:
        """A number of the result, out of what all blocks of the cluster have found."""
        var head = i // Self.size

        @__parameter
        @always_inline
        def part(number: Int) -> _Part:
            var place = map_shared_rank(self.part(_WARPS), UInt32(number))
            return _Part(
                place[i], place[Self.heads * Self.size + head], place[Self.heads * (Self.size + 1) + head]
            )

        var all = _join[_BLOCKS, part]()
        return all.value / all.total


@fieldwise_init
struct _Part(TrivialRegisterPassable):
    var value: Float32
    var highest: Float32
    var total: Float32


@always_inline
def _join[count: Int, part: def(Int) capturing -> _Part]() -> _Part:
    var parts = InlineArray[_Part, count](fill=_Part(0, 0, 0))
    var highest = _LOWEST
    comptime for i in range(count):
        parts[i] = part(i)
        highest = max(highest, parts[i].highest)
    var result = _Part(0, highest, 0)
    comptime for i in range(count):
        var share = exp2(parts[i].highest - highest)
        result.value += parts[i].value * share
        result.total += parts[i].total * share
    return result


def attend_sharing_keys[
    dtype: DType,
    cache: DType,
    //,
    window: Int,
    causal: Bool,
    size: Int,
    together: Int,
    resident: Int = 4 if size * together <= _SMALL else 3,
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
    """softmax(q · kᵀ · scale) · v for each token over its sequence so far. A cluster does `together` heads of a token; `resident` blocks share a processor."""
    comptime lanes = size // _WIDTH
    comptime groups = _WARPS * WARP_SIZE // lanes
    comptime round = _BLOCKS * groups * _KEYS
    var heads = queries.dim_size[1]()
    var group = heads // pages.heads
    var batch = cache_lengths.dim_size[0]()

    @__parameter
    @__llvm_metadata(_MAX_THREADS = _WARPS * WARP_SIZE, _MIN_BLOCKS=resident)
    def kernel() {var result, var queries, var pages, var row_offsets, var cache_lengths, var scale, var softcap, var heads, var group, var batch}:
        var thread = Int(thread_idx.x)
        var lane = thread % WARP_SIZE
        var rank = Int(block_idx.x) % _BLOCKS
        var work = Int(block_idx.x) // _BLOCKS
        var row = work // (heads // together)
        var head = work % (heads // together) * together
        var column = lane % lanes * _WIDTH
        var sequence = sequence_in_warp(row_offsets.unsafe_ptr(), batch, row)
        var start = Int(row_offsets[sequence])
        var length = Int(cache_lengths[sequence])
        var position = row - start + length
        var end = position + 1
        comptime if not causal:
            end = Int(row_offsets[sequence + 1]) - start + length
        var first = max(0, position + 1 - window) if window > 0 else 0
        var query = InlineArray[_Numbers, together](fill=_Numbers(0))
        comptime for h in range(together):
            var numbers = queries.unsafe_ptr() + ((row * heads + head + h) * size + column)
            query[h] = numbers.load[width=_WIDTH, alignment = min(16, _WIDTH * dtype.size_of())]().cast[_F32]() * scale

        var found = _Found[together]()
        var mine = (rank * groups + thread // lanes) * _KEYS
        for base in range(first // round * round, end, round):
            # Who has no keys in this round reads some that are there, and forgets them.
            var key = base + mine
            var there = min(max(key, first // _KEYS * _KEYS), (end - 1) // _KEYS * _KEYS)
            var keys = _read(pages, 0, sequence, there, end, head // group, column)
            var values = _read(pages, 1, sequence, there, end, head // group, column)
            var scores = _scores[lanes](keys, query)
            if softcap > 0:
                comptime for h in range(together):
                    scores[h] = softcap * tanh(scores[h] / softcap)
            comptime for i in range(_KEYS):
                var is_seen = first <= key + i < end
                comptime for h in range(together):
                    scores[h][i] = scores[h][i] * _LOG2_E if is_seen else _LOWEST
            if there == key:
                found.add(scores, values)
        found.join_lanes[lanes]()
        var room = _Room[together, size]()
        room.put(found, thread // WARP_SIZE, lane)
        barrier()
        room.join_warps(thread)
        cluster_sync()
        comptime share = together * size // _BLOCKS
        for i in range(thread, share, _WARPS * WARP_SIZE):
            var place = rank * share + i
            var number = room.joined(place)
            result[row, head + place // size, place % size] = number.cast[result.dtype]()
        cluster_sync()  # nobody leaves while others read its memory

    ctx.enqueue_function[kernel](
        grid_dim=queries.dim_size[0]() * (heads // together) * _BLOCKS,
        block_dim=_WARPS * WARP_SIZE,
        cluster_dim=Dim(_BLOCKS),
    )


@always_inline
def _read[
    cache: DType, //
](pages: Pages[cache], which: Int, sequence: Int, key: Int, end: Int, head: Int, column: Int) -> _Rows[cache]:
    # Keys or values of one page; for those beyond the end the last one.
    var place = pages.address(which, sequence, key, head) + column
    var rows = _Rows[cache](fill=SIMD[cache, _WIDTH](0))
    comptime for i in range(_KEYS):
        var at = place + min(i, end - 1 - key) * pages.heads * pages.row
        rows[i] = at.load[width=_WIDTH, alignment = min(16, _WIDTH * cache.size_of())]()
    return rows^


@always_inline
def _scores[
    cache: DType, heads: Int, //, lanes: Int
](keys: _Rows[cache], query: InlineArray[_Numbers, heads]) -> InlineArray[SIMD[_F32, _KEYS], heads]:
    # The products of keys and queries that some lanes hold together.
    var sums = InlineArray[SIMD[_F32, _KEYS], heads](fill=SIMD[_F32, _KEYS](0))
    comptime for i in range(_KEYS):
        var numbers = keys[i].cast[_F32]()
        comptime for h in range(heads):
            var sum = numbers[0] * query[h][0]
            comptime for k in range(1, _WIDTH):
                sum = numbers[k].fma(query[h][k], sum)
            sums[h][i] = sum
    comptime for power in range(5):
        comptime if 1 << power < lanes:
            comptime for h in range(heads):
                comptime for i in range(_KEYS):
                    sums[h][i] += warp.shuffle_xor(sums[h][i], UInt32(1 << power))
    return sums^


@always_inline
def fits_shared_keys(pages: Pages[_]) -> Bool:
    """Whether keys that are read together are in one page, and can be read in whole vectors."""
    comptime alignment = min(16, _WIDTH * pages.dtype.size_of())
    return pages.page_size % _KEYS == 0 and pages.row % _WIDTH == 0 and Int(pages.data) % alignment == 0
