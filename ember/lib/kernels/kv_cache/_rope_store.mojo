"""`mo.rope.store.ragged.paged`: what a layer does with the product of its joined weights before attention, in one walk."""

import extensibility
from extensibility import InputTensor, OutputTensor, _MutableInputTensor
from kv_cache._batch import Pages, pages_of, sequence_of
from nn._loops import for_places, share
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register("mo.rope.store.ragged.paged")
struct RopeStoreRaggedPaged[interleaved: Bool]:
    """Queries turned by their positions; keys turned likewise and stored with the values behind those that are there.

    A row of `x` has the heads of queries, then those of keys, then those of values. Pairs and `freqs` are those of `mo.rope.ragged`.
    """

    @staticmethod
    def execute[
        dtype: DType, cache: DType, //, target: StaticString
    ](
        queries: OutputTensor[dtype=dtype, rank=3, ...],
        x: InputTensor[dtype=dtype, rank=3, ...],
        kv: _MutableInputTensor[dtype=cache, rank=6, ...],
        row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
        page_table: InputTensor[dtype = DType.uint32, rank=2, ...],
        freqs: InputTensor[dtype = DType.float32, rank=2, ...],
        layer: Scalar[DType.uint32],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        var pages = pages_of(kv, page_table, layer)
        var own = queries.dim_size[1]()
        var heads = x.dim_size[1]()
        var size = x.dim_size[2]()
        if heads != own + 2 * pages.heads or size != pages.size:
            raise Error("rope: rows of ", heads, " heads of ", size, " are not ", own, " and twice ", pages.heads, " of ", pages.size)
        var rows = x.dim_size[0]()
        var pairs = freqs.dim_size[1]() // 2
        var batch = cache_lengths.dim_size[0]()
        var source = x.unsafe_ptr()
        var turned = queries.unsafe_ptr()
        var angles = freqs.unsafe_ptr()

        @__parameter
        @always_inline
        def turned_pair(start: Int, angle: type_of(angles), pair: Int) -> SIMD[DType.float32, 2]:
            var a = source[start + _first[Self.interleaved](pair)].cast[DType.float32]()
            var b = source[start + _second[Self.interleaved](pair, pairs)].cast[DType.float32]()
            var cosine = angle[2 * pair]
            var sine = angle[2 * pair + 1]
            return SIMD[DType.float32, 2](a * cosine - b * sine, a * sine + b * cosine)

        @__parameter
        @always_inline
        def turn[to: DType](start: Int, angle: type_of(angles), place: Int, result: UnsafePointer[Scalar[to], MutAnyOrigin]):
            # A pair, or an element behind the pairs.
            if place < pairs:
                var pair = turned_pair(start, angle, place)
                result[_first[Self.interleaved](place)] = pair[0].cast[to]()
                result[_second[Self.interleaved](place, pairs)] = pair[1].cast[to]()
            else:
                result[place + pairs] = source[start + place + pairs].cast[to]()

        @__parameter
        @always_inline
        def do_head(row: Int, head: Int, sequence: Int, position: Int, first: Int, end: Int):
            # The places from `first` to `end` of a head; all of them where they are stored with a scale.
            var start = (row * heads + head) * size
            var angle = angles + position * 2 * pairs
            if head < own:
                var to = rebind[UnsafePointer[Scalar[dtype], MutAnyOrigin]](turned + (row * own + head) * size)
                for place in range(first, end):
                    turn(start, angle, place, to)
            elif head >= own + pages.heads:
                var to = pages.address(1, sequence, position, head - own - pages.heads)
                comptime if Pages[cache].is_scaled:
                    pages.store(to, source + start)
                else:
                    for place in range(first, end):
                        to[place] = source[start + place].cast[cache]()
                        if place < pairs:
                            to[place + size - pairs] = source[start + place + size - pairs].cast[cache]()
            else:
                var to = pages.address(0, sequence, position, head - own)
                comptime if Pages[cache].is_scaled:
                    var room = InlineArray[Float32, _MOST](uninitialized=True)
                    var numbers = rebind[UnsafePointer[Float32, MutAnyOrigin]](room.unsafe_ptr())
                    for place in range(size - pairs):
                        turn(start, angle, place, numbers)
                    pages.store(to, numbers)
                else:
                    for place in range(first, end):
                        turn(start, angle, place, to)

        @__parameter
        def do_rows(begin: Int, end: Int):
            for row in range(begin, end):
                var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, row)
                var position = row - Int(row_offsets[sequence]) + Int(cache_lengths[sequence])
                for head in range(heads):
                    do_head(row, head, sequence, position, 0, size - pairs)

        @__parameter
        @always_inline
        def do_place[width: Int](place: IndexList[3]):
            var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, place[0])
            var position = place[0] - Int(row_offsets[sequence]) + Int(cache_lengths[sequence])
            comptime if Pages[cache].is_scaled:
                do_head(place[0], place[1], sequence, position, 0, size - pairs)
            else:
                do_head(place[0], place[1], sequence, position, place[2], place[2] + 1)

        comptime if Pages[cache].is_scaled:
            if size > _MOST:
                raise Error("rope: heads of ", size, " elements are too large for a cache of bytes, at most ", _MOST)
        comptime if is_device(target):
            for_places[do_place, 1, target](
                IndexList[3](rows, heads, 1 if Pages[cache].is_scaled else size - pairs), ctx
            )
        else:
            comptime assert target == "cpu", "the targets of rope are cpu and gpu"
            share[do_rows](rows, heads * size)


comptime _MOST = 256
"""The largest head whose numbers are stored with a scale."""


@always_inline
def _first[interleaved: Bool](pair: Int) -> Int:
    return 2 * pair if interleaved else pair


@always_inline
def _second[interleaved: Bool](pair: Int, pairs: Int) -> Int:
    return 2 * pair + 1 if interleaved else pair + pairs
