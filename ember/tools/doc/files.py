"""Which files are documented, and the names of their modules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ember.support.diagnostics import CompileError, error
from ember.support.fingerprint import LIBRARY
from ember.support.library import KERNELS

_SUFFIXES: Final = (".mojo", ".🔥")
_PACKAGE: Final = "__init__"


def find_modules(paths: list[Path]) -> dict[str, Path]:
    """The modules in files and folders, by name."""
    found: dict[str, Path] = {}
    for path in paths:
        if not path.exists():
            message = f"cannot read '{path}': there is no such file"
            raise CompileError(error("unreadable-file", None, message))
        base = _base(path.resolve())
        for file in _files(path):
            found.setdefault(_module_name(file.resolve(), base), file)
    if not found:
        raise CompileError(error("no-modules", None, "there are no .mojo files here"))
    return dict(sorted(found.items()))


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if file.suffix in _SUFFIXES and not hidden and file.is_file():
            yield file


def _base(path: Path) -> Path:
    """The folder that module names start in: outside of all packages around the path."""
    if path.is_relative_to(LIBRARY / KERNELS):
        return LIBRARY / KERNELS
    if path.is_relative_to(LIBRARY):
        return LIBRARY
    base = path if path.is_dir() else path.parent
    while any(Path(base, _PACKAGE + suffix).exists() for suffix in _SUFFIXES):
        base = base.parent
    return base


def _module_name(file: Path, base: Path) -> str:
    parts = list(file.relative_to(base).with_suffix("").parts)
    if parts[-1] == _PACKAGE:
        parts.pop()
    return ".".join(parts)


def import_folder(path: Path) -> Path:
    """The folder from which programs import the modules of a path."""
    return _base(path.resolve())


def is_package_file(path: Path) -> bool:
    return path.stem == _PACKAGE
