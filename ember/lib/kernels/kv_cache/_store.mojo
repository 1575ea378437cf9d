"""`mo.kv_cache.store.ragged.paged`: keys and values of a ragged batch into their pages."""

import extensibility
from extensibility import InputTensor, _MutableInputTensor
from kv_cache._batch import Pages, pages_of, sequence_of
from nn._loops import for_places, share
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register("mo.kv_cache.store.ragged.paged")
struct StoreRaggedPaged:
    """Writes the keys and values of a step's tokens behind those that are there."""

    @staticmethod
    def execute[
        dtype: DType, cache: DType, //, target: StaticString
    ](
        kv: _MutableInputTensor[dtype=cache, rank=6, ...],
        keys: InputTensor[dtype=dtype, rank=3, ...],
        values: InputTensor[dtype=dtype, rank=3, ...],
        row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
        page_table: InputTensor[dtype = DType.uint32, rank=2, ...],
        layer: Scalar[DType.uint32],
        ctx: DeviceContext,
    ) raises:
        """Copies row by row."""
        var pages = pages_of(kv, page_table, layer)
        var batch = cache_lengths.dim_size[0]()
        var rows = keys.dim_size[0]()
        var new_keys = keys.unsafe_ptr()
        var new_values = values.unsafe_ptr()

        @__parameter
        @always_inline
        def store_head(row: Int, head: Int):
            var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, row)
            var position = row - Int(row_offsets[sequence]) + Int(cache_lengths[sequence])
            var at = (row * pages.heads + head) * pages.size
            pages.store(pages.address(0, sequence, position, head), new_keys + at)
            pages.store(pages.address(1, sequence, position, head), new_values + at)

        @__parameter
        def store_rows(begin: Int, end: Int):
            for row in range(begin, end):
                for head in range(pages.heads):
                    store_head(row, head)

        @__parameter
        @always_inline
        def store_place[lanes: Int](place: IndexList[2]):
            comptime if Pages[cache].is_scaled:
                store_head(place[0], place[1])
            else:
                var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, place[0])
                var position = place[0] - Int(row_offsets[sequence]) + Int(cache_lengths[sequence])
                var at = place[0] * pages.heads * pages.size + place[1]
                pages.address(0, sequence, position, 0)[place[1]] = new_keys[at].cast[cache]()
                pages.address(1, sequence, position, 0)[place[1]] = new_values[at].cast[cache]()

        comptime if is_device(target):
            var places = pages.heads if Pages[cache].is_scaled else pages.heads * pages.size
            for_places[store_place, 1, target](IndexList[2](rows, places), ctx)
        else:
            comptime assert target == "cpu", "the targets of the cache are cpu and gpu"
            share[store_rows](rows, pages.heads * pages.size)
