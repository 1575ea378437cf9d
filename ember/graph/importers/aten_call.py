"""What handlers of ATen ops work with: calls of a model of PyTorch, and PyTorch's rules for element types.

Arguments reach a handler as tensors of the graph, numbers, dimensions (PyTorch's symbolic numbers), element types, lists of
these, or None. Nothing here imports torch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import Dim, Shape, StaticDim
from ember.graph.api.types import DeviceRef
from ember.graph.api.values import TensorValue
from ember.graph.importers.handlers import Handlers

CPU: Final = DeviceRef.CPU()
END: Final = (1 << 63) - 1
"""Where PyTorch's slices end that have no end."""


class Facts(NamedTuple):
    """What PyTorch knows about a tensor before it is computed."""

    dtype: DType
    dims: tuple[Dim, ...]


class Lacking(NamedTuple):
    """What graphs cannot say, as an argument: an element type, or the result of an op that has been reported (then `why` is empty)."""

    why: str


class Reference(NamedTuple):
    """A value of the model by name."""

    name: str


class Call(NamedTuple):
    """One call of an op: `aten.add.Tensor`, with references to other values among its arguments."""

    names: tuple[str, ...]
    """What its results are called."""
    op: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    results: tuple[Facts | None, ...]
    is_list: bool
    """Whether it gives several results, even if it is only one."""
    used: frozenset[int]
    """Which of several results somebody asks for."""
    place: str
    """Where in the model it stands."""

    @property
    def dtype(self) -> DType:
        """The element type of the (first) result."""
        return self.facts().dtype

    @property
    def shape(self) -> Shape:
        """The shape of the (first) result."""
        return Shape(self.facts().dims)

    def facts(self, number: int = 0) -> Facts:
        found = self.results[number] if number < len(self.results) else None
        if found is None:
            raise NotImplementedError("the model does not say what it gives")
        return found


HANDLERS: Final = Handlers()
"""The function of each op: takes the call and its arguments, named as in PyTorch's schema, and gives its results."""
handles: Final = HANDLERS.of


# -- element types ---------------------------------------------------------------------------------------


def category(dtype: DType) -> int:
    """Truth values, whole numbers, floats."""
    return 0 if dtype is DType.bool else 1 if dtype.is_integral() else 2


def wider(one: DType, other: DType) -> DType:
    """The element type that holds both, as PyTorch chooses it."""
    if one is other:
        return one
    if category(one) != category(other):
        return one if category(one) > category(other) else other
    if category(one) == 2:
        if one.size_in_bits == other.size_in_bits:
            return DType.float32  # float16 and bfloat16
        return max(one, other, key=lambda dtype: dtype.size_in_bits)
    big, small = sorted((one, other), key=lambda dtype: -dtype.size_in_bits)
    if big.is_signed_integral() or small.is_unsigned_integral():
        if big.size_in_bits > small.size_in_bits:
            return big
    signed = {8: DType.int16, 16: DType.int32, 32: DType.int64}
    if big.size_in_bits not in signed:
        raise NotImplementedError(f"{one} beside {other}")
    return signed[big.size_in_bits]


def _joined(higher: DType | None, lower: DType | None) -> DType | None:
    """A tensor's type beside that of something less important, which matters only if it is of a higher category."""
    if higher is None or lower is None:
        return higher or lower
    if category(higher) == 2 or (category(higher) == 1 and category(lower) < 2):
        return higher
    return wider(higher, lower)


def common_type(operands: Iterable[Any]) -> DType:
    """PyTorch's `result_type`: tensors decide before tensors of rank 0, those before numbers."""
    found: list[DType | None] = [None, None, None]
    for operand in operands:
        rank = _importance(operand)
        dtype = _type_of(operand)
        known = found[rank]
        found[rank] = dtype if known is None else wider(known, dtype)
    result = _joined(found[0], _joined(found[1], found[2]))
    assert result is not None
    return result


def _importance(operand: Any) -> int:
    if not isinstance(operand, TensorValue):
        return 2
    return 0 if operand.rank else 1


def _type_of(operand: Any) -> DType:
    if isinstance(operand, TensorValue):
        return operand.dtype
    if isinstance(operand, bool):
        return DType.bool
    return DType.float32 if isinstance(operand, float) else DType.int64


def as_dtype(operand: Any, dtype: DType) -> TensorValue:
    """A tensor, a dimension or a number as a tensor of these elements."""
    if isinstance(operand, Dim) and not isinstance(operand, StaticDim):
        operand = TensorValue(operand)
    if isinstance(operand, TensorValue):
        if dtype is DType.bool and operand.dtype is not DType.bool:
            return ops.not_equal(operand, 0)
        return ops.cast(operand, dtype)
    number = int(operand) if isinstance(operand, Dim) else operand
    if dtype.is_float():
        number = float(number)
    elif dtype is DType.bool:
        number = bool(number)
    elif isinstance(number, bool):
        number = int(number)
    return ops.constant(number, dtype, CPU)


def promoted(*operands: Any) -> list[TensorValue]:
    """Operands of one op as tensors of one element type."""
    dtype = common_type(operands)
    return [as_dtype(operand, dtype) for operand in operands]


def as_float(x: TensorValue) -> TensorValue:
    """What functions of real numbers compute with: whole numbers become float32."""
    return x if x.dtype.is_float() else as_dtype(x, DType.float32)


# -- axes ------------------------------------------------------------------------------------------------


def axes_of(dim: int | Sequence[int] | None, rank: int) -> list[int]:
    """The axes that an argument names, in order; none or an empty list means all."""
    given = [dim] if isinstance(dim, int) else list(dim or range(rank))
    return sorted(axis % rank for axis in given) if rank else []


def without(x: TensorValue, axes: Sequence[int], keepdim: bool) -> TensorValue:
    """A reduced tensor with or without its axes of size 1."""
    if keepdim:
        return x
    return ops.reshape(x, [size for axis, size in enumerate(x.shape) if axis not in axes])


def filled(value: float | bool, dtype: DType, dims: Iterable[Dim]) -> TensorValue:
    """One number everywhere."""
    return ops.broadcast_to(as_dtype(value, dtype), list(dims))
