"""`mo.matmul`, `mo.matmul.packed`, `mo.matmul.pack`: the kernels of graphs."""

import extensibility
from extensibility import InputTensor, OutputTensor, _FusedComputeOutputTensor
from linalg.device import matmul_on_device
from linalg.matmul import matmul, matmul_packed, pack_matrix
from std.algorithm._device import is_device
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
        comptime if is_device(target):
            matmul_on_device[transpose_b = Self.transpose_b](result, lhs, rhs, ctx)
        else:
            matmul[transpose_b = Self.transpose_b, target=target](result, lhs, rhs)

    @staticmethod
    def shape(lhs: InputTensor[rank=2, ...], rhs: InputTensor[rank=2, ...]) -> IndexList[2]:
        """Rows of the first, columns of the second."""
        return IndexList[2](lhs.dim_size[0](), rhs.dim_size[0 if Self.transpose_b else 1]())


@extensibility.register("mo.matmul.packed")
struct MatmulPacked:
    """The product of a matrix and one that went through `mo.matmul.pack`."""

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
        matmul_packed[target=target](result, lhs, rhs)


@extensibility.register("mo.matmul.pack")
struct PackMatrix[transpose_b: Bool = False]:
    """A matrix, or its transpose, in the order that suits the machine."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: OutputTensor[rank=2, ...],
        rhs: InputTensor[dtype = result.dtype, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        comptime assert target == "cpu", "mo.matmul.pack is for the target cpu"
        pack_matrix[transpose_b = Self.transpose_b](result, rhs)
