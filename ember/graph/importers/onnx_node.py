"""What handlers of ONNX ops work with: nodes with their attributes, and values that may be known while importing.

A value that is known is an array of numbers or, where it was computed of shapes, of `Dim`s. It becomes a tensor of the graph only when
an op needs one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import Dim, Shape, StaticDim
from ember.graph.api.types import DeviceRef
from ember.graph.api.values import TensorValue
from ember.graph.importers.handlers import Handlers

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

CPU: Final = DeviceRef.CPU()


class Item:
    """A value of a model: a tensor of the graph, or an array that is known."""

    __slots__ = ("_dtype", "_tensor", "known")

    def __init__(self, tensor: TensorValue | None = None, known: Array | None = None, dtype: DType | None = None) -> None:  # fmt: skip
        self._tensor = tensor
        self.known = _boxed(known) if isinstance(known, Dim) else known
        self._dtype = dtype

    @property
    def tensor(self) -> TensorValue:
        """The value as a tensor; one that is known becomes a constant."""
        if self._tensor is None:
            self._tensor = self._constant()
        return self._tensor

    def _constant(self) -> TensorValue:
        import numpy as np

        assert self.known is not None
        if self.known.dtype != object:
            return ops.constant(np.array(self.known, order="C"))
        if not self.known.size:
            return ops.constant(np.zeros(self.known.shape, self.dtype.to_numpy()))
        parts = ops.stack([TensorValue(Dim(dim)) for dim in self.known.ravel()])
        return ops.cast(ops.reshape(parts, self.known.shape), self.dtype)

    @property
    def dtype(self) -> DType:
        if self._dtype is not None:
            return self._dtype
        if self.known is not None:
            return DType.from_numpy(self.known.dtype)
        return self.tensor.dtype

    @property
    def shape(self) -> Shape:
        return Shape(self.known.shape) if self.known is not None else self.tensor.shape

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def numbers(self) -> Array:
        """The array of a value that must be known before the graph runs."""
        if self.known is None:
            raise ValueError("this must be known before the graph runs; fix the input with 'known', if it is one")  # fmt: skip
        return self.known

    @property
    def is_number(self) -> bool:
        """Whether it is known as numbers, and there are few of them."""
        return self.known is not None and self.known.dtype != object and self.known.size <= 4096

    @property
    def dims(self) -> list[Dim]:
        return [Dim(dim) for dim in self.numbers.ravel()]

    @property
    def integers(self) -> list[int]:
        return [int(dim) for dim in self.numbers.ravel()]


def _boxed(dim: Dim) -> Array:
    """One dimension as an array of rank 0."""
    import numpy as np

    found = np.empty((), object)
    found[()] = dim
    return found


def item_of(value: Any) -> Item:
    """A value as handlers give it: a tensor, or an array of NumPy."""
    import numpy as np

    if isinstance(value, Item):
        return value
    if isinstance(value, TensorValue):
        return Item(value)
    array = np.asarray(value)
    if array.dtype != object:
        return Item(known=array)
    if all(isinstance(Dim(dim), StaticDim) for dim in array.ravel()):
        return Item(known=np.array([int(Dim(d)) for d in array.ravel()], np.int64).reshape(array.shape))  # fmt: skip
    return Item(known=array, dtype=DType.int64)


class Node:
    """One node: its op, its attributes by name, the version of the op set."""

    __slots__ = ("attributes", "op", "outputs", "version")

    def __init__(self, proto: Any, version: int, outputs: int) -> None:
        self.op: str = proto.op_type
        self.version = version
        self.outputs = outputs
        self.attributes = {a.name: _attribute(a) for a in proto.attribute}

    def get(self, name: str, default: Any = None) -> Any:
        return self.attributes.get(name, default)


def _attribute(proto: Any) -> Any:
    import onnx

    value = onnx.helper.get_attribute_value(proto)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [part.decode() if isinstance(part, bytes) else part for part in value]
    return value


HANDLERS: Final = Handlers()
"""The function of each op type: takes the node and its inputs, gives its outputs."""
handles: Final = HANDLERS.of


def is_known(*items: Item | None) -> bool:
    """Whether all of these values are known."""
    return all(item is None or item.known is not None for item in items)
