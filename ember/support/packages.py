"""Packages as one file: `kernels.mojopkg` holds the modules of a folder, checked by a sum, and is imported as the folder would be.

    EMBERPKG, the version of the form, SHA-256 of the rest | the rest: JSON of paths and texts, compressed

What it holds are the sources, so a package serves every machine and every way of compiling. Where one is used, its files are put into
the cache under their sum, and from there on it is a folder like any other.

Every command imports this module, for `sum_of`: what only packages need is imported where they are made or read.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

from ember.support.home import cache_folder

SUFFIX: Final = ".mojopkg"
_MAGIC: Final = b"EMBERPKG"
_VERSION: Final = 1
_HEADER: Final = len(_MAGIC) + 4 + hashlib.sha256().digest_size
_MODULES: Final = (".mojo", ".🔥")


class PackageError(ValueError):
    """A file that is no package, or not whole."""


def pack_folder(folder: Path) -> bytes:
    """The modules of a package, a folder with `__init__.mojo`, as the bytes of a file."""
    import json
    import zlib

    if not any((folder / f"__init__{suffix}").is_file() for suffix in _MODULES):
        raise PackageError(f"'{folder}' is no package: it is no folder with an '__init__.mojo'")
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in _MODULES and file.is_file()]  # fmt: skip
    texts = {file.relative_to(folder).as_posix(): _text(file) for file in files}
    rest = zlib.compress(json.dumps(texts).encode(), 9)
    return _MAGIC + _VERSION.to_bytes(4, "little") + hashlib.sha256(rest).digest() + rest


def unpacked(path: Path | str) -> Path:
    """The folder with a package's files, named as the file is; `PackageError` says what is wrong with it."""
    data = _whole(path)
    checksum = data[len(_MAGIC) + 4 : _HEADER].hex()
    name = Path(path).name.removesuffix(SUFFIX)
    folder = Path(_home(), checksum[:32], name)
    if not folder.is_dir():
        _fill(folder, _modules(data, path), str(path))
    return folder


def sum_of(path: str) -> str:
    """What tells one package from another, of which the file itself says it; nothing where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(_HEADER).hex()
    except OSError:
        return ""


def _whole(path: Path | str) -> bytes:
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise PackageError(f"the package '{path}' cannot be read: {problem.strerror}") from None
    if not data.startswith(_MAGIC):
        raise PackageError(f"'{path}' is no package of 'ember package'")
    version = int.from_bytes(data[len(_MAGIC) : len(_MAGIC) + 4], "little")
    if version != _VERSION:
        raise PackageError(f"the package '{path}' has the form {version}, and this is Ember for the form {_VERSION}; make it again")  # fmt: skip
    if hashlib.sha256(data[_HEADER:]).digest() != data[len(_MAGIC) + 4 : _HEADER]:
        raise PackageError(f"the package '{path}' is damaged or cut off: its checksum is wrong")
    return data


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError as problem:
        raise PackageError(f"'{file}' is not UTF-8 text: byte {problem.start}") from None


def _modules(data: bytes, path: Path | str) -> dict[str, str]:
    """Paths and texts of a package, of which none is outside of it: whoever made it, importing writes nothing elsewhere."""
    import json
    import zlib

    try:
        texts = json.loads(zlib.decompress(data[_HEADER:]))
        names = [PurePosixPath(name) for name in texts]
        is_right = all(isinstance(text, str) for text in texts.values())
    except (zlib.error, ValueError, AttributeError, TypeError):
        is_right, names = False, []
    if not is_right or any(name.is_absolute() or ".." in name.parts for name in names):
        raise PackageError(f"'{path}' is no package of 'ember package': it does not hold modules")
    return dict(texts)


def _fill(folder: Path, texts: dict[str, str], path: str) -> None:
    """Writes the files beside their place and moves them there, as other processes may do the same."""
    import tempfile

    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            made = Path(place, folder.name)
            for name, text in texts.items():
                target = made / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(text.encode())
            with suppress(FileExistsError, OSError):
                os.rename(made, folder)
        if not folder.is_dir():
            raise OSError(0, "its files cannot be moved there")
    except OSError as problem:
        raise PackageError(f"the package '{path}' cannot be unpacked in '{folder.parent}': {problem.strerror}") from None  # fmt: skip


_passing: list[str] = []
"""A folder for packages where there is no cache, until the process ends."""


def _home() -> str:
    cache = cache_folder()
    if cache is not None:
        home = os.path.join(cache, "packages")
        with suppress(OSError):
            os.makedirs(home, exist_ok=True)
        if os.access(home, os.W_OK):
            return home
    if not _passing:
        import atexit
        import shutil
        import tempfile

        _passing.append(tempfile.mkdtemp(prefix="ember-packages-"))
        atexit.register(shutil.rmtree, _passing[0], ignore_errors=True)
    return _passing[0]
