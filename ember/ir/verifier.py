"""Checks that IR is well formed: `verify` raises `CompileError` with everything that is wrong, `check` lists it.

Checked are: declared counts of operands, results and regions; that every operand is visible where it is used (defined
before it in its region or a region around it; an isolated op sees nothing outside itself); terminators stand last; use
lists and links agree; symbols; and what the ops' own rules say of their types and of where they may stand.
Broken IR is a fault of the compiler or of a hand-written IR file, so the messages name ops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from ember.ir import types as t
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.support.diagnostics import CompileError, Diagnostic, error
from ember.support.source import Span


def verify(op: Op, complete: bool = False) -> None:
    """Raises `CompileError` if the op or anything inside it is malformed. `complete`: every symbol must exist."""
    problems = check(op, complete)
    if problems:
        raise CompileError(*problems)


def check(op: Op, complete: bool = False) -> list[Diagnostic]:
    """Everything that is wrong with an op and what is inside it."""
    verifier = _Verifier(op, complete)
    verifier.visit(op)
    verifier.check_use_counts()
    return verifier.problems


def misuse(op: Op) -> str | None:
    """What is wrong with the operands, attributes and types of one op, as the rest of a sentence about it."""
    rule = op.__class__.type_rule
    return (
        next(_wrong_counts(op), None)
        or next(_wrong_attributes(op), None)
        or (rule(op) if rule is not None else None)
    )


class _Verifier:
    __slots__ = (
        "complete",
        "counts",
        "defined",
        "inside",
        "is_scope_open",
        "problems",
        "symbols",
        "visible",
    )

    def __init__(self, root: Op, complete: bool) -> None:
        self.problems: list[Diagnostic] = []
        self.complete = complete
        self.visible: set[Value] = set()
        self.defined: list[Value] = []
        self.counts: dict[Value, int] = {}
        """How often each value is an operand inside the root."""
        self.symbols = self._collect_symbols(root)
        self.is_scope_open = not root.is_isolated
        """Whether values from outside the root may be used."""
        self.inside = _values_inside(root) if self.is_scope_open else set()

    def report(self, op: Op, code: str, message: str) -> None:
        span = op.loc if isinstance(op.loc, Span) else None
        self.problems.append(error(code, span, f"'{op.op_name}' {message}"))

    # -- structure -----------------------------------------------------------------------------------

    def visit(self, op: Op) -> None:
        if self._reports(op, _wrong_counts(op)):
            return
        self._check_operands(op)
        if self._reports(op, _wrong_attributes(op)):
            return
        kind = op.__class__
        for name, rule in (("type", kind.type_rule), ("placement", kind.place_rule)):
            message = rule(op) if rule is not None else None
            if message is not None:
                self.report(op, f"ir-{name}", message)
        if op.symbol_attribute:
            self._check_symbol(op)
        if op.is_terminator and op.next is not None:
            self.report(op, "ir-terminator", "leaves its region, so nothing may follow it")
        self._visit_regions(op)
        for i, result in enumerate(op.results):
            if result.owner is not op or result.index != i:
                self.report(op, "ir-invalid", f"does not own its result {i}")
            self.visible.add(result)
            self.defined.append(result)

    def _reports(self, op: Op, messages: Iterator[str]) -> bool:
        before = len(self.problems)
        for message in messages:
            self.report(op, "ir-invalid", message)
        return len(self.problems) > before

    def _check_operands(self, op: Op) -> None:
        counts, visible = self.counts, self.visible
        for i, operand in enumerate(op.operands):
            counts[operand] = counts.get(operand, 0) + 1
            if operand in visible:
                continue
            if not self.is_scope_open or operand in self.inside:
                self.report(
                    op, "ir-visibility", f"uses a value (operand {i}) not defined before it"
                )

    def _visit_regions(self, op: Op) -> None:
        if not op.regions:
            return
        saved_visible, saved_open = self.visible, self.is_scope_open
        if op.is_isolated:
            self.visible, self.is_scope_open = set(), False
        added: list[Value] = []
        for region in op.regions:
            self._visit_region(op, region, added)
            if not op.shares_scope:
                self._hide(added)
        self._hide(added)
        self.visible, self.is_scope_open = saved_visible, saved_open

    def _hide(self, values: list[Value]) -> None:
        self.visible.difference_update(values)
        values.clear()

    def _visit_region(self, parent: Op, region: Region, added: list[Value]) -> None:
        if region.parent is not parent:
            self.report(parent, "ir-invalid", "has a region that belongs to another op")
        for arg in region.args:
            self.visible.add(arg)
            self.defined.append(arg)
        added.extend(region.args)
        previous: Op | None = None
        op = region.first
        while op is not None:
            if op.parent is not region or op.prev is not previous:
                self.report(op, "ir-invalid", "is linked wrongly into its region")
                return
            self.visit(op)
            added.extend(op.results)
            previous, op = op, op.next
        if region.last is not previous:
            self.report(parent, "ir-invalid", "has a region whose last op is not its last")

    def check_use_counts(self) -> None:
        for value in self.defined:
            count = self.counts.get(value, 0)
            if len(value.uses) == count and all(value in user.operands for user in value.uses):
                continue
            owner = value.owner if isinstance(value.owner, Op) else value.owner.parent
            if owner is not None:
                message = (
                    f"has a value whose use list is wrong ({len(value.uses)} for {count} uses)"
                )
                self.report(owner, "ir-invalid", message)

    # -- symbols ---------------------------------------------------------------------------------------

    def _collect_symbols(self, root: Op) -> dict[str, Op]:
        symbols: dict[str, Op] = {}
        if not root.holds_symbols:
            return symbols
        for op in root.regions[0] if root.regions else ():
            name = op.attrs.get("name")
            if isinstance(name, str):
                if name in symbols:
                    self.report(op, "ir-symbol", f"@{name} is defined twice")
                symbols[name] = op
        return symbols

    def _check_symbol(self, op: Op) -> None:
        reference = op.attrs.get(op.symbol_attribute)
        if not isinstance(reference, SymbolRef):
            self.report(op, "ir-symbol", "needs a symbol")
            return
        target = self.symbols.get(reference.name)
        if target is None:
            if self.complete:
                self.report(op, "ir-symbol", f"refers to {reference}, which does not exist")
            return
        rule = op.__class__.symbol_rule
        message = rule(op, target) if rule is not None else None
        if message is not None:
            self.report(op, "ir-type", f"{reference} {message}")


def _wrong_counts(op: Op) -> Iterator[str]:
    for group, given, names in (
        ("operands", len(op.operands), op.operand_names),
        ("results", len(op.results), op.result_names),
        ("regions", len(op.regions), op.region_names),
    ):
        if group in op.variadic_groups:
            if given < len(names) - 1:
                yield f"has {given} {group}, needs {len(names) - 1} or more"
        elif given != len(names):
            yield f"has {given} {group}, needs {len(names)}"


def _wrong_attributes(op: Op) -> Iterator[str]:
    for name, kind, is_valid in _attribute_tests(op.__class__):
        value = op.attrs.get(name)
        if not is_valid(value):
            yield f"has {name} = {value!r}, which is no {kind}"


def _values_inside(root: Op) -> set[Value]:
    values: set[Value] = set()
    for op in root.walk():
        values.update(op.results)
        for region in op.regions:
            values.update(region.args)
    return values


# -- attributes ------------------------------------------------------------------------------------------


def _may_be_absent(*classes: type) -> Callable[[object], bool]:
    return lambda value: value is None or value.__class__ in classes


def _tuple_of(cls: type) -> Callable[[object], bool]:
    return lambda value: (
        value is None or (isinstance(value, tuple) and all(item.__class__ is cls for item in value))
    )


_ATTRIBUTE_KINDS: Final[dict[str, Callable[[object], bool]]] = {
    "int": _may_be_absent(int),
    "bool": _may_be_absent(bool),
    "str": _may_be_absent(str),
    "tuple[int, ...]": _tuple_of(int),
    "tuple[str, ...]": _tuple_of(str),
    "Type": lambda value: isinstance(value, t.Type),
    "FunctionType": lambda value: isinstance(value, t.FunctionType),
    "SymbolRef": lambda value: isinstance(value, SymbolRef),
}

_AttributeTests: TypeAlias = tuple[tuple[str, str, Callable[[object], bool]], ...]
_attribute_tests_of: dict[type[Op], _AttributeTests] = {}


def _attribute_tests(op_class: type[Op]) -> _AttributeTests:
    """Name, declared kind and test of each attribute whose kind can be tested."""
    tests = _attribute_tests_of.get(op_class)
    if tests is None:
        kinds = op_class.declared
        tests = _attribute_tests_of[op_class] = tuple(
            (name, kinds[name], _ATTRIBUTE_KINDS[kinds[name]])
            for name in op_class.attr_names
            if kinds[name] in _ATTRIBUTE_KINDS
        )
    return tests
