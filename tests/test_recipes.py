"""CONTRIBUTING's recipes, followed literally in a copy of the compiler: what they name is all that has to be touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
PACKAGE = REPOSITORY / "ember"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the compiler; the library is the same one."""
    package = tmp_path / "ember"
    ignored = shutil.ignore_patterns("lib", "__pycache__", "*.pyc")
    shutil.copytree(PACKAGE, package, ignore=ignored)
    (package / "lib").symlink_to(PACKAGE / "lib")
    return package


def add(path: Path, text: str, before: str = "") -> None:
    """Writes lines at the end of a file, or before a line of it."""
    old = path.read_text()
    assert before in old
    path.write_text(old.replace(before, text + before, 1) if before else old + text)


def run(copy: Path, *command: str) -> str:
    path = os.pathsep.join([str(copy.parent), str(REPOSITORY / "tests")])
    environment = os.environ | {"PYTHONPATH": path, "EMBER_CACHE_DIR": str(copy.parent / "cache")}
    done = subprocess.run(
        [sys.executable, *command],
        env=environment,
        capture_output=True,
        text=True,
        cwd=copy.parent,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


USE_OF_OP = """
from dialects.native import NativeOps
from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.evaluate import evaluate
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import verify

text = '''kgen.func @f(%a: index, %b: index) -> index {
  %c = pop.and_not %a, %b : index
  kgen.return %c : index
}
'''
module = parse_module(text)
verify(module)
assert "pop.and_not" in print_op(module)
op = next(op for op in module.walk() if isinstance(op, pop.AndNot))
assert evaluate(op, [12, 10]) == (4,)
assert NativeOps([(pop.AndNot, (t.INDEX, t.INDEX), t.INDEX, {})]).run(0, [12, 10]) == 4
"""


def test_an_op(copy: Path) -> None:
    """Declared in its dialect, said in LLVM IR: printer, parser, verifier, folding and native code know it."""
    add(
        copy / "dialects" / "pop.py",
        'class AndNot(_Bitwise, name="pop.and_not", meaning=lambda op: lambda a, b: a & ~b):\n'
        '    """Bits of the first that the second has not: `%2 = pop.and_not %0, %1 : index`."""\n\n\n',
        before="class Shl(",
    )
    add(
        copy / "codegen" / "text" / "arithmetic.py",
        "def _and_not(e: Emitter, op: Op) -> None:\n"
        "    lhs, rhs = op.operands\n"
        "    info = e.types[lhs.type]\n"
        "    other = e.assign(f\"xor {info.text} {e.names[rhs]}, {_splat(info, '-1')}\")\n"
        '    e.define(op.results[0], f"and {info.text} {e.names[lhs]}, {other}")\n\n\n',
        before="RULES: Final",
    )
    add(
        copy / "codegen" / "text" / "arithmetic.py",
        "    pop.AndNot: _and_not,\n",
        before="    pop.FloorDiv:",
    )
    run(copy, "-c", USE_OF_OP)


def test_a_pass(copy: Path) -> None:
    """One file, listed once."""
    (copy / "opt" / "forget_names.py").write_text(
        "from ember.ir.nodes import Op\n"
        "from ember.ir.passes import function_pass\n\n\n"
        '@function_pass("forget-names")\n'
        "def forget_names(function: Op) -> bool:\n"
        "    for op in function.walk():\n"
        "        for result in op.results:\n"
        "            result.name = None\n"
        "    return True\n"
    )
    add(copy / "opt" / "pipeline.py", '"forget_names", ', before='"merge_functions"')
    given = copy.parent / "given.kgen"
    given.write_text("kgen.func @f() -> index {\n  %named = kgen.param.constant = <1> : index\n  kgen.return %named : index\n}\n")  # fmt: skip
    assert "forget-names" in run(copy, "-m", "ember", "opt", "--list")
    out = run(copy, "-m", "ember", "opt", "--passes", "forget-names", str(given))
    assert "kgen.param.constant" in out and "%named" not in out


def test_a_command(copy: Path) -> None:
    """Its arguments, a function, its name in the table."""
    arguments = copy / "tools" / "arguments.py"
    add(
        arguments,
        "def _add_greet(parser: argparse.ArgumentParser) -> None:\n"
        '    parser.add_argument("name")\n\n\n',
        before="_COMMANDS: Final",
    )
    add(arguments, '    "greet": ("say hello", "", _add_greet),\n', before='    "init": (')
    add(
        copy / "cli.py",
        "def greet(arguments: argparse.Namespace) -> int:\n"
        '    print(f"hello {arguments.name}")\n'
        "    return 0\n\n\n",
        before="COMMANDS = {",
    )
    add(copy / "cli.py", '    "greet": greet,\n', before='    "init": init,')
    assert run(copy, "-m", "ember", "greet", "world") == "hello world\n"


def test_a_stage(copy: Path) -> None:
    """A method of the stages, a line in the pipeline: the time report names it."""
    add(
        copy / "stages.py",
        "    def audit(self, unit: Unit) -> None:\n"
        '        with self._account("audit", unit) as stage:\n'
        '            stage.add("functions", len(list(unit.module.body)))\n\n',
        before="    def texts(",
    )
    add(
        copy / "compiler.py",
        "        self.stages.audit(unit)\n",
        before="        texts = self.stages.texts(unit)",
    )
    program = copy.parent / "program.mojo"
    program.write_text("def main():\n    pass\n")
    out = str(copy.parent / "program.o")
    shown = run(copy, "-m", "ember", "build", "--emit", "obj", "-o", out, "--time-report", str(program))  # fmt: skip
    assert "audit" in shown
