"""How a command runs: with every failure told in words.

A wrong program gives diagnostics and exit code 1. A fault of the compiler itself gives one line, a file to attach to a
report, and exit code 70; `EMBER_DEBUG=1` shows the traceback instead.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from ember.support.budgets import MemoryExceeded
from ember.support.bytecode import recover_from

if TYPE_CHECKING:
    from ember.support.diagnostics import Diagnostic
    from ember.support.reporting import Presentation

EXIT_FAILURE: Final = 1
EXIT_USAGE: Final = 2
EXIT_FAULT: Final = 70
EXIT_INTERRUPTED: Final = 130

_DISK_ERRORS: Final = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO, errno.EBADF)
_NO_THREAD: Final = "can't start new thread"
"""What Python says when the system has no memory, or no number, for another thread."""


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
