"""`mo.kv_cache.store.ragged.paged`: keys and values of a ragged batch into their pages."""

import extensibility
from extensibility import InputTensor, _MutableInputTensor
from kv_cache._batch import pages_of, sequence_of
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
        var width = pages.heads * pages.size
        var new_keys = keys.unsafe_ptr()
        var new_values = values.unsafe_ptr()

        @__parameter
        @always_inline
        def position_of(row: Int, sequence: Int) -> Int:
            return row - Int(row_offsets[sequence]) + Int(cache_lengths[sequence])

        @__parameter
        def store_rows(begin: Int, end: Int):
            for row in range(begin, end):
                var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, row)
                var key = pages.address(0, sequence, position_of(row, sequence), 0)
                var value = pages.address(1, sequence, position_of(row, sequence), 0)
                for i in range(width):
                    key[i] = new_keys[row * width + i].cast[cache]()
                    value[i] = new_values[row * width + i].cast[cache]()

        @__parameter
        @always_inline
        def store_place[lanes: Int](place: IndexList[2]):
            var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, place[0])
            var position = position_of(place[0], sequence)
            var at = place[0] * width + place[1]
            pages.address(0, sequence, position, 0)[place[1]] = new_keys[at].cast[cache]()
            pages.address(1, sequence, position, 0)[place[1]] = new_values[at].cast[cache]()

        comptime if is_device(target):
            for_places[store_place, 1, target](IndexList[2](rows, width), ctx)
        else:
            comptime assert target == "cpu", "the targets of the cache are cpu and gpu"
            share[store_rows](rows, width)
