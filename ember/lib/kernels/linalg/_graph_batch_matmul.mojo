"""`mo.batch_matmul`: the kernel of graphs."""

import extensibility
from extensibility import InputTensor, _FusedComputeOutputTensor
from linalg.device import multiply_on_device
from linalg.matmul import batch_matmul
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register("mo.batch_matmul")
struct BatchMatmul[transpose_b: Bool = False]:
    """Products of matrices, one for each of the batch."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor,
        lhs: InputTensor[rank = result.rank, ...],
        rhs: InputTensor[dtype = lhs.dtype, rank = result.rank, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes them."""
        comptime if is_device(target):
            multiply_on_device[transpose_b = Self.transpose_b](result, lhs, rhs, ctx)
        else:
            batch_matmul[transpose_b = Self.transpose_b, target=target](result, lhs, rhs)

    @staticmethod
    def shape(lhs: InputTensor, rhs: InputTensor[rank = lhs.rank, ...]) -> IndexList[lhs.rank]:
        """The shape of the first, with the columns of the second."""
        var shape = lhs.shape()
        shape[lhs.rank - 1] = rhs.dim_size[lhs.rank - (2 if Self.transpose_b else 1)]()
        return shape
