"""Expressions by precedence climbing, and what follows an operand: calls, subscripts, `^`.

    walrus  <  ternary  <  or  <  and  <  not  <  comparison  <  |  <  ^  <  &  <  shifts
            <  + -  <  * / // % @  <  unary + - ~  <  **  <  await  <  postfix . () [] ^

Types are expressions too. The operands themselves are in `atoms.py`.
"""

from __future__ import annotations

from typing import Final, Literal

from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.cursor import Cursor
from ember.syntax.tokens import (
    BACKTICK,
    FLOAT,
    INT,
    KEYWORDS,
    NAME,
    NEWLINE,
    STRING,
    TEND,
    TSTART,
)

_OR, _AND, _NOT, _COMPARISON = 1, 2, 3, 4
_BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _PRODUCT = 5, 6, 7, 8, 9, 10

_PRECEDENCE: Final = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "is", "not"), _COMPARISON),
    "|": _BIT_OR,
    "^": _BIT_XOR,
    "&": _BIT_AND,
    "<<": _SHIFT,
    ">>": _SHIFT,
    "+": _SUM,
    "-": _SUM,
    **dict.fromkeys(("*", "/", "//", "%", "@"), _PRODUCT),
}

_ENDS_OPERAND: Final = frozenset((",", ")", "]", "}", ":", "=", NEWLINE, TEND, ";"))
"""After a one-token operand, these end the whole expression: the fast path."""

STARTS_OPERAND: Final = frozenset(
    (NAME, BACKTICK, INT, FLOAT, STRING, TSTART, "(", "[", "{", "-", "+", "~", "await", "lambda")
    + ("True", "False", "None", "comptime")
)
"""After `^`, these make it the exclusive-or operator; anything else makes it a transfer."""


# --- whole expressions ---


def expression(cursor: Cursor) -> tree.Expr:
    """Any single expression, `name := value` included."""
    kinds, pos = cursor.kinds, cursor.pos
    if cursor.kind == NAME and kinds[pos + 1] in _ENDS_OPERAND:
        cursor.pos = pos + 1
        cursor.kind = kinds[pos + 1]
        return tree.Name(
            Span(cursor.file, cursor.starts[pos], cursor.ends[pos]), cursor.texts[pos], False
        )
    value = ternary(cursor)
    if cursor.kind == ":=":
        return _walrus(cursor, value)
    return value


def _walrus(cursor: Cursor, target: tree.Expr) -> tree.Expr:
    if not isinstance(target, tree.Name):
        cursor.fail("invalid-target", "':=' assigns to a plain name; put one on its left side")
    cursor.advance()
    value = expression(cursor)
    return tree.Walrus(cursor.span_from(target.span.start), target, value)


def ternary(cursor: Cursor) -> tree.Expr:
    """An expression without `:=`; also every type."""
    cursor.enter()
    start = cursor.start
    value = binary(cursor, _OR)
    if cursor.kind == "if":
        cursor.advance()
        condition = binary(cursor, _OR)
        if cursor.kind != "else":
            cursor.fail(
                "syntax-ternary-without-else",
                "a conditional expression needs both arms: write 'a if condition else b' "
                f"(found {cursor.found()} where 'else' belongs)",
            )
        cursor.advance()
        orelse = ternary(cursor)
        value = tree.Ternary(cursor.span_from(start), value, condition, orelse)
    cursor.leave()
    return value


def disjunction(cursor: Cursor) -> tree.Expr:
    """An expression without `:=` and without the conditional form."""
    return binary(cursor, _OR)


def expression_list(cursor: Cursor) -> tree.Expr:
    """`a` or the tuple `a, b, c` without parentheses."""
    start = cursor.start
    first = starred_expression(cursor)
    if cursor.kind != ",":
        if isinstance(first, tree.Unpack):
            cursor.fail(
                "misplaced-unpack",
                "'*' unpacks a value only among arguments or elements",
                first.span,
            )
        return first
    elements = [first]
    while cursor.accept(","):
        if cursor.kind in _ENDS_OPERAND:
            break
        elements.append(starred_expression(cursor))
    return tree.TupleDisplay(cursor.span_from(start), elements)


def starred_expression(cursor: Cursor) -> tree.Expr:
    """An expression, `*value`, or a `var x` / `ref x` inside a larger target."""
    if cursor.kind == "*" or cursor.kind == "**":
        return unpack(cursor)
    if cursor.kind == "var" or cursor.kind == "ref":
        return binding(cursor)
    return expression(cursor)


def unpack(cursor: Cursor) -> tree.Expr:
    start, stars = cursor.start, len(cursor.kind)
    cursor.advance()
    value = binary(cursor, _BIT_OR)
    return tree.Unpack(cursor.span_from(start), value, stars)


def binding(cursor: Cursor) -> tree.Expr:
    """`var target` or `ref target` where a target is expected."""
    start = cursor.start
    kind: Literal["var", "ref"] = "var" if cursor.kind == "var" else "ref"
    cursor.advance()
    target = postfix(cursor)
    return tree.Binding(cursor.span_from(start), kind, target)


# --- operators ---


def binary(cursor: Cursor, minimum: int) -> tree.Expr:
    """An expression whose operators bind at least as tightly as `minimum`."""
    start = cursor.start
    left = _negation(cursor, minimum) if cursor.kind == "not" else unary(cursor)
    chain = 0
    while True:
        op = cursor.kind
        precedence = _PRECEDENCE.get(op, 0)
        if precedence < minimum or not precedence:
            return left
        if precedence >= _BIT_OR:
            chain += 1
            cursor.check_chain(chain)
            cursor.advance()
            right = binary(cursor, precedence + 1)
            left = tree.Binary(cursor.span_from(start), op, left, right)
        elif precedence == _COMPARISON:
            if op == "not" and cursor.peek() != "in":
                return left
            left = _comparison(cursor, start, left)
        else:
            left = _bool_op(cursor, start, left, precedence)


def _negation(cursor: Cursor, minimum: int) -> tree.Expr:
    if minimum > _NOT:
        cursor.fail(
            "syntax-not-operand", "'not' binds weaker than this operator; write '(not ...)'"
        )
    start = cursor.start
    cursor.advance()
    cursor.enter()
    operand = binary(cursor, _NOT)
    cursor.leave()
    return tree.Not(cursor.span_from(start), operand)


def _comparison(cursor: Cursor, start: int, left: tree.Expr) -> tree.Expr:
    ops: list[str] = []
    operands: list[tree.Expr] = []
    while _PRECEDENCE.get(cursor.kind) == _COMPARISON:
        op = cursor.kind
        if op == "not" and cursor.peek() != "in":
            break
        cursor.advance()
        if op == "not":
            cursor.advance()
            op = "not in"
        elif op == "is" and cursor.accept("not"):
            op = "is not"
        ops.append(op)
        operands.append(binary(cursor, _BIT_OR))
    return tree.Compare(cursor.span_from(start), left, ops, operands)


def _bool_op(cursor: Cursor, start: int, left: tree.Expr, precedence: int) -> tree.Expr:
    op: Literal["and", "or"] = "and" if precedence == _AND else "or"
    values = [left]
    while cursor.kind == op:
        cursor.advance()
        values.append(binary(cursor, precedence + 1))
    return tree.BoolOp(cursor.span_from(start), op, values)


def unary(cursor: Cursor) -> tree.Expr:
    """`-x`, `+x`, `~x`, and powers, which bind tighter on their left side."""
    kind = cursor.kind
    if kind == "-" or kind == "+" or kind == "~":
        start = cursor.start
        cursor.advance()
        if cursor.kind is NEWLINE and cursor.pos > 1 and cursor.kinds[cursor.pos - 2] == kind:
            cursor.fail(
                "syntax-not-mojo",
                f"Mojo has no '{kind}{kind}' operator; write '{kind}= 1'",
                Span(cursor.file, cursor.starts[cursor.pos - 2], cursor.ends[cursor.pos - 1]),
            )
        cursor.enter()
        operand = unary(cursor)
        cursor.leave()
        return tree.Unary(cursor.span_from(start), kind, operand)
    if kind == "await":
        start = cursor.start
        cursor.advance()
        cursor.enter()
        awaited = unary(cursor)
        cursor.leave()
        return tree.Await(cursor.span_from(start), awaited)
    base = postfix(cursor)
    if cursor.kind != "**":
        return base
    cursor.advance()
    cursor.enter()
    exponent = unary(cursor)
    cursor.leave()
    return tree.Binary(cursor.span_from(base.span.start), "**", base, exponent)


# --- postfix forms ---


def postfix(cursor: Cursor) -> tree.Expr:
    """An operand with its calls, subscripts, members and transfers."""
    start = cursor.start
    value = cursor.grammar.atom(cursor)
    chain = 0
    while True:
        kind = cursor.kind
        chain += 1
        cursor.check_chain(chain)
        if kind == ".":
            value = _member(cursor, start, value)
        elif kind == "(":
            cursor.advance()
            arguments, keywords = call_arguments(cursor)
            value = tree.Call(cursor.span_from(start), value, arguments, keywords)
        elif kind == "[":
            cursor.advance()
            arguments, keywords = subscript_arguments(cursor)
            value = tree.Subscript(cursor.span_from(start), value, arguments, keywords)
        elif kind == "^" and cursor.kinds[cursor.pos + 1] not in STARTS_OPERAND:
            cursor.advance()
            value = tree.Transfer(cursor.span_from(start), value)
        else:
            return value


def _member(cursor: Cursor, start: int, value: tree.Expr) -> tree.Expr:
    cursor.advance()
    kind = cursor.kind
    if kind != NAME and kind != BACKTICK and kind not in KEYWORDS:
        cursor.fail(
            "syntax-expected-name", f"expected a member name after '.', found {cursor.found()}"
        )
    name = cursor.texts[cursor.pos]
    cursor.advance()
    return tree.Attribute(cursor.span_from(start), value, name, kind == BACKTICK)


def call_arguments(cursor: Cursor) -> tuple[list[tree.Expr], list[tree.Keyword]]:
    """What stands between `(` (already taken) and `)` of a call."""
    arguments: list[tree.Expr] = []
    keywords: list[tree.Keyword] = []
    while cursor.kind != ")":
        if cursor.kind == "*" or cursor.kind == "**":
            arguments.append(unpack(cursor))
        elif cursor.kinds[cursor.pos + 1] == "=" and at_keyword_name(cursor):
            keywords.append(_keyword(cursor, is_subscript=False))
        else:
            arguments.append(_positional(cursor, keywords))
        if cursor.kind != ",":
            break
        cursor.advance()
    close(cursor, ")", "the call's arguments")
    return arguments, keywords


def at_keyword_name(cursor: Cursor) -> bool:
    return cursor.kind == NAME or cursor.kind == BACKTICK or cursor.kind in KEYWORDS


def _positional(cursor: Cursor, keywords: list[tree.Keyword]) -> tree.Expr:
    start = cursor.start
    value = expression(cursor)
    if cursor.kind == "for":
        clauses = cursor.grammar.comprehension_clauses(cursor)
        return tree.Comprehension(cursor.span_from(start), "generator", None, value, clauses)
    if keywords:
        cursor.report(
            "syntax-positional-after-keyword",
            "a positional argument cannot follow a keyword argument; move it forward or name it",
            value.span,
        )
    return value


def _keyword(cursor: Cursor, is_subscript: bool) -> tree.Keyword:
    start = cursor.start
    name = cursor.texts[cursor.pos]
    cursor.advance()
    cursor.advance()
    value = _slice_or_expression(cursor) if is_subscript else expression(cursor)
    return tree.Keyword(cursor.span_from(start), name, value)


def subscript_arguments(cursor: Cursor) -> tuple[list[tree.Expr], list[tree.Keyword]]:
    """What stands between `[` (already taken) and `]` of a subscript."""
    arguments: list[tree.Expr] = []
    keywords: list[tree.Keyword] = []
    while cursor.kind != "]":
        if cursor.kind == "*" or cursor.kind == "**":
            arguments.append(unpack(cursor))
        elif cursor.kinds[cursor.pos + 1] == "=" and at_keyword_name(cursor):
            keywords.append(_keyword(cursor, is_subscript=True))
        else:
            arguments.append(_slice_or_expression(cursor))
        if cursor.kind != ",":
            break
        cursor.advance()
    close(cursor, "]", "the subscript")
    return arguments, keywords


def _slice_or_expression(cursor: Cursor) -> tree.Expr:
    start = cursor.start
    lower = None
    if cursor.kind != ":":
        lower = expression(cursor)
        if cursor.kind != ":":
            return lower
    cursor.advance()
    upper = step = None
    if cursor.kind not in (":", ",", "]"):
        upper = expression(cursor)
    if cursor.accept(":") and cursor.kind not in (",", "]"):
        step = expression(cursor)
    return tree.Slice(cursor.span_from(start), lower, upper, step)


def reject_arrow(cursor: Cursor) -> None:
    """`p->member`, written together, is C."""
    at = cursor.pos
    if (
        cursor.kind == "->"
        and cursor.ends[at - 1] == cursor.start
        and cursor.starts[at + 1] == cursor.ends[at]
    ):
        cursor.fail("syntax-not-mojo", "members are reached with '.', not with '->'")


def close(cursor: Cursor, closer: str, where: str) -> None:
    """Takes a closing bracket; explains the likely mistake where it is missing."""
    if cursor.kind == closer:
        cursor.advance()
        return
    reject_arrow(cursor)
    if cursor.kind in STARTS_OPERAND:
        cursor.fail(
            "syntax-missing-comma",
            f"expected ',' or '{closer}' in {where}, found {cursor.found()}",
        )
    if cursor.kind == "=":
        cursor.fail(
            "syntax-unexpected-assignment",
            f"'=' cannot be used in {where} here; write '==' to compare",
        )
    cursor.fail(
        "syntax-expected-token", f"expected '{closer}' to end {where}, found {cursor.found()}"
    )
