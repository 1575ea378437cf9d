"""Functions that programs get as objects: those that LLVM calls where a processor has no instruction, and what reports faults.

They are ours, compiled like any other and kept one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache as remember
from functools import partial
from pathlib import Path
from typing import Final

from ember.codegen.llvm.emit import compile_to_object
from ember.codegen.llvm.library import library_identity
from ember.codegen.text.module import emit_part
from ember.codegen.text.split import kernel_parts
from ember.dialects import kgen
from ember.support.cache import Cache, cache_key
from ember.support.elf import undefined_symbols
from ember.support.fingerprint import LIBRARY, compiler_fingerprint
from ember.support.target import Target

_FOLDER: Final = LIBRARY / "std" / "sys"
FAULT_REPORT: Final = _FOLDER / "_fault_report.mojo"
_SOURCES: Final = (_FOLDER / "_support.mojo", FAULT_REPORT)
LEVEL: Final = 2
"""How they are optimised, whatever the program's level is."""


def missing_functions(objects: list[bytes]) -> dict[Path, list[str]]:
    """The names of those that objects call without having them, by the files that define them."""
    undefined = undefined_symbols(objects)
    found = {source: sorted(undefined & functions_of(source)) for source in _SOURCES}
    return {source: names for source, names in found.items() if names}


@remember
def functions_of(source: Path) -> frozenset[str]:
    """What a file defines."""
    return frozenset(re.findall(r'^@export\("(\w+)"\)', source.read_text("utf-8"), re.MULTILINE))


def missing_objects(
    objects: list[bytes], target: Target, cache: Cache, compiled: Callable[[Path], kgen.Module]
) -> list[bytes]:
    """Objects of what these, or such functions, call without having it; `compiled` makes concrete IR of a file."""
    found: list[bytes] = []
    for source, names in missing_functions(objects).items():
        found += function_objects(names, target, cache, partial(compiled, source))
    return found + missing_objects(objects + found, target, cache, compiled) if found else []


def function_objects(
    names: list[str], target: Target, cache: Cache, compiled: Callable[[], kgen.Module]
) -> list[bytes]:
    """An object for each of the functions; `compiled` makes concrete IR of their file, where some are not in the cache."""
    keys = _keys(names, target)
    found = {name: code for name in names if (code := cache.get(keys[name])) is not None}
    missing = [name for name in names if name not in found]
    if missing:
        module = compiled()
        _make_weak(module)
        parts = kernel_parts(module, missing)
        for name, part in zip(missing, parts, strict=True):
            text = emit_part(part, target, source_name=name)
            found[name] = compile_to_object(text, target, LEVEL)
            cache.put(keys[name], found[name])
    return [found[name] for name in names]


def are_known(names: Iterable[str], target: Target, cache: Cache) -> bool:
    """Whether all of these are in the cache."""
    return all(cache.get(key) is not None for key in _keys(names, target).values())


def _keys(names: Iterable[str], target: Target) -> dict[str, bytes]:
    identity = (compiler_fingerprint(), library_identity(), target.cache_key)
    return {name: cache_key("support", *identity, name) for name in names}


def _make_weak(module: kgen.Module) -> None:
    """Other objects of a program may have the functions too."""
    for function in module.regions[0]:
        if function.attrs["linkage"] == "export":
            function.set_attr("linkage", "weak")
