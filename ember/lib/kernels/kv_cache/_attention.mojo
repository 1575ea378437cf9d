"""`mo.mha.ragged.paged`: attention of a ragged batch over keys and values in pages."""

import extensibility
from extensibility import InputTensor, OutputTensor, _MutableInputTensor
from kv_cache._batch import Pages, pages_of
from kv_cache._device import attend_on_device
from kv_cache._device_fragments import attend_in_fragments, fits_fragments, has_whole_steps
from kv_cache._device_shared_keys import attend_sharing_keys, fits_shared_keys, heads_together, shares_keys
from kv_cache._flash import BLOCK, CHUNK, Numbers, Queries, Sums, attend_chunk
from std.algorithm import sync_parallelize
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.runtime._asyncrt import parallelism_level

comptime _ROWS = 16
"""About so many rows of queries are a piece of work."""


@extensibility.register("mo.mha.ragged.paged")
struct AttentionRaggedPaged[window: Int, causal: Bool, early: Bool = False]:
    """softmax(q · kᵀ · scale) · v for each token over its sequence so far. The keys of the step's own tokens are in the pages already.

    The result may be of another type than the queries. `window`: how many tokens back one sees, 0 all. `softcap`: scores become `cap · tanh(score / cap)`, 0 not.
    `early`: the kernel before makes the queries and the keys and values of this step, and writes nothing else that is read here.
    """

    @staticmethod
    def execute[
        dtype: DType, cache: DType, //, target: StaticString
    ](
        result: OutputTensor[rank=3, ...],
        queries: InputTensor[dtype=dtype, rank=3, ...],
        kv: _MutableInputTensor[dtype=cache, rank=6, ...],
        row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
        page_table: InputTensor[dtype = DType.uint32, rank=2, ...],
        layer: Scalar[DType.uint32],
        scale: Scalar[DType.float32],
        softcap: Scalar[DType.float32],
        ctx: DeviceContext,
    ) raises:
        """A piece of work is a few tokens of a sequence and a head of keys, with all heads of queries that share it."""
        var pages = pages_of(kv, page_table, layer)
        var heads = queries.dim_size[1]()
        var size = pages.size
        if heads % pages.heads != 0 or queries.dim_size[2]() != size:
            raise Error("attention: ", heads, " heads of ", queries.dim_size[2](), " over ", pages.heads, " of ", size)
        comptime if is_device(target):
            comptime heads_known = queries.static_spec.shape[1] > 0 and kv.static_spec.shape[4] > 0
            comptime known_size = queries.static_spec.shape[2]
            comptime if heads_known and fits_fragments(cache, known_size):
                if has_whole_steps(pages) and queries.size() > 0:
                    comptime sharing = queries.static_spec.shape[1] // kv.static_spec.shape[4]
                    attend_in_fragments[Self.window, Self.causal, known_size, sharing, Self.early](
                        result, queries, pages, row_offsets, cache_lengths, scale, softcap, ctx
                    )
                    return
            comptime if heads_known and shares_keys(cache, known_size):
                if fits_shared_keys(pages) and queries.size() > 0:
                    comptime group = queries.static_spec.shape[1] // kv.static_spec.shape[4]
                    attend_sharing_keys[Self.window, Self.causal, known_size, heads_together(group)](
                        result, queries, pages, row_offsets, cache_lengths, scale, softcap, ctx
                    )
                    return
            attend_on_device[Self.window, Self.causal](
                result, queries, pages, row_offsets, cache_lengths, scale, softcap, ctx
            )
        else:
            comptime assert target == "cpu", "the targets of attention are cpu and gpu"
            _attend_on_processors[Self.window, Self.causal](
                result, queries, pages, row_offsets, cache_lengths, scale, softcap
            )


def _attend_on_processors[
    dtype: DType, cache: DType, //, window: Int, causal: Bool
](
    result: OutputTensor[rank=3, ...],
    queries: InputTensor[dtype=dtype, rank=3, ...],
    pages: Pages[cache],
    row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
    cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
    scale: Float32,
    softcap: Float32,
):
    var heads = queries.dim_size[1]()
    var size = pages.size
    var group = heads // pages.heads
    var tokens_each = max(1, _ROWS // group)
    var source = queries.unsafe_ptr()
    var sink = result.unsafe_ptr()
    var pieces = List[_Piece]()
    var chunks = 0
    for sequence in range(cache_lengths.dim_size[0]()):
        var start = Int(row_offsets[sequence])
        var count = Int(row_offsets[sequence + 1]) - start
        var had = Int(cache_lengths[sequence])
        for first in range(0, count, tokens_each):
            var tokens = min(tokens_each, count - first)
            var piece = _Piece(sequence, start + first, tokens, had + first, had + count, chunks)
            pieces.append(piece)
            chunks += len(piece.chunks[window, causal]())

    @__parameter
    @always_inline
    def read(piece: _Piece, head: Int, data: Numbers) -> Queries:
        for token in range(piece.tokens):
            var query = source + ((piece.row + token) * heads + head * group) * size
            for i in range(group * size):
                data[token * group * size + i] = query[i].cast[DType.float32]() * scale
        return Queries(data, piece.tokens * group, size, group, piece.position)

    @__parameter
    @always_inline
    def write(piece: _Piece, head: Int, sums: Sums):
        for token in range(piece.tokens):
            var row = sink + ((piece.row + token) * heads + head * group) * size
            for member in range(group):
                var weighted = sums.row(token * group + member)
                var factor = 1 / sums.weight()[token * group + member]
                for i in range(size):
                    row[member * size + i] = (weighted[i] * factor).cast[result.dtype]()

    var most = tokens_each * group
    var room = most * (size + BLOCK)
    var length = Sums.length(most, size)

    @__parameter
    def whole(item: Int):
        var piece = pieces[item // pages.heads]
        var head = item % pages.heads
        var work = List[Float32](unsafe_uninit_length=room + 2 * length)
        var data = Numbers(mlir_value=work.unsafe_ptr().address)
        var rows = read(piece, head, data)
        var sums = Sums(data + room, rows.rows, size)
        var part = Sums(data + room + length, rows.rows, size)
        sums.clear()
        for chunk in piece.chunks[window, causal]():
            attend_chunk[window, causal](
                part, rows, pages, piece.sequence, head, piece.length, softcap, chunk, data + most * size
            )
            sums.merge(part)
        write(piece, head, sums)
        _ = work^

    if len(pieces) * pages.heads >= 4 * parallelism_level() or chunks == len(pieces):
        sync_parallelize[whole](len(pieces) * pages.heads)
        return

    # Few pieces and many keys: threads share the chunks.
    var shared = List[Float32](unsafe_uninit_length=chunks * pages.heads * length)
    var parts = Numbers(mlir_value=shared.unsafe_ptr().address)

    @__parameter
    def one(item: Int):
        var head = item % pages.heads
        var number = item // pages.heads
        var which = len(pieces) - 1
        while pieces[which].first_chunk > number:
            which -= 1
        var piece = pieces[which]
        var work = List[Float32](unsafe_uninit_length=room)
        var data = Numbers(mlir_value=work.unsafe_ptr().address)
        var rows = read(piece, head, data)
        attend_chunk[window, causal](
            Sums(parts + item * length, rows.rows, size),
            rows,
            pages,
            piece.sequence,
            head,
            piece.length,
            softcap,
            piece.chunks[window, causal]()[number - piece.first_chunk],
            data + most * size,
        )
        _ = work^

    sync_parallelize[one](chunks * pages.heads)
    var merged = List[Float32](unsafe_uninit_length=length)
    for piece in pieces:
        for head in range(pages.heads):
            var sums = Sums(Numbers(mlir_value=merged.unsafe_ptr().address), piece.tokens * group, size)
            sums.clear()
            for i in range(len(piece.chunks[window, causal]())):
                var item = (piece.first_chunk + i) * pages.heads + head
                sums.merge(Sums(parts + item * length, sums.rows, size))
            write(piece, head, sums)
    _ = shared^


@fieldwise_init
struct _Piece(ImplicitlyCopyable, TrivialRegisterPassable):
    """A few tokens of a sequence."""

    var sequence: Int
    var row: Int
    """Of the first token in the batch."""
    var tokens: Int
    var position: Int
    """Of the first token in its sequence."""
    var length: Int
    """How many keys the sequence has."""
    var first_chunk: Int
    """The number of its first chunk among those of all pieces."""

    @always_inline
    def chunks[window: Int, causal: Bool](self) -> type_of(range(0, 0)):
        """The chunks of keys that one of the tokens sees."""
        var end = self.position + self.tokens if causal else self.length
        var first = max(0, self.position + 1 - window) if window > 0 else 0
        return range(first // CHUNK, ceildiv(end, CHUNK))
