"""The syntax tree as text, for golden tests and `ember build --emit tree`.

One line per statement, its blocks indented below; expressions stay on the line. Spans and empty
fields are left out, names and plain literals are bare:

    FunctionDecl name='f' keyword='def' signature=Signature(arguments=[ArgumentDecl(name='x')])
      body:
        Return value=Binary(op='+', left=x, right=1)
"""

from __future__ import annotations

from ember.support.edition import Edition
from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.node import Node

_BLOCK_NODES = (tree.Stmt, tree.ExceptHandler, tree.MatchCase, tree.Module)


def dump(node: Node) -> str:
    """The text form of a node and everything below it."""
    lines: list[str] = []
    _dump_block_node(node, 0, lines)
    return "\n".join(lines) + "\n"


def _dump_block_node(node: Node, indent: int, lines: list[str]) -> None:
    words = [type(node).__name__]
    blocks: list[tuple[str, list[Node]]] = []
    for field in type(node).fields:
        value = getattr(node, field)
        if _is_block(value):
            blocks.append((field, value))
        elif not _is_empty(value):
            words.append(f"{field}={_inline(value)}")
    lines.append("  " * indent + " ".join(words))
    for name, block in blocks:
        lines.append("  " * (indent + 1) + name + ":")
        for child in block:
            _dump_block_node(child, indent + 2, lines)


def _is_block(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], _BLOCK_NODES)


def _is_empty(value: object) -> bool:
    if value is None or value is False or value in ([], (), "normal") or isinstance(value, Span):
        return True
    return isinstance(value, tree.Effects) and all(
        _is_empty(getattr(value, field)) for field in type(value).fields
    )


def _inline(value: object) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join([_inline(item) for item in value]) + "]"
    if isinstance(value, tree.Name) and not value.backticks:
        return value.name
    if isinstance(value, tree.IntLiteral | tree.StringLiteral | tree.BoolLiteral):
        return repr(value.value)
    if isinstance(value, tree.FloatLiteral):
        return value.text
    if isinstance(value, Edition):
        return value.value
    if isinstance(value, Node | tree.Effects):
        shown = [  # lists, not generators: deep trees need less of Python's stack this way
            f"{field}={_inline(getattr(value, field))}"
            for field in type(value).fields
            if not _is_empty(getattr(value, field))
        ]
        return f"{type(value).__name__}({', '.join(shown)})"
    return repr(value)
