"""Tensors handed between libraries without a copy: DLPack's structs and capsules, both directions.

A producer describes memory it owns by a C struct inside a capsule named "dltensor"; the consumer renames the capsule and
calls the struct's deleter when it is done. `export` makes such a capsule, `take` consumes one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from ctypes import POINTER, Structure, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64
from typing import Any, Final, NamedTuple

CPU: Final = 1
CUDA: Final = 2
CUDA_HOST: Final = 3


class _Device(Structure):
    _fields_ = [("kind", c_int32), ("id", c_int32)]


class _Element(Structure):
    _fields_ = [("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16)]


class _Tensor(Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("rank", c_int32),
        ("element", _Element),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    ]


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]


class _Versioned(Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", _Deleter),
        ("flags", c_uint64),
        ("tensor", _Tensor),
    ]


_READ_ONLY: Final = 1

_api = ctypes.pythonapi
_new_capsule = _api.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, c_char_p)(
    ("PyCapsule_GetPointer", _api)
)
_is_capsule = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, c_char_p)(
    ("PyCapsule_IsValid", _api)
)
_rename_capsule = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, c_char_p)(
    ("PyCapsule_SetName", _api)
)

_PLAIN, _PLAIN_USED = b"dltensor", b"used_dltensor"
_VERSIONED, _VERSIONED_USED = b"dltensor_versioned", b"used_dltensor_versioned"


class Description(NamedTuple):
    """Where a tensor lies and how: `code` and `bits` are DLPack's names of an element type, strides count elements."""

    address: int
    device_kind: int
    device_id: int
    code: int
    bits: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


class Loan(NamedTuple):
    """A tensor of somebody else's, ours to use until `release` is called."""

    tensor: Description
    is_read_only: bool
    release: Callable[[], None]


# -- giving ----------------------------------------------------------------------------------------------

_lent: dict[int, tuple[object, ...]] = {}
"""What the consumers of our capsules still use, by the address of its struct."""


def _give_back(address: int) -> None:
    _lent.pop(address, None)


def _forget_unused(capsule: int) -> None:
    """Runs when a capsule dies: one that nobody consumed still owns its struct."""
    if _is_capsule(capsule, _PLAIN):
        _give_back(_capsule_pointer(capsule, _PLAIN))


_deleter = _Deleter(_give_back)
_destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_forget_unused)


def export(tensor: Description, owner: object) -> object:
    """A capsule for `tensor`; `owner` lives until the consumer is done."""
    rank = len(tensor.shape)
    shape = (c_int64 * max(1, rank))(*tensor.shape)
    strides = (c_int64 * max(1, rank))(*tensor.strides)
    managed = _Managed(
        _Tensor(
            tensor.address,
            _Device(tensor.device_kind, tensor.device_id),
            rank,
            _Element(tensor.code, tensor.bits, 1),
            shape,
            strides,
            0,
        ),
        None,
        _deleter,
    )
    address = ctypes.addressof(managed)
    _lent[address] = (managed, shape, strides, owner)
    return _new_capsule(ctypes.c_void_p(address), c_char_p(_PLAIN), _destructor)


# -- taking ----------------------------------------------------------------------------------------------


def take(producer: Any, stream: int | None = None) -> Loan:
    """Consumes what `producer.__dlpack__` gives; `BufferError` and `TypeError` are the producer's own."""
    capsule = _capsule_of(producer, stream)
    handle = id(capsule)
    if _is_capsule(handle, _VERSIONED):
        versioned = _Versioned.from_address(_capsule_pointer(handle, _VERSIONED))
        if versioned.major != 1:
            raise BufferError(f"DLPack {versioned.major}.{versioned.minor} is not understood")
        _rename_capsule(handle, _VERSIONED_USED)
        is_read_only = bool(versioned.flags & _READ_ONLY)
        return Loan(_describe(versioned.tensor), is_read_only, _release(versioned))
    if not _is_capsule(handle, _PLAIN):
        raise TypeError(f"__dlpack__ of {type(producer).__name__} gave no unused DLPack capsule")
    managed = _Managed.from_address(_capsule_pointer(handle, _PLAIN))
    _rename_capsule(handle, _PLAIN_USED)
    return Loan(_describe(managed.tensor), False, _release(managed))


def _capsule_of(producer: Any, stream: int | None) -> object:
    options = {} if stream is None else {"stream": stream}
    try:
        return producer.__dlpack__(**options, max_version=(1, 0))
    except TypeError:  # a producer from before versions
        return producer.__dlpack__(**options)


def _describe(tensor: _Tensor) -> Description:
    rank: int = tensor.rank
    shape = tuple(tensor.shape[i] for i in range(rank))
    if tensor.strides:
        strides = tuple(tensor.strides[i] for i in range(rank))
    else:
        strides = row_major(shape)
    if tensor.element.lanes != 1:
        raise BufferError("tensors of vectors are not understood")
    return Description(
        (tensor.data or 0) + tensor.byte_offset,
        tensor.device.kind,
        tensor.device.id,
        tensor.element.code,
        tensor.element.bits,
        shape,
        strides,
    )


def _release(managed: Any) -> Callable[[], None]:
    deleter, address = managed.deleter, ctypes.addressof(managed)

    def release() -> None:
        if deleter:
            deleter(address)

    return release


def row_major(shape: Sequence[int]) -> tuple[int, ...]:
    """How far apart neighbours are along each axis when the last one is contiguous."""
    strides, step = [0] * len(shape), 1
    for axis in range(len(shape) - 1, -1, -1):
        strides[axis] = step
        step *= max(1, shape[axis])
    return tuple(strides)
