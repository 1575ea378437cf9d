"""Passes by name and the `PassManager` that runs a list of them over a module.

A pass is a function of one op, a function or a whole module, that returns whether it changed anything. Valid IR
goes in, valid IR comes out; with `verify_each` the manager checks that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Literal

from ember.ir.nodes import Op
from ember.ir.verifier import check
from ember.support.diagnostics import CompileError, Note, error

Run = Callable[[Op], bool]
PassUnit = Literal["function", "module"]

PASSES: dict[str, Pass] = {}
"""Every registered pass by its name; importing its module registers it."""


class Pass:
    """A named transformation; `unit` says whether it takes one function or the module."""

    __slots__ = ("name", "run", "unit")

    def __init__(self, name: str, unit: PassUnit, run: Run) -> None:
        self.name = name
        self.unit = unit
        self.run = run


def function_pass(name: str) -> Callable[[Run], Run]:
    """Registers a pass that works on one function with a body."""
    return _register(name, "function")


def module_pass(name: str) -> Callable[[Run], Run]:
    """Registers a pass that works on the whole module."""
    return _register(name, "module")


def _register(name: str, unit: PassUnit) -> Callable[[Run], Run]:
    def register(run: Run) -> Run:
        PASSES[name] = Pass(name, unit, run)
        return run

    return register


def find_pass(name: str) -> Pass:
    """The pass of this name; `CompileError` when there is none."""
    found = PASSES.get(name)
    if found is None:
        known = Note(f"passes are: {', '.join(sorted(PASSES))}")
        raise CompileError(error("unknown-pass", None, f"there is no pass '{name}'", [known]))
    return found


class PassReport:
    """What one pass did to the module: time and, when counted, ops before and after."""

    __slots__ = ("changed", "name", "ops_after", "ops_before", "seconds")

    def __init__(self, name: str) -> None:
        self.name = name
        self.changed = False
        self.seconds = 0.0
        self.ops_before = 0
        self.ops_after = 0


class PassManager:
    """Runs passes, given by name or as they are, in order.

    `verify_each` checks the module after every pass and names the pass that broke it. `after_each(name, module)` is
    called after every pass (for `--print-ir-after`). `count_ops` fills the op counts of the reports.
    """

    __slots__ = ("after_each", "count_ops", "passes", "verify_each")

    def __init__(
        self,
        passes: Sequence[str | Pass],
        verify_each: bool = False,
        after_each: Callable[[str, Op], None] | None = None,
        count_ops: bool = False,
    ) -> None:
        self.passes = [find_pass(one) if isinstance(one, str) else one for one in passes]
        self.verify_each = verify_each
        self.after_each = after_each
        self.count_ops = count_ops

    def run(self, module: Op) -> list[PassReport]:
        """Runs every pass over the module (or over a single function) and reports on each."""
        return [self._run_one(one, module) for one in self.passes]

    def _run_one(self, one: Pass, module: Op) -> PassReport:
        report = PassReport(one.name)
        if self.count_ops:
            report.ops_before = count(module)
        start = perf_counter()
        if one.unit == "module":
            report.changed = one.run(module)
        else:
            for function in functions(module):
                report.changed |= one.run(function)
        report.seconds = perf_counter() - start
        if self.count_ops:
            report.ops_after = count(module)
        if self.verify_each:
            self._verify(one, module)
        if self.after_each is not None:
            self.after_each(one.name, module)
        return report

    def _verify(self, one: Pass, module: Op) -> None:
        problems = check(module)
        for problem in problems:
            problem.with_note(f"after the pass '{one.name}'")
        if problems:
            raise CompileError(*problems)


def functions(module: Op) -> Iterator[Op]:
    """The functions with a body, in order; of a function, itself."""
    if module.is_function:
        yield module
        return
    for op in module.regions[0]:
        if op.is_function and not op.attrs.get("is_declaration"):
            yield op


def count(op: Op) -> int:
    """How many ops there are, this one included."""
    total = 1
    for region in op.regions:
        inner = region.first
        while inner is not None:
            total += count(inner) if inner.regions else 1
            inner = inner.next
    return total
