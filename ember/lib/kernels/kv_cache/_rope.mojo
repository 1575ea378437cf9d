"""`mo.rope.ragged`: rotary position embeddings of a ragged batch."""

import extensibility
from extensibility import InputTensor, OutputTensor
from kv_cache._batch import sequence_of
from nn._loops import for_places, share
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


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

        var batch = cache_lengths.dim_size[0]()

        @__parameter
        @always_inline
        def angle_of(row: Int) -> type_of(angles):
            var place = sequence_of(row_offsets.unsafe_ptr(), batch, row)
            return angles + (row - Int(row_offsets[place]) + Int(cache_lengths[place])) * 2 * pairs

        @__parameter
        @always_inline
        def turn(start: Int, angle: type_of(angles), pair: Int):
            var first = 2 * pair if Self.interleaved else pair
            var second = first + 1 if Self.interleaved else pair + pairs
            var a = source[start + first].cast[DType.float32]()
            var b = source[start + second].cast[DType.float32]()
            var cosine = angle[2 * pair]
            var sine = angle[2 * pair + 1]
            target_memory[start + first] = (a * cosine - b * sine).cast[dtype]()
            target_memory[start + second] = (a * sine + b * cosine).cast[dtype]()

        @__parameter
        def turn_rows(begin: Int, end: Int):
            for row in range(begin, end):
                var angle = angle_of(row)
                for head in range(heads):
                    var start = (row * heads + head) * size
                    for pair in range(pairs):
                        turn(start, angle, pair)
                    for i in range(2 * pairs, size):
                        target_memory[start + i] = source[start + i]

        @__parameter
        @always_inline
        def turn_place[width: Int](place: IndexList[3]):
            # A pair, or an element behind the pairs.
            var start = (place[0] * heads + place[1]) * size
            if place[2] < pairs:
                turn(start, angle_of(place[0]), place[2])
            else:
                target_memory[start + place[2] + pairs] = source[start + place[2] + pairs]

        comptime if is_device(target):
            for_places[turn_place, 1, target](IndexList[3](x.dim_size[0](), heads, size - pairs), ctx)
        else:
            comptime assert target == "cpu", "the targets of rope are cpu and gpu"
            share[turn_rows](x.dim_size[0](), heads * size)
