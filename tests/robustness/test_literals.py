"""Literals of any length: constants become one array, so the code does not grow with them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ember.codegen.text import control
from ember.compiler import Compilation
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


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_endless_blocks_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM's time grows with the square of a block; values still find their way past the cuts, and out of choices between them."""
    monkeypatch.setattr(control, "LONGEST_BLOCK", 200)
    monkeypatch.setattr(control, "CUT_BLOCK", 50)
    elements = ", ".join(
        f"f({i})" if i % 90 else f"(f({i}) if a > {i} else -1)" for i in range(300)
    )
    path = tmp_path / "cut.mojo"
    path.write_text(
        "@no_inline\ndef f(i: Int) -> Int:\n    return i * 3\n\n\n"
        "def main():\n    var a = f(40)\n"
        f"    var x: List[Int] = [{elements}]\n    var sum = 0\n"
        "    for i in range(len(x)):\n        sum += x[i] * (i + 1)\n    print(len(x), sum)\n"
    )
    values = [i * 3 if i % 90 or i < 120 else -1 for i in range(300)]
    for level in (0, 3):
        compilation = Compilation(str(path), Options(level, jobs=1))
        text = build(compilation, "llvm").decode()
        assert text.count("noinline optnone") == 1
        body = text[text.index('define internal void @"cut::main') :]
        blocks = re.split(r"^b\d+:$", body[: body.index("\n}")], flags=re.MULTILINE)
        assert len(blocks) > 10
        assert max(block.count("\n") for block in blocks[1:]) < 220
        program = tmp_path / "cut"
        program.write_bytes(build(Compilation(str(path), Options(level, jobs=1)), "exe"))
        program.chmod(0o755)
        done = subprocess.run([program], capture_output=True, text=True, check=True)
        assert done.stdout == f"300 {sum(v * (i + 1) for i, v in enumerate(values))}\n"


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
