"""Buffers: tensors in the memory of a device, shared with NumPy, torch and others without a copy where that is possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias

from ember.driver.devices import CPU, Accelerator, Device
from ember.driver.elements import CODE, decode, dtype_of, encode
from ember.dtype import DType
from ember.runtime import dlpack
from ember.runtime.cuda import CudaMemory, CudaMirror
from ember.runtime.dlpack import Description, row_major
from ember.runtime.memory import HostMemory

if TYPE_CHECKING:
    import numpy as np

_HOST: Final = CPU()
Index: TypeAlias = "int | slice | tuple[int | slice, ...]"


class Buffer:
    """An array of one element type in the memory of a device.

    `Buffer(dtype, shape, device)` is uninitialised memory; `Buffer.from_numpy` and `from_dlpack` share the memory of
    other arrays; indexing gives views of the same memory.
    """

    __slots__ = ("_owner", "address", "device", "dtype", "pinned", "shape", "strides")

    def __init__(
        self,
        dtype: DType,
        shape: Sequence[int],
        device: Device | None = None,
        pinned: bool = False,
    ) -> None:
        if not isinstance(dtype, DType):
            raise TypeError(f"the element type must be a DType, not {dtype!r}")
        self.dtype: Final = dtype
        self.shape: Final = _sizes(shape)
        self.strides: Final = row_major(self.shape)
        self.device: Final = device if device is not None else CPU()
        self.pinned: Final = pinned
        self._owner: object = self.device.allocate(prod(self.shape) * dtype.size_in_bytes)
        self.address: int = self._owner.address

    @staticmethod
    def _of(
        dtype: DType,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        device: Device,
        address: int,
        owner: object,
    ) -> Buffer:
        made: Any = object.__new__(Buffer)
        made.dtype = dtype
        made.shape = shape
        made.strides = strides
        made.device = device
        made.address = address
        made.pinned = False
        made._owner = owner
        return made  # type: ignore[no-any-return]

    # -- making ----------------------------------------------------------------------------------

    @staticmethod
    def over(
        memory: HostMemory | CudaMemory | CudaMirror,
        dtype: DType,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        device: Device = _HOST,
    ) -> Buffer:
        """A buffer in memory of the host, or of another device, that it will own."""
        return Buffer._of(dtype, shape, strides, device, memory.address, memory)

    @staticmethod
    def lent(
        address: int,
        dtype: DType,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        owner: object,
    ) -> Buffer:
        """A buffer of the host in memory that somebody else owns, who is kept as long as it."""
        return Buffer._of(dtype, shape, strides, _HOST, address, owner)

    @staticmethod
    def zeros(shape: Sequence[int], dtype: DType, device: Device | None = None) -> Buffer:
        """Memory set to zero."""
        made = Buffer(dtype, shape, device)
        made.device.clear(made.address, made._byte_count)
        return made

    @staticmethod
    def scalar(value: float, dtype: DType, device: Device | None = None) -> Buffer:
        """One element, of rank 0."""
        made = Buffer(dtype, ())
        made[()] = value
        return made if device is None else made.to(device)

    @staticmethod
    def from_numpy(arr: np.ndarray[Any, Any]) -> Buffer:
        """The array's own memory; a copy where it is not contiguous or may not be written."""
        import numpy as np

        if not isinstance(arr, np.ndarray | np.generic):
            raise TypeError(f"an array of NumPy is needed, not {type(arr).__name__}")
        dtype = DType.from_numpy(arr.dtype)
        flags = arr.flags
        if not (flags.c_contiguous and flags.writeable and arr.dtype.isnative):
            arr = np.array(arr, dtype=dtype.to_numpy(), order="C")
        address = arr.__array_interface__["data"][0]
        return Buffer._of(dtype, arr.shape, row_major(arr.shape), _HOST, address, arr)

    @staticmethod
    def from_dlpack(array: Any, *, copy: bool | None = None) -> Buffer:
        """The memory of an array that speaks DLPack; a copy where `copy` says so or it may not be written."""
        if isinstance(array, Buffer):
            return array.copy() if copy else array
        if _is_numpy(array) and copy is not True:
            return Buffer.from_numpy(array)
        if not hasattr(array, "__dlpack__"):
            raise TypeError(f"an array that speaks DLPack is needed, not {type(array).__name__}")
        loan = dlpack.take(array)
        found = _lent(loan)
        if not found.is_contiguous:
            raise ValueError("the array is not contiguous; make a contiguous copy of it first")
        if copy is False and loan.is_read_only:
            raise ValueError("the array may not be written, so it can only be copied")
        return found.copy() if copy or loan.is_read_only else found

    @staticmethod
    def mmap(
        filename: PathLike[str] | str,
        dtype: DType,
        shape: Sequence[int] | int,
        mode: Any = "copyonwrite",
        offset: int = 0,
    ) -> Buffer:
        """The bytes of a file from `offset` on, read as they are needed."""
        import numpy as np

        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        numpy_type = f"u{dtype.size_in_bytes}" if dtype is not DType.bool else "?"
        array = np.memmap(filename, numpy_type, mode, offset, tuple(map(_size, sizes)))
        address = array.__array_interface__["data"][0]
        return Buffer._of(dtype, array.shape, row_major(array.shape), CPU(), address, array)

    # -- facts -----------------------------------------------------------------------------------

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def num_elements(self) -> int:
        return prod(self.shape)

    @property
    def element_size(self) -> int:
        return self.dtype.size_in_bytes

    @property
    def _byte_count(self) -> int:
        return self.num_elements * self.element_size

    @property
    def is_contiguous(self) -> bool:
        step = 1
        for extent, stride in zip(reversed(self.shape), reversed(self.strides)):
            if extent != 1 and stride != step:
                return False
            step *= max(1, extent)
        return True

    @property
    def is_host(self) -> bool:
        return self.device.is_host

    # -- copies and views ------------------------------------------------------------------------

    def to(self, device: Device) -> Buffer:
        """The same values on `device`; itself where it is there already."""
        if not isinstance(device, Device):
            raise TypeError(f"a buffer goes to a device, such as CPU() or Accelerator(), not to {device!r}")  # fmt: skip
        if device == self.device:
            return self
        made = Buffer(self.dtype, self.shape, device)
        made.inplace_copy_from(self)
        return made

    def copy(self) -> Buffer:
        """The same values in memory of their own."""
        made = Buffer(self.dtype, self.shape, self.device)
        made.inplace_copy_from(self)
        return made

    def contiguous(self) -> Buffer:
        """Itself if its elements lie in order, else a copy that does."""
        return self if self.is_contiguous else self.copy()

    def inplace_copy_from(self, src: Buffer) -> None:
        """Overwrites the values with those of `src`, which has the same shape and element type."""
        if src.shape != self.shape or src.dtype is not self.dtype:
            raise ValueError(
                f"cannot copy {list(src.shape)} {src.dtype} into {list(self.shape)} {self.dtype}"
            )
        if self.num_elements == 0:
            return
        if self.is_contiguous and src.is_contiguous:
            is_far = not (src.device.has_host_memory or self.device.has_host_memory)
            if (src.is_host or is_far) and not isinstance(src._owner, _Borrowed):
                self.device.upload(self.address, src.address, self._byte_count)
                return
            mover = src.device if self.device.has_host_memory else self.device
            mover.copy(self.address, src.address, self._byte_count)
        elif self.device.has_host_memory and src.device.has_host_memory:
            self._raw()[...] = src._raw()
        elif self.is_contiguous:
            self.inplace_copy_from(src.to(CPU()))
        else:
            raise ValueError("a view with gaps on a GPU cannot be written; copy into the whole")

    def view(self, dtype: DType, shape: Sequence[int] | None = None) -> Buffer:
        """The same bytes as other elements, of the shape given or with the last axis rescaled."""
        if not self.is_contiguous:
            raise ValueError("only a contiguous buffer can be seen as other elements")
        if shape is None:
            last = self.shape[-1] if self.shape else 1
            count, rest = divmod(last * self.element_size, dtype.size_in_bytes)
            if rest:
                raise ValueError(f"{last} elements of {self.dtype} are no whole {dtype}")
            shape = (*self.shape[:-1], count)
        new = tuple(_size(n) for n in shape)
        if prod(new) * dtype.size_in_bytes != self._byte_count:
            raise ValueError(
                f"{list(new)} elements of {dtype} do not have the {self._byte_count} bytes of the buffer"
            )
        return Buffer._of(dtype, new, row_major(new), self.device, self.address, self._owner)

    def __getitem__(self, index: Index) -> Buffer:
        shape, strides, offset = _select(self.shape, self.strides, index)
        address = self.address + offset * self.element_size
        return Buffer._of(self.dtype, shape, strides, self.device, address, self._owner)

    def __setitem__(self, index: Index, value: Any) -> None:
        part = self[index]
        if isinstance(value, Buffer):
            part.inplace_copy_from(value.to(self.device))
        elif self.device.has_host_memory:
            part._raw()[...] = encode(value, self.dtype)
        else:
            on_host = Buffer(self.dtype, part.shape)
            on_host[(slice(None),) * part.rank] = value
            part.inplace_copy_from(on_host)

    def __bool__(self) -> bool:
        """There is a buffer, whatever it holds."""
        return True

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a buffer of rank 0 has no length")
        return self.shape[0]

    def __iter__(self) -> Iterator[Buffer]:
        return (self[i] for i in range(len(self)))

    # -- values ----------------------------------------------------------------------------------

    def item(self) -> Any:
        """The value of a buffer with one element, as Python's."""
        if self.num_elements != 1:
            raise ValueError(
                f"item() takes a buffer with one element; this has {self.num_elements}"
            )
        return self.numbers().item()

    def numbers(self) -> np.ndarray[Any, Any]:
        """The values as numbers NumPy has, also of element types it lacks."""
        return decode(self._on_host()._raw(), self.dtype)

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """The same memory as a NumPy array on the host, a copy elsewhere; `ValueError` for types NumPy lacks."""
        return self._on_host()._raw().view(self.dtype.to_numpy())

    def _on_host(self) -> Buffer:
        return self if self.device.has_host_memory else self.to(CPU())

    def _raw(self) -> np.ndarray[Any, Any]:
        """The memory as NumPy's numbers of the element's size."""
        import numpy as np

        return np.asarray(_Memory(self))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        array = self.to_numpy()
        return array.astype(dtype) if dtype is not None else array.copy() if copy else array

    def __dlpack_device__(self) -> tuple[int, int]:
        kind = dlpack.CPU if self.device.has_host_memory else dlpack.CUDA
        return (kind, self.device.id)

    def __dlpack__(self, *, stream: Any = None, **options: Any) -> object:
        kind, number = self.__dlpack_device__()
        if isinstance(self._owner, CudaMemory):
            self._owner.is_lent = True
            self.device.synchronize()
        code, bits = CODE[self.dtype]
        tensor = Description(self.address, kind, number, code, bits, self.shape, self.strides)
        return dlpack.export(tensor, self._owner)

    def __repr__(self) -> str:
        import numpy as np

        values = np.array2string(self.numbers(), separator=", ")
        return (
            f"Buffer({values}, dtype={self.dtype}, shape={list(self.shape)}, device={self.device})"
        )


class _Memory:
    """What NumPy asks for to see a buffer's memory; the array keeps it, and it keeps the owner."""

    __slots__ = ("__array_interface__", "_owner")

    def __init__(self, buffer: Buffer) -> None:
        size = buffer.element_size
        kind = "b1" if buffer.dtype is DType.bool else f"u{size}"
        self._owner = buffer._owner
        self.__array_interface__ = {
            "version": 3,
            "shape": buffer.shape,
            "typestr": f"|{kind}" if size == 1 else f"<{kind}",
            "data": (buffer.address, False),
            "strides": tuple(stride * size for stride in buffer.strides),
        }


class _Borrowed:
    """Keeps somebody else's tensor until the last buffer that uses it is gone."""

    __slots__ = ("_release",)

    def __init__(self, loan: dlpack.Loan) -> None:
        self._release = loan.release

    def __del__(self) -> None:
        self._release()


def _lent(loan: dlpack.Loan) -> Buffer:
    tensor, owner = loan.tensor, _Borrowed(loan)
    if tensor.device_kind in (dlpack.CPU, dlpack.CUDA_HOST):
        device: Device = CPU()
    elif tensor.device_kind == dlpack.CUDA:
        device = Accelerator(tensor.device_id)
    else:
        raise ValueError(f"DLPack's device kind {tensor.device_kind} is not supported")
    dtype = dtype_of(tensor.code, tensor.bits)
    return Buffer._of(dtype, tensor.shape, tensor.strides, device, tensor.address, owner)


def _is_numpy(array: object) -> bool:
    return type(array).__module__ == "numpy" and hasattr(array, "__array_interface__")


def _sizes(shape: Sequence[int]) -> tuple[int, ...]:
    if not isinstance(shape, Iterable):
        raise TypeError(f"the shape of a buffer is a list of numbers, not {shape!r}")
    return tuple(_size(n) for n in shape)


def _size(number: SupportsIndex) -> int:
    if not isinstance(number, SupportsIndex):
        raise TypeError(f"the shape of a buffer is a list of numbers; {number!r} is none")
    size = number.__index__()
    if size < 0:
        raise ValueError(f"a buffer cannot have {size} elements along an axis")
    return size


def _select(
    shape: tuple[int, ...], strides: tuple[int, ...], index: Index
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Shape, strides and start of what an index selects."""
    parts = index if isinstance(index, tuple) else (index,)
    if len(parts) > len(shape):
        raise IndexError(f"{len(parts)} indices for a buffer of rank {len(shape)}")
    kept: list[tuple[int, int]] = []
    offset = 0
    for part, extent, stride in zip(parts, shape, strides):
        if isinstance(part, slice):
            start, stop, step = part.indices(extent)
            kept.append((len(range(start, stop, step)), stride * step))
        elif not isinstance(part, SupportsIndex):
            raise TypeError(f"a buffer is indexed by numbers and slices, not by {part!r}")
        else:
            start = part.__index__()
            if not -extent <= start < extent:
                raise IndexError(f"index {start} is out of range for an axis of {extent}")
            start %= extent
        offset += start * stride
    kept += zip(shape[len(parts) :], strides[len(parts) :])
    return tuple(n for n, _ in kept), tuple(s for _, s in kept), offset
