"""What ops do at compile time: rules that their declarations name (`comptime`), for the interpreter.

The interpreter runs functions as Python text, and a rule writes the lines of one op through `Lines`. The names in the text
(`copy`, `number`, `address_of`, …) are those that the interpreter provides. A pure op needs no rule: its meaning is called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ember.dialects import types as t
from ember.dialects.conversions import cast_expression
from ember.dialects.layout import size_of
from ember.dialects.meanings import PREDICATES, combination
from ember.ir.nodes import Op, Value


class Names(Protocol):
    """Gives what a text refers to a global name."""

    def bind(self, value: object, /) -> str: ...
    def function(self, name: str, /) -> str: ...
    def external(self, name: str, /) -> str: ...
    def loader(self, type: t.Type, /) -> str: ...
    def storer(self, type: t.Type, /) -> str: ...


class Lines(Protocol):
    """The text of a function, as it is written op by op."""

    @property
    def env(self) -> Names: ...
    def emit(self, text: str) -> None: ...
    def define(self, value: Value, text: str) -> None: ...
    def alias(self, value: Value, text: str) -> None: ...
    def operand(self, value: Value) -> str: ...
    def operands(self, values: Sequence[Value]) -> str: ...
    def call(self, results: Sequence[Value], text: str) -> None: ...
    def constant_text(self, value: object, type: t.Type) -> str: ...
    def undefined(self, type: t.Type) -> str: ...
    def advance(self, result: Value, pointer: Value, distance: str) -> None: ...
    def pure(self, op: Op) -> None: ...
    def refuse(self, op: Op) -> None: ...


InterpreterRule = Callable[[Any, Any], None]


def by(method: str) -> InterpreterRule:
    """The interpreter has a method of its own for the op: control flow, and memory, which it may keep in variables."""
    return lambda lines, op: getattr(lines, method)(op)


def nothing(lines: Lines, op: Op) -> None:
    pass


def constant(lines: Lines, op: Any) -> None:
    text = lines.constant_text(op.value, op.results[0].type)
    if text.startswith("thaw("):
        lines.define(op.results[0], text)
    else:
        lines.alias(op.results[0], text)


def undefined(lines: Lines, op: Op) -> None:
    lines.alias(op.results[0], lines.undefined(op.results[0].type))


def is_compile_time(lines: Lines, op: Op) -> None:
    lines.alias(op.results[0], lines.constant_text(True, op.results[0].type))


def address_of(lines: Lines, op: Any) -> None:
    lines.define(op.results[0], f"address_of({lines.env.bind(op.symbol)})")


def call(lines: Lines, op: Any) -> None:
    lines.call(op.results, f"{lines.env.function(op.callee.name)}({lines.operands(op.operands)})")


def call_indirect(lines: Lines, op: Op) -> None:
    callee, *arguments = op.operands
    function = f"callee({lines.operand(callee)}, {len(arguments)})"
    lines.call(op.results, f"{function}({lines.operands(arguments)})")


def external_call(lines: Lines, op: Any) -> None:
    text = f"{lines.env.external(op.name)}({lines.operands(op.operands)})"
    if op.results and isinstance(op.results[0].type, t.SimdType):
        dtype = op.results[0].type.dtype
        if dtype.kind == "float" and dtype.bits < 64:
            text = f"round_{dtype.name}({text})"
    lines.call(op.results, text)


def intrinsic(lines: Lines, op: Any) -> None:
    types = lines.env.bind(tuple(v.type for v in op.operands))
    result = lines.env.bind(op.results[0].type if op.results else t.NONE)
    arguments = lines.operands(op.operands)
    comma = "," if len(op.operands) == 1 else ""
    lines.call(op.results, f"intrinsic({op.name!r}, ({arguments}{comma}), {types}, {result})")


def offload(lines: Lines, op: Op) -> None:
    lines.call(op.results, f"offload({lines.env.bind(op)})")


def unreachable(lines: Lines, op: Op) -> None:
    lines.emit("unreachable()")


def offset(lines: Lines, op: Any) -> None:
    pointer, index = op.operands
    size, name = size_of(op.element), lines.operand(index)
    lines.advance(op.results[0], pointer, name if size == 1 else f"{name} * {size}")


def compare(lines: Lines, op: Any) -> None:
    if not isinstance(op.operands[0].type, t.PointerType):
        lines.pure(op)
        return
    a, b = (lines.operand(v) for v in op.operands)
    sign = PREDICATES[op.predicate]
    if op.predicate in ("eq", "ne"):
        lines.define(op.results[0], f"{a} {sign} {b}")
    else:
        lines.define(op.results[0], f"number({a}) {sign} number({b})")


def select(lines: Lines, op: Op) -> None:
    condition = op.operands[0].type
    if isinstance(condition, t.SimdType) and condition.width > 1:
        lines.pure(op)
        return
    mask, a, b = (lines.operand(v) for v in op.operands)
    lines.define(op.results[0], f"{a} if {mask} else {b}")


def cast(lines: Lines, op: Op) -> None:
    text = cast_expression(op.operands[0].type, op.results[0].type)
    if text is None:
        lines.pure(op)
    elif text == "{0}":
        same(lines, op)
    else:
        lines.define(op.results[0], text.format(lines.operand(op.operands[0])))


def same(lines: Lines, op: Op) -> None:
    lines.alias(op.results[0], lines.operand(op.operands[0]))


def of_one_argument(function: str) -> InterpreterRule:
    def rule(lines: Lines, op: Op) -> None:
        lines.define(op.results[0], f"{function}({lines.operand(op.operands[0])})")

    return rule


def statement(function: str) -> InterpreterRule:
    """A call with all operands, for its effect."""
    return lambda lines, op: lines.emit(f"{function}({lines.operands(op.operands)})")


def atomic_rmw(lines: Lines, op: Any) -> None:
    pointer, value = op.operands
    type = value.type
    load, store = lines.env.loader(type), lines.env.storer(type)
    place, operand = lines.operand(pointer), lines.operand(value)
    lines.define(op.results[0], f"{load}({place})")
    if op.kind == "xchg":
        lines.emit(f"{store}({place}, {operand})")
        return
    combine = combination(op.kind, type)
    if combine is None:
        lines.refuse(op)
    old = lines.operand(op.results[0])
    lines.emit(f"{store}({place}, {lines.env.bind(combine)}({old}, {operand}))")


def atomic_cmpxchg(lines: Lines, op: Op) -> None:
    pointer, expected, desired = op.operands
    place = lines.operand(pointer)
    lines.define(op.results[0], f"{lines.env.loader(expected.type)}({place})")
    lines.define(op.results[1], f"{lines.operand(op.results[0])} == {lines.operand(expected)}")
    store = f"{lines.env.storer(desired.type)}({place}, {lines.operand(desired)})"
    lines.emit(f"if {lines.operand(op.results[1])}: {store}")
