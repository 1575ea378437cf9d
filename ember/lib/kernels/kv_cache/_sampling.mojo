"""`mo.sample.ragged`: the next token of every row of scores.

What chance decides depends on a row's seed, its position and the token alone, so that a sequence is the same whatever else is in
its batch: noise is added to the scores, and the highest wins (the Gumbel trick).
"""

import extensibility
from extensibility import InputTensor, OutputTensor
from kv_cache._device_sampling import sample_on_device
from std.algorithm import sync_parallelize
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import exp, log
from std.memory import memcpy
from std.sys import simd_width_of

comptime _Scores = UnsafePointer[Float32, MutAnyOrigin]
comptime _Lanes = SIMD[DType.float32, _WIDTH]
comptime _WIDTH = 4 * simd_width_of[DType.float32]()
comptime _NEVER = Float32.MIN
comptime LAST_CODE: UInt32 = 0x7F800000
"""The code of minus infinity, which every score reaches."""


@extensibility.register("mo.sample.ragged")
struct SampleRagged:
    """Tokens, and the logarithms of their probabilities.

    `temperature` 0 takes the highest score. `top_k` (0: all), `top_p` (1: all) and `min_p` (0: all) leave only the best. Edits
    change scores of single tokens first, those of a row between two `edit_offsets`: positive scores are divided by `edit_penalties`,
    others multiplied, then `edit_biases` are added.
    """

    @staticmethod
    def execute[
        target: StaticString
    ](
        tokens: OutputTensor[dtype = DType.int32, rank=1, ...],
        chances: OutputTensor[dtype = DType.float32, rank=1, ...],
        logits: InputTensor[dtype = DType.float32, rank=2, ...],
        temperature: InputTensor[dtype = DType.float32, rank=1, ...],
        top_k: InputTensor[dtype = DType.int32, rank=1, ...],
        top_p: InputTensor[dtype = DType.float32, rank=1, ...],
        min_p: InputTensor[dtype = DType.float32, rank=1, ...],
        seeds: InputTensor[dtype = DType.uint64, rank=1, ...],
        positions: InputTensor[dtype = DType.uint32, rank=1, ...],
        edit_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        edit_tokens: InputTensor[dtype = DType.int32, rank=1, ...],
        edit_penalties: InputTensor[dtype = DType.float32, rank=1, ...],
        edit_biases: InputTensor[dtype = DType.float32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Row by row."""
        comptime if is_device(target):
            sample_on_device(
                tokens,
                chances,
                logits,
                temperature,
                top_k,
                top_p,
                min_p,
                seeds,
                positions,
                edit_offsets,
                edit_tokens,
                edit_penalties,
                edit_biases,
                ctx,
            )
            return
        var count = logits.dim_size[1]()

        @__parameter
        def sample(row: Int):
            var scores = rebind[_Scores](logits.unsafe_ptr() + row * count)
            var has_edits = edit_offsets[row] < edit_offsets[row + 1]
            var is_changed = has_edits or temperature[row] > 0
            var copied = List[Float32](unsafe_uninit_length=count if is_changed else 0)
            if is_changed:
                memcpy(dest=copied.unsafe_ptr(), src=scores, count=count)
                scores = rebind[_Scores](copied.unsafe_ptr())
            for edit in range(Int(edit_offsets[row]), Int(edit_offsets[row + 1])):
                var token = Int(edit_tokens[edit])
                var score = scores[token]
                score = score / edit_penalties[edit] if score > 0 else score * edit_penalties[edit]
                scores[token] = score + edit_biases[edit]
            var chosen = _highest(scores, count)
            var best = scores[chosen]
            if temperature[row] > 0:
                for i in range(count):
                    scores[i] = (scores[i] - best) / temperature[row]
                best = 0
                var limit = _limit(scores, count, Int(top_k[row]), top_p[row], min_p[row])
                chosen = _drawn(scores, count, limit, seeds[row], positions[row])
            tokens[row] = Int32(chosen)
            chances[row] = _log_probability(scores, count, chosen, best)
            _ = copied^

        sync_parallelize[sample](logits.dim_size[0]())


@always_inline
def _sum_of[func: def[width: Int](Int) capturing -> SIMD[DType.float32, width]](count: Int) -> Float32:
    """The sum of what a function gives for all places, in an order that depends on their count alone."""
    var lanes = _Lanes(0)
    var i = 0
    while i + _WIDTH <= count:
        lanes += func[_WIDTH](i)
        i += _WIDTH
    var sum = lanes.reduce_add()
    while i < count:
        sum += func[1](i)
        i += 1
    return sum


def _highest(scores: _Scores, count: Int) -> Int:
    """The first of the highest."""
    var tops = _Lanes(_NEVER)
    var i = 0
    while i + _WIDTH <= count:
        tops = max(tops, scores.load[width=_WIDTH](i))
        i += _WIDTH
    var top = tops.reduce_max()
    while i < count:
        top = max(top, scores[i])
        i += 1
    i = 0
    while i + _WIDTH <= count and not scores.load[width=_WIDTH](i).eq(top).reduce_or():
        i += _WIDTH
    while i < count - 1 and scores[i] != top:
        i += 1
    return i if scores[i] == top else 0


def _limit(scores: _Scores, count: Int, top_k: Int, top_p: Float32, min_p: Float32) -> Float32:
    """The score below which tokens are out; the highest score is 0."""
    var limit = _NEVER
    if top_k > 0 and top_k < count:
        limit = score_of(_by_count(scores, count, top_k))
    if top_p < 1:
        limit = max(limit, score_of(_by_mass(scores, count, limit, top_p)))
    if min_p > 0:
        limit = max(limit, log(min_p))
    return min(limit, 0)


def _by_count(scores: _Scores, count: Int, wanted: Int) -> UInt32:
    """The smallest code (of the highest scores, the smallest codes) that so many scores reach."""
    var low = UInt32(0)
    var high = LAST_CODE
    while low < high:
        var middle = low + (high - low) // 2
        var limit = score_of(middle)

        @__parameter
        @always_inline
        def reaches[width: Int](i: Int) -> SIMD[DType.float32, width]:
            return scores.load[width=width](i).ge(limit).select(SIMD[DType.float32, width](1), 0)

        if Int(_sum_of[reaches](count)) >= wanted:
            high = middle
        else:
            low = middle + 1
    return low


def _by_mass(scores: _Scores, count: Int, floor: Float32, share: Float32) -> UInt32:
    """The smallest code such that the scores that reach it have this share of all probability above `floor`."""
    var computed = List[Float32](length=count, fill=0)
    var chances = rebind[_Scores](computed.unsafe_ptr())

    @__parameter
    @always_inline
    def raised[width: Int](i: Int) -> SIMD[DType.float32, width]:
        var chance = exp(scores.load[width=width](i))
        chances.store(i, chance)
        return chance

    _ = _sum_of[raised](count)
    var all = _mass(scores, chances, count, floor)
    var low = UInt32(0)
    var high = LAST_CODE
    while low < high:
        var middle = low + (high - low) // 2
        if _mass(scores, chances, count, max(floor, score_of(middle))) >= share * all:
            high = middle
        else:
            low = middle + 1
    return low


def _mass(scores: _Scores, chances: _Scores, count: Int, limit: Float32) -> Float32:
    @__parameter
    @always_inline
    def counted[width: Int](i: Int) -> SIMD[DType.float32, width]:
        return scores.load[width=width](i).ge(limit).select(chances.load[width=width](i), 0)

    return _sum_of[counted](count)


def score_of(code: UInt32) -> Float32:
    """Scores from 0 downwards, by numbers from 0 upwards: the bits of a number without its sign."""
    return -Float32(from_bits=code)


def _drawn(scores: _Scores, count: Int, limit: Float32, seed: UInt64, position: UInt32) -> Int:
    """The token whose score with noise is highest."""
    var best = 0
    var highest = _NEVER
    var start = mixed(seed ^ mixed(UInt64(position) + 1))
    for i in range(count):
        if scores[i] >= limit:
            var chance = (Float32(mixed(start + UInt64(i)) >> 40) + 0.5) * Float32(1.0 / 16777216.0)
            var noisy = scores[i] - log(-log(chance))
            if noisy > highest:
                highest = noisy
                best = i
    return best


def mixed(number: UInt64) -> UInt64:
    """A number whose bits all depend on all bits of the other."""
    var x = number + 0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB
    return x ^ (x >> 31)


def _log_probability(scores: _Scores, count: Int, token: Int, best: Float32) -> Float32:
    @__parameter
    @always_inline
    def raised[width: Int](i: Int) -> SIMD[DType.float32, width]:
        return exp(scores.load[width=width](i) - best)

    return scores[token] - best - log(_sum_of[raised](count))
