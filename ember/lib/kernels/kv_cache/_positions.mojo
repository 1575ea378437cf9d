"""`mo.positions.ragged`: where in its sequence each token of a ragged batch is."""

import extensibility
from extensibility import InputTensor, OutputTensor
from std.gpu.host import DeviceContext


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
        for sequence in range(cache_lengths.dim_size[0]()):
            var start = Int(row_offsets[sequence])
            var had = Int(cache_lengths[sequence])
            for row in range(start, Int(row_offsets[sequence + 1])):
                result[row] = Int32(had + row - start)
