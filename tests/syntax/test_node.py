"""Nodes of the syntax tree: slots and constructors made from annotations."""

from __future__ import annotations

import pytest

from ember.support.source import SourceFile, Span
from ember.syntax.node import Node, Record, field

SPAN = Span(SourceFile("a.mojo", "abc"), 0, 3)


class Parent(Node):
    name: str
    parts: list[int] = field(default_factory=list)


class Child(Parent):
    flag: bool = False


class Options(Record):
    first: int = 1
    second: int = 2


def test_fields_of_the_base_come_first() -> None:
    assert list(Child.fields) == ["span", "name", "parts", "flag"]
    child = Child(SPAN, "x", [1], True)
    assert (child.span, child.name, child.parts, child.flag) == (SPAN, "x", [1], True)
    assert Parent(SPAN, "y").parts == []  # a base's constructor is its own, whoever was made first


def test_defaults_made_anew() -> None:
    one, two = Child(SPAN, name="x"), Child(SPAN, name="x")
    one.parts.append(1)
    assert (one.parts, two.parts, two.flag) == ([1], [], False)
    assert one != two


def test_records_without_a_place() -> None:
    options = Options(second=5)
    assert (options.first, options.second) == (1, 5)


def test_wrong_arguments_and_attributes() -> None:
    for _ in range(2):  # the first node of a kind, and the next
        with pytest.raises(TypeError, match="name"):
            Child(SPAN)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Child(SPAN, "x").other = 1  # type: ignore[attr-defined]
