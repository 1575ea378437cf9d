"""Values of Mojo types that models give and take: a list, a table, a cache. They lie on the heap; the word of an object has the address of each."""

from __future__ import annotations

import ctypes
from typing import Final

from ember.engine.program import TensorSpec
from ember.runtime.jit import LoadedObject


class MojoValue:
    """What a model gives for a result of a Mojo type. Models that take such a value may read and change it; it ends with this object."""

    shape: Final[tuple[int, ...]] = ()
    strides: Final[tuple[int, ...]] = ()

    def __init__(self, spec: TensorSpec, image: LoadedObject) -> None:
        self.type: Final = spec.opaque
        self.origin: Final = spec.origin
        self._word = ctypes.c_size_t(0)
        self._end = image.function(spec.end, None, ctypes.c_size_t)

    @property
    def address(self) -> int:
        """Where the word is."""
        return ctypes.addressof(self._word)

    def __del__(self) -> None:
        word = getattr(self, "_word", None)
        if word is not None and word.value:
            self._end(word.value)

    def __repr__(self) -> str:
        return f"MojoValue({self.type})"


def as_value(value: object, spec: TensorSpec, what: str) -> MojoValue:
    """An argument for an input of a Mojo type; `TypeError` or `ValueError` says why it does not fit."""
    if not isinstance(value, MojoValue):
        raise TypeError(
            f"{what}: a value of the Mojo type {spec.opaque} is needed, which a model gave, not {type(value).__name__}"
        )
    if value.type != spec.opaque:
        raise ValueError(f"{what}: a {spec.opaque} is needed, not a {value.type}")
    if value.origin != spec.origin:
        raise ValueError(
            f"{what}: this {value.type} was made by other kernels, or by these before they were changed"
        )
    return value
