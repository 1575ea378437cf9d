"""Whole programs run by the interpreter, which watches every access to memory.

A program that reads freed memory may print the right text natively; here it fails. Programs that do not compile, or
that call what cannot run at compile time, are skipped: other tests are about them. By default one folder is
covered; `EMBER_PROGRAMS=substring` runs the programs whose path contains the substring instead (`EMBER_PROGRAMS=.`: all).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.dialects import kgen
from ember.interpreter.interpreter import Interpreter, InterpreterError
from ember.support.diagnostics import CompileError
from ember.support.options import Options

PROGRAMS = Path(__file__).parent.parent / "programs"
FOLDERS = ("control",)
IMPOSSIBLE = {
    "comptime-external-call",
    "comptime-intrinsic",
    "comptime-unsupported",
    "comptime-abort",
}


def selected() -> list[object]:
    wanted = os.environ.get("EMBER_PROGRAMS", "")
    names = [p.relative_to(PROGRAMS).with_suffix("") for p in sorted(PROGRAMS.rglob("*.out"))]
    if wanted:
        names = [n for n in names if wanted in f"{n}.mojo"]
    else:
        names = [n for n in names if n.parts[0] in FOLDERS]
    return [pytest.param(PROGRAMS / n.with_suffix(".mojo"), id=n.as_posix()) for n in names]


@pytest.mark.parametrize("path", selected())
def test_program(path: Path) -> None:
    if "expect-exit" in path.read_text():
        pytest.skip("ends itself")
    try:
        module = Compilation(str(path), Options()).elaborate()
    except CompileError as failure:
        pytest.skip(f"does not compile: {failure}")
    symbols = {op.attrs["name"]: op for op in module.body}
    interpreter = Interpreter(symbols.get)  # type: ignore[arg-type]
    main = symbols["main"]
    assert isinstance(main, kgen.Func)
    try:
        interpreter.run(main, [1, None][: len(main.type.inputs)])
    except InterpreterError as failure:
        if failure.code in IMPOSSIBLE:
            pytest.skip(failure.message)
        calls = "".join(f"\n  in {name} at {loc}" for name, loc in failure.stack)
        pytest.fail(f"{failure.code}: {failure.message}{calls}")
    written = b"".join(data for descriptor, data in interpreter.output.chunks if descriptor == 1)
    assert written.decode() == path.with_suffix(".out").read_text()
