"""`mo.rope.ragged`: rotary position embeddings of a ragged batch."""

import extensibility
from extensibility import InputTensor, OutputTensor
from std.algorithm import sync_parallelize
from std.gpu.host import DeviceContext

from kv_cache._batch import sequence_of


@extensibility.register("mo.rope.ragged")
struct RopeRagged[interleaved: Bool]:
    """Turns pairs of elements by an angle that grows with the position.

    Pairs are neighbours (`interleaved`), or an element of the first half and one of the second. `freqs` has for each position
    cosine and sine of every pair; elements beyond them stay as they are.
    """

    @staticmethod
    def execute[
        dtype: DType, //, target: StaticString
    ](
        result: OutputTensor[dtype=dtype, rank=3, ...],
        x: InputTensor[dtype=dtype, rank=3, ...],
        row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
        freqs: InputTensor[dtype = DType.float32, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        var heads = x.dim_size[1]()
        var size = x.dim_size[2]()
        var pairs = freqs.dim_size[1]() // 2
        var source = x.unsafe_ptr()
        var target_memory = result.unsafe_ptr()
        var angles = freqs.unsafe_ptr()

        @__parameter
        def turn_row(row: Int):
            var place = sequence_of(row_offsets.unsafe_ptr(), cache_lengths.dim_size[0](), row)
            var position = row - Int(row_offsets[place]) + Int(cache_lengths[place])
            var angle = angles + position * 2 * pairs
            for head in range(heads):
                var start = (row * heads + head) * size
                for pair in range(pairs):
                    var first = 2 * pair if Self.interleaved else pair
                    var second = first + 1 if Self.interleaved else pair + pairs
                    var a = source[start + first].cast[DType.float32]()
                    var b = source[start + second].cast[DType.float32]()
                    var cosine = angle[2 * pair]
                    var sine = angle[2 * pair + 1]
                    target_memory[start + first] = (a * cosine - b * sine).cast[dtype]()
                    target_memory[start + second] = (a * sine + b * cosine).cast[dtype]()
                for i in range(2 * pairs, size):
                    target_memory[start + i] = source[start + i]

        if x.dim_size[0]() == 1:
            turn_row(0)
        else:
            sync_parallelize[turn_row](x.dim_size[0]())
