"""`mo.kv_cache.store.ragged.paged`: keys and values of a ragged batch into their pages."""

import extensibility
from extensibility import InputTensor, _MutableInputTensor
from std.algorithm import sync_parallelize
from std.gpu.host import DeviceContext

from kv_cache._batch import pages_of, sequence_of


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
        var width = pages.heads * pages.size
        var new_keys = keys.unsafe_ptr()
        var new_values = values.unsafe_ptr()

        @__parameter
        def store_row(row: Int):
            var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, row)
            var position = row - Int(row_offsets[sequence]) + Int(cache_lengths[sequence])
            var key = pages.address(0, sequence, position, 0)
            var value = pages.address(1, sequence, position, 0)
            for i in range(width):
                key[i] = new_keys[row * width + i].cast[cache]()
                value[i] = new_values[row * width + i].cast[cache]()

        if rows < 16:
            for row in range(rows):
                store_row(row)
        else:
            sync_parallelize[store_row](rows)
