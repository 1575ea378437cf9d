"""Tensors of PyTorch as buffers of ours: the same memory, no copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch

from ember.driver import Buffer
from ember.dtype import DType
from ember.graph import DeviceRef

_NAMES: Final = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
    "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz",
)  # fmt: skip
_OF_TORCH: Final[dict[torch.dtype, DType]] = {
    getattr(torch, name): getattr(DType, name)
    for name in _NAMES
    if hasattr(torch, name) and hasattr(DType, name)
}
_TO_TORCH: Final = {ours: theirs for theirs, ours in _OF_TORCH.items()}


def dtype_of_torch(dtype: torch.dtype) -> DType:
    """Our name of an element type of PyTorch; `ValueError` where kernels have none."""
    found = _OF_TORCH.get(dtype)
    if found is None:
        raise ValueError(f"kernels have no element type for '{dtype}'")
    return found


def dtype_to_torch(dtype: DType) -> torch.dtype:
    """PyTorch's name of an element type; `ValueError` where it has none."""
    found = _TO_TORCH.get(dtype)
    if found is None:
        raise ValueError(f"PyTorch has no element type for '{dtype}'")
    return found


def device_of_torch(device: torch.device) -> DeviceRef:
    """Our name of a device of PyTorch."""
    return DeviceRef.GPU(device.index or 0) if device.type == "cuda" else DeviceRef.CPU()


class Room:
    """Memory of a GPU for one call, from PyTorch's allocator, which puts it in order with the work on the current stream."""

    __slots__ = ("_tensor", "address")

    def __init__(self, size: int, device: torch.device) -> None:
        self._tensor = torch.empty(size, dtype=torch.uint8, device=device)
        self.address: int = self._tensor.data_ptr()


def buffer_of(tensor: torch.Tensor) -> Buffer:
    """The memory of a contiguous tensor; the buffer keeps the tensor alive."""
    return Buffer.lent(
        tensor.data_ptr(),
        dtype_of_torch(tensor.dtype),
        tuple(tensor.shape),
        tensor.stride(),
        tensor,
    )


def check_tensors(op: str, names: Sequence[str], *tensors: torch.Tensor) -> None:
    """`TypeError` or `ValueError` for what no kernel can take."""
    for name, tensor in zip(names, tensors, strict=True):
        if not isinstance(tensor, torch.Tensor):
            kind = type(tensor).__name__
            raise TypeError(f"{op}: '{name}' must be a tensor, not '{kind}'")
        if tensor.layout is not torch.strided or tensor.is_nested:
            layout = "nested" if tensor.is_nested else tensor.layout
            raise ValueError(f"{op}: '{name}' has the layout {layout}; only dense tensors work")
        if tensor.device.type not in ("cpu", "cuda"):
            raise ValueError(
                f"{op}: '{name}' is on '{tensor.device}'; kernels run on CPUs and GPUs"
            )
        if tensor.dtype not in _OF_TORCH:
            raise ValueError(f"{op}: '{name}' is of '{tensor.dtype}', which kernels do not have")
    check_devices(op, names, *tensors)


def check_devices(op: str, names: Sequence[str], *tensors: torch.Tensor) -> None:
    """`ValueError` unless all tensors are on one device, or numbers of the host. That is all there is to do without data."""
    place = next((t.device for t in tensors if t.device.type != "cpu"), torch.device("cpu"))
    for name, tensor in zip(names, tensors, strict=True):
        if tensor.device != place and (tensor.dim() or tensor.device.type != "cpu"):
            raise ValueError(f"{op}: '{name}' is on '{tensor.device}', others are on '{place}'")
