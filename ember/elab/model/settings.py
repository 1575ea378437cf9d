"""What elaboration is told from outside: the target, the options, and what it may ask of other stages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from ember.dialects import kgen, lit
from ember.support.budgets import USUAL, Budgets
from ember.support.cache import Cache
from ember.support.diagnostics import CompileError, DiagnosticSink, error
from ember.support.target import Target


def no_devices(_: object) -> NoReturn:
    raise CompileError(error("no-offload", None, "kernels cannot be compiled from here"))


class Settings(NamedTuple):
    """One compilation, for one target; a device's program has the host's with another target."""

    target: Target
    load: Callable[[str, str], lit.Module]
    """Reads a module by its path and name."""
    read_text: Callable[[str], str]
    """Reads a file that the result then depends on."""
    library: Path
    search: list[Path]
    """The folders with modules that a program may import, besides its own."""
    defines: dict[str, str]
    sink: DiagnosticSink
    comptime_output: Callable[[bytes], None]
    """Takes what compile-time code prints."""
    complete: Callable[[kgen.Func, DiagnosticSink], None]
    """The passes over a function that is written, before it is inlined or interpreted (`opt/pipeline.py`)."""
    accelerator: str = ""
    """What kernels are compiled for, by name."""
    compile_device: Callable[[Any], dict[str, bytes]] = no_devices
    """Runs the rest of the pipeline for an `offload.DeviceRequest`; gives each kernel's code by its name."""
    prepare_device: Callable[[Target], None] = no_devices
    """Is told that there will be requests for a target."""
    per_kernel: bool = False
    sim_check: bool = False
    """Whether simulated kernels are watched."""
    cache: Cache | None = None
    """Keeps elaborated functions of the library."""
    fingerprint: bytes = b""
    """The compiler and library they were made by."""
    budgets: Budgets = USUAL
    debug: bool = False
    """Whether what the library does in the user's functions belongs to their lines."""
