"""`mo.matmul`: the kernel of graphs."""

import extensibility
from extensibility import InputTensor, _FusedComputeOutputTensor
from linalg.matmul import matmul
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register("mo.matmul")
struct Matmul[transpose_b: Bool = False]:
    """The product of two matrices."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: InputTensor[rank=2, ...],
        rhs: InputTensor[dtype = lhs.dtype, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        matmul[transpose_b = Self.transpose_b, target=target](result, lhs, rhs)

    @staticmethod
    def shape(lhs: InputTensor[rank=2, ...], rhs: InputTensor[rank=2, ...]) -> IndexList[2]:
        """Rows of the first, columns of the second."""
        return IndexList[2](lhs.dim_size[0](), rhs.dim_size[0 if Self.transpose_b else 1]())
