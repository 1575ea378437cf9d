"""Compilations in one process leave nothing behind: their types and declarations end with them."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import ember
from ember.elab.elaborator import Program
from ember.elab.model.types import FunctionT, StructT, TraitT
from ember.service import Request, Service
from ember.support.options import Options

PROGRAM = """
@fieldwise_init
struct Pair{number}(Copyable):
    var first: Int
    var second: String

def first(x: Int) -> Int:
    return Pair{number}(x, "").first
"""


def test_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_CACHE_DIR", str(tmp_path / "cache"))
    for number in range(3):
        path = tmp_path / f"file{number}.mojo"
        path.write_text(f"def add(x: Int) -> Int:\n    return x + {number}\n")
        functions = ember.compile(path)
        assert functions.add(1) == number + 1
    gc.collect()
    kinds = (Program, StructT, TraitT, FunctionT)
    assert [one for one in gc.get_objects() if isinstance(one, kinds)] == []


def test_memory_stays_flat(tmp_path: Path) -> None:
    """Two hundred files in one process, each with a struct of its own, need no more memory than the first ones did."""
    environment = os.environ | {"EMBER_CACHE_DIR": str(tmp_path / "cache")}
    command = [
        sys.executable,
        __file__,
        str(tmp_path),
    ]  # a process without the garbage of other tests
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    objects, mebibytes = done.stdout.split()
    assert int(objects) < 180
    assert float(mebibytes) < 20


def growth(folder: Path) -> tuple[int, float]:
    """How many objects and mebibytes 180 compilations leave behind, after twenty."""
    service = Service()
    options = Options(opt_level=0, needs_main=False)

    def check(number: int) -> None:
        path = folder / f"file{number}.mojo"
        path.write_text(PROGRAM.format(number=number))
        reply = service.answer(Request(str(path), options, "interfaces"))
        assert [interface.name for interface in reply.value] == ["first"]

    for number in range(20):
        check(number)
    gc.collect()
    objects, resident = len(gc.get_objects()), resident_mebibytes()
    for number in range(20, 200):
        check(number)
    gc.collect()
    return len(gc.get_objects()) - objects, resident_mebibytes() - resident


def resident_mebibytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    print(*growth(Path(sys.argv[1])))
