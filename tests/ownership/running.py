"""Runs a program in every way there is, each in a child of its own, and says how it ended.

The interpreter watches every access and knows what was not given back; `-O0` and `-O3` are run in place; in samples
`checked` verifies the IR after every pass of `-O3`, `valgrind` watches what runs, and `mojo` (where there is one,
named by `MOJO`) is the referee.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ember.cli import dispatch
from ember.compiler import Compilation
from ember.dialects import kgen
from ember.interpreter.interpreter import Interpreter, InterpreterError
from ember.runtime.jit import run_object
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError
from ember.support.options import Options

PRELUDE = Path(__file__).with_name("prelude.mojo")
SECONDS = 120
WAYS = ("interpreter", "O0", "O3")
SAMPLED = ("checked", "valgrind", "mojo")


class Outcome(NamedTuple):
    """What a program printed, and in one line what was wrong with the way it ended (or nothing)."""

    output: str
    problem: str

    @property
    def values(self) -> str:
        """The output without the lines that count."""
        return "".join(f"{line}\n" for line in self.output.splitlines() if line[:1] != "#")

    @property
    def copies(self) -> dict[str, int]:
        """How many copies each function made."""
        found = re.findall(r"^# (\w+) made \d+ copied (\d+)$", self.output, re.M)
        return {name: int(count) for name, count in found}


def run(text: str, ways: tuple[str, ...] = WAYS) -> dict[str, Outcome]:
    """The outcomes by way; the program is elaborated once for all of ours."""
    with tempfile.TemporaryDirectory(prefix="ember-ownership-") as folder:
        path = Path(folder, "program.mojo")
        path.write_text(text)
        found = {}
        ours = tuple(way for way in ways if way in (*WAYS, "checked"))
        if ours:
            found = _run_ours(path, ours)
        if "valgrind" in ways:
            found["valgrind"] = _valgrind(path)
        if "mojo" in ways:
            found["mojo"] = _command([find_mojo() or "mojo", "run", str(path)], folder)
        return {way: found[way] for way in ways}


def errors_in(text: str) -> set[int]:
    """The lines of a program with errors in them."""
    with tempfile.TemporaryDirectory(prefix="ember-ownership-") as folder:
        path = Path(folder, "program.mojo")
        path.write_text(text)
        done = _in_child(lambda: _error_lines(path), path.with_name("checked"))
    if not re.fullmatch(r"[\d ]*", done.problem):
        raise AssertionError(done.problem)
    return set(map(int, done.problem.split()))


def _error_lines(path: Path) -> str:
    compilation = Compilation(str(path), Options(), cache=default_cache())
    compilation.sink.limit = 100_000
    try:
        compilation.elaborate()
    except CompileError as failure:
        spans = [diagnostic.span for diagnostic in failure.diagnostics if diagnostic.is_error]
        return " ".join(str(span.line) for span in spans if span is not None)
    return ""


def find_mojo() -> str | None:
    return os.environ.get("MOJO") or shutil.which("mojo")


# -- the ways ---------------------------------------------------------------------------------------------


class _Elaborated(Compilation):
    """A compilation that starts with what another one elaborated."""

    module: kgen.Module

    def elaborate(self) -> kgen.Module:
        return self.module


def _run_ours(path: Path, ways: tuple[str, ...]) -> dict[str, Outcome]:
    """A child elaborates; its own children go on from there."""

    def all_ways() -> str:
        os.environ["EMBER_VERIFY_OWNERSHIP"] = "1"
        module = Compilation(str(path), Options(), cache=default_cache()).elaborate()
        for way in ways:
            work = partial(_interpret if way == "interpreter" else _execute, module, path, way)
            ended = _in_child(work, path.with_name(way))
            path.with_name(f"{way}.end").write_text(ended.problem)
        return ""

    done = _in_child(all_ways, path.with_name("elaborated"))
    if done.problem:
        return dict.fromkeys(ways, Outcome("", done.problem))
    return {
        way: Outcome(
            path.with_name(way).read_bytes().decode("utf-8", "replace"),
            path.with_name(f"{way}.end").read_text(),
        )
        for way in ways
    }


def _interpret(module: kgen.Module, path: Path, way: str) -> str:
    symbols = {op.attrs["name"]: op for op in module.body}
    interpreter = Interpreter(symbols.get)  # type: ignore[arg-type]
    main = symbols["main"]
    try:
        arguments = [1, None][: len(main.type.inputs)]  # type: ignore[attr-defined]
        code = interpreter.run(main, arguments)[0]  # type: ignore[arg-type]
        left = interpreter._memory.used
        problem = f"exit {code}" if code else f"{left} bytes left" if left else ""
    except InterpreterError as error:
        problem = f"{error.code}: {error.message}"
    for descriptor, data in interpreter.output.chunks:
        if descriptor == 1:
            os.write(1, data)
    return problem


def _execute(module: kgen.Module, path: Path, way: str) -> str:
    options = Options(opt_level=0 if way == "O0" else 3, verify=way == "checked")
    compilation = _Elaborated(str(path), options, cache=default_cache())
    compilation.module = module
    code = run_object(compilation.objects(), [str(path)])
    return f"exit {code}" if code else ""


def _in_child(work: Callable[[], str], out: Path) -> Outcome:
    problem_file = out.with_suffix(".problem")
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os.dup2(os.open(out, os.O_CREAT | os.O_WRONLY, 0o600), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            problem = run_with_deep_stack(work)
        except CompileError as error:
            problem = "rejected: " + _first_error(error)
        except BaseException as error:
            problem = f"fault: {type(error).__name__}: {error}"
        problem_file.write_text(problem)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    text = out.read_bytes().decode("utf-8", "replace")
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        return Outcome(text, f"ended by {signal.Signals(-code).name}")
    return Outcome(text, problem_file.read_text() if problem_file.exists() else f"exit {code}")


def _first_error(error: CompileError) -> str:
    errors = [d for d in error.diagnostics if d.is_error]
    if not errors:
        return str(error)
    line = errors[0].span.line if errors[0].span is not None else 0
    return f"{errors[0].code}: {errors[0].message} (line {line})"


def _command(command: list[str], folder: str) -> Outcome:
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, timeout=SECONDS, errors="replace"
    )
    errors = [line for line in done.stderr.splitlines() if " error: " in line]
    return Outcome(done.stdout, f"exit {done.returncode}: {errors[:1]}" if done.returncode else "")


def _valgrind(path: Path) -> Outcome:
    program = path.with_name("program")
    built = _in_child(
        lambda: str(dispatch(["build", "-O0", str(path), "-o", str(program)]) or ""),
        path.with_name("built"),
    )
    if not program.exists():
        return Outcome("", f"not built: {built.problem}")
    return _command(
        ["valgrind", "-q", "--leak-check=full", "--error-exitcode=9", str(program)],
        str(path.parent),
    )
