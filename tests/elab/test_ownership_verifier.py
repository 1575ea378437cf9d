"""The verifier of ownership: what the model allows passes, and each line of its table has a function that breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.dialects import kgen
from ember.ir.parser import parse_module
from ember.ownership import verifier
from ember.ownership.verifier import check_ownership
from ember.support.options import Options


def problems(body: str) -> list[str]:
    """What is wrong with a function of two variables that need a destructor, one that does not, and a pair."""
    text = f"""
    kgen.module {{
      kgen.func @end(!kgen.pointer<none>)
      kgen.func @f(%flag: i1, %out: !kgen.pointer<none>) {{
        {body}
      }}
    }}
    """
    module = parse_module(text)
    func = next(op for op in module.regions[0] if op.attrs["name"] == "f")
    assert isinstance(func, kgen.Func)
    return [problem.message for problem in check_ownership(func)]


X = '%x = kgen.var "x" {type = index, destroy = @end, parts = []}\n'
Y = '%y = kgen.var "y" {type = index, destroy = @end, parts = []}\n'
N = '%n = kgen.var "n" {type = index, destroy = none, parts = []}\n'
PAIR = (
    '%p = kgen.var "p" {type = !kgen.struct<(index, index)>, destroy = none, '
    "parts = [[@end, []], [@end, []]]}\n"
)
RESULT = '%r = kgen.var "r" %out {type = index, destroy = @end, parts = [], must_end_initialized = true}\n'
MAKE = "kgen.call @end(%{0}) : (!kgen.pointer<none>) -> ()\nkgen.var.init %{0}\n"
READ = "kgen.call @end(%{0}) : (!kgen.pointer<none>) -> ()\nkgen.var.use %{0}\n"
END = "kgen.var.destroy %{0}\n"
RETURN = "kgen.return\n"


def made(name: str) -> str:
    return MAKE.format(name)


def read(name: str) -> str:
    return READ.format(name)


def ended(name: str) -> str:
    return END.format(name)


RIGHT = {
    "used and ended": X + made("x") + read("x") + ended("x") + RETURN,
    "moved away": X + made("x") + "kgen.var.move %x\n" + RETURN,
    "overwritten": X + made("x") + ended("x") + "kgen.var.clear %x\n" + made("x") + ended("x") + RETURN,
    "copied": X + Y + made("x") + "kgen.var.copy %x, %y {copy = @end, move = none, size = 8}\n"
    "kgen.var.init %y\n" + ended("x") + ended("y") + RETURN,
    "taken": X + Y + made("x") + "kgen.var.take %x, %y {move = none, size = 8}\n"
    "kgen.var.init %y\n" + ended("y") + RETURN,
    "no destructor needed": N + made("n") + made("n") + RETURN,
    "one arm moves, the other destroys": X + made("x")
    + "hlcf.if %flag { kgen.var.move %x } else { kgen.var.destroy %x }\n" + RETURN,
    "a round of a loop": "hlcf.block { hlcf.loop {\n" + X + made("x") + ended("x")
    + "hlcf.if %flag { hlcf.break 1 }\n hlcf.continue } }\n" + RETURN,
    "fields one by one": PAIR + "kgen.var.init %p[0]\nkgen.var.init %p[1]\nkgen.var.move %p[0]\n"
    "kgen.var.destroy %p[1]\n" + RETURN,
    "a call that raises writes nothing": X + "kgen.call @end(%x) : (!kgen.pointer<none>) -> ()\n"
    "hlcf.if %flag { kgen.return }\nkgen.var.init %x\n" + ended("x") + RETURN,
    "a reference to what may be gone": X + made("x") + ended("x") + "kgen.var.use %x {soft = true}\n"
    + RETURN,
}  # fmt: skip

WRONG = {
    "used after the end": (X + made("x") + ended("x") + read("x") + RETURN, "is used while it is not full"),
    "touched after the end": (
        X + made("x") + ended("x") + "kgen.call @end(%x) : (!kgen.pointer<none>) -> ()\n" + RETURN,
        "is touched while it is empty, and never initialised after",
    ),
    "read before": (X + "%0 = pop.load %x : index\n" + RETURN, "is touched while it is empty"),
    "destroyed twice": (X + made("x") + ended("x") + ended("x") + RETURN, "is destroyed while it is not full"),
    "never destroyed": (X + made("x") + RETURN, "is still full where the function returns"),
    "overwritten": (X + made("x") + made("x") + ended("x") + RETURN, "is overwritten while it is full"),
    "ended after the write": (
        X + made("x") + "kgen.var.clear %x\n" + ended("x") + made("x") + ended("x") + RETURN,
        "is about to be written and still full",
    ),
    "copied over": (
        X + Y + made("x") + made("y") + "kgen.var.copy %x, %y {copy = @end, move = none, size = 8}\n"
        "kgen.var.init %y\n" + ended("x") + ended("y") + RETURN,
        "is overwritten while it is full",
    ),
    "taken twice": (
        X + Y + made("x") + "kgen.var.take %x, %y {move = none, size = 8}\nkgen.var.init %y\n"
        + ended("x") + ended("y") + RETURN,
        "is destroyed while it is not full",
    ),
    "only one arm ends it": (
        X + made("x") + "hlcf.if %flag { kgen.var.destroy %x }\n" + RETURN,
        "is full on one path to this point and empty on another",
    ),
    "a loop ends it again": (
        X + made("x") + "hlcf.block { hlcf.loop { kgen.var.destroy %x\n hlcf.if %flag { hlcf.break 1 }\n"
        "hlcf.continue } }\n" + RETURN,
        "is full on one path to this point and empty on another",
    ),
    "left in a round": (
        "hlcf.block { hlcf.loop {\n" + X + made("x") + "hlcf.continue } }\n" + RETURN,
        "is full on one path to this point and empty on another",
    ),
    "a result that is not there": (RESULT + RETURN, "is a result and not full where the function returns"),
    "a result after an error": (
        RESULT + made("r") + "kgen.return {error = true}\n",
        "is still full where the function returns",
    ),
    "a field left": (
        PAIR + "kgen.var.init %p[0]\nkgen.var.init %p[1]\nkgen.var.move %p[0]\n" + RETURN,
        "is still full where the function returns",
    ),
    "one arm makes it": (
        N + "hlcf.if %flag {\n" + made("n") + "}\n" + read("n") + RETURN,
        "is used while it is not full",
    ),
    "two names of one memory": (
        X + '%t = kgen.var "" %x {type = index, destroy = @end, parts = []}\n'
        + made("t") + made("x") + ended("t") + ended("x") + RETURN,
        "its memory holds another's value",
    ),
    "a lent place is written": (
        X + made("x") + '%t = kgen.var "" %x {type = index, destroy = @end, parts = []}\n'
        "kgen.var.move %x\nkgen.var.init %t\n" + made("x") + ended("t") + ended("x") + RETURN,
        "its memory holds another's value",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_the_model_allows(name: str) -> None:
    assert problems(RIGHT[name]) == []


@pytest.mark.parametrize("name", WRONG)
def test_what_the_model_forbids(name: str) -> None:
    body, expected = WRONG[name]
    found = problems(body)
    assert any(expected in problem for problem in found), found


def test_runs_wherever_a_test_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(verifier, "verify_ownership", lambda func: seen.append(func))
    path = tmp_path / "program.mojo"
    path.write_text('def main():\n    var text = String("a")\n    print(text)\n')
    Compilation(str(path), Options(), cache=None).elaborate()
    assert seen
    monkeypatch.setenv("EMBER_VERIFY_OWNERSHIP", "0")
    seen.clear()
    Compilation(str(path), Options(), cache=None).elaborate()
    assert not seen
