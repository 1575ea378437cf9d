"""What is asked about a file besides its code: the functions it offers, the kernels it registers, what is wrong with generic ones."""

from __future__ import annotations

from pathlib import Path

from ember.compiler import Compilation
from ember.elab.modules.interfaces import Interface, interfaces_of
from ember.elab.modules.kernels import Kernel, kernels_of
from ember.elaborating import kept_functions
from ember.support.cache import Cache
from ember.support.diagnostics import Diagnostic


def interfaces(compilation: Compilation) -> list[Interface]:
    """What the functions of the file take and give; the whole file is checked on the way."""
    with compilation.trace.stage("elaborate"):
        program = compilation.program(kept_functions(compilation.cache))
        compilation.elaborated(program)
        return interfaces_of(program, program.main)


def registered_kernels(compilation: Compilation) -> list[Kernel]:
    """The kernels that the file registers, or all files of the folder; signatures are read, nothing is checked."""
    path = Path(compilation.path)
    files = sorted(path.rglob("*.mojo")) if path.is_dir() else [path]
    found: list[Kernel] = []
    with compilation.trace.stage("elaborate"):
        for file in files:
            program = compilation.program(None)
            found += kernels_of(program, program.names.main_module(str(file)))
    return found


def library_mistakes(compilation: Compilation) -> list[Diagnostic]:
    """What is wrong with generic functions of the library, whatever their parameters are."""
    compilation.sink.limit = 10_000
    return compilation.program(kept_functions(compilation.cache)).check_library(compilation.path)


def keep_functions(compilation: Compilation, functions: Cache) -> None:
    """Elaborates the program only to keep the functions of the library it needs."""
    compilation.elaborated(compilation.program(functions))
