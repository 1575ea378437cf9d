"""`mo.positions.ragged`: where in its sequence each token of a ragged batch is."""

import extensibility
from extensibility import InputTensor, OutputTensor
from kv_cache._batch import sequence_of
from nn._loops import for_places
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register("mo.positions.ragged")
struct PositionsRagged:
    """Counts from how many tokens each sequence has in the cache; `tokens` says how many there are."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: OutputTensor[dtype = DType.int32, rank=1, ...],
        tokens: InputTensor[dtype = DType.int32, rank=1, ...],
        row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        var batch = cache_lengths.dim_size[0]()

        @__parameter
        @always_inline
        def one[width: Int](place: IndexList[1]):
            var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, place[0])
            result[place[0]] = Int32(Int(cache_lengths[sequence]) + place[0] - Int(row_offsets[sequence]))

        for_places[one, 1, target](result.shape(), ctx)
