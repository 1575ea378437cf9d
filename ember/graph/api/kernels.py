"""The kernels a graph may name: those of the user's folders, files and packages, and those of the library.

`ops.custom` asks here when its line runs: whether there is a kernel of that name, and whether what it is given fits the signature.
Signatures are read (`queries.registered_kernels`), nothing is compiled.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ember.support.cache import Cache, default_cache
from ember.support.fingerprint import LIBRARY_FUNCTIONS
from ember.support.options import Options
from ember.support.packages import SUFFIX, unpacked
from ember.support.programs import SIGNATURES, Stored, find_program, program_key, store_program

if TYPE_CHECKING:
    from ember.service import Kernel

BUILT_IN: Final = Path(__file__).resolve().parents[2] / "lib" / "kernels"
"""The library's own kernels."""

_read: dict[tuple[str, int], list[Kernel]] = {}
"""What files and folders register, by path and time of their last change."""


class KernelLibrary:
    """The kernels of folders and files: `name in library`, iteration over names, `library[name]`."""

    def __init__(self, paths: Iterable[Path | str] = ()) -> None:
        self.paths: list[Path] = []
        """Folders with `__init__.mojo`, and files."""
        self._kernels: dict[str, list[Kernel]] = {}
        self.load_paths(paths)

    def add_path(self, path: Path | str) -> None:
        """Adds the kernels of one more folder or file."""
        self.load_paths([path])

    def library_paths(self) -> list[Path]:
        """Where the kernels come from that are not the library's."""
        return list(self.paths)

    def load_paths(self, custom_extensions: Iterable[Path | str]) -> None:
        """Adds the kernels of more folders or files; `ValueError` where there are none to read."""
        if isinstance(custom_extensions, str | Path):
            raise TypeError(f"a list of paths is needed, not the path '{custom_extensions}'")
        for path in map(_folder_or_file, custom_extensions):
            if path in self.paths:
                continue
            for kernel in _kernels(path):
                self._kernels.setdefault(kernel.name, []).append(kernel)
            self.paths.append(path)

    def __contains__(self, name: object) -> bool:
        return name in self._kernels

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __getitem__(self, name: str) -> list[Kernel]:
        """Every kernel of a name, of the user's folders or else of the library; they differ in conditions."""
        found = self._kernels.get(name) or _built_in(name)
        if not found:
            raise KeyError(name)
        return found

    def has_shape_function(self, kernel: str) -> bool:
        """Whether the kernel says itself what shape its results have."""
        return any(found.shape is not None for found in self[kernel])

    def __repr__(self) -> str:
        return f"KernelLibrary([{', '.join(map(str, self.paths))}])"


def _folder_or_file(path: Path | str) -> Path:
    """Where the sources are: a package that is one file is a folder in the cache."""
    is_package = str(path).endswith(SUFFIX) and Path(path).is_file()
    return unpacked(path) if is_package else Path(path)


def _kernels(path: Path) -> list[Kernel]:
    """What a folder or file registers."""
    _check_path(path)
    files = [path, *path.rglob("*.mojo")] if path.is_dir() else [path]
    key = (str(path.resolve()), max(file.stat().st_mtime_ns for file in files))
    if key not in _read:
        _read[key] = _asked(path)
    return _read[key]


def _check_path(path: Path) -> None:
    if not path.exists():
        raise ValueError(f"there are no kernels at '{path}': no such file or folder")
    if path.is_dir() and not (path / "__init__.mojo").is_file():
        raise ValueError(f"the folder '{path}' is no package of kernels: it has no '__init__.mojo'")
    if path.is_file() and path.suffix not in (".mojo", ".🔥"):
        raise ValueError(f"'{path}' holds no kernels; give a folder with '__init__.mojo', a '.mojo' file or a '.mojopkg'")  # fmt: skip


def _asked(path: Path) -> list[Kernel]:
    """What the compile service says, now or when it was asked before about the same files."""
    options = Options(needs_main=False)
    store = default_cache().in_front_of(Cache(LIBRARY_FUNCTIONS))
    key = program_key(SIGNATURES, str(path), options)
    known = find_program(store, key)
    if known is not None:
        found: list[Kernel] = pickle.loads(known.data[0])
        return found
    from ember.service import Request, Service
    from ember.support.rendering import render

    reply = Service().answer(Request(str(path), options, "kernels"))
    if reply.has_failed:
        told = "\n".join(render(diagnostic) for diagnostic in reply.diagnostics)
        raise ValueError(f"the kernels of '{path}' cannot be read\n{told}")
    sources = {name: text.encode() for name, text in reply.sources.items()}
    store_program(store, key, sources, (), Stored([pickle.dumps(reply.value)], []))
    found = reply.value
    return found


def _built_in(name: str) -> list[Kernel]:
    """The library's kernels of a name: only files that have the name in them are read."""
    needle = f'"{name}"'
    files = [file for file, text in _library_texts().items() if needle in text]
    return [kernel for file in files for kernel in _kernels(file) if kernel.name == name]


@cache
def _library_texts() -> dict[Path, str]:
    """The library's files of kernels, read once: a graph of many layers asks for the same kernels again and again."""
    return {file: file.read_text("utf-8") for file in sorted(BUILT_IN.rglob("*.mojo"))}
