"""`mo.project.store.ragged.paged`: queries, keys and values out of what a layer gets, turned and stored as they are computed."""

import extensibility
from extensibility import InputTensor, ManagedTensorSlice, OutputTensor, _MutableInputTensor
from kv_cache._batch import Pages, pages_of, sequence_of
from linalg._row_factors import RowSquares
from quantization._device import half_matmul_storing, squares_of
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext


@extensibility.register("mo.project.store.ragged.paged")
struct ProjectStoreRaggedPaged[interleaved: Bool]:
    """Queries `x @ weights.T` turned by their positions; keys turned likewise and stored with the values behind those that are there.

    Rows of `weights`, which are halves like `x`, are those of the heads of queries, then of keys, then of values; the two rows of a pair that is
    turned lie together. `interleaved` says where its numbers go: side by side too, or half of what is turned apart. `freqs` are those of `mo.rope.ragged`.
    """

    @staticmethod
    def execute[
        dtype: DType, to: DType, cache: DType, //, target: StaticString
    ](
        queries: OutputTensor[dtype=to, rank=3, ...],
        x: InputTensor[dtype=dtype, rank=2, ...],
        weights: InputTensor[dtype = DType.uint8, rank=2, ...],
        kv: _MutableInputTensor[dtype=cache, rank=6, ...],
        row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
        page_table: InputTensor[dtype = DType.uint32, rank=2, ...],
        freqs: InputTensor[dtype = DType.float32, rank=2, ...],
        layer: Scalar[DType.uint32],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        comptime assert is_device(target), "mo.project.store.ragged.paged is for devices"
        var pages = pages_of(kv, page_table, layer)
        _project[Self.interleaved](queries, x, weights, pages, row_offsets, cache_lengths, freqs, ctx)


@extensibility.register("mo.project.scaled.store.ragged.paged")
struct ProjectScaledStoreRaggedPaged[interleaved: Bool]:
    """The same of `mo.qmatmul.added`'s rows, each divided by the root of the mean of its squares."""

    @staticmethod
    def execute[
        dtype: DType, to: DType, cache: DType, //, target: StaticString
    ](
        queries: OutputTensor[dtype=to, rank=3, ...],
        x: InputTensor[dtype=dtype, rank=2, ...],
        squares: InputTensor[dtype = DType.float32, rank=2, ...],
        weights: InputTensor[dtype = DType.uint8, rank=2, ...],
        epsilon: Scalar[DType.float32],
        kv: _MutableInputTensor[dtype=cache, rank=6, ...],
        row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
        page_table: InputTensor[dtype = DType.uint32, rank=2, ...],
        freqs: InputTensor[dtype = DType.float32, rank=2, ...],
        layer: Scalar[DType.uint32],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        comptime assert is_device(target), "mo.project.scaled.store.ragged.paged is for devices"
        var pages = pages_of(kv, page_table, layer)
        _project[Self.interleaved, True](
            queries, x, weights, pages, row_offsets, cache_lengths, freqs, ctx, squares_of(squares, epsilon)
        )


def _project[
    dtype: DType, to: DType, cache: DType, //,
    interleaved: Bool,
    has_factors: Bool = False,
](
    queries: ManagedTensorSlice[dtype=to, rank=3, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    weights: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    pages: Pages[cache],
    row_offsets: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    cache_lengths: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    freqs: ManagedTensorSlice[dtype = DType.float32, rank=2, ...],
    ctx: DeviceContext,
    squares: RowSquares = RowSquares(),
) raises:
    comptime assert not Pages[cache].is_scaled, "keys and values are stored as they are computed: a few at a time, without a scale"
    var own = queries.dim_size[1]()
    var size = queries.dim_size[2]()
    var turned = freqs.dim_size[1]()
    if size != pages.size or weights.dim_size[0]() != (own + 2 * pages.heads) * size:
        raise Error(
            "project: ", weights.dim_size[0](), " rows of weights are not ", own, " and twice ", pages.heads, " heads of ", size
        )
    if size % 8 != 0 or turned % 8 != 0:
        raise Error("project: heads of ", size, " elements, of which ", turned, " are turned, are not groups of 8")
    var batch = cache_lengths.dim_size[0]()
    var target_rows = queries.unsafe_ptr()
    var angles = freqs.unsafe_ptr()
    var offsets = row_offsets.unsafe_ptr()
    var lengths = cache_lengths.unsafe_ptr()

    @__parameter
    @always_inline
    def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        comptime if width == 8:
            var head = column // size
            var place = column % size
            var sequence = sequence_of(offsets, batch, row)
            var position = row - Int(offsets[sequence]) + Int(lengths[sequence])
            if head < own:
                var angle = angles + position * turned
                _turn[interleaved](target_rows + (row * own + head) * size, angle, numbers, place, turned)
            elif head < own + pages.heads:
                var angle = angles + position * turned
                _turn[interleaved](
                    pages.address(0, sequence, position, head - own), angle, numbers, place, turned
                )
            else:
                var to = pages.address(1, sequence, position, head - own - pages.heads)
                to.store[alignment = 8 * cache.size_of()](place, numbers.cast[cache]())

    half_matmul_storing[store, has_factors](x, weights, ctx, squares)


@always_inline
def _turn[
    to: DType, width: Int, //, interleaved: Bool
](
    head: UnsafePointer[mut=True, Scalar[to], _],
    angle: UnsafePointer[Float32, _],
    numbers: SIMD[DType.float32, width],
    place: Int,
    turned: Int,
):
    # Stores some numbers of a head: pairs that are turned, or those behind them.
    if place >= turned:
        head.store[alignment = width * to.size_of()](place, numbers.cast[to]())
        return
    comptime half = width // 2
    var pairs = numbers.deinterleave()
    var turns = angle.load[width=width, alignment=32](place).deinterleave()
    var a = (pairs[0] * turns[0] - pairs[1] * turns[1]).cast[to]()
    var b = (pairs[0] * turns[1] + pairs[1] * turns[0]).cast[to]()
    comptime if interleaved:
        head.store[alignment = width * to.size_of()](place, a.interleave(b))
    else:
        head.store[alignment = half * to.size_of()](place // 2, a)
        head.store[alignment = half * to.size_of()](place // 2 + turned // 2, b)
