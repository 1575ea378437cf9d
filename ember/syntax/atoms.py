"""Operands: names, literals, displays, comprehensions, template strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NoReturn

from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.cursor import Cursor
from ember.syntax.expressions import (
    binary,
    binding,
    close,
    disjunction,
    expression,
    expression_list,
    postfix,
    starred_expression,
)
from ember.syntax.literals import (
    BadEscape,
    integer_value,
    is_float_too_long,
    string_value,
    template_value,
)
from ember.syntax.tokens import (
    BACKTICK,
    FLOAT,
    INT,
    KEYWORDS,
    NAME,
    STRING,
    TBEGIN,
    TEND,
    TSTART,
    TSTOP,
    TTEXT,
)


def atom(cursor: Cursor) -> tree.Expr:
    pos = cursor.pos
    kind = cursor.kind
    if kind == NAME:
        if cursor.kinds[pos + 1] in ("fn", "def") and cursor.texts[pos] == "async":
            return cursor.grammar.function_type(cursor)
        cursor.pos = pos + 1
        cursor.kind = cursor.kinds[pos + 1]
        return tree.Name(
            Span(cursor.file, cursor.starts[pos], cursor.ends[pos]), cursor.texts[pos], False
        )
    rule = _ATOMS.get(kind)
    if rule is None:
        _no_expression(cursor)
    return rule(cursor)


def _no_expression(cursor: Cursor) -> NoReturn:
    before = cursor.kinds[cursor.pos - 1] if cursor.pos else ""
    hint = _FOREIGN_OPERATORS.get((before, cursor.kind))
    if hint is not None:
        start = cursor.starts[cursor.pos - 1]
        end = cursor.ends[cursor.pos]
        cursor.fail("syntax-not-mojo", hint, Span(cursor.file, start, end))
    if cursor.kind in KEYWORDS:
        cursor.fail(
            "syntax-expected-expression",
            f"expected an expression, found the keyword '{cursor.kind}'",
        )
    cursor.fail("syntax-expected-expression", f"expected an expression, found {cursor.found()}")


# --- names and literals ---


def _backtick_name(cursor: Cursor) -> tree.Expr:
    span, name = cursor.here(), cursor.text
    cursor.advance()
    return tree.Name(span, name, backticks=True)


def _comptime_name(cursor: Cursor) -> tree.Expr:
    """`comptime(expr)` is an ordinary call of this name."""
    span = cursor.here()
    cursor.advance()
    if cursor.kind != "(":
        cursor.fail(
            "syntax-comptime-expression",
            "inside an expression 'comptime' is written like a call: comptime(value)",
            span,
        )
    return tree.Name(span, "comptime")


def _integer(cursor: Cursor) -> tree.Expr:
    span, digits = cursor.here(), cursor.text
    cursor.advance()
    return tree.IntLiteral(span, integer_value(digits))


def _float(cursor: Cursor) -> tree.Expr:
    span, text = cursor.here(), cursor.text
    if is_float_too_long(text):
        message = (
            "a number with a point or exponent has at most 20000 digits, and 4 in its exponent"
        )
        cursor.fail("syntax-bad-number", message, span)
    cursor.advance()
    return tree.FloatLiteral(span, text)


def _true(cursor: Cursor) -> tree.Expr:
    span = cursor.here()
    cursor.advance()
    return tree.BoolLiteral(span, True)


def _false(cursor: Cursor) -> tree.Expr:
    span = cursor.here()
    cursor.advance()
    return tree.BoolLiteral(span, False)


def _none(cursor: Cursor) -> tree.Expr:
    span = cursor.here()
    cursor.advance()
    return tree.NoneLiteral(span)


def _ellipsis(cursor: Cursor) -> tree.Expr:
    span = cursor.here()
    cursor.advance()
    return tree.EllipsisLiteral(span)


def _contextual_member(cursor: Cursor) -> tree.Expr:
    start = cursor.start
    cursor.advance()
    if cursor.kind not in (NAME, BACKTICK):
        cursor.fail(
            "syntax-expected-name", f"expected a member name after '.', found {cursor.found()}"
        )
    name = cursor.text
    cursor.advance()
    return tree.ContextualMember(cursor.span_from(start), name)


# --- strings ---


def _string(cursor: Cursor) -> tree.Expr:
    """Adjacent strings join; one template among them makes the whole a template."""
    start = cursor.start
    parts: list[bytes | tree.Expr] = []
    is_template = False
    while True:
        if cursor.kind == STRING:
            parts.append(_string_bytes(cursor))
        elif cursor.kind == TSTART:
            is_template = True
            _template_parts(cursor, parts)
        else:
            break
    span = cursor.span_from(start)
    if is_template:
        return tree.TString(span, _join_text(parts))
    return tree.StringLiteral(span, b"".join(part for part in parts if isinstance(part, bytes)))


def _string_bytes(cursor: Cursor) -> bytes:
    literal, at = cursor.text, cursor.start
    try:
        value = string_value(literal)
    except BadEscape as bad:
        _report_escape(cursor, bad, at)
        value = b""
    cursor.advance()
    return value


def _report_escape(cursor: Cursor, bad: BadEscape, at: int) -> None:
    span = Span(cursor.file, at + bad.start, at + bad.end)
    cursor.report("syntax-bad-escape", bad.message, span)


def _template_parts(cursor: Cursor, parts: list[bytes | tree.Expr]) -> None:
    is_raw = "r" in cursor.text.lower()
    cursor.advance()
    while cursor.kind != TSTOP:
        if cursor.kind == TTEXT:
            try:
                parts.append(template_value(cursor.text, is_raw, 0))
            except BadEscape as bad:
                _report_escape(cursor, bad, cursor.start)
            cursor.advance()
        elif cursor.kind == TBEGIN:
            cursor.advance()
            parts.append(_template_field(cursor))
        else:
            cursor.fail("syntax-template", f"the template string is cut off by {cursor.found()}")
    cursor.advance()


def _template_field(cursor: Cursor) -> tree.Expr:
    if cursor.kind == TEND:
        cursor.fail(
            "syntax-template",
            "expected an expression between the braces; write '{{' for the character itself",
        )
    value = expression_list(cursor)
    if cursor.kind != TEND:
        cursor.fail(
            "syntax-template",
            f"expected '}}' after the expression, found {cursor.found()}; "
            "template strings have no format specifications or conversions",
        )
    cursor.advance()
    return value


# --- displays ---


def _parenthesised(cursor: Cursor) -> tree.Expr:
    """`(a)`, `()`, `(a,)`, `(a, b)`, `(a for ...)`; a single value keeps no trace of them."""
    start = cursor.start
    cursor.advance()
    if cursor.accept(")"):
        return tree.TupleDisplay(cursor.span_from(start), [])
    first = starred_expression(cursor)
    if cursor.kind == "for":
        clauses = comprehension_clauses(cursor)
        close(cursor, ")", "the generator")
        return tree.Comprehension(cursor.span_from(start), "generator", None, first, clauses)
    if cursor.kind == ")" and not isinstance(first, tree.Unpack | tree.Binding):
        cursor.advance()
        first.span = cursor.span_from(start)
        return first
    elements = _more_elements(cursor, first, ")", "the parentheses")
    return tree.TupleDisplay(cursor.span_from(start), elements)


def _more_elements(cursor: Cursor, first: tree.Expr, closer: str, where: str) -> list[tree.Expr]:
    """The rest of a comma-separated list after its first element, and the closing bracket."""
    elements = [first]
    while cursor.accept(","):
        if cursor.kind == closer:
            break
        elements.append(starred_expression(cursor))
    close(cursor, closer, where)
    return elements


def _list(cursor: Cursor) -> tree.Expr:
    start = cursor.start
    cursor.advance()
    if cursor.accept("]"):
        return tree.ListDisplay(cursor.span_from(start), [])
    first = starred_expression(cursor)
    if cursor.kind == "for":
        clauses = comprehension_clauses(cursor)
        close(cursor, "]", "the comprehension")
        return tree.Comprehension(cursor.span_from(start), "list", None, first, clauses)
    elements = _more_elements(cursor, first, "]", "the list")
    return tree.ListDisplay(cursor.span_from(start), elements)


def _brace(cursor: Cursor) -> tree.Expr:
    """A dict, a set, an initialiser list, or a comprehension of the first two."""
    start = cursor.start
    cursor.advance()
    if cursor.accept("}"):
        return tree.BraceInit(cursor.span_from(start), [], [])
    if cursor.kind == "**":
        return _dict(cursor, start, None)
    if cursor.kind in (NAME, BACKTICK) and cursor.peek() == "=":
        return _initialiser(cursor, start, [])
    first = starred_expression(cursor)
    if cursor.kind == ":":
        return _dict(cursor, start, first)
    if cursor.kind == "for":
        clauses = comprehension_clauses(cursor)
        close(cursor, "}", "the comprehension")
        return tree.Comprehension(cursor.span_from(start), "set", None, first, clauses)
    elements = [first]
    while cursor.accept(","):
        if cursor.kind == "}":
            break
        if cursor.kind in (NAME, BACKTICK) and cursor.peek() == "=":
            return _initialiser(cursor, start, elements)
        elements.append(starred_expression(cursor))
    close(cursor, "}", "the set")
    return tree.SetDisplay(cursor.span_from(start), elements)


def _initialiser(cursor: Cursor, start: int, arguments: list[tree.Expr]) -> tree.Expr:
    """The keyword part of `{a, name = value}`."""
    keywords: list[tree.Keyword] = []
    while cursor.kind in (NAME, BACKTICK) and cursor.peek() == "=":
        at, name = cursor.start, cursor.text
        cursor.advance()
        cursor.advance()
        value = expression(cursor)
        keywords.append(tree.Keyword(cursor.span_from(at), name, value))
        if not cursor.accept(","):
            break
    close(cursor, "}", "the initialiser list")
    return tree.BraceInit(cursor.span_from(start), arguments, keywords)


def _dict(cursor: Cursor, start: int, key: tree.Expr | None) -> tree.Expr:
    """A dict from its first `:` or `**` on."""
    keys: list[tree.Expr | None] = []
    values: list[tree.Expr] = []
    while True:
        if key is None:
            cursor.advance()
            values.append(binary(cursor, 1))
        else:
            if cursor.kind != ":":
                cursor.fail(
                    "syntax-expected-token",
                    f"expected ':' between key and value, found {cursor.found()}",
                )
            cursor.advance()
            values.append(expression(cursor))
        keys.append(key)
        if cursor.kind == "for" and len(keys) == 1 and key is not None:
            clauses = comprehension_clauses(cursor)
            close(cursor, "}", "the comprehension")
            span = cursor.span_from(start)
            return tree.Comprehension(span, "dict", key, values[0], clauses)
        if not cursor.accept(",") or cursor.kind == "}":
            break
        key = None if cursor.kind == "**" else expression(cursor)
    close(cursor, "}", "the dictionary")
    return tree.DictDisplay(cursor.span_from(start), keys, values)


# --- comprehensions ---


def comprehension_clauses(cursor: Cursor) -> list[tree.ComprehensionClause]:
    cursor.enter()
    clauses: list[tree.ComprehensionClause] = []
    while True:
        start = cursor.start
        if cursor.accept("for"):
            convention, target = loop_target(cursor)
            cursor.expect("in", "the comprehension")
            iterable = disjunction(cursor)
            span = cursor.span_from(start)
            clauses.append(tree.ComprehensionFor(span, convention, target, iterable))
        elif clauses and cursor.accept("if"):
            condition = disjunction(cursor)
            clauses.append(tree.ComprehensionIf(cursor.span_from(start), condition))
        else:
            cursor.leave()
            return clauses


def loop_target(cursor: Cursor) -> tuple[Literal["var", "ref"] | None, tree.Expr]:
    """The target of a loop, without `in`: `x`, `ref x`, `i, (j, k)`."""
    convention: Literal["var", "ref"] | None = None
    if cursor.kind == "var":
        convention = "var"
        cursor.advance()
    elif cursor.kind == "ref":
        convention = "ref"
        cursor.advance()
    start = cursor.start
    first = _target_item(cursor)
    if cursor.kind != ",":
        return convention, first
    elements = [first]
    while cursor.accept(","):
        if cursor.kind == "in":
            break
        elements.append(_target_item(cursor))
    return convention, tree.TupleDisplay(cursor.span_from(start), elements)


def _target_item(cursor: Cursor) -> tree.Expr:
    if cursor.kind == "var" or cursor.kind == "ref":
        return binding(cursor)
    return postfix(cursor)


def _join_text(parts: list[bytes | tree.Expr]) -> list[bytes | tree.Expr]:
    """Merges neighbouring text pieces of a template."""
    merged: list[bytes | tree.Expr] = []
    for part in parts:
        if isinstance(part, bytes) and merged and isinstance(merged[-1], bytes):
            merged[-1] += part
        else:
            merged.append(part)
    return merged


_FOREIGN_OPERATORS: Final = {
    ("&", "&"): "'&&' is not Mojo; write 'and'",
    ("|", "|"): "'||' is not Mojo; write 'or'",
    ("==", "="): "'===' is not Mojo; write '==', or 'is' for identity",
    ("<", ">"): "'<>' is not Mojo; write '!='",
    (":", ":"): "'::' is not Mojo; write '.'",
    ("<<", "<"): "a kernel is launched with "
    "'context.enqueue_function[kernel](…, grid_dim=…, block_dim=…)'",
}
"""Operators of other languages, as the two tokens they are read as."""

_ATOMS: Final[dict[str, Callable[[Cursor], tree.Expr]]] = {
    BACKTICK: _backtick_name,
    INT: _integer,
    FLOAT: _float,
    STRING: _string,
    TSTART: _string,
    "True": _true,
    "False": _false,
    "None": _none,
    "...": _ellipsis,
    ".": _contextual_member,
    "(": _parenthesised,
    "[": _list,
    "{": _brace,
    "comptime": _comptime_name,
    "lambda": lambda cursor: cursor.grammar.lambda_expression(cursor),
    "fn": lambda cursor: cursor.grammar.function_type(cursor),
    "def": lambda cursor: cursor.grammar.function_type(cursor),
}
