"""Properties of lowered code that the golden texts do not show: locations, uses, terminators."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.dialects import lit
from ember.dialects.types import ANY
from ember.ir.nodes import Op, Region, Value
from ember.lower import lower_module
from ember.support.source import Span
from ember.syntax.parser import parse_text

SOURCES = sorted((Path(__file__).parent / "cases").glob("*.mojo"))


def lower(text: str) -> lit.Module:
    module, sink = parse_text(text)
    lowered = lower_module(module, "m", sink)
    assert not sink.has_errors, sink.diagnostics
    return lowered


def only(module: Op, kind: type[Op]) -> Op:
    (found,) = [op for op in module.walk() if isinstance(op, kind)]
    return found


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        (lit.Call, "a.name(1, k=2)"),
        (lit.Attribute, "name"),
        (lit.Subscript, "a[0]"),
        (lit.Binary, "a + b"),
        (lit.Compare, "a < b"),
        (lit.Ternary, "a if a else b"),
        (lit.Return, "return a"),
        (lit.Assign, "a = b"),
        (lit.Var, "v"),
        (lit.For, "for i in a: pass"),
        (lit.Arg, "a: T"),
    ],
)
def test_location_is_the_construct(kind: type[Op], place: str) -> None:
    bodies = {
        lit.Attribute: "a.name",
        lit.Var: "var v = a",
        lit.Arg: "pass",
    }
    arguments = "a: T" if kind is lit.Arg else "a, b"
    text = f"def f({arguments}):\n    {bodies.get(kind, place)}\n"
    if kind is lit.Call:
        text = "def f(a):\n    a.name(1, k=2)\n"
    found = only(lower(text), kind)
    assert isinstance(found.loc, Span)
    assert found.loc.text.rstrip() == place


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_ir_is_well_formed(path: Path) -> None:
    module = lower(path.read_text())
    for op in module.walk():
        assert isinstance(op.loc, Span), op.op_name
        assert set(op.attrs) <= set(op.attr_names), op.op_name
        assert len(op.regions) == len(op.region_names), op.op_name
        assert all(value.type is ANY for value in op.results)
        for operand in op.operands:
            assert op in operand.uses
            assert is_in_scope(operand, op), f"{op.op_name} uses a value that is not visible"
        for region in op.regions:
            for inner in region:
                assert inner.next is None or not inner.is_terminator, inner.op_name


def is_in_scope(value: Value, user: Op) -> bool:
    """Whether the value is made before `user` in a region around it, or in the pattern of its case."""
    home = value.owner if isinstance(value.owner, Region) else value.owner.parent
    position: Op | None = user
    while position is not None:
        if position.parent is home:
            return isinstance(value.owner, Region) or comes_before(value.owner, position)
        if isinstance(position, lit.Case) and home is position.pattern:
            return True
        position = position.parent_op
    return False


def comes_before(first: Op, second: Op) -> bool:
    op: Op | None = second.prev
    while op is not None and op is not first:
        op = op.prev
    return op is first


def test_target_parts_come_before_the_value() -> None:
    module = lower("def f(mut a: T):\n    a[i()] = v()\n")
    names = [op.attrs["name"] for op in module.walk() if isinstance(op, lit.Name)]
    assert names == ["T", "i", "v"]
    assign = only(module, lit.Assign)
    assert isinstance(assign.prev, lit.Subscript)


def test_name_of_a_new_variable_is_not_visible_in_its_value() -> None:
    module = lower("def f():\n    var x = 1\n    if x:\n        var x = x\n")
    inits = [op for op in module.walk() if isinstance(op, lit.Init)]
    outer, inner = inits[0].operands[0], inits[1].operands
    assert inner[1] is outer
    assert inner[0] is not outer


def test_parameters_hide_locals_of_enclosing_functions() -> None:
    module = lower("def f():\n    var n = 1\n    def g[n: Int]() {}:\n        return n\n")
    returned = only(module, lit.Return).operands[0].owner
    assert isinstance(returned, lit.Name)


def test_words_with_a_special_meaning_can_be_locals() -> None:
    module = lower("def f(type_of: T):\n    type_of(1)\n")
    assert isinstance(only(module, lit.Call), lit.Call)


def test_tuple_type_that_is_not_spelled_out_converts_the_whole() -> None:
    module = lower("def f():\n    var a, b: Pair = g()\n")
    unpack = only(module, lit.Unpack)
    whole = unpack.operands[0].owner
    assert isinstance(whole, lit.Transfer)
    assert whole.operands[0].owner.attrs["name"] == ""  # type: ignore[union-attr]
