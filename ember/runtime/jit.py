"""Loads object code into this process and calls it.

Symbols that the object does not define are looked up in the process, so libc and libm are there.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from ember.runtime.loader import Image, LoadError, load_image

__all__ = ["LoadError", "LoadedObject", "flush_standard_output", "load_object", "run_object"]


class LoadedObject:
    """Code in memory; it stays there as long as this object, or a function taken from it, lives."""

    __slots__ = ("_image",)

    def __init__(self, image: Image) -> None:
        self._image = image

    @property
    def image(self) -> Image:
        """What is in memory."""
        return self._image

    def keep(self) -> None:
        """Leaves the code in memory until the process ends: threads that it started may be in it."""
        self._image.keep()

    def address(self, name: str) -> int:
        """The address of an exported function or global; `LoadError` when there is none."""
        return self._image.address(name)

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        """An exported function as a ctypes callable."""
        function = ctypes.CFUNCTYPE(result, *arguments)(self.address(name))
        function.image = self._image  # type: ignore[attr-defined]
        return function


def load_object(
    *objects: bytes, units: Sequence[int] = (), known: Mapping[str, int] | None = None
) -> LoadedObject:
    """Links object files into the process; several may refer to one another. `units` and `known`: see `load_image`."""
    return LoadedObject(load_image(objects, units, known))


def run_object(object_bytes: bytes | Sequence[bytes], argv: Sequence[str]) -> int:
    """Calls the object's `main(argc, argv)` and gives its exit code; `argv[0]` is the program's name.

    The program owns the process while it runs: interrupts end it, and what it printed is flushed when it returns. It
    holds the interpreter's lock, so that it can use Python.
    """
    objects = [object_bytes] if isinstance(object_bytes, bytes) else list(object_bytes)
    image = load_image(objects)
    image.keep()
    image.describe()
    loaded = LoadedObject(image)
    arguments = [argument.encode("utf-8", "surrogateescape") for argument in argv]
    array = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    main = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p)(loaded.address("main"))
    sys.stdout.flush()
    sys.stderr.flush()
    with _NativeSignals():
        code = main(len(arguments), ctypes.cast(array, ctypes.c_void_p))
        flush_standard_output()
    return int(code) & 0xFF


def flush_standard_output() -> None:
    """Writes out what C's buffers hold."""
    ctypes.CDLL(None).fflush(None)


class _NativeSignals:
    """While native code runs, Ctrl-C and a closed pipe end the process, as they end any program."""

    __slots__ = ("_saved",)

    def __init__(self) -> None:
        self._saved: list[tuple[signal.Signals, Any]] = []

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGPIPE):
                self._saved.append((number, signal.signal(number, signal.SIG_DFL)))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for number, handler in self._saved:
            signal.signal(number, handler)
