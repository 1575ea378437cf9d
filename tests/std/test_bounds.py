"""Indices and slices outside of a container end the program with a message at the line that has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from forked import in_child

from ember.compiler import Compilation
from ember.runtime.jit import run_object
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.options import Options

PROGRAM = Path(__file__).parent / "bounds.mojo"
CASES = [
    (number, int(found[1]), found[2])
    for number, line in enumerate(PROGRAM.read_text().splitlines(), 1)
    if (found := re.match(r"    if k == (\d+): .*  # (.+)", line))
]


@pytest.fixture(scope="module")
def objects() -> list[bytes]:
    compilation = Compilation(str(PROGRAM), Options(opt_level=1), cache=default_cache())
    return run_with_deep_stack(compilation.objects)


@pytest.mark.parametrize("line, case, words", CASES, ids=[str(case[1]) for case in CASES])
def test_stops(objects: list[bytes], line: int, case: int, words: str) -> None:
    done = in_child(lambda: run_object(objects, [str(PROGRAM), str(case)]), PROGRAM.parent)
    assert done.code != 0
    assert f"bounds.mojo:{line}:" in done.stdout
    assert words in done.stdout


def test_goes_on(objects: list[bytes]) -> None:
    done = in_child(lambda: run_object(objects, [str(PROGRAM), "0"]), PROGRAM.parent)
    assert done.code == 0, done.stderr
