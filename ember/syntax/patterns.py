"""Patterns: what follows `case`."""

from __future__ import annotations

from ember.syntax import tree
from ember.syntax.cursor import Cursor
from ember.syntax.expressions import binary, close, postfix, subscript_arguments, unary
from ember.syntax.tokens import BACKTICK, FLOAT, INT, NAME, STRING


def case_pattern(cursor: Cursor) -> tree.Pattern:
    """A whole pattern; `case a, b` is a tuple without parentheses."""
    start = cursor.start
    first = pattern(cursor)
    if cursor.kind != ",":
        return first
    elements = [first]
    while cursor.accept(","):
        if cursor.kind in (":", "if"):
            break
        elements.append(pattern(cursor))
    return tree.TuplePattern(cursor.span_from(start), elements)


def pattern(cursor: Cursor) -> tree.Pattern:
    """Alternatives and `as`."""
    cursor.enter()
    start = cursor.start
    result = _closed_pattern(cursor)
    if cursor.kind == "|":
        alternatives = [result]
        while cursor.accept("|"):
            alternatives.append(_closed_pattern(cursor))
        result = tree.OrPattern(cursor.span_from(start), alternatives)
    while cursor.accept("as"):
        name = cursor.expect_name("the matched value")
        result = tree.AsPattern(cursor.span_from(start), result, name)
    cursor.leave()
    return result


def _closed_pattern(cursor: Cursor) -> tree.Pattern:
    kind = cursor.kind
    if kind == NAME or kind == BACKTICK:
        return _name_pattern(cursor)
    if kind in (INT, FLOAT, STRING, "True", "False", "None", "-", "+"):
        start = cursor.start
        value = unary(cursor)
        return tree.LiteralPattern(cursor.span_from(start), value)
    if kind == "(":
        return _tuple_pattern(cursor)
    if kind == "[":
        return _list_pattern(cursor)
    if kind == "*":
        return _star_pattern(cursor)
    if kind == "==":
        start = cursor.start
        cursor.advance()
        value = binary(cursor, 5)
        return tree.ValuePattern(cursor.span_from(start), value)
    if kind == "." or kind == "comptime":
        start = cursor.start
        value = postfix(cursor)
        return tree.ValuePattern(cursor.span_from(start), value)
    if kind == "var" or kind == "ref":
        start = cursor.start
        cursor.advance()
        name = cursor.expect_name("the matched value")
        return tree.CapturePattern(cursor.span_from(start), name, "var" if kind == "var" else "ref")
    cursor.fail("invalid-pattern", f"expected a pattern, found {cursor.found()}")


def _name_pattern(cursor: Cursor) -> tree.Pattern:
    """A capture, `_`, a dotted value, or `Type(...)`."""
    start, name = cursor.start, cursor.text
    if cursor.peek() not in (".", "[", "("):
        span = cursor.here()
        cursor.advance()
        if name == "_":
            return tree.WildcardPattern(span)
        return tree.CapturePattern(span, name)
    value = member_path(cursor)
    if cursor.kind != "(":
        return tree.ValuePattern(value.span, value)
    cursor.advance()
    arguments: list[tree.Pattern] = []
    keywords: list[tree.KeywordPattern] = []
    while cursor.kind != ")":
        at = cursor.start
        if cursor.kind in (NAME, BACKTICK) and cursor.peek() == "=":
            field = cursor.text
            cursor.advance()
            cursor.advance()
            inner = pattern(cursor)
            keywords.append(tree.KeywordPattern(cursor.span_from(at), field, inner))
        else:
            arguments.append(pattern(cursor))
        if not cursor.accept(","):
            break
    close(cursor, ")", "the pattern")
    return tree.ClassPattern(cursor.span_from(start), value, arguments, keywords)


def member_path(cursor: Cursor) -> tree.Expr:
    """`a.b[c]` without calls: the parentheses after it belong to the pattern."""
    start = cursor.start
    span, name, quoted = cursor.here(), cursor.text, cursor.kind == BACKTICK
    cursor.advance()
    value: tree.Expr = tree.Name(span, name, quoted)
    while True:
        if cursor.accept("."):
            quoted = cursor.kind == BACKTICK
            name = cursor.expect_name("a member")
            value = tree.Attribute(cursor.span_from(start), value, name, quoted)
        elif cursor.accept("["):
            arguments, keywords = subscript_arguments(cursor)
            value = tree.Subscript(cursor.span_from(start), value, arguments, keywords)
        else:
            return value


def _tuple_pattern(cursor: Cursor) -> tree.Pattern:
    start = cursor.start
    cursor.advance()
    elements, has_comma = _pattern_items(cursor, ")")
    span = cursor.span_from(start)
    if len(elements) == 1 and not has_comma:
        elements[0].span = span
        return elements[0]
    return tree.TuplePattern(span, elements)


def _list_pattern(cursor: Cursor) -> tree.Pattern:
    start = cursor.start
    cursor.advance()
    elements, _ = _pattern_items(cursor, "]")
    return tree.ListPattern(cursor.span_from(start), elements)


def _pattern_items(cursor: Cursor, closer: str) -> tuple[list[tree.Pattern], bool]:
    elements: list[tree.Pattern] = []
    has_comma = False
    while cursor.kind != closer:
        elements.append(pattern(cursor))
        if not cursor.accept(","):
            break
        has_comma = True
    close(cursor, closer, "the pattern")
    return elements, has_comma


def _star_pattern(cursor: Cursor) -> tree.Pattern:
    start = cursor.start
    cursor.advance()
    name = cursor.expect_name("the remaining elements")
    return tree.StarPattern(cursor.span_from(start), None if name == "_" else name)
