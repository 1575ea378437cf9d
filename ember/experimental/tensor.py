"""`Tensor`: numbers in a device's memory, or what lines that did not run yet will give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from ember.driver import CPU, Accelerator, Buffer, Device, gpu_count
from ember.dtype import DType
from ember.experimental.recording import recording_of, target
from ember.graph.api import ops
from ember.graph.api.build import current_graph
from ember.graph.api.dims import Dim, DimLike, ShapeLike
from ember.graph.api.graph import Graph
from ember.graph.api.types import DeviceRef, HasShapedType, TensorType
from ember.graph.api.values import TensorValue, Value
from ember.graph.api.weights import Weight

if TYPE_CHECKING:
    import numpy as np

_DTYPE: ContextVar[DType | None] = ContextVar("default element type", default=None)
_DEVICE: ContextVar[Device | None] = ContextVar("default device", default=None)
_NAMES: ContextVar[Mapping[int, str] | None] = ContextVar("names of parameters", default=None)
"""What tensors are called that become weights of the graph being traced, by their identity."""


def defaults(dtype: DType | None = None, device: Device | None = None) -> tuple[DType, Device]:
    """The element type and device of new tensors: those given, those set, or bfloat16 on a GPU and float32 on the CPU."""
    found = device or _DEVICE.get() or (Accelerator() if gpu_count() else CPU())
    usual = DType.float32 if found.is_host else DType.bfloat16
    return dtype or _DTYPE.get() or usual, found


@contextmanager
def default_dtype(dtype: DType) -> Iterator[None]:
    """Inside, new tensors have this element type."""
    token = _DTYPE.set(dtype)
    try:
        yield
    finally:
        _DTYPE.reset(token)


@contextmanager
def default_device(device: Device) -> Iterator[None]:
    """Inside, new tensors are on this device."""
    token = _DEVICE.set(device)
    try:
        yield
    finally:
        _DEVICE.reset(token)


@contextmanager
def named_parameters(names: Mapping[int, str]) -> Iterator[None]:
    """Inside, these tensors are weights of the graph being built."""
    token = _NAMES.set(names)
    try:
        yield
    finally:
        _NAMES.reset(token)


class Tensor(HasShapedType):
    """An n-dimensional array. `Tensor([[1.0, 2.0]])`; reading it (`print`, `item`, `to_numpy`) runs what it waits for."""

    __slots__ = ("__weakref__", "_buffer", "_graph", "_value")

    def __init__(
        self,
        data: Any = None,
        *,
        dtype: DType | None = None,
        device: Device | None = None,
        storage: Buffer | None = None,
    ) -> None:
        self._value: TensorValue | None = None
        self._graph: Graph | None = None
        if storage is None:
            storage = _buffer_of(data, dtype, device)
        self._buffer: Buffer | None = storage

    # -- making ------------------------------------------------------------------------------------

    @classmethod
    def from_graph_value(cls, value: Value) -> Tensor:
        """A tensor of the graph being built."""
        tensor = cls.__new__(cls)
        tensor._buffer = None
        tensor._value = value.tensor
        tensor._graph = current_graph()
        waiting = recording_of(tensor._graph)
        if waiting is not None:
            waiting.expect(tensor)
        return tensor

    @classmethod
    def from_dlpack(cls, array: Any) -> Tensor:
        """A tensor that shares the memory of an array."""
        return cls(storage=array if isinstance(array, Buffer) else Buffer.from_dlpack(array))

    @classmethod
    def constant(cls, value: Any, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
        return cls(value, dtype=dtype, device=device)

    @classmethod
    def full(cls, shape: ShapeLike, value: float, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
        """One number everywhere."""
        kind, place = defaults(dtype, device)
        with target():
            number = ops.constant(value, kind, place)
            return cls.from_graph_value(ops.broadcast_to(number, shape))

    @classmethod
    def zeros(cls, shape: ShapeLike, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
        return cls.full(shape, 0, dtype=dtype, device=device)

    @classmethod
    def ones(cls, shape: ShapeLike, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
        return cls.full(shape, 1, dtype=dtype, device=device)

    @classmethod
    def full_like(cls, input: Tensor | TensorType, value: float) -> Tensor:
        """One number everywhere, in the shape of a tensor, or of a type."""
        type = input if isinstance(input, TensorType) else input.type
        return cls.full(type.shape, value, dtype=type.dtype, device=type.device.to_device())

    @classmethod
    def zeros_like(cls, input: Tensor | TensorType) -> Tensor:
        return cls.full_like(input, 0)

    @classmethod
    def ones_like(cls, input: Tensor | TensorType) -> Tensor:
        return cls.full_like(input, 1)

    @classmethod
    def arange(
        cls,
        start: Any = 0,
        stop: Any = None,
        step: Any = 1,
        out_dim: DimLike | None = None,
        *,
        dtype: DType | None = None,
        device: Device | None = None,
    ) -> Tensor:
        """start, start + step, … before stop."""
        kind, place = defaults(dtype, device)
        if stop is None:
            start, stop = 0, start
        with target():
            return cls.from_graph_value(
                ops.range(start, stop, step, out_dim, dtype=kind, device=place)
            )

    @classmethod
    def range_like(cls, input: Tensor) -> Tensor:
        """0, 1, 2, … along the last axis, in the shape of a tensor."""
        count = int(input.shape[-1])
        row = cls.arange(0, count, dtype=input.dtype, device=input.device)
        return row.broadcast_to(input.shape)

    @classmethod
    def from_dim(cls, dim: DimLike) -> Tensor:
        """A dimension as a number on the host."""
        return cls(int(Dim(dim)), dtype=DType.int64, device=CPU())

    # -- looking -----------------------------------------------------------------------------------

    @property
    def driver_tensor(self) -> Buffer:
        """Its memory."""
        return self.storage

    def materialize(self) -> Tensor:
        """The tensor itself, computed."""
        return self.realize

    @property
    def real(self) -> bool:
        """Whether its numbers are there already."""
        return self._buffer is not None

    @property
    def value(self) -> TensorValue:
        """Its value in the graph that it waits for."""
        assert self._value is not None
        return self._value

    def become(self, buffer: Buffer) -> None:
        """Its numbers have come."""
        self._buffer, self._value, self._graph = buffer, None, None

    @property
    def storage(self) -> Buffer:
        """Its memory; what it waits for runs."""
        if self._buffer is None:
            waiting = recording_of(self._graph) if self._graph is not None else None
            if waiting is None:
                raise TypeError("this tensor belongs to a graph that is being built; it has no numbers before the graph runs")  # fmt: skip
            waiting.run()
        assert self._buffer is not None
        return self._buffer

    @property
    def realize(self) -> Tensor:
        """The tensor itself, computed."""
        _ = self.storage
        return self

    @property
    def type(self) -> TensorType:
        if self._value is not None:
            return self._value.type
        buffer = self.storage
        return TensorType(buffer.dtype, buffer.shape, DeviceRef.from_device(buffer.device))

    @property
    def device(self) -> Device:
        return self.type.device.to_device()

    def num_elements(self) -> int:
        return self.type.num_elements()

    def to_numpy(self) -> np.ndarray[Any, Any]:
        return self.storage.to_numpy()

    def item(self) -> Any:
        """The one number it consists of."""
        if self.num_elements() != 1:
            raise TypeError(f"item: a tensor of one element is needed, not {self.type}")
        return self.storage.to_numpy().item()

    def __bool__(self) -> bool:
        return bool(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __dlpack__(self, **options: Any) -> Any:
        return self.storage.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.storage.__dlpack_device__()

    def __repr__(self) -> str:
        if self._buffer is None and self._graph is not None and recording_of(self._graph) is None:
            return f"Tensor({self.type}, unrealized)"
        return f"Tensor({self.to_numpy()}, dtype={self.dtype}, device={self.type.device})"

    # -- in graphs ---------------------------------------------------------------------------------

    def __tensorvalue__(self) -> TensorValue:
        """Its value in the graph being built: as an input of the recording, a weight, or a constant."""
        graph = current_graph()
        if self._graph is graph and self._value is not None:
            return self._value
        waiting = recording_of(graph)
        if waiting is not None and self._buffer is not None:
            return waiting.input(self._buffer)
        if waiting is not None and self._graph is not None:
            raise ValueError("this tensor belongs to a graph that is being built")
        name = (_NAMES.get() or {}).get(id(self))
        if name is None:
            return ops.constant(self.storage)
        weight = graph.weights.get(name)
        if weight is None:
            type = self.type
            weight = Weight(name, type.dtype, type.shape, type.device)
        return graph.add_weight(weight)

    def _of(self, name: str, *args: Any, **named: Any) -> Tensor:
        """The function of `functional` with this name, of this tensor."""
        from ember.experimental import functional

        found: Tensor = getattr(functional, name)(self, *args, **named)
        return found

    # -- methods -----------------------------------------------------------------------------------

    @property
    def T(self) -> Tensor:
        return self.transpose(-1, -2)

    def reshape(self, shape: ShapeLike) -> Tensor:
        return self._of("reshape", shape)

    def broadcast_to(self, shape: ShapeLike) -> Tensor:
        return self._of("broadcast_to", shape)

    def cast(self, dtype: DType) -> Tensor:
        return self._of("cast", dtype)

    def permute(self, dims: list[int]) -> Tensor:
        return self._of("permute", dims)

    def transpose(self, dim1: int, dim2: int) -> Tensor:
        return self._of("transpose", dim1, dim2)

    def squeeze(self, axis: int) -> Tensor:
        return self._of("squeeze", axis)

    def unsqueeze(self, axis: int) -> Tensor:
        return self._of("unsqueeze", axis)

    def split(self, split_size_or_sections: int | list[int], axis: int = 0) -> list[Tensor]:
        from ember.experimental import functional

        found: list[Tensor] = functional.split(self, split_size_or_sections, axis)
        return found

    def to(self, target: Device) -> Tensor:
        return self._of("transfer_to", target)

    def sum(self, axis: int | None = -1) -> Tensor:
        return self._of("sum", axis)

    def prod(self, axis: int | None = -1) -> Tensor:
        return self._of("prod", axis)

    def mean(self, axis: int | None = -1) -> Tensor:
        return self._of("mean", axis)

    def max(self, axis: int | None = -1) -> Tensor:
        return self._of("max", axis=axis)

    def min(self, axis: int | None = -1) -> Tensor:
        return self._of("min", axis=axis)

    def argmax(self, axis: int | None = -1) -> Tensor:
        return self._of("argmax", axis)

    def clip(self, *, min: Any = None, max: Any = None) -> Tensor:
        return self._of("clip", min, max)

    def __getitem__(self, index: Any) -> Tensor:
        return self._of("slice_tensor", index if isinstance(index, tuple) else (index,))

    def __setitem__(self, index: Any, value: Any) -> None:
        """The tensor with another part; who holds the old one keeps it."""
        import numpy as np

        shape = [int(dim) for dim in self.shape]
        places = np.arange(self.num_elements()).reshape(shape)[index]
        with target():
            flat = ops.flatten(self)
            given = value if isinstance(value, Tensor) else Tensor(value, dtype=self.dtype)
            part = ops.flatten(ops.broadcast_to(given, places.shape))
            numbers = ops.constant(np.ascontiguousarray(places.reshape(-1, 1)))
            changed = ops.reshape(ops.scatter_nd(flat, part, numbers), shape)
            self._buffer, self._value, self._graph = None, changed, current_graph()
        waiting = recording_of(self._graph)
        if waiting is not None:
            waiting.expect(self)

    def __iter__(self) -> Any:
        raise TypeError("a tensor is not iterable; take its parts with 't[i]'")

    __hash__ = object.__hash__


def _operator(name: str, is_reflected: bool = False) -> Any:
    def operator(self: Tensor, other: Any) -> Any:
        from ember.experimental import functional

        function = getattr(functional, name)
        return function(other, self) if is_reflected else function(self, other)

    return operator


def _unary(name: str) -> Any:
    return lambda self: self._of(name)


for _symbol, _name in (
    ("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div"), ("floordiv", "floor_div"), ("mod", "mod"),
    ("pow", "pow"), ("matmul", "matmul"), ("and", "logical_and"), ("or", "logical_or"), ("xor", "logical_xor"),
):  # fmt: skip
    setattr(Tensor, f"__{_symbol}__", _operator(_name))
    setattr(Tensor, f"__r{_symbol}__", _operator(_name, is_reflected=True))
for _symbol, _name in (("eq", "equal"), ("ne", "not_equal"), ("gt", "greater"), ("ge", "greater_equal"), ("lt", "less"), ("le", "less_equal")):  # fmt: skip
    setattr(Tensor, f"__{_symbol}__", _operator(_name))
for _symbol, _name in (("neg", "negate"), ("abs", "abs"), ("invert", "logical_not")):
    setattr(Tensor, f"__{_symbol}__", _unary(_name))


def _buffer_of(data: Any, dtype: DType | None, device: Device | None) -> Buffer:
    """The memory of numbers, lists of them, or an array."""
    import numpy as np

    if data is None:
        raise TypeError("a tensor is made of numbers, or of an array")
    if isinstance(data, Dim):
        data, dtype = int(data), dtype or DType.int64
    kind, place = defaults(dtype, device)
    if isinstance(data, Buffer) or hasattr(data, "__dlpack__"):
        found = data if isinstance(data, Buffer) else Buffer.from_dlpack(data)
        if dtype is not None and found.dtype is not dtype:
            raise ValueError(f"the array has elements of {found.dtype}, not {dtype}; cast it")
        return found.to(place) if device is not None else found
    array = np.array(data)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"a tensor is made of numbers, not of {type(data).__name__}")
    if kind is DType.bfloat16:
        return Tensor(array.astype(np.float32), device=CPU()).cast(kind).to(place).storage
    return Buffer.from_numpy(np.array(array, kind.to_numpy(), order="C")).to(place)
