"""Many programs, in any number of workers: what was run is remembered, what differs is made small and kept.

A batch is a file of functions and has a number; its program follows from the seed and that number. A folder holds
`progress.json` and a folder for each kind of difference, with the program, what it should print and what it printed.
"""

from __future__ import annotations

import copy
import json
import re
import shutil
import time
from pathlib import Path
from random import Random
from typing import Any

from .author import Author
from .judging import Difference, judge, meaning
from .running import PRELUDE, WAYS
from .shrinking import self_contained, shrink
from .tree import Function, Invoke, Program
from .walking import nodes
from .wrong import accepted, wrong_text

BATCH = 50


def program_of(seed: str, number: int, size: int = BATCH) -> Program:
    """Batch `number` of a run, every fourth in edition 2025; a function that runs for too long is left out."""
    program = Author(Random(f"{seed}:{number}"), is_old=number % 4 == 3).program(size)
    for test in [function for function in program.functions if function.is_test]:
        if meaning(alone(program, test)) is None:
            program.functions.remove(test)
    return program


def alone(program: Program, test: Function) -> Program:
    """One function of a program, with those it calls."""
    needed: list[Function] = []

    def add(function: Function) -> None:
        for node in nodes(function):
            if isinstance(node, Invoke) and node.function not in needed:
                add(node.function)
        needed.append(function)

    add(test)
    return Program(needed, program.is_old)


def suspects(found: Difference, tests: dict[str, Function]) -> list[str]:
    """Functions whose part of the output differs, or in whose text the error is."""
    marked = re.search(r"line of (\w+)", found.output)
    if marked:
        return [marked[1]] if marked[1] in tests else []
    expected, observed = sections(found.expected), sections(found.output)
    return [name for name in tests if expected.get(name) != observed.get(name)][:3]


def sections(output: str) -> dict[str, list[str]]:
    """The lines of each function."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in output.splitlines():
        if re.fullmatch(r"t\d+", line):
            name = line
        elif line[:1] != "#":
            found.setdefault(name, []).append(line)
    return found


class Run:
    """The state of a run, kept in its folder."""

    def __init__(
        self,
        seed: str,
        out: Path,
        most_of_a_kind: int,
        tries: int,
        optimised: int,
        size: int = BATCH,
    ) -> None:
        self.seed = seed
        self.out = out
        self.most_of_a_kind = most_of_a_kind
        self.tries = tries
        self.size = size
        """How many functions are in a file: what each file costs by itself is shared by them."""
        self.optimised = optimised
        """Every how many batches `-O3` takes part, which is most of the work."""
        self.numbers: dict[str, Any] = {
            "seed": seed,
            "next": 0,
            "functions": 0,
            "optimised": 0,
            "wrong": 0,
            "kinds": {},
        }
        self.file = out / f"progress-{seed}.json"
        out.mkdir(parents=True, exist_ok=True)
        if self.file.exists():
            self.numbers = json.loads(self.file.read_text())

    def go_on(self, functions: int, seconds: float) -> None:
        """Batches until that many functions are through, or the time is."""
        until = time.time() + seconds
        while self.numbers["functions"] < functions and time.time() < until:
            self.batch(self.numbers["next"])
            self.numbers["next"] += 1
            self.file.write_text(json.dumps(self.numbers, indent=1) + "\n")
            kinds = sum(self.numbers["kinds"].values())
            print(
                f"seed {self.seed}: {self.numbers['functions']} functions, {kinds} differ",
                flush=True,
            )

    def batch(self, number: int) -> None:
        """One function after the other is taken out that differs, until the rest does not."""
        program = program_of(self.seed, number, self.size)
        tests = {function.name: function for function in program.functions if function.is_test}
        self.numbers["functions"] += len(tests)
        self.numbers["optimised"] += 0 if number % self.optimised else len(tests)
        if number % 5 == 4:
            self.wrong_batch(number)
        ways: tuple[str, ...] = WAYS if number % self.optimised == 0 else WAYS[:2]
        ways += ("checked",) if number % 20 == 9 else ()
        ways += ("valgrind",) if number % 20 == 19 and shutil.which("valgrind") else ()
        while tests:
            helpers = [function for function in program.functions if not function.is_test]
            rest = Program(helpers, program.is_old)
            rest.functions += tests.values()
            found = judge(rest, ways)
            if found is None:
                return
            name = self.culprit(program, found, tests, ways)
            if not name:
                self.note(rest, found, f"{number}-together")
                return
            del tests[name]

    def wrong_batch(self, number: int) -> None:
        """Functions with a mistake each; the first of a kind that was accepted is kept as it is."""
        kinds = self.numbers["kinds"]
        for kind, body in accepted(wrong_text(self.seed, number, self.size, PRELUDE.read_text())):
            name = f"accepted: {kind}"
            kinds[name] = kinds.get(name, 0) + 1
            print(f"  {number}: {name}", flush=True)
            if kinds[name] <= self.most_of_a_kind:
                file = re.sub(r"\W+", "-", f"{name}-{self.seed}-{number}")
                (self.out / f"{file}.mojo").write_text(body)
        self.numbers["wrong"] += self.size

    def culprit(
        self,
        program: Program,
        found: Difference,
        tests: dict[str, Function],
        ways: tuple[str, ...],
    ) -> str:
        """The first function that differs on its own too; those that look like it are tried first."""
        likely = suspects(found, tests)
        for name in [*likely, *(name for name in tests if name not in likely)]:
            single = alone(program, tests[name])
            difference = judge(single, ways)
            if difference is not None:
                self.note(single, difference, f"{self.numbers['next']}-{name}")
                return name
        return ""

    def note(self, program: Program, found: Difference, name: str) -> None:
        kinds = self.numbers["kinds"]
        kinds[found.kind] = kinds.get(found.kind, 0) + 1
        print(f"  {name}: {found.kind}", flush=True)
        if kinds[found.kind] > self.most_of_a_kind:
            return
        ways = (found.way,)

        def fails(candidate: Program) -> bool:
            again = judge(candidate, ways)
            return again is not None and again.kind == found.kind

        small = shrink(copy.deepcopy(program), fails, self.tries)
        last = judge(small, ways) or found
        folder = self.out / re.sub(r"\W+", "-", f"{found.kind[:60]}-{self.seed}-{name}").strip("-")
        folder.mkdir(parents=True, exist_ok=True)
        text = self_contained(small, found.way, last.expected)
        (folder / "program.mojo").write_text(f"{text}\n# {found.kind}\n")
        (folder / "program.out").write_text(last.expected)
        (folder / "observed.txt").write_text(last.output)
