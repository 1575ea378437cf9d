"""The next token of every row of scores on devices: a block for each row, whose threads share its tokens."""

from extensibility import ManagedTensorSlice
from kv_cache._sampling import LAST_CODE, mixed, score_of
from nn._device import each_row_on_device, fill_row_in_block, fold_row_in_block
from nn.reduction import Largest, Smallest, Sum
from std.gpu import barrier, thread_idx
from std.gpu.host import DeviceContext
from std.math import exp, log
from std.utils.index import Index, IndexList

comptime _THREADS = 1024
"""Of the block that does a row: rows are long, and few."""
comptime _Scores = UnsafePointer[Float32, MutAnyOrigin]


@always_inline
def first_highest[score: def(Int) capturing -> Float32](count: Int) -> Int:
    """The first of the highest."""
    var top = fold_row_in_block[Largest, score, _THREADS](count)

    @__parameter
    @always_inline
    def place(i: Int) -> Scalar[DType.int64]:
        return Int64(i if score(i) == top else count)

    var found = Int(fold_row_in_block[Smallest, place, _THREADS](count))
    return found if found < count else 0


@always_inline
def _least_code[enough: def(Float32) capturing -> Bool]() -> Float32:
    """The score of the smallest code that is enough."""
    var low = UInt32(0)
    var high = LAST_CODE
    while low < high:
        var middle = low + (high - low) // 2
        if enough(score_of(middle)):
            high = middle
        else:
            low = middle + 1
    return score_of(low)


@always_inline
def _limit(scores: _Scores, count: Int, top_k: Int, top_p: Float32, min_p: Float32) -> Float32:
    """The score below which tokens are out; the highest score is 0."""
    var limit = Float32.MIN
    if top_k > 0 and top_k < count:

        @__parameter
        @always_inline
        def are_enough(score: Float32) -> Bool:
            @__parameter
            @always_inline
            def reaches(i: Int) -> Scalar[DType.int64]:
                return Int64(1 if scores[i] >= score else 0)

            return Int(fold_row_in_block[Sum, reaches, _THREADS](count)) >= top_k

        limit = _least_code[are_enough]()
    if top_p < 1:
        var floor = limit

        @__parameter
        @always_inline
        def mass(score: Float32) -> Float32:
            @__parameter
            @always_inline
            def chance(i: Int) -> Float32:
                return exp(scores[i]) if scores[i] >= score else 0

            return fold_row_in_block[Sum, chance, _THREADS](count)

        var all = mass(floor)

        @__parameter
        @always_inline
        def is_share(score: Float32) -> Bool:
            return mass(max(floor, score)) >= top_p * all

        limit = max(limit, _least_code[is_share]())
    if min_p > 0:
        limit = max(limit, log(min_p))
    return min(limit, 0)


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
    var room = ctx.enqueue_create_buffer[DType.float32](max(logits.size(), 1))
    var copies = rebind[_Scores](room.unsafe_ptr())

    @__parameter
    @always_inline
    def one(start: IndexList[2]):
        var row = start[0]
        var scores = copies + row * count

        @__parameter
        @always_inline
        def given(i: Int) -> Float32:
            return logits.load[1](Index(row, i))

        fill_row_in_block[given, _THREADS](scores, count)
        barrier()
        if thread_idx.x == 0:
            for edit in range(Int(edit_offsets[row]), Int(edit_offsets[row + 1])):
                var token = Int(edit_tokens[edit])
                var score = scores[token]
                score = score / edit_penalties[edit] if score > 0 else score * edit_penalties[edit]
                scores[token] = score + edit_biases[edit]
        barrier()

        @__parameter
        @always_inline
        def plain(i: Int) -> Float32:
            return scores[i]

        var chosen = first_highest[plain](count)
        var best = scores[chosen]
        barrier()
        if temperature[row] > 0:

            @__parameter
            @always_inline
            def scaled(i: Int) -> Float32:
                return (scores[i] - best) / temperature[row]

            fill_row_in_block[scaled, _THREADS](scores, count)
            barrier()
            best = 0
            var limit = _limit(scores, count, Int(top_k[row]), top_p[row], min_p[row])
            var seed = mixed(seeds[row] ^ mixed(UInt64(positions[row]) + 1))

            @__parameter
            @always_inline
            def noisy(i: Int) -> Float32:
                if scores[i] < limit:
                    return Float32.MIN
                var chance = (Float32(mixed(seed + UInt64(i)) >> 40) + 0.5) * Float32(1.0 / 16777216.0)
                return scores[i] - log(-log(chance))

            chosen = first_highest[noisy](count)

        @__parameter
        @always_inline
        def raised(i: Int) -> Float32:
            return exp(scores[i] - best)

        var total = fold_row_in_block[Sum, raised, _THREADS](count)
        if thread_idx.x == 0:
            tokens[row] = Int32(chosen)
            chances[row] = scores[chosen] - best - log(total)

    each_row_on_device[1, one, _THREADS](logits.shape(), ctx)
    _ = room^
