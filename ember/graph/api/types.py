"""Types of graph values: tensors, buffers, opaque Mojo values, chains; and the devices they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, TypeAlias

from ember.driver import CPU, Accelerator, Device
from ember.dtype import DType
from ember.graph.api.dims import Shape, ShapeLike, StaticDim, SymbolicDim


class DeviceKind(StrEnum):
    """What sort of device a `DeviceRef` names."""

    CPU = "cpu"
    GPU = "gpu"
    NPU = "npu"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, repr=False)
class DeviceRef:
    """A device named in a graph, which need not be in the machine that builds it: prints `cpu:0`."""

    device_type: DeviceKind
    id: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "device_type", DeviceKind(self.device_type))

    @staticmethod
    def CPU(id: int = 0) -> DeviceRef:
        return DeviceRef(DeviceKind.CPU, id)

    @staticmethod
    def GPU(id: int = 0) -> DeviceRef:
        return DeviceRef(DeviceKind.GPU, id)

    @staticmethod
    def NPU(id: int = 0) -> DeviceRef:
        return DeviceRef(DeviceKind.NPU, id)

    @staticmethod
    def from_device(device: Device | DeviceRef) -> DeviceRef:
        if isinstance(device, DeviceRef):
            return device
        if not isinstance(device, Device):
            raise TypeError(f"expected a device, not {type(device).__name__}")
        return DeviceRef(DeviceKind.CPU if device.is_host else DeviceKind.GPU, device.id)

    def to_device(self) -> Device:
        """The device itself; `ValueError` where there is none."""
        if self.is_npu():
            raise ValueError(f"there is no device {self} here")
        return CPU(self.id) if self.is_cpu() else Accelerator(self.id)

    def is_cpu(self) -> bool:
        return self.device_type is DeviceKind.CPU

    def is_gpu(self) -> bool:
        return self.device_type is DeviceKind.GPU

    def is_npu(self) -> bool:
        return self.device_type is DeviceKind.NPU

    def __str__(self) -> str:
        return f"{self.device_type}:{self.id}"

    def __repr__(self) -> str:
        return str(self)


class ConvInputLayout(Enum):
    """In what order images come: channels last or first."""

    NHWC = "NHWC"
    NCHW = "NCHW"


class FilterLayout(Enum):
    """In what order filters come: rows, columns, channels, filters."""

    RSCF = "RSCF"
    QRSCF = "QRSCF"
    FCRS = "FCRS"
    FCQRS = "FCQRS"
    CFRS = "CFRS"


class Type:
    """What a value of a graph is."""

    __slots__ = ()


class _ShapedType(Type):
    """What tensors and buffers share: element type, shape, device."""

    __slots__ = ("device", "dtype", "shape")

    def __init__(
        self, dtype: DType, shape: ShapeLike, device: Device | DeviceRef | None = None
    ) -> None:
        if device is None:
            raise TypeError(f"a {type(self).__name__} has an element type, a shape and a device, such as DeviceRef.CPU()")  # fmt: skip
        if not isinstance(dtype, DType):
            raise TypeError(f"the element type must be a DType, not {type(dtype).__name__}")
        self.dtype: Final = dtype
        self.shape: Final = Shape(shape)
        self.device: Final = DeviceRef.from_device(device)
        for dim in self.shape:
            if isinstance(dim, StaticDim) and dim.dim < 0:
                raise TypeError(f"a dimension cannot be negative: {self.shape}")

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def parameters(self) -> Iterator[SymbolicDim]:
        """The symbols its shape depends on."""
        return self.shape.parameters

    def num_elements(self) -> int:
        """How many elements it has; `RuntimeError` where that is known only when the graph runs."""
        size = self.shape.size
        if not isinstance(size, StaticDim):
            raise RuntimeError(
                f"the number of elements of {self.shape} is not known before it runs"
            )
        return size.dim

    def _key(self) -> tuple[object, ...]:
        return (type(self), self.dtype, tuple(self.shape), self.device)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ShapedType) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.dtype}, {self.shape}, {self.device})"


class TensorType(_ShapedType):
    """A tensor: a value that never changes. `TensorType(DType.float32, ["n", 8], DeviceRef.CPU())`"""

    __slots__ = ()

    def cast(self, dtype: DType) -> TensorType:
        """The same shape of other elements."""
        return TensorType(dtype, self.shape, self.device)

    def as_buffer(self) -> BufferType:
        return BufferType(self.dtype, self.shape, self.device)


class BufferType(_ShapedType):
    """Memory that a graph may change; as an input, the caller's own."""

    __slots__ = ()

    def cast(self, dtype: DType) -> BufferType:
        """The same shape of other elements."""
        return BufferType(dtype, self.shape, self.device)

    def as_tensor(self) -> TensorType:
        return TensorType(self.dtype, self.shape, self.device)


Parameter: TypeAlias = bool | int | str | DType
"""What parameters of Mojo types and kernels can be."""


class OpaqueType(Type):
    """A value of a Mojo type that the graph only hands on: its name and its parameters."""

    __slots__ = ("name", "parameters")

    def __init__(self, name: str, parameters: Mapping[str, Parameter] | None = None) -> None:
        self.name: Final = name
        self.parameters: Final[dict[str, Parameter]] = dict(parameters or {})

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, OpaqueType)
            and self.name == other.name
            and self.parameters == other.parameters
        )

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted(self.parameters.items(), key=str))))

    def __repr__(self) -> str:
        return f"OpaqueType({self.name!r}, {self.parameters})"


class ChainType(Type):
    """The order of side effects."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChainType)

    def __hash__(self) -> int:
        return hash(ChainType)

    def __repr__(self) -> str:
        return "ChainType()"


class HasShapedType:
    """What has elements: its type says of which kind, and how many."""

    __slots__ = ()

    @property
    def type(self) -> TensorType | BufferType:
        raise NotImplementedError

    @property
    def dtype(self) -> DType:
        return self.type.dtype

    @property
    def shape(self) -> Shape:
        return self.type.shape

    @property
    def rank(self) -> int:
        return self.type.rank
