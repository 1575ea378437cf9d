"""From a `.mojo` file with a function `PyInit_name` to a Python module in this process.

Nothing is linked: the objects are loaded into memory. They come out of the program cache when nothing changed.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING

from ember.runtime.loader import LoadError, load_image
from ember.support.cache import default_cache
from ember.support.diagnostics import CompileError
from ember.support.options import Options
from ember.support.programs import Stored, find_program, program_key, store_program

if TYPE_CHECKING:
    from ember.compiler import Compilation

Work = Callable[[], tuple[list[bytes], list["Compilation"]]]
"""Compiles: gives what was made, and the compilations whose files it depends on."""


class MissingInit(Exception):
    """The file has no function that makes its module."""


def load_module(path: str, name: str, options: Options) -> ModuleType:
    """Compiles a file and calls its `PyInit_name`; `CompileError` tells what is wrong with the file."""

    def compile_file() -> tuple[list[bytes], list[Compilation]]:
        from ember.compiler import Compilation

        compilation = Compilation(path, options, cache=default_cache())
        return compilation.objects(), [compilation]

    objects = remembered("python-module", path, options, compile_file)
    return initialized(objects, name)


def initialized(objects: list[bytes], name: str) -> ModuleType:
    """The module that `PyInit_name` of the objects makes; its code stays in memory for good."""
    image = load_image(objects)
    try:
        address = image.address(f"PyInit_{name}")
    except LoadError as problem:
        raise MissingInit(f"there is no function 'PyInit_{name}'") from problem
    image.keep()
    initialize = ctypes.PYFUNCTYPE(ctypes.py_object)(address)
    module = initialize()
    assert isinstance(module, ModuleType)
    return module


def remembered(kind: str, path: str, options: Options, work: Work) -> list[bytes]:
    """What `work` made of a file the last time, or makes of it now; warnings become Python's warnings."""
    cache = default_cache()
    key = program_key(kind, path, options)
    found = find_program(cache, key)
    if found is None:
        from ember.support.rendering import render_all

        data, compilations = _with_deep_stack(work)
        text = render_all([w for compilation in compilations for w in compilation.warnings])
        sources = {
            name: source.text.encode()
            for compilation in compilations
            for name, source in compilation.sources.items()
        }
        found = Stored(data, [text] if text else [])
        store_program(cache, key, sources, map(str, options.include), found)
    for text in found.warnings:
        warnings.warn(text, stacklevel=2)
    return found.data


def _with_deep_stack(work: Work) -> tuple[list[bytes], list[Compilation]]:
    from ember.tools.session import run_with_deep_stack

    with _settings_kept():
        return run_with_deep_stack(work)


@contextmanager
def _settings_kept() -> Iterator[None]:
    """The compiler's settings for the garbage collector and recursion end with the compilation."""
    thresholds, limit = gc.get_threshold(), sys.getrecursionlimit()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        sys.setrecursionlimit(limit)


def described(failure: CompileError) -> str:
    """A failed compilation in words: the diagnostics as the command line shows them."""
    from ember.support.rendering import render_all

    return render_all(failure.diagnostics)
