"""Blocks of statements: the statement loop, indented suites, decorators, error recovery."""

from __future__ import annotations

from typing import Final

from ember.support.diagnostics import error
from ember.syntax import tree
from ember.syntax.cursor import Cursor, ParseFailure
from ember.syntax.tokens import DEDENT, EOF, INDENT, NAME, NEWLINE

_DECLARING: Final = frozenset(("def", "fn", "struct", "trait", "comptime", "alias"))
_CLAUSES: Final = frozenset(("elif", "else", "except", "finally"))


# --- the statement loop ---


def statements(cursor: Cursor, out: list[tree.Stmt]) -> None:
    """All statements up to the end of the block or the file."""
    while cursor.kind is not DEDENT and cursor.kind is not EOF:
        before, depth = cursor.pos, cursor.depth
        try:
            cursor.grammar.any_statement(cursor, out)
        except ParseFailure as failure:
            cursor.depth = depth
            _recover(cursor, failure, before, out)
        except RecursionError:
            cursor.depth = depth
            diagnostic = error("nested-too-deeply", cursor.here(), "this is nested too deeply")
            _recover(cursor, ParseFailure(diagnostic), before, out)


def _recover(cursor: Cursor, failure: ParseFailure, before: int, out: list[tree.Stmt]) -> None:
    """Reports, then goes on after the failed line; its block is still read for errors."""
    cursor.report_diagnostic(failure.diagnostic)
    start = cursor.starts[before]
    cursor.skip_line()
    if cursor.pos == before:
        cursor.advance()
    if failure.diagnostic.code == "nested-too-deeply":
        skip_block(cursor)
    else:
        read_orphan_block(cursor)
        while cursor.kind in _CLAUSES:
            cursor.skip_line()
            read_orphan_block(cursor)
    out.append(tree.ErrorStmt(cursor.span_from(start), _declared(cursor, before)))


def _declared(cursor: Cursor, at: int) -> str:
    """The name that a statement would have declared, if it is a declaration."""
    kind = cursor.texts[at] if cursor.kinds[at] is NAME else cursor.kinds[at]
    return cursor.texts[at + 1] if kind in _DECLARING and cursor.kinds[at + 1] is NAME else ""


def read_orphan_block(cursor: Cursor) -> None:
    """Reads the block of a header that failed, only to report errors in it."""
    if cursor.kind is not INDENT:
        return
    if cursor.peek() == NAME and cursor.texts[cursor.pos + 1] == "case":
        skip_block(cursor)
        return
    block(cursor)


def skip_block(cursor: Cursor) -> None:
    """Steps over an indented block and all blocks inside it."""
    if cursor.kind is not INDENT:
        return
    level = 0
    while cursor.kind is not EOF:
        level += (cursor.kind is INDENT) - (cursor.kind is DEDENT)
        cursor.advance()
        if level == 0:
            return


# --- suites ---


def block(cursor: Cursor) -> list[tree.Stmt]:
    """INDENT statements DEDENT."""
    cursor.enter()
    cursor.advance()
    body: list[tree.Stmt] = []
    statements(cursor, body)
    cursor.accept(DEDENT)
    cursor.leave()
    return body


def suite(cursor: Cursor, what: str) -> list[tree.Stmt]:
    """`:` and a body, indented below or on the same line; `what` names the owner."""
    header_colon(cursor, what)
    if cursor.kind is NEWLINE:
        header = cursor.here()
        cursor.advance()
        if cursor.kind is INDENT:
            return block(cursor)
        if not cursor.at_end():  # as in Mojo, the last body of a file may be left out
            cursor.report(
                "syntax-expected-block",
                f"expected an indented block after {what}; write 'pass' if it is empty",
                header,
            )
        return []
    body: list[tree.Stmt] = []
    cursor.grammar.simple_line(cursor, body)
    return body


def header_colon(cursor: Cursor, what: str) -> None:
    """The `:` of a header; a forgotten one is reported and assumed where a block follows."""
    if cursor.kind == ":":
        cursor.advance()
        return
    message = f"expected ':' after {what}, found {cursor.found()}"
    if cursor.kind is NEWLINE and cursor.peek() == INDENT:
        cursor.report("syntax-expected-colon", message)
        return
    if cursor.kind == "=":
        message += "; write '==' to compare"
    cursor.fail("syntax-expected-colon", message)


# --- docstrings ---


def take_docstring(cursor: Cursor, body: list[tree.Stmt]) -> str | None:
    """Removes a string that opens a body and returns its text."""
    text = _string_statement(body[0]) if body else None
    if text is not None:
        del body[0]
    return text


def attach_docstrings(cursor: Cursor, body: list[tree.Stmt]) -> list[tree.Stmt]:
    """Moves a string after a field or alias into that declaration."""
    kept: list[tree.Stmt] = []
    for statement in body:
        text = _string_statement(statement)
        if text is not None and kept:
            owner = kept[-1]
            if isinstance(owner, tree.AliasDecl | tree.FieldDecl) and owner.docstring is None:
                owner.docstring = text
                continue
        kept.append(statement)
    return kept


def _string_statement(statement: tree.Stmt) -> str | None:
    if isinstance(statement, tree.ExprStmt) and isinstance(statement.value, tree.StringLiteral):
        return statement.value.text
    return None
