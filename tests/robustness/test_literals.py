"""Literals of any length: constants become one array, so the code does not grow with them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.opt import outline
from ember.outputs import build
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.options import Options

LITERALS = {
    "list": ("List[Int]", "[", "{0}", "]"),
    "array": ("", "[", "{0}", "]"),
    "floats": ("List[Float32]", "[", "{0}.5", "]"),
    "texts": ("List[String]", "[", '"text {0}"', "]"),
    "set": ("", "{{", "{0}", "}}"),
    "dict": ("", "{{", "{0}: {0}", "}}"),
    "dict of texts": ("", "{{", '"key {0}": "{0}"', "}}"),
    "nested": ("", "[", "[{0}, 1, 2]", "]"),
}


def _program(kind: str, count: int) -> str:
    type, before, element, after = LITERALS[kind]
    elements = ", ".join(element.format(i) for i in range(count))
    declared = f"x: {type}" if type else "x"
    return f"def main():\n    var {declared} = {before[0]}{elements}{after[0]}\n    print(len(x))\n"


def _ops(tmp_path: Path, text: str) -> int:
    path = tmp_path / "literal.mojo"
    path.write_text(text)
    compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
    module = run_with_deep_stack(compilation.elaborate)
    return sum(1 for top in module.body for _ in top.walk())


@pytest.mark.parametrize("kind", LITERALS)
def test_code_does_not_grow_with_constants(tmp_path: Path, kind: str) -> None:
    assert _ops(tmp_path, _program(kind, 100)) == _ops(tmp_path, _program(kind, 1000))


def test_code_for_run_time_elements_grows_linearly(tmp_path: Path) -> None:
    def ops(count: int) -> int:
        elements = ", ".join(f"a + {i}" for i in range(count))
        text = (
            f"def main():\n    var a = 1\n    var x: List[Int] = [{elements}]\n    print(len(x))\n"
        )
        return _ops(tmp_path, text)

    small, middle, large = ops(100), ops(200), ops(400)
    assert large - middle == 2 * (middle - small)


ENDLESS = """@no_inline
def f(i: Int) raises -> Int:
    if i == -1:
        raise Error("no")
    return i * 3


def total(a: Int) raises -> Int:
    var x: List[Int] = [{elements}]
    var sum = 0
    for i in range(len(x)):
        sum += x[i] * (i + 1)
    return sum


def texts(a: Int) -> Int:
    try:
        var x: List[String] = [{texts}]
        return x[39].byte_length() + len(x)
    except error:
        return -1


def main() raises:
    print(total(f(40)), texts(3), texts(-1))
    try:
        print(total(-1))
    except error:
        print(error)
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(("level", "optimized"), [(0, 50_000), (3, 50_000), (3, 100)])
def test_endless_functions_are_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: int, optimized: int
) -> None:
    """LLVM's time grows with the square of a function; values, choices, returns and errors find their way between the pieces."""
    monkeypatch.setattr(outline, "LONGEST", 200)
    monkeypatch.setattr(outline, "LONGEST_OPTIMIZED", optimized)
    elements = [
        f"f({i})" if i % 90 else f"(f({i}) if a > {i} else (f(a) if a < 0 else -1))"
        for i in range(1, 301)
    ]
    texts = [f'String("text ", f(a * {i}))' for i in range(1, 41)]
    path = tmp_path / "cut.mojo"
    path.write_text(ENDLESS.format(elements=", ".join(elements), texts=", ".join(texts)))
    text = build(Compilation(str(path), Options(level, jobs=1)), "llvm").decode()
    assert ("total.piece1" in text and " #3 {" in text) == (optimized == 100)
    bodies = re.findall(
        r"^define [^@]*@\"cut::total[^\n]*\n(.*?)^}", text, re.MULTILINE | re.DOTALL
    )
    assert len(bodies) > 20
    assert max(body.count("\n") for body in bodies) < 1500
    program = tmp_path / "cut"
    program.write_bytes(build(Compilation(str(path), Options(level, jobs=1)), "exe"))
    program.chmod(0o755)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    values = [i * 3 if i % 90 or i < 120 else -1 for i in range(1, 301)]
    expected = sum(v * (i + 1) for i, v in enumerate(values))
    assert done.stdout == f"{expected} {len('text 360') + 40} -1\nno\n"


def test_pieces_pass_few_values(tmp_path: Path) -> None:
    """An element that is made in one piece is stored there, and not handed to the piece that would store it."""
    path = tmp_path / "few.mojo"
    elements = ", ".join(f"a + {i}" for i in range(400))
    path.write_text(
        f"def main():\n    var a = 1\n    var x: List[Int] = [{elements}]\n    print(len(x))\n"
    )
    compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
    module = run_with_deep_stack(compilation.elaborate)
    before = sum(1 for top in module.body for _ in top.walk())
    outline.outline(module, 200, 200, 120)
    after = sum(1 for top in module.body for _ in top.walk())
    assert before < after < 1.5 * before


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_memory_of_kernels_outlives_the_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An array in a thread's own memory has an address space, and cannot lie in the frame: no piece makes it."""
    monkeypatch.setattr(outline, "LONGEST", 200)
    source = Path(__file__).parents[1] / "gpu" / "programs" / "today.mojo"
    program = tmp_path / "today"
    program.write_bytes(build(Compilation(str(source), Options(0, jobs=1)), "exe"))
    program.chmod(0o755)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == source.with_suffix(".out").read_text()


def test_code_for_tuples_grows_linearly(tmp_path: Path) -> None:
    """And there is no function for each position."""

    def module_of(count: int) -> tuple[int, int]:
        path = tmp_path / "tuple.mojo"
        elements = ", ".join(f"a + {i}" for i in range(count))
        path.write_text(f"def main():\n    var a = 1\n    var x = ({elements})\n    print(x[7])\n")
        compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
        module = run_with_deep_stack(compilation.elaborate)
        ops = sum(1 for top in module.body for _ in top.walk())
        return ops, len(list(module.body))

    (small, functions), (middle, _), (large, same) = module_of(50), module_of(100), module_of(200)
    assert large - middle == 2 * (middle - small)
    assert functions == same


def test_a_long_literal_runs(tmp_path: Path) -> None:
    path = tmp_path / "long.mojo"
    path.write_text(_program("list", 50_000))
    command = [sys.executable, "-m", "ember", "run", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "50000\n"), done.stderr


def test_an_element_that_does_not_fit_is_named(tmp_path: Path) -> None:
    path = tmp_path / "wrong.mojo"
    path.write_text(_program("list", 40).replace("31", "2.5"))
    command = [sys.executable, "-m", "ember", "run", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert "must be 'Int', not 'Float64'" in done.stderr
