"""What a compilation may use is bounded; each bound has its own error, at the user's line, that names the option."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.support.budgets import USUAL, Budgets
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError
from ember.support.options import Options

REPOSITORY = Path(__file__).parent.parent.parent

ENDLESS = """\
def f() -> Int:
    var i = 0
    while True:  # here
        i += 1

def main():
    comptime x = f()
    print(x)
"""
HUNGRY = """\
def f() -> Int:
    var xs = List[Int]()
    while True:
        xs.append(1)

def main():
    comptime x = f()  # here
    print(x)
"""
NESTED = """\
def g[n: Int](x: Int) -> Int:
    return g[n + 1](x)  # here

def main():
    print(g[0](1))
"""
MANY = """\
def g[n: Int]() -> Int:
    return n

def main():
    var sum = 0
    comptime for i in range(2000):
        sum += g[i]()  # here
    print(sum)
"""
UNROLLED = """\
def main():
    var sum = 0
    comptime for i in range(1000):
        comptime for j in range(1000):
            sum += i  # here
    print(sum)
"""


@pytest.mark.parametrize(
    ("code", "option", "text", "budgets"),
    [
        ("comptime-limit", "comptime-steps", ENDLESS, Budgets(comptime_steps=100_000)),
        ("comptime-limit", "comptime-memory", HUNGRY, Budgets(comptime_memory=1 << 20)),
        ("instantiation-depth", "instance-depth", NESTED, Budgets(instance_depth=50)),
        ("too-many-instances", "instances", MANY, Budgets(instances=500)),
        ("too-many-rounds", "unrolled-rounds", UNROLLED, Budgets(unrolled_rounds=1000)),
    ],
    ids=lambda value: value if isinstance(value, str) and "\n" not in value else "",
)
def test_budget(code: str, option: str, text: str, budgets: Budgets, tmp_path: Path) -> None:
    path = tmp_path / "hungry.mojo"
    path.write_text(text)
    compilation = Compilation(str(path), Options(budgets=budgets), cache=default_cache())
    with pytest.raises(CompileError) as failure:
        run_with_deep_stack(compilation.elaborate)
    (first, *_) = failure.value.diagnostics
    assert first.code == code
    assert f"--max-{option}" in first.message
    line = 1 + text[: text.index("# here")].count("\n")
    places = [first.span, *(note.span for note in first.notes)]
    assert line in [place.line for place in places if place and place.file.path == str(path)]


def test_code_that_only_appends_is_out_of_memory_first(tmp_path: Path) -> None:
    """In the proportion that the limits have by default, memory comes before the steps."""
    path = tmp_path / "hungry.mojo"
    path.write_text(HUNGRY)
    budgets = Budgets(USUAL.comptime_steps >> 6, USUAL.comptime_memory >> 6)
    compilation = Compilation(str(path), Options(budgets=budgets), cache=default_cache())
    with pytest.raises(CompileError) as failure:
        run_with_deep_stack(compilation.elaborate)
    assert "--max-comptime-memory" in failure.value.diagnostics[0].message


def test_memory(tmp_path: Path) -> None:
    """The compiler itself: a program whose code is endless, well before its loops are too many."""
    (tmp_path / "big.mojo").write_text(UNROLLED.replace("1000", "60000"))
    command = ["build", "--emit", "kgen", "--max-memory", "200", "big.mojo", "-o", "out"]
    done = subprocess.run(
        [sys.executable, "-m", "ember", *command, "--max-unrolled-rounds", "100000000"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "big.mojo:1:1: error[memory-limit]: compiling needs more than 200 MiB" in done.stderr
    assert "--max-memory" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_raised_budget_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "many.mojo"
    path.write_text(MANY)
    assert USUAL.instances > 2000
    compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
    run_with_deep_stack(compilation.elaborate)
