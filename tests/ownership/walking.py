"""Ways through the tree: every node with the place that holds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from .tree import Expression, Function, Node, Program, Statement

_BODIES = ("body", "inner", "first", "second", "rest", "handler", "otherwise", "at_last")


def children(node: Node) -> Iterator[tuple[Any, Any, Node]]:
    """What is directly below a node: the holder, the key in it, the node. A called function is not below its call."""
    for part in fields(node):
        value = getattr(node, part.name)
        if part.name == "function":
            continue
        if isinstance(value, Node):
            yield node, part.name, value
        elif isinstance(value, list):
            for at, item in enumerate(value):
                if isinstance(item, Node):
                    yield value, at, item


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for _, _, child in children(node):
        yield from nodes(child)


def expressions(node: Node) -> Iterator[tuple[Any, Any, Expression]]:
    for holder, key, child in children(node):
        if isinstance(child, Expression):
            yield holder, key, child
        yield from expressions(child)


def bodies(program: Program) -> Iterator[list[Statement]]:
    for node in list(nodes(program)):
        if isinstance(node, Function):
            yield node.body
        elif isinstance(node, Statement):
            yield from inner_bodies(node)


def inner_bodies(statement: Statement) -> Iterator[list[Statement]]:
    for name in _BODIES:
        body = getattr(statement, name, None)
        if body:
            yield body
