"""The next token of every row of scores on devices: a cluster of blocks for each row, which is read once and kept in shared memory.

A thread has vectors of scores of its own through all steps. The score below which tokens are out is found by codes (`score_of`): all blocks weigh the
tokens of a range of codes in bins, and go on with the bin in which the weight that is wanted is reached, until all of its tokens are wanted. Weights are whole
numbers, so that nothing depends on the order in which they are added. Where so many of the best are wanted, tokens that cannot be among them are out at once: as many
threads have better ones. Few are left, as a rule, and all blocks list them and count. Noise is found exactly only for tokens that a cheap bound leaves.
"""

from extensibility import ManagedTensorSlice
from kv_cache._sampling import LAST_CODE, mixed, score_of
from nn._device import fold_block
from nn.reduction import Largest, Reduction, Sum
from std.atomic import Atomic, Consistency
from std.bit import bit_width
from std.gpu import barrier, block_idx, lane_id, thread_idx, warp
from std.gpu.cluster import cluster_sync, map_shared_rank
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext, Dim
from std.gpu.memory import external_memory
from std.math import ceildiv, exp, log
from std.memory import bitcast, stack_allocation
from std.utils.index import Index

comptime _THREADS = 512
"""Of a block."""
comptime _RESIDENT = 2
"""Blocks of a processor: while some wait for each other, others count."""
comptime _WIDTH = 4
"""Scores of a vector."""
comptime _TOGETHER = 8
"""Vectors of scores that are on their way."""
comptime _BLOCKS = 8
"""Of a cluster."""
comptime _BINS = _THREADS
comptime _BIN_BITS = 9
comptime _FIRST_SHIFT = 18
comptime _FIRST_BIN: UInt32 = (127 - 9) << (23 - _FIRST_SHIFT)
"""Bins of the first round: 32 for each power of two, from 2⁻⁹ to 2⁷; the first and the last one have what is beyond."""
comptime _FOLDS = 8
"""At most so many numbers are folded over the cluster, each in a place of its own."""
comptime _LISTED = _THREADS // _BLOCKS
"""Codes that a block lists, so that a thread has one of all blocks'."""
comptime _MAX_WEIGHT = Float32(4294967040.0)
"""The weight of the best token, where tokens have the weights of their chances: the largest that is a Float32 and a UInt32."""
comptime _SLACK = Float32(1e-4)
"""More than the bound of a score with noise may be off by rounding."""
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _MOST_SHARED = 200 * 1024
"""Bytes of scores that a block keeps."""
comptime _U64 = DType.uint64
comptime _Four = SIMD[DType.float32, _WIDTH]


@fieldwise_init
struct _Codes(TrivialRegisterPassable):
    """The codes among which the one that is looked for is, and the weight of those before."""

    var first: UInt32
    var last: UInt32
    var before: UInt64


@fieldwise_init
struct _Bin(TrivialRegisterPassable):
    """The bin with which a weight is reached: its number, the weights before it and up to its end, and what all bins have."""

    var number: UInt32
    var before: UInt64
    var end: UInt64
    var total: UInt64


struct _Cluster:
    """What the blocks of a cluster find together."""

    var folded: UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var bins: UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var sums: UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var found: UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var listed: UnsafePointer[UInt32, MutAnyOrigin, address_space = AddressSpace.SHARED]
    """Codes of this block, then how many there are; then those of all blocks."""
    var count: Int
    var turn: Int
    """Where the bins of this round begin: those of the round before are being read."""

    @always_inline
    def __init__(out self):
        self.turn = 0
        self.folded = stack_allocation[_FOLDS, _U64, address_space = AddressSpace.SHARED]()
        self.bins = stack_allocation[2 * _BINS, _U64, address_space = AddressSpace.SHARED]()
        self.sums = stack_allocation[_BINS // WARP_SIZE, _U64, address_space = AddressSpace.SHARED]()
        self.found = stack_allocation[3, _U64, address_space = AddressSpace.SHARED]()
        self.listed = stack_allocation[_LISTED + 1 + _THREADS, DType.uint32, address_space = AddressSpace.SHARED]()
        self.count = 0
        if thread_idx.x < 3:
            self.found[Int(thread_idx.x)] = 0
        if thread_idx.x == 0:
            self.listed[_LISTED] = 0
        for i in range(Int(thread_idx.x), 2 * _BINS, _THREADS):
            self.bins[i] = 0

    @always_inline
    def put[dtype: DType, //, R: Reduction](mut self, value: Scalar[dtype]) -> Int:
        """Combines the values of this block's threads; `get` gives what all blocks have put, when they have met."""
        var mine = fold_block[R, _THREADS](value)
        if thread_idx.x == 0:
            self.folded[self.count] = bitcast[_bits[dtype](), 1](mine).cast[_U64]()
        self.count += 1
        return self.count - 1

    @always_inline
    def get[R: Reduction, dtype: DType](self, number: Int) -> Scalar[dtype]:
        """Combines what blocks have put."""
        var result = R.first[dtype]()
        comptime for block in range(_BLOCKS):
            var there = map_shared_rank(self.folded + number, UInt32(block))[]
            result = R.combine(result, bitcast[dtype, 1](there.cast[_bits[dtype]()]()))
        return result

    @always_inline
    def least_code[
        visit: def[func: def(UInt32, Float32) capturing -> None]() capturing -> None,
        weight: def(UInt32, Float32) capturing -> UInt32,
    ](mut self, last: UInt32, share: Float64, wanted: UInt64) -> UInt32:
        """A code such that just the tokens up to it have a weight: `wanted`, or if that is 0, the `share` of what all have.

        `visit` gives the function codes and scores of this thread's tokens; none that counts is beyond `last`.
        """
        var codes = _Codes(0, last, 0)
        var is_first = True
        var goal = wanted
        while codes.first < codes.last:
            var shift = max(Int(bit_width(codes.last - codes.first)) - _BIN_BITS, 0)
            self._fill[visit, weight](codes, is_first, shift)
            if is_first and goal == 0:
                var total = self._bin(0, 1).total
                goal = min((Float64(total) * share).cast[_U64]() + 1, total)
            var bin = self._bin(codes.before, goal)
            codes = _narrowed(codes, bin, is_first, shift)
            is_first = False
            # Others may still read these bins until they have filled the next ones.
            self.turn = _BINS - self.turn
            if bin.end - goal < weight(codes.last, score_of(codes.last)).cast[_U64]():
                return codes.last  # without its lightest token the bin would not do
        return codes.first

    @always_inline
    def bound[code: def() capturing -> UInt32](mut self, wanted: UInt64, has_one: Bool) -> UInt32:
        """A code that so many threads' tokens do not go beyond, by a token of each thread that has one."""

        @__parameter
        @always_inline
        def visit[func: def(UInt32, Float32) capturing -> None]():
            if has_one:
                func(code(), 0)

        @__parameter
        @always_inline
        def one(_code: UInt32, _score: Float32) -> UInt32:
            return 1

        var all = _Codes(0, LAST_CODE, 0)
        self._fill[visit, one](all, True, 0)
        var bin = self._bin(0, wanted)
        self.turn = _BINS - self.turn
        return LAST_CODE if bin.total < wanted else _narrowed(all, bin, True, 0).last

    @always_inline
    def listed_code[
        visit: def[func: def(UInt32, Float32) capturing -> None]() capturing -> None
    ](self, last: UInt32, wanted: Int) -> Optional[UInt32]:
        """The code that so many tokens do not go beyond, if not too many are up to `last`."""

        @__parameter
        @always_inline
        def add(code: UInt32, _score: Float32):
            if code <= last:
                var at = Atomic[UInt32].fetch_add[ordering = Consistency.RELAXED](self.listed + _LISTED, 1)
                if at < _LISTED:
                    self.listed[Int(at)] = code

        visit[add]()
        cluster_sync()
        var thread = Int(thread_idx.x)
        var all = self.listed + _LISTED + 1
        var most = UInt32(0)
        comptime for block in range(_BLOCKS):
            var count = map_shared_rank(self.listed + _LISTED, UInt32(block))[]
            most = max(most, count)
            if thread // _LISTED == block and thread % _LISTED < Int(count):
                all[thread] = map_shared_rank(self.listed + thread % _LISTED, UInt32(block))[]
            elif thread // _LISTED == block:
                all[thread] = ~UInt32(0)
        barrier()
        if most > _LISTED:
            return None
        var before = 0
        var up_to = 0
        for i in range(Int(most)):
            comptime for block in range(_BLOCKS):
                before += Int(all[block * _LISTED + i] < all[thread])
                up_to += Int(all[block * _LISTED + i] <= all[thread])
        if before < wanted <= up_to:
            self.found[0] = UInt64(all[thread])
        barrier()
        var result = self.found[0].cast[DType.uint32]()
        barrier()
        return result

    @always_inline
    def _fill[
        visit: def[func: def(UInt32, Float32) capturing -> None]() capturing -> None,
        weight: def(UInt32, Float32) capturing -> UInt32,
    ](self, codes: _Codes, is_first: Bool, shift: Int):
        # The weights of this block's tokens in the bins of a range, as two sums of 16 bits each; the bins of the next round are made empty.
        @__parameter
        @always_inline
        def add(own: UInt32, score: Float32):
            if codes.first <= own <= codes.last:
                var bin = _bin_of(own) if is_first else (own - codes.first) >> UInt32(shift)
                var halves = self.bins.bitcast[UInt32]() + 2 * (self.turn + Int(bin))
                var it = weight(own, score)
                _ = Atomic[UInt32].fetch_add[ordering = Consistency.RELAXED](halves, it & 0xFFFF)
                if it >> 16 != 0:
                    _ = Atomic[UInt32].fetch_add[ordering = Consistency.RELAXED](halves + 1, it >> 16)

        visit[add]()
        cluster_sync()
        self.bins[_BINS - self.turn + Int(thread_idx.x)] = 0

    @always_inline
    def _bin(self, before: UInt64, wanted: UInt64) -> _Bin:
        # The bin with which the weight is reached.
        var thread = Int(thread_idx.x)
        var own = UInt64(0)
        comptime for block in range(_BLOCKS):
            var halves = map_shared_rank(self.bins + (self.turn + thread), UInt32(block))[]
            own += (halves & 0xFFFFFFFF) + ((halves >> 32) << 16)
        var end = own
        comptime for step in [1, 2, 4, 8, 16]:
            var other = warp.shuffle_up(end, UInt32(step))
            if Int(lane_id()) >= step:
                end += other
        if thread % WARP_SIZE == WARP_SIZE - 1:
            self.sums[thread // WARP_SIZE] = end
        barrier()
        var total = before
        comptime for i in range(_THREADS // WARP_SIZE):
            if i == thread // WARP_SIZE:
                end += total
            total += self.sums[i]
        if end - own < wanted <= end:
            self.found[0] = UInt64(thread)
            self.found[1] = end - own
            self.found[2] = end
        barrier()
        var result = _Bin(self.found[0].cast[DType.uint32](), self.found[1], self.found[2], total)
        barrier()
        return result


@always_inline
def _narrowed(codes: _Codes, bin: _Bin, is_first: Bool, shift: Int) -> _Codes:
    # The codes of a bin.
    var number = bin.number
    if is_first:
        var first = UInt32(0) if number == 0 else (number + _FIRST_BIN) << _FIRST_SHIFT
        var last = LAST_CODE if number == _BINS - 1 else ((number + _FIRST_BIN + 1) << _FIRST_SHIFT) - 1
        return {first, min(last, codes.last), bin.before}
    var first = codes.first + (number << UInt32(shift))
    return {first, min(first + ((UInt32(1) << UInt32(shift)) - 1), codes.last), bin.before}


@always_inline
def _bin_of(code: UInt32) -> UInt32:
    var bin = code >> _FIRST_SHIFT
    return min(max(bin, _FIRST_BIN) - _FIRST_BIN, _BINS - 1)


@always_inline
def _rank(score: Float32, token: Int) -> UInt64:
    # Larger for higher scores, and of equal ones for the first; a score that is not a number is below all.
    if score != score:
        return 0
    var bits = bitcast[DType.uint32, 1](score + 0)  # one zero only
    var order = ~bits if bits >> 31 == 1 else bits | (1 << 31)
    return (order.cast[_U64]() << 32) | UInt64(0xFFFFFFFF - token)


@always_inline
def _token(rank: UInt64) -> Int:
    return 0 if rank == 0 else 0xFFFFFFFF - Int(rank & 0xFFFFFFFF)


@always_inline
def _score(rank: UInt64) -> Float32:
    var order = (rank >> 32).cast[DType.uint32]()
    return bitcast[DType.float32, 1](order ^ (1 << 31) if order >> 31 == 1 else ~order)


@always_inline
def _bits[dtype: DType]() -> DType:
    return DType.uint32 if dtype.size_of() == 4 else _U64


@fieldwise_init
struct _Settings(TrivialRegisterPassable):
    """Which tokens of a row can be chosen."""

    var top_k: Int
    var top_p: Float32
    var min_p: Float32


@always_inline
def _noisy(score: Float32, number: UInt64) -> Float32:
    # A score with the noise that a number of 24 bits gives.
    var chance = (number.cast[DType.float32]() + 0.5) * Float32(1.0 / 16777216.0)
    return score - log(-log(chance))


@always_inline
def _noisy_at_most(score: Float32, number: UInt64) -> Float32:
    # A bound for this, up to `_SLACK`: -log(1 - t) is not below t, nor the logarithm of 1 + f (to base 2) below f, so that bits are a logarithm.
    comptime ln2 = Float32(0.6931471805599453)
    var t = ((1 << 24) - number).cast[DType.uint32]().cast[DType.float32]() - 0.5
    var scaled = bitcast[DType.float32, 1](bitcast[DType.uint32, 1](t) >> 8 | 0x4B000000)  # 2²³ more than the bits
    return (scaled - Float32((1 << 23) + ((127 + 24) << 15))).fma(-ln2 / Float32(1 << 15), score)


@fieldwise_init
struct _Best(TrivialRegisterPassable):
    """The highest of a thread's scores, where it is, and the second highest."""

    var score: Float32
    var place: Int
    var second: Float32

    @always_inline
    def __init__(out self):
        self.score = Float32.MIN
        self.place = -1
        self.second = Float32.MIN

    @always_inline
    def see(mut self, score: Float32, place: Int):
        """Looks at one more."""
        if score > self.score or self.place < 0:
            self.second = self.score
            self.score = score
            self.place = place
        elif score > self.second:
            self.second = score


struct _Share[space: AddressSpace]:
    """A block's share of a row: scores of `count` tokens from `first` on, in whole vectors."""

    var scores: UnsafePointer[Float32, MutAnyOrigin, address_space = Self.space]
    var first: Int
    var count: Int
    var vectors: Int

    @always_inline
    def __init__(
        out self, scores: UnsafePointer[Float32, MutAnyOrigin, address_space = Self.space], first: Int, count: Int
    ):
        self.scores = scores
        self.first = first
        self.count = count
        self.vectors = ceildiv(count, _WIDTH)

    @always_inline
    def read[score: def[width: Int](Int) capturing -> SIMD[DType.float32, width]](self, is_aligned: Bool):
        """Takes over the scores of the row; what the last vector has beyond is lower than any."""
        var whole = self.count // _WIDTH if is_aligned else 0
        for start in range(Int(thread_idx.x), whole, _TOGETHER * _THREADS):
            var some = InlineArray[_Four, _TOGETHER](fill=_Four(0))
            comptime for k in range(_TOGETHER):
                some[k] = score[_WIDTH](min(start + k * _THREADS, whole - 1) * _WIDTH)
            comptime for k in range(_TOGETHER):
                if start + k * _THREADS < whole:
                    self._put(start + k * _THREADS, some[k])
        for vector in range(Int(thread_idx.x), self.vectors, _THREADS):
            if vector >= whole:
                var four = _Four(Float32.MIN)
                comptime for k in range(_WIDTH):
                    if vector * _WIDTH + k < self.count:
                        four[k] = score[1](vector * _WIDTH + k)[0]
                self._put(vector, four)

    @always_inline
    def get(self, vector: Int) -> _Four:
        """The scores of a vector."""
        return self.scores.load[width=_WIDTH, alignment=16](vector * _WIDTH)

    @always_inline
    def _put(self, vector: Int, four: _Four):
        self.scores.store[alignment=16](vector * _WIDTH, four)

    @always_inline
    def is_own(self, place: Int) -> Bool:
        """Whether a token at a place is this thread's."""
        return 0 <= place < self.count and place // _WIDTH % _THREADS == Int(thread_idx.x)

    @always_inline
    def rank_of(self, best: _Best) -> UInt64:
        """How this thread's best ranks among all."""
        return 0 if best.place < 0 else _rank(best.score, self.first + best.place)

    @always_inline
    def highest[score: def(Int, Float32) capturing -> Float32](self) -> _Best:
        """This thread's token with the highest of some scores, which are made of its place and score."""
        var best = _Best()
        for vector in range(Int(thread_idx.x), self.vectors, _THREADS):
            var four = self.get(vector)
            comptime for k in range(_WIDTH):
                best.see(score(vector * _WIDTH + k, four[k]), vector * _WIDTH + k)
        return best

    @always_inline
    def top(self) -> Float32:
        """The highest of this thread's scores."""
        var tops = _Four(Float32.MIN)
        for vector in range(Int(thread_idx.x), self.vectors, _THREADS):
            var four = self.get(vector)
            tops = four.gt(tops).select(four, tops)
        return tops.reduce_max()

    @always_inline
    def rank_with(self, score: Float32) -> UInt64:
        """The rank of this thread's first token with a score."""
        for vector in range(Int(thread_idx.x), self.vectors, _THREADS):
            var four = self.get(vector)
            comptime for k in range(_WIDTH):
                if four[k] == score:
                    return _rank(score, self.first + vector * _WIDTH + k)
        return 0

    @always_inline
    def cool(self, best: Float32, temperature: Float32) -> Float32:
        """Makes the highest score 0, and divides by the temperature; gives the sum of this thread's chances, as `raised_sum` does."""
        var mine = _Four(0)
        for vector in range(Int(thread_idx.x), self.vectors, _THREADS):
            var four = self.get(vector) - best
            if temperature != 1:
                four /= temperature
            self._put(vector, four)
            mine += exp(four)
        return mine.reduce_add()

    @always_inline
    def raised_sum(self, best: Float32) -> Float32:
        """The sum of this thread's chances, each as a part of that of the best."""
        var mine = _Four(0)
        for vector in range(Int(thread_idx.x), self.vectors, _THREADS):
            mine += exp(self.get(vector) - best)
        return mine.reduce_add()

    @always_inline
    def limit(self, mut cluster: _Cluster, best: Float32, all: Int, settings: _Settings) -> Float32:
        """The score below which tokens are out; the highest score is 0, and this thread's `best`."""

        @__parameter
        @always_inline
        def visit[func: def(UInt32, Float32) capturing -> None]():
            for vector in range(Int(thread_idx.x), self.vectors, _THREADS):
                var four = self.get(vector)
                comptime for k in range(_WIDTH):
                    func(_code_of(four[k]), four[k])

        var limit = Float32.MIN
        if settings.top_k > 0 and settings.top_k < all:

            @__parameter
            @always_inline
            def one(_code: UInt32, _score: Float32) -> UInt32:
                return 1

            @__parameter
            @always_inline
            def own() -> UInt32:
                return _code_of(best)

            var wanted = UInt64(settings.top_k)
            var last = cluster.bound[own](wanted, Int(thread_idx.x) < self.vectors)
            var code = cluster.listed_code[visit](last, settings.top_k)
            limit = score_of(code.value() if code else cluster.least_code[visit, one](last, 0, wanted))
        if settings.top_p < 1:
            var floor = limit

            @__parameter
            @always_inline
            def chance(_code: UInt32, score: Float32) -> UInt32:
                return min(exp(score) * Float32(1 << 32), _MAX_WEIGHT).cast[DType.uint32]() if score >= floor else 0

            limit = max(limit, score_of(cluster.least_code[visit, chance](LAST_CODE, Float64(settings.top_p), 0)))
        if settings.min_p > 0:
            limit = max(limit, log(settings.min_p))
        return min(limit, 0)

    @always_inline
    def drawn(self, limit: Float32, seed: UInt64) -> UInt64:
        """The rank of this thread's token whose score with noise is highest."""

        @__parameter
        @always_inline
        def number(place: Int) -> UInt64:
            return mixed(seed + UInt64(self.first + place)) >> 40

        @__parameter
        @always_inline
        def at_most(place: Int, score: Float32) -> Float32:
            return Float32.MIN if score < limit else _noisy_at_most(score, number(place))

        @__parameter
        @always_inline
        def exact(place: Int, score: Float32) -> Float32:
            return Float32.MIN if score < limit else _noisy(score, number(place))

        var best = self.highest[at_most]()
        var second = best.second
        if best.place >= 0:
            best.score = exact(best.place, self.scores[best.place])
        var rank = self.rank_of(best)
        if second + _SLACK >= _score(fold_block[Largest, _THREADS](rank)):
            rank = self.rank_of(self.highest[exact]())
        return rank


@always_inline
def _code_of(score: Float32) -> UInt32:
    return min(bitcast[DType.uint32, 1](-score) & 0x7FFFFFFF, LAST_CODE)


def sample_on_device(
    tokens: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    chances: ManagedTensorSlice[dtype = DType.float32, rank=1, ...],
    logits: ManagedTensorSlice[dtype = DType.float32, rank=2, ...],
    temperature: ManagedTensorSlice[dtype = DType.float32, rank=1, ...],
    top_k: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    top_p: ManagedTensorSlice[dtype = DType.float32, rank=1, ...],
    min_p: ManagedTensorSlice[dtype = DType.float32, rank=1, ...],
    seeds: ManagedTensorSlice[dtype = DType.uint64, rank=1, ...],
    positions: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    edit_offsets: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    edit_tokens: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    edit_penalties: ManagedTensorSlice[dtype = DType.float32, rank=1, ...],
    edit_biases: ManagedTensorSlice[dtype = DType.float32, rank=1, ...],
    ctx: DeviceContext,
) raises:
    """As `mo.sample.ragged` says; sums of probabilities have another order than on processors."""
    var count = logits.dim_size[1]()
    if logits.size() == 0:
        return
    var each = ceildiv(count, _BLOCKS * _WIDTH) * _WIDTH
    var fits = each * 4 <= _MOST_SHARED
    var room = ctx.enqueue_create_buffer[DType.float32](1 if fits else logits.dim_size[0]() * each * _BLOCKS)
    var copies = rebind[UnsafePointer[Float32, MutAnyOrigin]](room.unsafe_ptr())
    var given_rows = logits.unsafe_ptr()
    var stride = logits.stride_length[0]()
    var is_aligned = logits.stride_length[1]() == 1 and stride % _WIDTH == 0 and Int(given_rows) % 16 == 0

    @__parameter
    @always_inline
    def do_row[space: AddressSpace](scores: UnsafePointer[Float32, MutAnyOrigin, address_space=space], row: Int):
        var first = Int(block_idx.x) % _BLOCKS * each
        var share = _Share[space](scores, first, max(min(count - first, each), 0))

        @__parameter
        @always_inline
        def given[width: Int](i: Int) -> SIMD[DType.float32, width]:
            comptime if width == 1:
                return logits.load[width](Index(row, first + i))
            return given_rows.load[width=width, alignment = 4 * width](row * stride + first + i)

        share.read[given](is_aligned)
        var cluster = _Cluster()
        for edit in range(Int(edit_offsets[row]), Int(edit_offsets[row + 1])):
            var place = Int(edit_tokens[edit]) - first
            if share.is_own(place):
                var score = scores[place]
                score = score / edit_penalties[edit] if score > 0 else score * edit_penalties[edit]
                scores[place] = score + edit_biases[edit]

        var own = share.top()
        var number = cluster.put[Largest](own)
        cluster_sync()
        var best = cluster.get[Largest, DType.float32](number)
        var sum: Float32
        var rank: UInt64
        if temperature[row] > 0:
            sum = share.cool(best, temperature[row])
            var settings = _Settings(Int(top_k[row]), top_p[row], min_p[row])
            var limit = share.limit(cluster, (own - best) / temperature[row], count, settings)
            rank = share.drawn(limit, mixed(seeds[row] ^ mixed(UInt64(positions[row]) + 1)))
            best = 0
        else:
            sum = share.raised_sum(best)
            rank = share.rank_with(best) if own == best else 0
        number = cluster.put[Largest](rank)
        var of_sum = cluster.put[Sum](sum)
        cluster_sync()
        var total = cluster.get[Sum, DType.float32](of_sum)
        var chosen = _token(cluster.get[Largest, _U64](number))
        if share.is_own(chosen - first):
            tokens[row] = Int32(chosen)
            chances[row] = scores[chosen - first] - best - log(total)
        cluster_sync()  # nobody leaves while others read its memory

    @__parameter
    @always_inline
    def in_shared_memory(row: Int):
        do_row(external_memory[Float32, address_space = AddressSpace.SHARED, alignment=16](), row)

    @__parameter
    @always_inline
    def in_memory(row: Int):
        do_row(copies + Int(block_idx.x) * each, row)

    if fits:
        _on_clusters[in_shared_memory](logits.dim_size[0](), each * 4, ctx)
    else:
        _on_clusters[in_memory](logits.dim_size[0](), 0, ctx)
    _ = room^


@always_inline
def _on_clusters[func: def(Int) capturing -> None](rows: Int, shared_bytes: Int, ctx: DeviceContext) raises:
    # Calls `func` with every row, in all threads of a cluster.
    @__parameter
    @__llvm_metadata(_MAX_THREADS=_THREADS, _MIN_BLOCKS=_RESIDENT)
    def kernel():
        func(Int(block_idx.x) // _BLOCKS)

    ctx.enqueue_function[kernel](
        grid_dim=rows * _BLOCKS, block_dim=_THREADS, cluster_dim=Dim(_BLOCKS), shared_mem_bytes=shared_bytes
    )
