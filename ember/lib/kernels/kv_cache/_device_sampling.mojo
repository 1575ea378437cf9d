"""The next token of every row of scores on devices: a cluster of blocks for each row, which is read once and kept in shared memory.

The score below which tokens are out is found by codes (`score_of`): all blocks weigh the tokens of a range of codes in bins, and go on with the bin in which
the weight that is wanted is reached. Weights are whole numbers, so that nothing depends on the order in which they are added.
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
"""Scores that a thread reads at once."""
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
comptime _UNIT = Float64(1 << 32)
"""The weight of the best token, where tokens have the weights of their chances."""
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _MOST_SHARED = 200 * 1024
"""Bytes of scores that a block keeps."""
comptime _U64 = DType.uint64


@fieldwise_init
struct _Codes(TrivialRegisterPassable):
    """The codes among which the one that is looked for is, and the weight of those before."""

    var first: UInt32
    var last: UInt32
    var before: UInt64


struct _Cluster:
    """What the blocks of a cluster find together."""

    var folded: UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var bins: UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var sums: UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var found: UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var count: Int
    var turn: Int
    """Where the bins of this round begin: those of the round before are being read."""

    @always_inline
    def __init__(out self):
        self.turn = 0
        self.folded = stack_allocation[_FOLDS, _U64, address_space = AddressSpace.SHARED]()
        self.bins = stack_allocation[2 * _BINS, _U64, address_space = AddressSpace.SHARED]()
        self.sums = stack_allocation[_BINS // WARP_SIZE, _U64, address_space = AddressSpace.SHARED]()
        self.found = stack_allocation[2, _U64, address_space = AddressSpace.SHARED]()
        self.count = 0
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
        weight: def(Int) capturing -> UInt64, code: def(Int) capturing -> UInt32
    ](mut self, count: Int, wanted: UInt64) -> UInt32:
        """The smallest code such that the tokens up to it have the weight that is wanted, which all have together."""
        var codes = _Codes(0, LAST_CODE, 0)
        var is_first = True
        while codes.first < codes.last:
            var shift = max(Int(bit_width(codes.last - codes.first)) - _BIN_BITS, 0)
            self._fill[weight, code](count, codes, is_first, shift)
            codes = self._narrowed(codes, is_first, shift, wanted)
            is_first = False
            # Others may still read these bins until they have filled the next ones.
            self.turn = _BINS - self.turn
        return codes.first

    @always_inline
    def _fill[
        weight: def(Int) capturing -> UInt64, code: def(Int) capturing -> UInt32
    ](self, count: Int, codes: _Codes, is_first: Bool, shift: Int):
        # The weights of this block's tokens in the bins of a range; the bins of the next round are made empty.
        var thread = Int(thread_idx.x)
        var i = thread
        while i < count:
            var own = code(i)
            if codes.first <= own <= codes.last:
                var bin = _bin_of(own) if is_first else (own - codes.first) >> UInt32(shift)
                _ = Atomic[UInt64].fetch_add[ordering = Consistency.RELAXED](self.bins + (self.turn + Int(bin)), weight(i))
            i += _THREADS
        cluster_sync()
        self.bins[_BINS - self.turn + thread] = 0

    @always_inline
    def _narrowed(self, codes: _Codes, is_first: Bool, shift: Int, wanted: UInt64) -> _Codes:
        # The bin with which the weight is reached.
        var thread = Int(thread_idx.x)
        var own = UInt64(0)
        comptime for block in range(_BLOCKS):
            own += map_shared_rank(self.bins + (self.turn + thread), UInt32(block))[]
        var end = own
        comptime for step in [1, 2, 4, 8, 16]:
            var other = warp.shuffle_up(end, UInt32(step))
            if Int(lane_id()) >= step:
                end += other
        if thread % WARP_SIZE == WARP_SIZE - 1:
            self.sums[thread // WARP_SIZE] = end
        barrier()
        end += codes.before
        var i = 0
        while i < thread // WARP_SIZE:
            end += self.sums[i]
            i += 1
        if end - own < wanted <= end:
            self.found[0] = UInt64(thread)
            self.found[1] = end - own
        barrier()
        var bin = self.found[0].cast[DType.uint32]()
        var before = self.found[1]
        barrier()
        if is_first:
            var first = UInt32(0) if bin == 0 else (bin + _FIRST_BIN) << _FIRST_SHIFT
            var last = LAST_CODE if bin == _BINS - 1 else ((bin + _FIRST_BIN + 1) << _FIRST_SHIFT) - 1
            return {first, last, before}
        var first = codes.first + (bin << UInt32(shift))
        return {first, min(first + ((UInt32(1) << UInt32(shift)) - 1), codes.last), before}


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
    """How the token of a row is chosen."""

    var temperature: Float32
    var top_k: Int
    var top_p: Float32
    var min_p: Float32
    var seed: UInt64


struct _Share[space: AddressSpace]:
    """A block's share of a row: scores of `count` tokens from `first` on."""

    var scores: UnsafePointer[Float32, MutAnyOrigin, address_space = Self.space]
    var first: Int
    var count: Int

    @always_inline
    def __init__(
        out self, scores: UnsafePointer[Float32, MutAnyOrigin, address_space = Self.space], first: Int, count: Int
    ):
        self.scores = scores
        self.first = first
        self.count = count

    @always_inline
    def read[score: def[width: Int](Int) capturing -> SIMD[DType.float32, width]](self):
        """Takes over the scores of the row."""
        comptime step = _THREADS * _WIDTH
        var i = Int(thread_idx.x) * _WIDTH
        while i + (_TOGETHER - 1) * step + _WIDTH <= self.count:
            var some = InlineArray[SIMD[DType.float32, _WIDTH], _TOGETHER](fill=SIMD[DType.float32, _WIDTH](0))
            comptime for k in range(_TOGETHER):
                some[k] = score[_WIDTH](i + k * step)
            comptime for k in range(_TOGETHER):
                self.scores.store(i + k * step, some[k])
            i += _TOGETHER * step
        while i < self.count:
            for k in range(i, min(i + _WIDTH, self.count)):
                self.scores[k] = score[1](k)[0]
            i += step

    @always_inline
    def highest[score: def(Int) capturing -> Float32](self) -> UInt64:
        """The rank of this thread's token with the highest of some scores."""
        var best = UInt64(0)
        for i in range(Int(thread_idx.x), self.count, _THREADS):
            best = max(best, _rank(score(i), self.first + i))
        return best

    @always_inline
    def sum[dtype: DType, //, term: def(Int) capturing -> Scalar[dtype]](self) -> Scalar[dtype]:
        """The sum over this thread's tokens."""
        var mine = Scalar[dtype](0)
        for i in range(Int(thread_idx.x), self.count, _THREADS):
            mine += term(i)
        return mine

    @always_inline
    def limit(self, mut cluster: _Cluster, all: Int, settings: _Settings) -> Float32:
        """The score below which tokens are out; the highest score is 0."""

        @__parameter
        @always_inline
        def code(i: Int) -> UInt32:
            return min(bitcast[DType.uint32, 1](-self.scores[i]) & 0x7FFFFFFF, LAST_CODE)

        var limit = Float32.MIN
        if settings.top_k > 0 and settings.top_k < all:

            @__parameter
            @always_inline
            def one(i: Int) -> UInt64:
                return 1

            limit = score_of(cluster.least_code[one, code](self.count, UInt64(settings.top_k)))
        if settings.top_p < 1:
            var floor = limit

            @__parameter
            @always_inline
            def chance(i: Int) -> UInt64:
                return (Float64(exp(self.scores[i])) * _UNIT).cast[_U64]() if self.scores[i] >= floor else 0

            var number = cluster.put[Sum](self.sum[chance]())
            cluster_sync()
            var total = cluster.get[Sum, _U64](number)
            var wanted = (Float64(total) * Float64(settings.top_p)).cast[_U64]() + 1
            limit = max(limit, score_of(cluster.least_code[chance, code](self.count, min(wanted, total))))
        if settings.min_p > 0:
            limit = max(limit, log(settings.min_p))
        return min(limit, 0)

    @always_inline
    def drawn(self, mut cluster: _Cluster, all: Int, settings: _Settings) -> UInt64:
        """The rank of this thread's token whose score with noise is highest; the highest score is 0."""
        var limit = self.limit(cluster, all, settings)

        @__parameter
        @always_inline
        def noisy(i: Int) -> Float32:
            if self.scores[i] < limit:
                return Float32.MIN
            var number = mixed(settings.seed + UInt64(self.first + i)) >> 40
            var chance = (Float32(number) + 0.5) * Float32(1.0 / 16777216.0)
            return self.scores[i] - log(-log(chance))

        return self.highest[noisy]()


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
    var each = ceildiv(count, _BLOCKS)
    var fits = each * 4 <= _MOST_SHARED
    var room = ctx.enqueue_create_buffer[DType.float32](1 if fits else logits.size())
    var copies = rebind[UnsafePointer[Float32, MutAnyOrigin]](room.unsafe_ptr())

    @__parameter
    @always_inline
    def do_row[space: AddressSpace](scores: UnsafePointer[Float32, MutAnyOrigin, address_space=space], row: Int):
        var first = Int(block_idx.x) % _BLOCKS * each
        var share = _Share[space](scores, first, max(min(count - first, each), 0))
        var thread = Int(thread_idx.x)

        @__parameter
        @always_inline
        def given[width: Int](i: Int) -> SIMD[DType.float32, width]:
            return logits.load[width](Index(row, first + i))

        share.read[given]()
        var cluster = _Cluster()
        barrier()
        for edit in range(Int(edit_offsets[row]), Int(edit_offsets[row + 1])):
            var place = Int(edit_tokens[edit]) - first
            if place % _THREADS == thread and 0 <= place < share.count:
                var score = scores[place]
                score = score / edit_penalties[edit] if score > 0 else score * edit_penalties[edit]
                scores[place] = score + edit_biases[edit]
        barrier()

        @__parameter
        @always_inline
        def plain(i: Int) -> Float32:
            return scores[i]

        var number = cluster.put[Largest](share.highest[plain]())
        cluster_sync()
        var rank = cluster.get[Largest, _U64](number)
        var best = _score(rank)
        if temperature[row] > 0:
            for i in range(thread, share.count, _THREADS):
                scores[i] = (scores[i] - best) / temperature[row]
            barrier()
            best = 0
            var seed = mixed(seeds[row] ^ mixed(UInt64(positions[row]) + 1))
            var settings = _Settings(temperature[row], Int(top_k[row]), top_p[row], min_p[row], seed)
            number = cluster.put[Largest](share.drawn(cluster, count, settings))

        @__parameter
        @always_inline
        def raised(i: Int) -> Float32:
            return exp(scores[i] - best)

        var of_sum = cluster.put[Sum](share.sum[raised]())
        cluster_sync()
        var total = cluster.get[Sum, DType.float32](of_sum)
        var chosen = _token(cluster.get[Largest, _U64](number))
        if thread == 0 and first <= chosen < first + share.count:
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
        do_row(copies + (row * count + Int(block_idx.x) % _BLOCKS * each), row)

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
