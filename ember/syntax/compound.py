"""Statements with blocks: if, while, for, try, with, match."""

from __future__ import annotations

from ember.syntax import tree
from ember.syntax.atoms import loop_target
from ember.syntax.blocks import header_colon, read_orphan_block, suite
from ember.syntax.cursor import Cursor, ParseFailure
from ember.syntax.expressions import close, expression, expression_list, postfix
from ember.syntax.patterns import case_pattern
from ember.syntax.tokens import DEDENT, EOF, INDENT, NAME, NEWLINE

# --- if, while, for ---


def if_statement(cursor: Cursor, comptime: bool) -> tree.Stmt:
    """An `if` with all its `elif` and `else` clauses; the clauses nest from the last one up."""
    clauses: list[tuple[int, tree.Expr, list[tree.Stmt]]] = []
    orelse: list[tree.Stmt] = []
    while True:
        start, word = cursor.start, cursor.kind
        cursor.advance()
        condition = expression(cursor)
        body = suite(cursor, f"the '{word}' condition")
        clauses.append((start, condition, body))
        cursor.check_chain(len(clauses))
        if cursor.kind == "elif":
            continue
        if cursor.kind == "else":
            if cursor.peek() == "if":
                cursor.report("syntax-else-if", "write 'elif' instead of 'else if'")
                cursor.advance()
                continue
            cursor.advance()
            orelse = suite(cursor, "'else'")
        break
    for start, condition, body in reversed(clauses):
        node = tree.If(cursor.span_from(start), condition, body, orelse, comptime)
        orelse = [node]
    return node


def while_statement(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    condition = expression(cursor)
    body = suite(cursor, "the 'while' condition")
    return tree.While(cursor.span_from(start), condition, body, _loop_else(cursor))


def for_statement(cursor: Cursor, comptime: bool, is_async: bool = False) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    if cursor.kind == "(" and cursor.kinds[cursor.pos + 1 : cursor.pos + 3] == [NAME, NAME]:
        name = cursor.texts[cursor.pos + 2]
        cursor.fail("syntax-not-mojo", f"a loop that counts is 'for {name} in range(start, end):'")
    convention, target = loop_target(cursor)
    if cursor.kind != "in":
        cursor.fail(
            "syntax-expected-token",
            f"expected 'in' after the loop variable, found {cursor.found()}",
        )
    cursor.advance()
    iterable = expression_list(cursor)
    body = suite(cursor, "the 'for' header")
    orelse = _loop_else(cursor)
    span = cursor.span_from(start)
    return tree.For(span, convention, target, iterable, body, orelse, comptime, is_async)


def _loop_else(cursor: Cursor) -> list[tree.Stmt]:
    return suite(cursor, "'else'") if cursor.accept("else") else []


# --- try, with ---


def try_statement(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    body = suite(cursor, "'try'")
    handlers: list[tree.ExceptHandler] = []
    while cursor.kind == "except":
        handlers.append(_handler(cursor))
    orelse = suite(cursor, "'else'") if cursor.accept("else") else []
    finalbody: list[tree.Stmt] = []
    has_finally = cursor.accept("finally")
    if has_finally:
        finalbody = suite(cursor, "'finally'")
    if not handlers and not has_finally:
        cursor.sink.error(
            "syntax-try-alone",
            cursor.file.span(cursor.start, cursor.start + len(cursor.text)),
            "expected 'except' or 'finally' here: 'try' needs one of them after its block",
        )
    return tree.Try(cursor.span_from(start), body, handlers, orelse, finalbody)


def _handler(cursor: Cursor) -> tree.ExceptHandler:
    """`except:`, `except name:`, `except type as name:`."""
    start = cursor.start
    cursor.advance()
    type_: tree.Expr | None = None
    name: str | None = None
    if cursor.kind != ":":
        value = expression_list(cursor)
        if cursor.accept("as"):
            type_, name = value, cursor.expect_name("the error")
        elif isinstance(value, tree.Name):
            name = value.name
        else:
            type_ = value
    body = suite(cursor, "'except'")
    return tree.ExceptHandler(cursor.span_from(start), type_, name, body)


def with_statement(cursor: Cursor, is_async: bool = False) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    has_parentheses = cursor.kind == "(" and _parentheses_hold_items(cursor)
    if has_parentheses:
        cursor.advance()
    items = [_with_item(cursor)]
    while cursor.accept(","):
        if has_parentheses and cursor.kind == ")":
            break
        items.append(_with_item(cursor))
    if has_parentheses:
        close(cursor, ")", "the 'with' header")
    body = suite(cursor, "the 'with' header")
    return tree.With(cursor.span_from(start), items, body, is_async)


def _parentheses_hold_items(cursor: Cursor) -> bool:
    """Whether `with (a as b, c):` stands here: an `as` directly inside, then `):`."""
    at, level, has_as = cursor.pos, 0, False
    while cursor.kinds[at] is not NEWLINE:
        kind = cursor.kinds[at]
        level += (kind in "([{") - (kind in ")]}")
        has_as |= level == 1 and kind == "as"
        at += 1
        if level == 0:
            return has_as and cursor.kinds[at] == ":"
    return False


def _with_item(cursor: Cursor) -> tree.WithItem:
    start = cursor.start
    value = expression(cursor)
    convention: tree.BindingKind | None = None
    target: tree.Expr | None = None
    if cursor.accept("as"):
        convention, target = _with_target(cursor)
    return tree.WithItem(cursor.span_from(start), value, target, convention)


def _with_target(cursor: Cursor) -> tuple[tree.BindingKind | None, tree.Expr]:
    if cursor.accept("var"):
        return "var", postfix(cursor)
    if cursor.accept("ref"):
        return "ref", postfix(cursor)
    return None, postfix(cursor)


# --- match ---


def at_match(cursor: Cursor) -> bool:
    """Whether the name `match` here begins a statement: a `:` ends the line, `case` follows."""
    at = cursor.pos + 1
    while cursor.kinds[at] is not NEWLINE and cursor.kinds[at] is not EOF:
        at += 1
    return (
        cursor.kinds[at - 1] == ":"
        and at > cursor.pos + 2
        and cursor.kinds[at + 1] is INDENT
        and cursor.kinds[at + 2] == NAME
        and cursor.texts[at + 2] == "case"
    )


def match_statement(cursor: Cursor, comptime: bool) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    subject = expression_list(cursor)
    header_colon(cursor, "the 'match' value")
    cursor.advance()
    cases = _match_cases(cursor)
    return tree.Match(cursor.span_from(start), subject, cases, comptime)


def _match_cases(cursor: Cursor) -> list[tree.MatchCase]:
    cursor.enter()
    cursor.advance()
    cases: list[tree.MatchCase] = []
    while cursor.kind is not DEDENT and cursor.kind is not EOF:
        depth = cursor.depth
        try:
            cases.append(_match_case(cursor))
        except ParseFailure as failure:
            cursor.depth = depth
            cursor.report_diagnostic(failure.diagnostic)
            cursor.skip_line()
            read_orphan_block(cursor)
    cursor.accept(DEDENT)
    cursor.leave()
    return cases


def _match_case(cursor: Cursor) -> tree.MatchCase:
    start = cursor.start
    if not cursor.accept_word("case"):
        cursor.fail(
            "syntax-expected-token",
            f"expected 'case' and a pattern in the match block, found {cursor.found()}",
        )
    pattern = case_pattern(cursor)
    guard = expression(cursor) if cursor.accept("if") else None
    body = suite(cursor, "the 'case' pattern")
    return tree.MatchCase(cursor.span_from(start), pattern, guard, body)
