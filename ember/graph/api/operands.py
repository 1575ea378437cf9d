"""What users give to ops as tensors: tensors themselves, and numbers and arrays that become constants.

Tensors, weights, dimensions and shapes are *strong*: they have an element type. Numbers and arrays are *weak*: beside a
strong operand they take its type and device if that loses nothing.
"""

from __future__ import annotations

from numbers import Number
from typing import TYPE_CHECKING, Any

from ember.dialects import mo, mo_types
from ember.dialects.dimensions import constant as constant_size
from ember.dialects.dimensions import short_number
from ember.driver import Buffer, Device
from ember.driver.elements import encode
from ember.dtype import DType
from ember.graph.api.build import append, current_graph
from ember.graph.api.dims import Dim, Shape
from ember.graph.api.ir_types import ir_type
from ember.graph.api.operations import operation, ops
from ember.graph.api.types import DeviceRef, TensorType
from ember.graph.api.values import BufferValue, TensorValue, Value

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


def is_strong(value: Any) -> bool:
    """Whether a value has an element type of its own."""
    return isinstance(value, Value | Dim | Shape) or hasattr(value, "__tensorvalue__")


@operation
def as_tensor(value: Any) -> TensorValue:
    """A strong value as a tensor; `TypeError` for numbers, whose element type nobody knows."""
    if hasattr(value, "__tensorvalue__"):
        found = value.__tensorvalue__()
        assert isinstance(found, TensorValue)
        return found
    if isinstance(value, TensorValue):
        return value
    if isinstance(value, BufferValue):
        raise TypeError("this is a buffer; 'b[...]' loads the tensor it holds")
    if isinstance(value, Dim):
        return _size(value)
    if isinstance(value, Shape):
        if not value:
            return constant([], DType.int64, DeviceRef.CPU())
        return ops.stack([_size(dim) for dim in value])
    raise TypeError(
        f"a graph's tensor is needed, not {type_name(value)}; 'ops.constant(value, dtype, device)' makes one"
    )


def _size(dim: Dim) -> TensorValue:
    """A dimension as one number on the CPU."""
    for name in dim.parameters:
        if name.name not in current_graph().symbols:
            raise ValueError(f"there is no dimension '{name}' in this graph")
    type = TensorType(DType.int64, (), DeviceRef.CPU())
    return TensorValue(
        append(mo.IndexToTensor, (), {"size": dim.size}, (ir_type(type),)).results[0]
    )


def tensor_type(value: TensorValue) -> mo_types.TensorType:
    """The IR's type of a tensor."""
    assert isinstance(value.ir.type, mo_types.TensorType)
    return value.ir.type


def type_name(value: object) -> str:
    return f"the number {value}" if isinstance(value, Number) else type(value).__name__


def as_operands(*values: Any) -> list[TensorValue]:
    """The operands of one op; weak ones take the type of the first strong one."""
    for value in values:
        if isinstance(value, list | tuple):
            raise TypeError(f"a list is no tensor: {value}; 'ops.constant(value, dtype, device)' makes one")  # fmt: skip
    strong = next((as_tensor(value) for value in values if is_strong(value)), None)
    if strong is None:
        shown = ", ".join(type_name(value) for value in values)
        raise TypeError(f"one operand must be a tensor of a graph; these are {shown}")
    return [as_tensor(v) if is_strong(v) else _beside(strong, v) for v in values]


def _beside(strong: TensorValue, value: Any) -> TensorValue:
    array, found = _array_of(value)
    return _constant(array, found, strong.dtype, strong.device)


@operation
def constant(
    value: Any, dtype: DType | None = None, device: Device | DeviceRef | None = None
) -> TensorValue:
    """A tensor with these values: a number, nested lists of numbers, or an array, which is converted to a given type."""
    if dtype is not None and not isinstance(dtype, DType):
        raise TypeError(f"the element type of a constant is a DType, not {dtype!r}")
    array, found = _array_of(value)
    if found is None and (dtype is None or device is None):
        raise TypeError("a constant of plain numbers needs an element type and a device")
    dtype = dtype or found
    assert dtype is not None
    place = DeviceRef.from_device(device) if device is not None else DeviceRef.CPU()
    return _constant(array, found, dtype, place)


def _constant(array: Array, found: DType | None, dtype: DType, place: DeviceRef) -> TensorValue:
    """The constant of an array whose numbers keep their value."""
    if dtype.size_in_bits < 8:
        raise TypeError(
            f"{dtype} has elements smaller than a byte; constants of it are not supported"
        )
    _check_lossless(array, found, dtype)
    data = encode(array, dtype).tobytes()
    dims = tuple(map(constant_size, array.shape))
    made = mo_types.tensor(dims, dtype.entry)
    result = TensorValue(append(mo.Constant, (), {"value": data}, (made,)).results[0])
    if place.is_cpu():
        return result
    return TensorValue(append(mo.Transfer, (result.ir,), {"device": str(place)}).results[0])


@operation
def constant_external(
    name: str, type: TensorType, align: int | None = None, is_placeholder: bool = False
) -> TensorValue:
    """A tensor given by name when the model is loaded, on the CPU; with `is_placeholder`, after the call's prefix."""
    if not isinstance(type, TensorType) or not Shape.is_static(type.shape):
        raise ValueError(f"constant_external: '{name}' needs a tensor type whose shape is known, not {type}")  # fmt: skip
    attrs = {"name": name, "align": align or 0, "is_placeholder": is_placeholder}
    return TensorValue(append(mo.ConstantExternal, (), attrs, (ir_type(type),)).results[0])


def _array_of(value: Any) -> tuple[Array, DType | None]:
    """The numbers of a value, and their element type where they have one."""
    import numpy as np

    if isinstance(value, Buffer):
        return value.numbers(), value.dtype
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.kind == "c":
            raise TypeError(f"there are no tensors of complex numbers ({value.dtype})")
        return np.asarray(value), DType.from_numpy(value.dtype)
    if hasattr(value, "__dlpack__"):
        return _array_of(Buffer.from_dlpack(value))
    try:
        array = np.array(value)
    except ValueError:
        raise ValueError("the lists of a constant differ in length") from None
    if array.dtype.kind == "O" and isinstance(value, int):
        raise ValueError(f"the number {short_number(value)} does not fit into 64 bits")
    if array.dtype.kind not in "biuf":
        raise TypeError(f"a constant is made of numbers, not of {type_name(value)}")
    return array, None


def _check_lossless(array: Array, found: DType | None, dtype: DType) -> None:
    """Numbers keep their value: no fraction becomes an integer, no integer leaves its range."""
    if found is dtype:
        return
    kind = array.dtype.kind
    if kind == "f" and array.size and not dtype.is_float():
        raise ValueError(f"{_shown(array)} cannot become {dtype} without loss; cast it")
    if kind in "iu" and array.size:
        low, high = exact_range(dtype)
        if int(array.min()) < low or int(array.max()) > high:
            raise ValueError(
                f"{_shown(array)} does not fit {dtype}, which holds whole numbers from {low} to {high}"
            )


def _shown(array: Array) -> str:
    return f"the number {array.item()}" if array.ndim == 0 else f"an array of {array.dtype}"


def exact_range(dtype: DType) -> tuple[int, int]:
    """The whole numbers that a type holds, each of them exactly."""
    if dtype is DType.bool:
        return 0, 1
    if dtype.is_float():
        limit = int(2 / DType.finfo(dtype).eps)
        return -limit, limit
    bits = dtype.size_in_bits
    return (
        (-(1 << bits - 1), (1 << bits - 1) - 1)
        if dtype.is_signed_integral()
        else (0, (1 << bits) - 1)
    )
