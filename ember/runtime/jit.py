"""Loads object code into this process and calls it.

Symbols that the object does not define are looked up in the process, so libc and libm are there, and in the compiler's
support library (128-bit division, half precision) where the system has one.
"""

from __future__ import annotations

import ctypes
import itertools
import signal
import sys
import threading
from collections.abc import Sequence
from functools import cache
from types import TracebackType
from typing import Any

import llvmlite.binding as llvm

_SUPPORT_LIBRARIES = ("libm.so.6", "libpthread.so.0", "libdl.so.2", "libgcc_s.so.1")
_library_numbers = itertools.count()


class LoadError(Exception):
    """The object cannot be loaded: it is broken, or a symbol it needs does not exist."""


class LoadedObject:
    """Code in memory; it stays there as long as this object lives."""

    __slots__ = ("_jit", "_name", "_tracker", "_trackers")

    def __init__(self, jit: Any, name: str, tracker: Any) -> None:
        self._jit = jit
        self._name = name
        self._tracker = tracker
        self._trackers: dict[str, Any] = {}

    def address(self, name: str) -> int:
        """The address of an exported function or global; `LoadError` when there is none."""
        tracker = self._trackers.get(name)
        if tracker is None:
            try:
                tracker = self._jit.lookup(self._name, name)
            except RuntimeError as problem:
                raise LoadError(f"no symbol '{name}': {problem}") from problem
            self._trackers[name] = tracker
        return int(tracker[name])

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        """An exported function as a ctypes callable."""
        return ctypes.CFUNCTYPE(result, *arguments)(self.address(name))


def load_object(*objects: bytes) -> LoadedObject:
    """Links object files into the process; several may refer to one another."""
    jit = _jit()
    name = f"object{next(_library_numbers)}"
    builder = llvm.JITLibraryBuilder()
    for data in objects:
        builder.add_object_img(data)
    builder.add_current_process()
    try:
        tracker = builder.link(jit, name)
    except RuntimeError as problem:
        raise LoadError(str(problem)) from problem
    return LoadedObject(jit, name, tracker)


def run_object(object_bytes: bytes | Sequence[bytes], argv: Sequence[str]) -> int:
    """Calls the object's `main(argc, argv)` and gives its exit code; `argv[0]` is the program's name.

    The program owns the process while it runs: interrupts end it, and what it printed is flushed when it returns.
    """
    objects = [object_bytes] if isinstance(object_bytes, bytes) else list(object_bytes)
    loaded = load_object(*objects)
    arguments = [argument.encode("utf-8", "surrogateescape") for argument in argv]
    array = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    main = loaded.function("main", ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
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


@cache
def _jit() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for library in _SUPPORT_LIBRARIES:
        _load_for_everyone(library)
    machine = llvm.Target.from_default_triple().create_target_machine(
        reloc="pic", codemodel="default", jit=True
    )
    return llvm.create_lljit_compiler(machine, use_jit_link=True)


def _load_for_everyone(library: str) -> None:
    """Makes a library's symbols visible to loaded objects; a missing one shows up as a missing symbol, if at all."""
    try:
        ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return
