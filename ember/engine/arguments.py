"""What users give to models, as memory: buffers, arrays of others, numbers. Wrong ones are refused in the user's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Number
from typing import Any

from ember.driver import CPU, Accelerator, Buffer, Device
from ember.dtype import DType
from ember.engine.program import Program, TensorSpec
from ember.engine.values import MojoValue, as_value


def as_argument(value: Any, spec: TensorSpec, what: str) -> Buffer | MojoValue:
    """An argument that fits the input; `ValueError` or `TypeError` says why it does not."""
    return as_value(value, spec, what) if spec.opaque else as_buffer(value, spec, what)


def as_buffer(value: Any, spec: TensorSpec, what: str) -> Buffer:
    """The same for a tensor: a buffer."""
    buffer = value if isinstance(value, Buffer) else _converted(value, spec, what)
    if buffer.dtype is not spec.dtype:
        raise ValueError(f"{what}: elements are {spec.dtype}, not {buffer.dtype}")
    if len(buffer.shape) != len(spec.shape):
        raise ValueError(
            f"{what}: its shape is [{', '.join(spec.dims)}], which has {len(spec.shape)} axes; "
            f"{list(buffer.shape)} has {len(buffer.shape)}"
        )
    if not buffer.is_contiguous:
        raise ValueError(f"{what}: its elements do not lie in a row; give 'buffer.contiguous()'")
    if place_of(buffer) == spec.device:
        return buffer
    if isinstance(value, Buffer):
        raise ValueError(
            f"{what}: it belongs on {spec.device}, not on {place_of(buffer)}; move it with 'buffer.to(device)'"
        )
    return buffer.to(device_at(spec.device))


def place_of(buffer: Buffer) -> str:
    """Where a buffer is, as types say it: `gpu:0`."""
    return f"{buffer.device.label}:{buffer.device.id}"


def device_at(place: str) -> Device:
    """The device that types call so."""
    kind, _, number = place.partition(":")
    return CPU() if kind == "cpu" else Accelerator(int(number))


def _converted(value: Any, spec: TensorSpec, what: str) -> Buffer:
    if hasattr(value, "__array_interface__") or hasattr(value, "__dlpack__"):
        return _shared(value, spec, what)
    if isinstance(value, Number):
        if spec.shape:
            raise ValueError(
                f"{what}: a tensor of shape [{', '.join(spec.dims)}] is needed, not a number"
            )
        return Buffer.scalar(value, spec.dtype)  # type: ignore[arg-type]
    raise TypeError(f"{what}: a buffer or an array is needed, not {type(value).__name__}")


def _shared(value: Any, spec: TensorSpec, what: str) -> Buffer:
    try:
        array: Any = value if hasattr(value, "flags") else None
        if array is None:
            return Buffer.from_dlpack(value)
        if not array.ndim:
            array = array.reshape(())
        if not array.flags.c_contiguous:
            raise ValueError("its elements do not lie in a row; give a contiguous copy")
        if spec.is_buffer and not array.flags.writeable:
            raise ValueError("the model changes it, and it may not be written")
        return Buffer.from_numpy(array)
    except (ValueError, BufferError) as problem:
        raise ValueError(f"{what}: {problem}") from None


def check_weight_names(program: Program, weights: Mapping[str, Any]) -> None:
    """`ValueError` where a program has weights that are not among those given."""
    if not isinstance(weights, Mapping):
        raise TypeError(f"weights are given by name, in a dictionary, not as {type(weights).__name__}")  # fmt: skip
    missing = [spec.name for spec in program.weights if spec.name not in weights]
    if missing:
        raise ValueError(
            f"the model '{program.name}' is without {len(missing)} of its weights: {_some(missing)}"
        )


def check_no_other_weights(program: Program, weights: Mapping[str, Any]) -> None:
    """`ValueError` where a program is given new weights that it does not have: nothing would change."""
    names = {spec.name for spec in program.weights}
    others = [str(name) for name in weights if name not in names]
    if others:
        known = _some(sorted(names)) or "none"
        raise ValueError(
            f"the model '{program.name}' has no weights of these names: {_some(others)}; it has {known}"
        )


def _some(names: Sequence[str]) -> str:
    """The first names of many, for a message."""
    return ", ".join(names[:5]) + (" …" if len(names) > 5 else "")


def weight_memory(name: str, value: Any, spec: TensorSpec) -> tuple[int, object]:
    """The address of a weight and what keeps it; nothing is copied, memory that may only be read will do."""
    what = f"the weight '{name}'"
    if isinstance(value, Buffer):
        return _checked(value, spec, what).address, value
    interface = getattr(value, "__array_interface__", None)
    if interface is None and not hasattr(value, "__dlpack__"):
        raise TypeError(f"{what}: a buffer or an array is needed, not {type(value).__name__}")
    if interface is None:
        found = _checked(Buffer.from_dlpack(value), spec, what)
        return found.address, found
    _check_array(value, spec, what)
    return int(interface["data"][0]), value


def _checked(value: Buffer, spec: TensorSpec, what: str) -> Buffer:
    found = as_buffer(value, spec, what)
    if found.shape != spec.shape:
        raise ValueError(f"{what}: its shape is {list(spec.shape)}, not {list(found.shape)}")
    return found


def _check_array(array: Any, spec: TensorSpec, what: str) -> None:
    if tuple(array.shape) != spec.shape:
        raise ValueError(f"{what}: its shape is {list(spec.shape)}, not {list(array.shape)}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{what}: its elements do not lie in a row")
    if _has_no_numpy(spec.dtype):
        fits = array.dtype.itemsize == spec.dtype.size_in_bytes and array.dtype.kind in "uV"
    else:
        fits = array.dtype == spec.dtype.to_numpy()
    if not fits:
        raise ValueError(f"{what}: elements are {spec.dtype}, not {array.dtype}")


def _has_no_numpy(dtype: DType) -> bool:
    return dtype is DType.bfloat16 or (dtype.is_float() and dtype.size_in_bits < 16)
