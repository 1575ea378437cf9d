"""The exact text that a message is about, where the IR does not say: it keeps the place of an expression, but a variable
is named without an op of its own. These look into the source, for messages only."""

from __future__ import annotations

import re
from typing import Any, Final

from ember.dialects import lit
from ember.ir.nodes import Op, Value
from ember.support.diagnostics import CompileError
from ember.support.patterns import lazy
from ember.support.source import Span

_OPENING: Final = "([{"
_CLOSING: Final = ")]}"


Operand = tuple[Op, int]
"""An op and which of its operands is meant."""


def point_at(failure: CompileError, statement: Any, where: Operand | None) -> None:
    """Moves a failure reported for a whole statement to the operand it is about."""
    for diagnostic in failure.diagnostics:
        if diagnostic.span is statement and where is not None:
            diagnostic.span = operand_span(*where)


def operand_span(op: Op, index: int) -> Span | None:
    """Where an operand of a statement is written: the expression, or the variable's name after `=` or `return`."""
    value = op.operands[index]
    is_named = isinstance(value.owner, lit.Var) or (
        isinstance(value.owner, lit.Closure) and bool(value.name)
    )
    if isinstance(value.owner, Op) and not is_named:
        loc: Span | None = value.owner.loc
        if not isinstance(value.owner, lit.Closure) or loc is None or loc.start >= op.loc.start:
            return loc
    return _name_on_line(value, op.loc)


def argument_name(op: Op, index: int) -> str:
    """The argument that an assignment changes, itself or a part of it; empty if it changes something else."""
    value = op.operands[0]
    while isinstance(value.owner, (lit.Attribute, lit.Subscript)):
        value = value.owner.operands[0]
    return value.name or "" if not isinstance(value.owner, Op) else ""


def _name_on_line(value: Value, loc: Span | None) -> Span | None:
    if loc is None or not value.name:
        return loc
    text = loc.file.text
    line_end = text.find("\n", loc.start)
    line = text[loc.start : line_end if line_end >= 0 else len(text)]
    pattern = rf"(?:(?<![=!<>])=(?!=)|\breturn|\braise|\bin)\s*({re.escape(value.name)})\b"
    found = re.search(pattern, line)
    if found is None:
        return loc
    return Span(loc.file, loc.start + found.start(1), loc.start + found.end(1))


def name_within(place: Span | None, name: str) -> Span | None:
    """Where a name stands in the text of an expression or statement; all of that if it does not."""
    if place is None or not name:
        return place
    found = re.search(rf"(?<![\w.]){re.escape(name)}\b", place.text)
    if found is None:
        return place
    return Span(place.file, place.start + found.start(), place.start + found.end())


def name_span(span: Span | None, name: str) -> Span | None:
    """Where a name stands in a piece of text, for the first time; the whole piece if it does not."""
    if span is None or not name:
        return span
    code = {at for at, _ in _code(span.text)}
    for found in re.finditer(rf"(?<![\w.]){re.escape(name)}\b(?!\s*=[^=])", span.text):
        if found.start() in code:
            return Span(span.file, span.start + found.start(), span.start + found.end())
    return span


def argument_spans(call: Span) -> list[Span]:
    """Where each argument of a call or subscript stands, `name=` included; empty if the text is none."""
    text = call.text
    if not text or text[-1] not in ")]":
        return []
    opening = _last_group(text)
    if opening is None:
        return []
    spans = []
    for start, end in _items(text, opening + 1, len(text) - 1):
        stripped = text[start:end].strip()
        if stripped:
            at = call.start + start + text[start:end].index(stripped)
            spans.append(Span(call.file, at, at + len(stripped)))
    return spans


def field_spans(template: Span) -> list[Span]:
    """Where the expressions of a template string stand, without their braces."""
    text, at, spans = template.text, 0, []
    while (at := text.find("{", at)) >= 0:
        at += 1
        if text.startswith("{", at):
            at += 1
            continue
        depth, end = 0, len(text)
        for offset, char in _code(text[at:]):
            depth += (char in _OPENING) - (char in _CLOSING)
            if depth < 0:
                end = at + offset
                break
        value = text[at:end].strip()
        start = template.start + text.index(value, at)
        spans.append(Span(template.file, start, start + len(value)))
        at = end
    return spans


def header(declaration: Any) -> str:
    """The first lines of a declaration up to its `:`, on one line; empty if there is no text."""
    if declaration is None:
        return ""
    text = declaration.text
    for start, end in _items(text, 0, len(text), ":"):
        return " ".join(text[start:end].split())
    return ""


def _last_group(text: str) -> int | None:
    """Where the bracket opens that the last character closes."""
    stack: list[int] = []
    opening: int | None = None
    for at, char in _code(text):
        if char in _OPENING:
            stack.append(at)
        elif char in _CLOSING:
            if not stack:
                return None
            opening = stack.pop()
    return opening if not stack else None


def _items(text: str, start: int, end: int, separator: str = ",") -> list[tuple[int, int]]:
    """The parts between separators outside of brackets and strings."""
    parts = []
    depth, begin = 0, start
    for offset, char in _code(text[start:end]):
        at = start + offset
        if char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth -= 1
        elif char == separator and depth == 0:
            parts.append((begin, at))
            begin = at + 1
    parts.append((begin, end))
    return parts


_TOKEN: Final = lazy(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|#[^\n]*|.',
    re.DOTALL,
)


def _code(text: str) -> list[tuple[int, str]]:
    """The characters outside of strings and comments, with their offsets."""
    return [(m.start(), m[0]) for m in _TOKEN.finditer(text) if len(m[0]) == 1]
