"""Values of a graph: tensors, buffers, opaque values, chains.

Operators and methods of tensors are the functions of `ops/`, found by name: those are made of values, and not the other
way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from ember.dialects import mo_types
from ember.dtype import DType
from ember.graph.api import ir_types
from ember.graph.api.dims import ShapeLike
from ember.graph.api.operations import ops
from ember.graph.api.types import (
    BufferType,
    ChainType,
    DeviceRef,
    HasShapedType,
    OpaqueType,
    TensorType,
)
from ember.graph.api.types import Type as GraphType
from ember.ir.nodes import Value as IrValue

if TYPE_CHECKING:
    from ember.driver import Device


@runtime_checkable
class HasTensorValue(Protocol):
    """What says itself which tensor it is."""

    def __tensorvalue__(self) -> TensorValue: ...


@runtime_checkable
class HasBufferValue(Protocol):
    """What says itself which buffer it is."""

    def __buffervalue__(self) -> BufferValue: ...


Numeric: TypeAlias = Any
"""What becomes a tensor beside one: numbers, arrays, weights, dimensions."""

TensorValueLike: TypeAlias = Any
"""The same, by its name in MAX."""
BufferValueLike: TypeAlias = "BufferValue | Any"
"""What becomes a buffer: a buffer, or what has `__buffervalue__`."""

SliceIndex: TypeAlias = "int | slice | EllipsisType | None | tuple[Any, ...] | TensorValue"


class Value:
    """A value of a graph; `.tensor`, `.buffer` and `.opaque` say which, or raise `TypeError`."""

    __slots__ = ("ir",)

    def __init__(self, ir: IrValue) -> None:
        self.ir = ir

    @property
    def _mlir_value(self) -> IrValue:
        """The same, by the name that tests written for MAX use."""
        return self.ir

    @property
    def type(self) -> GraphType:
        return ir_types.graph_type(self.ir.type)

    @property
    def tensor(self) -> TensorValue:
        if not isinstance(self, TensorValue):
            raise TypeError(f"this is no tensor, but {self.type}")
        return self

    @property
    def buffer(self) -> BufferValue:
        if not isinstance(self, BufferValue):
            raise TypeError(f"this is no buffer, but {self.type}")
        return self

    @property
    def opaque(self) -> OpaqueValue:
        if not isinstance(self, OpaqueValue):
            raise TypeError(f"this is no opaque value, but {self.type}")
        return self

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({self.type})"


class ShapedValue(HasShapedType, Value):
    """What tensors and buffers have in common."""

    __slots__ = ()

    @property
    def type(self) -> TensorType | BufferType:
        found = ir_types.graph_type(self.ir.type)
        assert isinstance(found, TensorType | BufferType)
        return found

    @property
    def device(self) -> DeviceRef:
        return self.type.device


class TensorValue(ShapedValue):
    """A tensor of a graph."""

    __slots__ = ()

    def __new__(cls, value: Any) -> TensorValue:
        if isinstance(value, IrValue):
            return super().__new__(cls)
        return ops.as_tensor(value)

    def __init__(self, value: Any) -> None:
        if isinstance(value, IrValue):
            super().__init__(value)

    @property
    def type(self) -> TensorType:
        found = ir_types.graph_type(self.ir.type)
        assert isinstance(found, TensorType)
        return found

    @property
    def T(self) -> TensorValue:
        return self.transpose(-1, -2)

    # -- methods ---------------------------------------------------------------------------------

    def reshape(self, shape: ShapeLike) -> TensorValue:
        return ops.reshape(self, shape)

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> TensorValue:
        return ops.flatten(self, start_dim, end_dim)

    def broadcast_to(
        self, shape: ShapeLike | TensorValue, out_dims: ShapeLike | None = None
    ) -> TensorValue:
        return ops.broadcast_to(self, shape, out_dims)

    def cast(self, dtype: DType) -> TensorValue:
        return ops.cast(self, dtype)

    def rebind(self, shape: ShapeLike, message: str = "") -> TensorValue:
        return ops.rebind(self, shape, message)

    def permute(self, dims: Sequence[int]) -> TensorValue:
        return ops.permute(self, dims)

    def transpose(self, dim_1: int, dim_2: int) -> TensorValue:
        return ops.transpose(self, dim_1, dim_2)

    def to(self, device: Device | DeviceRef) -> TensorValue:
        return ops.transfer_to(self, device)

    def argmax(self, axis: int = -1) -> TensorValue:
        return ops.argmax(self, axis)

    def max(self, axis: int = -1) -> TensorValue:
        return ops.max(self, axis=axis)

    def min(self, axis: int = -1) -> TensorValue:
        return ops.min(self, axis=axis)

    def mean(self, axis: int = -1) -> TensorValue:
        return ops.mean(self, axis)

    def var(self, axis: int = -1) -> TensorValue:
        centered = self - self.mean(axis)
        return (centered * centered).mean(axis)

    def stdev(self, axis: int = -1) -> TensorValue:
        return ops.sqrt(self.var(axis))

    def print(self, label: str = "debug_tensor") -> None:
        ops.print(self, label)

    def __getitem__(self, index: SliceIndex) -> TensorValue:
        return ops.slice_tensor(self, index if isinstance(index, tuple) else (index,))

    def __iter__(self) -> Any:
        raise TypeError("a tensor of a graph is not iterable; its size may not be known yet")

    # -- operators -------------------------------------------------------------------------------

    def __add__(self, other: Numeric) -> TensorValue:
        return ops.add(self, other)

    def __radd__(self, other: Numeric) -> TensorValue:
        return ops.add(other, self)

    def __sub__(self, other: Numeric) -> TensorValue:
        return ops.sub(self, other)

    def __rsub__(self, other: Numeric) -> TensorValue:
        return ops.sub(other, self)

    def __mul__(self, other: Numeric) -> TensorValue:
        return ops.mul(self, other)

    def __rmul__(self, other: Numeric) -> TensorValue:
        return ops.mul(other, self)

    def __truediv__(self, other: Numeric) -> TensorValue:
        return ops.div(self, other)

    def __rtruediv__(self, other: Numeric) -> TensorValue:
        return ops.div(other, self)

    def __floordiv__(self, other: Numeric) -> TensorValue:
        return ops.floor_div(self, other)

    def __rfloordiv__(self, other: Numeric) -> TensorValue:
        return ops.floor_div(other, self)

    def __mod__(self, other: Numeric) -> TensorValue:
        return ops.mod(self, other)

    def __rmod__(self, other: Numeric) -> TensorValue:
        return ops.mod(other, self)

    def __pow__(self, other: Numeric) -> TensorValue:
        return ops.pow(self, other)

    def __rpow__(self, other: Numeric) -> TensorValue:
        return ops.pow(other, self)

    def __matmul__(self, other: Numeric) -> TensorValue:
        return ops.matmul(self, other)

    def __rmatmul__(self, other: Numeric) -> TensorValue:
        return ops.matmul(other, self)

    def __neg__(self) -> TensorValue:
        return ops.negate(self)

    def __round__(self) -> TensorValue:
        return ops.round(self)

    def __abs__(self) -> TensorValue:
        return ops.abs(self)

    def __invert__(self) -> TensorValue:
        return ops.logical_not(self)

    def __and__(self, other: Numeric) -> TensorValue:
        return ops.logical_and(self, other)

    def __rand__(self, other: Numeric) -> TensorValue:
        return ops.logical_and(other, self)

    def __or__(self, other: Numeric) -> TensorValue:
        return ops.logical_or(self, other)

    def __ror__(self, other: Numeric) -> TensorValue:
        return ops.logical_or(other, self)

    def __xor__(self, other: Numeric) -> TensorValue:
        return ops.logical_xor(self, other)

    def __rxor__(self, other: Numeric) -> TensorValue:
        return ops.logical_xor(other, self)

    def __eq__(self, other: Numeric) -> TensorValue:  # type: ignore[override]
        return ops.equal(self, other)

    def __ne__(self, other: Numeric) -> TensorValue:  # type: ignore[override]
        return ops.not_equal(self, other)

    def __gt__(self, other: Numeric) -> TensorValue:
        return ops.greater(self, other)

    def __ge__(self, other: Numeric) -> TensorValue:
        return ops.greater_equal(self, other)

    def __lt__(self, other: Numeric) -> TensorValue:
        return ops.logical_not(ops.greater_equal(self, other))

    def __le__(self, other: Numeric) -> TensorValue:
        return ops.logical_not(ops.greater(self, other))

    __hash__ = object.__hash__


class BufferValue(ShapedValue):
    """A buffer of a graph: `b[...]` loads it, `b[...] = x` stores into it."""

    __slots__ = ()

    @property
    def type(self) -> BufferType:
        found = ir_types.graph_type(self.ir.type)
        assert isinstance(found, BufferType)
        return found

    def __getitem__(self, index: SliceIndex) -> TensorValue:
        loaded = ops.buffer_load(self)
        return loaded if index is ... else loaded[index]

    def __setitem__(self, index: SliceIndex, value: Numeric) -> None:
        if index is ...:
            ops.buffer_store(self, value)
        else:
            ops.buffer_store_slice(self, value, index if isinstance(index, tuple) else (index,))

    def print(self, label: str = "debug_buffer") -> None:
        ops.print(self[...], label)


class OpaqueValue(Value):
    """A value of a Mojo type."""

    __slots__ = ()

    @property
    def type(self) -> OpaqueType:
        found = ir_types.graph_type(self.ir.type)
        assert isinstance(found, OpaqueType)
        return found


class ChainValue(Value):
    """An order of effects."""

    __slots__ = ()

    @property
    def type(self) -> ChainType:
        return ChainType()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChainValue) and self.ir is other.ir

    def __hash__(self) -> int:
        return hash(self.ir)


def wrapped(ir: IrValue) -> Value:
    """The value of a graph for a value of its IR."""
    if isinstance(ir.type, mo_types.TensorType):
        return TensorValue(ir)
    if isinstance(ir.type, mo_types.BufferType):
        return BufferValue(ir)
    return ChainValue(ir) if ir.type is mo_types.CHAIN else OpaqueValue(ir)
