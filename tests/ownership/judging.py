"""What is wrong with a program, if anything: its outcomes beside what the model says."""

from __future__ import annotations

import re
from typing import NamedTuple

from .model import Raised, TooLong
from .running import PRELUDE, Outcome, run
from .tree import Program


class Difference(NamedTuple):
    """`kind` names the fault without names and numbers, so that two of a kind are told to be so."""

    kind: str
    way: str
    expected: str
    output: str


def judge(program: Program, ways: tuple[str, ...]) -> Difference | None:
    """The first difference; `None` if there is none, or if the program has no meaning."""
    expected = meaning(program)
    if expected is None:
        return None
    text = program.text(PRELUDE.read_text())
    for way, outcome in run(text, ways).items():
        kind = fault(outcome, expected)
        if kind:
            problem = f"[{outcome.problem}]{_function_at(text, outcome.problem)}\n"
            shown = outcome.output + (problem if outcome.problem else "")
            return Difference(f"{way}: {kind}", way, expected, shown)
    return None


def meaning(program: Program) -> str | None:
    """What the program prints; `None` if it uses what it has not got, or runs for too long."""
    try:
        return program.expected()
    except (LookupError, AttributeError, TypeError, ValueError, TooLong, Raised, AssertionError):
        return None


def fault(outcome: Outcome, expected: str) -> str:
    if outcome.problem:
        return re.sub(r"'[^']*'|\d+", "…", outcome.problem)
    marked = [line for line in outcome.output.splitlines() if line.startswith("!")]
    if marked:
        return re.sub(r"\d+", "…", marked[0])
    return "wrong output" if outcome.values != expected else ""


def _function_at(text: str, problem: str) -> str:
    """Which function the line of an error is in."""
    line = re.search(r"\(line (\d+)\)$", problem)
    if line is None:
        return ""
    above = "\n".join(text.splitlines()[: int(line[1])])
    names = re.findall(r"^def (\w+)", above, re.M)
    return f" line of {names[-1]}" if names else ""
