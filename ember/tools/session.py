"""How a command runs: with a stack deep enough for any program, and with every failure told in words.

A wrong program gives diagnostics and exit code 1. A fault of the compiler itself gives one line, a file to attach to a
report, and exit code 70; `EMBER_DEBUG=1` shows the traceback instead.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeVar

from ember.support.budgets import MemoryExceeded, memory_used
from ember.support.bytecode import recover_from

if TYPE_CHECKING:
    from ember.support.diagnostics import Diagnostic
    from ember.support.reporting import Presentation

EXIT_FAILURE: Final = 1
EXIT_USAGE: Final = 2
EXIT_FAULT: Final = 70
EXIT_INTERRUPTED: Final = 130

STACK_BYTES: Final = 1 << 29
RECURSION_LIMIT: Final = 200_000
GC_THRESHOLDS: Final = (1_000_000, 50, 50)
"""A small program makes fewer objects than that, and nearly all of them stay: looking for garbage took a tenth of its time."""
_DISK_ERRORS: Final = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO, errno.EBADF)
_NO_THREAD: Final = "can't start new thread"
"""What Python says when the system has no memory, or no number, for another thread."""
_GLANCE_SECONDS: Final = 0.2
_GRACE_SECONDS: Final = 10.0

T = TypeVar("T")


def guarded(command: Callable[[], int], arguments: list[str]) -> int:
    """Runs a command; whatever it raises becomes a message and an exit code."""
    try:
        return command()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: we are leaving
        print("ember: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # whoever read our output has gone
        return EXIT_FAILURE
    except MemoryExceeded as problem:
        print(f"ember: error[memory-limit]: {problem}", file=sys.stderr)
        return EXIT_FAILURE
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else EXIT_FAILURE
    except Exception as problem:
        return _failed(problem, arguments)


def _failed(problem: Exception, arguments: list[str]) -> int:
    recover_from(problem, sys.pycache_prefix)
    from ember.support.diagnostics import CompileError

    if isinstance(problem, CompileError):
        report(problem.diagnostics)
        return EXIT_FAILURE
    if isinstance(problem, RecursionError):
        print("ember: error[nested-too-deeply]: the program is nested too deeply", file=sys.stderr)
        return EXIT_FAILURE
    if isinstance(problem, MemoryError) or _NO_THREAD in str(problem):
        print("ember: error[out-of-memory]: there is not enough memory", file=sys.stderr)
        return EXIT_FAILURE
    if isinstance(problem, OSError) and problem.filename is not None:
        print(f"ember: error[system]: {problem.filename}: {problem.strerror}", file=sys.stderr)
        return EXIT_FAILURE
    if isinstance(problem, FileNotFoundError) and not _has_working_directory():
        print("ember: error[system]: the working directory has been deleted", file=sys.stderr)
        return EXIT_FAILURE
    if isinstance(problem, OSError) and problem.errno in _DISK_ERRORS:
        print(f"ember: error[system]: cannot write: {problem.strerror}", file=sys.stderr)
        return EXIT_FAILURE
    if os.environ.get("EMBER_DEBUG") == "1":
        raise problem
    from ember.tools.faults import describe_fault

    print(describe_fault(problem, arguments), file=sys.stderr)
    return EXIT_FAULT


def _has_working_directory() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def report(diagnostics: Iterable[Diagnostic], how: Presentation | None = None) -> None:
    """Shows diagnostics on standard error."""
    shown = list(diagnostics)
    if not shown:
        return
    from ember.support.rendering import present
    from ember.support.reporting import Presentation

    print(present(shown, how if how is not None else Presentation()), file=sys.stderr)


def run_with_deep_stack(work: Callable[[], T], memory: int = 0) -> T:
    """Calls `work` in a thread with a large stack; what it gives or raises comes out here.

    An interrupt is passed on to the thread, so that it leaves its files in order. So is `MemoryExceeded` when the
    process grows beyond `memory` bytes (0: without bounds).
    """
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setrecursionlimit(RECURSION_LIMIT)
    sys.set_int_max_str_digits(0)  # literals are exact, however long
    results: list[T] = []
    failures: list[BaseException] = []

    def call() -> None:
        try:
            results.append(work())
        except BaseException as problem:
            failures.append(problem)

    threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=call, daemon=True)
    try:
        thread.start()
    finally:
        threading.stack_size(0)
    try:
        _watch(thread, memory)
    except KeyboardInterrupt:
        _raise_in(thread, KeyboardInterrupt)
        thread.join(timeout=2)
        raise
    if failures:
        raise failures[0]
    return results[0]


def _watch(thread: threading.Thread, memory: int) -> None:
    """Waits for the thread, and ends it if the process grows too big."""
    thread.join(_GLANCE_SECONDS if memory else None)
    while thread.is_alive():
        if memory_used() > memory:
            _raise_in(thread, MemoryExceeded)
            thread.join(_GRACE_SECONDS)  # it may be in native code, which does not listen
            if thread.is_alive():
                raise MemoryExceeded(memory)
            return
        thread.join(_GLANCE_SECONDS)


def _raise_in(thread: threading.Thread, kind: type[BaseException]) -> None:
    import ctypes

    identity = ctypes.c_ulong(thread.ident or 0)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, ctypes.py_object(kind))
