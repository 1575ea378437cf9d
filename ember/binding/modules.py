"""From a `.mojo` file with a function `PyInit_name` to a Python module in this process.

Nothing is linked: the objects are loaded into memory. They come out of the program cache when nothing changed.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from ember.runtime.loader import LoadError, load_image
from ember.support.cache import default_cache
from ember.support.diagnostics import CompileError
from ember.support.options import Options
from ember.support.programs import Stored, find_program, program_key, store_program

if TYPE_CHECKING:
    from ember.service import Reply, Service

MODULE_NAME = "ember_adapters"
"""The module of a file's functions, as the adapters for them are compiled."""

Work = Callable[[], tuple[list[bytes], list["Reply"]]]
"""Compiles: gives what was made, and the replies whose files it depends on."""


class MissingInit(Exception):
    """The file has no function that makes its module."""


def load_module(path: str, name: str, options: Options) -> ModuleType:
    """Compiles a file and calls its `PyInit_name`; `CompileError` tells what is wrong with the file."""

    def compile_it() -> tuple[list[bytes], list[Reply]]:
        reply = made(path, options, "objects")
        return reply.value, [reply]

    objects = remembered("python-module", path, options, compile_it)
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
    store = default_cache()
    key = program_key(kind, path, options)
    found = find_program(store, key)
    if found is None:
        from ember.support.rendering import render_all

        data, replies = work()
        text = render_all([w for reply in replies for w in reply.diagnostics])
        sources = {n: text.encode() for reply in replies for n, text in reply.sources.items()}
        found = Stored(data, [text] if text else [])
        store_program(store, key, sources, map(str, options.include), found)
    for text in found.warnings:
        warnings.warn(text, stacklevel=2)
    return found.data


def made(path: str, options: Options, wanted: str) -> Reply:
    """What the compile service makes of a file; `CompileError` tells what is wrong with it."""
    from ember.service import Request

    reply = _service().answer(Request(path, options, wanted))
    if reply.has_failed:
        raise CompileError(*reply.diagnostics)
    return reply


@cache
def _service() -> Service:
    from ember.service import Service

    return Service()


def described(failure: CompileError) -> str:
    """A failed compilation in words: the diagnostics as the command line shows them."""
    from ember.support.rendering import render_all

    return render_all(failure.diagnostics)
