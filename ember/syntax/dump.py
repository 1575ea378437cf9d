"""The syntax tree as text, for golden tests and `--emit tree`.

One line per statement, its blocks indented below; expressions stay on the line. Spans and empty
fields are left out, names and plain literals are bare:

    FunctionDecl name='f' keyword='def' signature=Signature(arguments=[ArgumentDecl(name='x')])
      body:
        Return value=Binary(op='+', left=x, right=1)
"""

from __future__ import annotations

from dataclasses import fields

from ember.support.edition import Edition
from ember.support.source import Span
from ember.syntax import tree

_BLOCK_NODES = (tree.Stmt, tree.ExceptHandler, tree.MatchCase, tree.Module)


def dump(node: tree.Node) -> str:
    """The text form of a node and everything below it."""
    lines: list[str] = []
    _dump_block_node(node, 0, lines)
    return "\n".join(lines) + "\n"


def _dump_block_node(node: tree.Node, indent: int, lines: list[str]) -> None:
    words = [type(node).__name__]
    blocks: list[tuple[str, list[tree.Node]]] = []
    for field in fields(node):
        value = getattr(node, field.name)
        if _is_block(value):
            blocks.append((field.name, value))
        elif not _is_empty(value):
            words.append(f"{field.name}={_inline(value)}")
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
        _is_empty(getattr(value, field.name)) for field in fields(value)
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
    if isinstance(value, tree.Node | tree.Effects):
        shown = [  # lists, not generators: deep trees need less of Python's stack this way
            f"{field.name}={_inline(getattr(value, field.name))}"
            for field in fields(value)
            if not _is_empty(getattr(value, field.name))
        ]
        return f"{type(value).__name__}({', '.join(shown)})"
    return repr(value)
