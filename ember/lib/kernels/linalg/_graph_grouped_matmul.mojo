"""`mo.grouped.matmul.ragged` with `.pack` and `.packed`: the kernels of graphs."""

import extensibility
from extensibility import InputTensor, OutputTensor, _FusedComputeOutputTensor
from linalg._device_grouped import grouped_matmul_on_device
from linalg.grouped import grouped_matmul, pack_groups
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext


@extensibility.register("mo.grouped.matmul.ragged")
struct GroupedMatmul:
    """Rows `starts[i]` to `starts[i + 1]` times the transpose of matrix `ids[i]`."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: InputTensor[rank=2, ...],
        rhs: InputTensor[dtype = lhs.dtype, rank=3, ...],
        starts: InputTensor[dtype = DType.uint32, rank=1, ...],
        ids: InputTensor[dtype = DType.int32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes them."""
        comptime if is_device(target):
            grouped_matmul_on_device(result, lhs, rhs, starts, ids, ctx)
        else:
            grouped_matmul(result, lhs, rhs, starts, ids)


@extensibility.register("mo.grouped.matmul.ragged.packed")
struct GroupedMatmulPacked:
    """The same, where the matrices went through `mo.grouped.matmul.ragged.pack`."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: InputTensor[rank=2, ...],
        rhs: InputTensor[dtype = lhs.dtype, rank=3, ...],
        starts: InputTensor[dtype = DType.uint32, rank=1, ...],
        ids: InputTensor[dtype = DType.int32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes them."""
        _check[target, "mo.grouped.matmul.ragged.packed", lhs.dtype]()
        grouped_matmul[packed=True](result, lhs, rhs, starts, ids)


@extensibility.register("mo.grouped.matmul.ragged.pack")
struct PackGroups:
    """The matrices in the order that suits the machine."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: OutputTensor[rank=3, ...], rhs: InputTensor[dtype = result.dtype, rank=3, ...], ctx: DeviceContext
    ) raises:
        """Puts them there."""
        _check[target, "mo.grouped.matmul.ragged.pack", rhs.dtype]()
        pack_groups(result, rhs)


def _check[target: StaticString, op: StaticString, dtype: DType]():
    comptime assert target == "cpu", (
        "there is no kernel for '" + op + "' of " + String(dtype) + " on the target " + target
    )
