"""What elaboration is given by a compilation: its settings, the passes over each function, the functions kept; and its failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from ember.elab.elaborator import Program
from ember.elab.instances.offload import DeviceRequest
from ember.elab.model.settings import Settings
from ember.loading import Loader
from ember.opt.pipeline import complete_function
from ember.showing import show_comptime_output
from ember.support.budgets import MemoryExceeded, memory_budget
from ember.support.cache import Cache
from ember.support.diagnostics import CompileError, DiagnosticSink, error
from ember.support.fingerprint import LIBRARY, LIBRARY_FUNCTIONS, compiler_fingerprint
from ember.support.options import Options
from ember.support.target import Target

INSTALLED_FUNCTIONS: Final = Cache(LIBRARY_FUNCTIONS)
"""Elaborated functions of the library that come with the installation."""


def kept_functions(cache: Cache | None) -> Cache | None:
    """Where elaborated functions of the library are kept: the user's cache, before those of the installation."""
    return cache.in_front_of(INSTALLED_FUNCTIONS) if cache is not None else None


def new_program(
    options: Options,
    target: Target,
    loader: Loader,
    sink: DiagnosticSink,
    functions: Cache | None,
    compile_device: Callable[[DeviceRequest], dict[str, bytes]],
    prepare_device: Callable[[Target], None],
) -> Program:
    """A program to elaborate for a target, whose kernels `compile_device` compiles."""
    verification = (options.verifies_ownership, options.verify)
    return Program(
        Settings(
            target=target,
            load=loader.module_of,
            read_text=loader.text_of,
            library=LIBRARY,
            search=options.include,
            defines=options.defines,
            sink=sink,
            comptime_output=show_comptime_output,
            complete=partial(
                complete_function, verify=verification[0], verify_each=verification[1]
            ),
            accelerator=options.accelerator,
            compile_device=compile_device,
            prepare_device=prepare_device,
            per_kernel=options.per_kernel,
            sim_check=options.sim_check,
            cache=functions,
            fingerprint=compiler_fingerprint() if functions is not None else b"",
            budgets=options.budgets,
            debug=options.debug,
        )
    )


@contextmanager
def all_mistakes(program: Program, options: Options, sink: DiagnosticSink) -> Iterator[None]:
    """A `CompileError` from inside has all that is wrong with the program."""
    try:
        yield
    except CompileError as failure:
        sink.absorb(failure)
        raise CompileError(*sink.errors) from failure
    except MemoryExceeded as problem:
        message = str(MemoryExceeded(memory_budget(options.budgets)))
        raise CompileError(error("memory-limit", program.current_loc, message)) from problem
