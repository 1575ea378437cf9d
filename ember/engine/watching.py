"""Looking at a model while it runs: each kernel's time, and what it wrote.

The host program is loaded a second time, with functions of ours in place of the kernels, each of which calls the kernel and looks. Nothing
is compiled again, so models out of files can be watched, too.
"""

from __future__ import annotations

import ctypes
from time import perf_counter_ns
from typing import Any, Final, Protocol

import numpy as np

from ember.driver.elements import decode
from ember.dtype import DType
from ember.engine.program import KernelSpec, Program
from ember.runtime.jit import LoadedObject, load_object

_ROOM: Final = 1023
"""Bytes of a message."""
_POISON: Final = 0xFF
"""What results are filled with where elements are looked for that nobody writes: bytes of numbers that are none."""


class Look(Protocol):
    """What is done around each kernel, with the words it is called with."""

    def before(self, spec: KernelSpec, words: list[int]) -> None: ...

    def after(self, spec: KernelSpec, words: list[int], start: int, end: int) -> str:
        """When it began and ended is given; what is wrong comes back, if anything is."""


class WatchedProgram:
    """A loaded host program whose kernels are watched: `run` has the meaning of `ember_execute`."""

    def __init__(self, program: Program, kernels: LoadedObject, look: Look) -> None:
        host = program.units[-1] if program.units else len(program.objects)
        self._kept = [_watched(spec, kernels, look) for spec in program.kernels]
        known = {
            spec.name: ctypes.cast(function, ctypes.c_void_p).value or 0
            for spec, function in zip(program.kernels, self._kept, strict=True)
        }
        self._image = load_object(*program.objects[-host:], known=known)
        self._image.keep()
        word = ctypes.c_void_p
        self.run = self._image.function("ember_execute", ctypes.c_long, ctypes.c_char_p, word)


def _watched(spec: KernelSpec, kernels: LoadedObject, look: Look) -> Any:
    """A function for native code that calls a kernel and looks."""
    count = len(spec.tensors) + len(spec.sizes) + (1 if spec.is_on_device else 0) + 1
    words = [ctypes.c_long] * count
    kernel = kernels.function(spec.name, ctypes.c_long, *words)

    def called(*given: int) -> int:
        try:
            look.before(spec, list(given))
            start = perf_counter_ns()
            failed = kernel(*given)
            end = perf_counter_ns()
            if failed:
                return int(failed)
            problem = look.after(spec, list(given), start, end)
        except Exception as fault:  # native code cannot pass it on
            problem = f"looking at '{spec.summary}': {fault}"
        if not problem:
            return 0
        message = problem.encode()[:_ROOM] + b"\0"
        ctypes.memmove(given[-1], message, len(message))
        return 1

    return ctypes.CFUNCTYPE(ctypes.c_long, *words)(called)


def shape_of(spec: KernelSpec, number: int, words: list[int]) -> tuple[int, ...]:
    """The shape of a kernel's tensor, from the sizes it was called with."""
    first = len(spec.tensors)
    sizes = dict(zip(spec.sizes, words[first : first + len(spec.sizes)], strict=True))
    return tuple(int(eval(dim, {"__builtins__": {}}, sizes)) for dim in spec.tensors[number][1])


def tensor_at(spec: KernelSpec, number: int, words: list[int]) -> np.ndarray[Any, Any]:
    """The elements of a kernel's tensor on the host, as plain bits."""
    dtype, shape = DType[spec.tensors[number][0]], shape_of(spec, number, words)
    code = "?" if dtype is DType.bool else f"u{dtype.size_in_bytes}"
    bits = np.dtype(code)
    size = int(np.prod(shape)) * bits.itemsize
    if not size:
        return np.zeros(shape, bits)
    memory = memoryview((ctypes.c_char * size).from_address(words[number])).cast("B")
    return np.frombuffer(memory, bits).reshape(shape)


class Inspector:
    """Looks at what every kernel on the host wrote, and prints or checks it."""

    def __init__(self, prints: bool = False, nans: bool = False, unwritten: bool = False) -> None:
        self.prints = prints
        self.nans = nans
        self.unwritten = unwritten

    def __bool__(self) -> bool:
        return self.prints or self.nans or self.unwritten

    def before(self, spec: KernelSpec, words: list[int]) -> None:
        """Results that are not an operand's memory get values that nobody computes."""
        if not self.unwritten or spec.is_on_device:
            return
        for number in range(spec.outputs):
            if words[number] not in words[spec.outputs : len(spec.tensors)]:
                ctypes.memset(words[number], _POISON, tensor_at(spec, number, words).nbytes)

    def after(self, spec: KernelSpec, words: list[int], start: int, end: int) -> str:
        if spec.is_on_device:
            return ""
        for number in range(spec.outputs):
            problem = self._look(spec, number, words)
            if problem:
                where = f" ({', '.join(spec.source)})" if spec.source else ""
                return f"'{spec.summary}' {problem} of result {number}, {spec.shown(number)}{where}"
        return ""

    def _look(self, spec: KernelSpec, number: int, words: list[int]) -> str:
        dtype = DType[spec.tensors[number][0]]
        bits = tensor_at(spec, number, words)
        values = decode(bits, dtype)
        if self.prints:
            with np.printoptions(precision=6, threshold=20, edgeitems=3):
                print(f"{spec.summary} -> {spec.shown(number)} {list(bits.shape)}\n{values}")
        if not dtype.is_float():
            return ""
        if self.unwritten:
            count = int((bits == np.iinfo(bits.dtype).max).sum())
            if count:
                return f"did not write {count} of {bits.size} elements"
        if self.nans:
            count = int(np.isnan(values).sum())
            if count:
                return f"gives NaN: {count} of {bits.size} elements"
        return ""
