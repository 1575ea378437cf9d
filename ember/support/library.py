"""The folders of the library and the names of its modules: those in `std` start with it, kernels are named by their own packages."""

from __future__ import annotations

from pathlib import Path
from typing import Final

KERNELS: Final = "kernels"
ROOTS: Final = ("std", KERNELS)
"""The folders whose packages every program can import."""
IN_PATHS: Final = "/ember/lib/"
"""What the paths of the library's files have in them."""


def module_name(library: Path, path: Path) -> str:
    """`std.math` for `std/math`, `linalg.matmul` for `kernels/linalg/matmul`; empty for what is not in the library."""
    if not path.is_relative_to(library):
        return ""
    parts = path.relative_to(library).parts
    return ".".join(parts[1:] if parts[:1] == (KERNELS,) else parts)


def modules_in(library: Path) -> list[tuple[str, Path]]:
    """Names and files of all modules, those of `std` first."""
    files = [path for root in ROOTS for path in sorted((library / root).rglob("*.mojo"))]
    return [(module_name(library, _without_suffix(path)), path) for path in files]


def _without_suffix(path: Path) -> Path:
    return path.parent if path.stem == "__init__" else path.with_suffix("")
