"""Checks that IR is well formed: `verify` raises `CompileError` with everything that is wrong, `check` lists it.

Checked are: declared counts of operands, results and regions; that every operand is visible where it is used (defined
before it in its region or a region around it; a `kgen.func` sees nothing outside itself); terminators stand last; use
lists and links agree; targets of break and continue; yields and returns; symbols; and the types of `type_rules.py`.
Broken IR is a fault of the compiler or of a hand-written IR file, so the messages name ops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from ember.ir import types as t
from ember.ir.assembly import SHARED_SCOPES
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.ir.type_rules import rule_for, signature_mismatch
from ember.support.diagnostics import CompileError, Diagnostic, error
from ember.support.source import Span

_ISOLATED: Final = frozenset({"kgen.func", "kgen.module"})
_SYMBOL_USERS: Final = frozenset({"kgen.call", "kgen.addressof"})
_JUMP_TARGETS: Final = frozenset({"hlcf.loop", "hlcf.block"})


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
    rule = rule_for(op.op_name)
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
        self.is_scope_open = root.op_name not in _ISOLATED
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
        for name in ("type", "placement"):
            rule = rule_for(op.op_name) if name == "type" else _PLACEMENT_RULES.get(op.op_name)
            message = rule(op) if rule is not None else None
            if message is not None:
                self.report(op, f"ir-{name}", message)
        if op.op_name in _SYMBOL_USERS:
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
        if op.op_name in _ISOLATED:
            self.visible, self.is_scope_open = set(), False
        added: list[Value] = []
        for region in op.regions:
            self._visit_region(op, region, added)
            if op.op_name not in SHARED_SCOPES:
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
        if root.op_name != "kgen.module":
            return symbols
        for op in root.regions[0] if root.regions else ():
            name = op.attrs.get("name")
            if isinstance(name, str):
                if name in symbols:
                    self.report(op, "ir-symbol", f"@{name} is defined twice")
                symbols[name] = op
        return symbols

    def _check_symbol(self, op: Op) -> None:
        reference = op.attrs.get("callee") or op.attrs.get("symbol")
        if not isinstance(reference, SymbolRef):
            self.report(op, "ir-symbol", "needs a symbol")
            return
        target = self.symbols.get(reference.name)
        if target is None:
            if self.complete:
                self.report(op, "ir-symbol", f"refers to {reference}, which does not exist")
            return
        signature = target.attrs.get("type")
        if op.op_name == "kgen.call" and isinstance(signature, t.FunctionType):
            message = signature_mismatch(op, signature)
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
        kinds = op_class.__annotations__
        tests = _attribute_tests_of[op_class] = tuple(
            (name, kinds[name], _ATTRIBUTE_KINDS[kinds[name]])
            for name in op_class.attr_names
            if kinds[name] in _ATTRIBUTE_KINDS
        )
    return tests


# -- where ops may stand -----------------------------------------------------------------------------------


def _func(op: Op) -> str | None:
    signature = op.attrs.get("type")
    if not isinstance(op.attrs.get("name"), str) or not isinstance(signature, t.FunctionType):
        return "needs a name and a type"
    body = op.regions[0]
    if op.attrs.get("is_declaration"):
        return None if body.is_empty else "is a declaration but has a body"
    if tuple(arg.type for arg in body.args) != signature.inputs:
        return f"has a body whose arguments do not fit {signature}"
    last = body.last
    if signature.results and (last is None or not (last.is_terminator or last.regions)):
        return "gives results, but control reaches the end of its body"
    return None


def _jump(op: Op) -> str | None:
    depth = op.attrs.get("depth") or 0
    targets = 0
    around = op.parent_op
    while around is not None and around.op_name != "kgen.func":
        if around.op_name in _JUMP_TARGETS:
            if targets == depth:
                return _values_of_jump(op, around)
            targets += 1
        around = around.parent_op
    return f"has depth {depth}, but {targets} loops and blocks are around it"


def _values_of_jump(op: Op, target: Op) -> str | None:
    is_continue = op.op_name == "hlcf.continue"
    if is_continue and target.op_name != "hlcf.loop":
        return "targets a block, not a loop"
    wanted = [v.type for v in (target.regions[0].args if is_continue else target.results)]
    given = [v.type for v in op.operands]
    if given != wanted:
        return f"brings ({_types(given)}), but its target takes ({_types(wanted)})"
    return None


def _types(types: Sequence[t.Type]) -> str:
    return ", ".join(map(str, types))


def _return(op: Op) -> str | None:
    around = op.parent_op
    while around is not None and around.op_name != "kgen.func":
        around = around.parent_op
    signature = around.attrs.get("type") if around is not None else None
    given = tuple(v.type for v in op.operands)
    if isinstance(signature, t.FunctionType) and given != signature.results:
        return f"gives ({', '.join(map(str, given))}) in a function of type {signature}"
    return None


def _yield(op: Op) -> str | None:
    around = op.parent_op
    if around is None or around.op_name != "hlcf.if":
        return "stands outside an arm of 'hlcf.if'"
    given = [v.type for v in op.operands]
    if given != [v.type for v in around.results]:
        return "gives other types than the results of its 'hlcf.if'"
    return None


def _if(op: Op) -> str | None:
    if not op.results:
        return None
    for region in op.regions:
        if region.terminator is None:
            return "has results, but an arm does not end in 'hlcf.yield'"
    return None


def _block(op: Op) -> str | None:
    return _ends_with_values(op, op.results)


def _loop(op: Op) -> str | None:
    args = op.regions[0].args
    given, wanted = [v.type for v in op.operands], [arg.type for arg in args]
    if given != wanted:
        return f"starts with ({_types(given)}), but its body takes ({_types(wanted)})"
    return _ends_with_values(op, args)


def _ends_with_values(op: Op, values: Sequence[Value]) -> str | None:
    """A region that falls through has nothing to say which values it brings."""
    if values and op.regions[0].terminator is None:
        return "carries values, but its body does not end in a terminator"
    return None


_PLACEMENT_RULES: Final[dict[str, Callable[[Op], str | None]]] = {
    "kgen.func": _func,
    "kgen.return": _return,
    "hlcf.block": _block,
    "hlcf.loop": _loop,
    "hlcf.break": _jump,
    "hlcf.continue": _jump,
    "hlcf.yield": _yield,
    "hlcf.if": _if,
}
