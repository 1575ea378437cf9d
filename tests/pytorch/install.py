"""Installs the PyTorch that the tests use: the build without CUDA where there is one, else the other, and says what it downloads.

    python tests/pytorch/install.py

`make test` calls it; `make test TORCH=no` does not, and leaves the tests of PyTorch out. Where nothing can be had, they are skipped.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from urllib.parse import unquote

WANTED = "2.13.0"
WITHOUT_CUDA = ("--extra-index-url", "https://download.pytorch.org/whl/cpu")


def pip(*arguments: str, limit: int = 1800) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"no answer within {limit} seconds")


def packages(*where: str) -> tuple[list[str], str]:
    """The files that would be installed, from the usual places and `where`; or why none."""
    done = pip("install", "--dry-run", "--report", "-", f"torch=={WANTED}", *where, limit=300)
    if done.returncode != 0:
        return [], (done.stderr.strip().splitlines() or ["pip gives no reason"])[-1]
    found: list[Any] = json.loads(done.stdout)["install"]
    return [unquote(entry["download_info"]["url"].rpartition("/")[2]) for entry in found], ""


def has_cuda(files: list[str]) -> bool:
    return any(file.startswith(("nvidia", "cuda")) for file in files)


def is_there() -> bool:
    try:
        return version("torch").partition("+")[0] == WANTED
    except PackageNotFoundError:
        return False


def main() -> None:
    if is_there():
        return
    files, problem = packages()
    where: tuple[str, ...] = ()
    if not files or has_cuda(files):
        smaller, _ = packages(*WITHOUT_CUDA)
        if smaller and not has_cuda(smaller):
            files, where = smaller, WITHOUT_CUDA
    if not files:
        print(f"the tests of PyTorch are skipped: torch {WANTED} cannot be installed: {problem}")
        return
    size = ", with CUDA: several GB" if has_cuda(files) else ""
    print(f"for the tests of PyTorch ('make test TORCH=no' leaves them out){size}: {' '.join(files)}", flush=True)  # fmt: skip
    done = pip("install", f"torch=={WANTED}", *where)
    if done.returncode != 0:
        reason = (done.stderr.strip().splitlines() or ["pip gives no reason"])[-1]
        print(f"the tests of PyTorch are skipped: torch {WANTED} cannot be installed: {reason}")


if __name__ == "__main__":
    main()
