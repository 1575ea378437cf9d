"""Blocks of statements: the statement loop, indented suites, decorators, error recovery."""

from __future__ import annotations

from typing import Final

from ember.support.diagnostics import error
from ember.syntax import tree
from ember.syntax.cursor import ParseFailure
from ember.syntax.patterns import PatternParser
from ember.syntax.tokens import DEDENT, EOF, INDENT, NAME, NEWLINE

_CLAUSES: Final = frozenset(("elif", "else", "except", "finally"))


class BlockParser(PatternParser):
    """Runs `statement` over a block and goes on after errors."""

    __slots__ = ()

    def statement(self, out: list[tree.Stmt]) -> None:
        """Parses one statement, or one line of simple ones, and appends to `out`."""
        raise NotImplementedError

    def simple_line(self, out: list[tree.Stmt]) -> None:
        """Parses `a; b; c` up to and including the end of the line."""
        raise NotImplementedError

    # --- the statement loop ---

    def statements(self, out: list[tree.Stmt]) -> None:
        """All statements up to the end of the block or the file."""
        while self.kind is not DEDENT and self.kind is not EOF:
            before, depth = self.pos, self.depth
            try:
                self.statement(out)
            except ParseFailure as failure:
                self.depth = depth
                self._recover(failure, before, out)
            except RecursionError:
                self.depth = depth
                diagnostic = error("nested-too-deeply", self.here(), "this is nested too deeply")
                self._recover(ParseFailure(diagnostic), before, out)

    def _recover(self, failure: ParseFailure, before: int, out: list[tree.Stmt]) -> None:
        """Reports, then goes on after the failed line; its block is still read for errors."""
        self.report_diagnostic(failure.diagnostic)
        start = self.starts[before]
        self.skip_line()
        if self.pos == before:
            self.advance()
        out.append(tree.ErrorStmt(self.span_from(start)))
        if failure.diagnostic.code == "nested-too-deeply":
            self.skip_block()
            return
        self.read_orphan_block()
        while self.kind in _CLAUSES:
            self.skip_line()
            self.read_orphan_block()

    def read_orphan_block(self) -> None:
        """Reads the block of a header that failed, only to report errors in it."""
        if self.kind is not INDENT:
            return
        if self.peek() == NAME and self.texts[self.pos + 1] == "case":
            self.skip_block()
            return
        self.block()

    def skip_block(self) -> None:
        """Steps over an indented block and all blocks inside it."""
        if self.kind is not INDENT:
            return
        level = 0
        while self.kind is not EOF:
            level += (self.kind is INDENT) - (self.kind is DEDENT)
            self.advance()
            if level == 0:
                return

    # --- suites ---

    def block(self) -> list[tree.Stmt]:
        """INDENT statements DEDENT."""
        self.enter()
        self.advance()
        body: list[tree.Stmt] = []
        self.statements(body)
        self.accept(DEDENT)
        self.leave()
        return body

    def suite(self, what: str) -> list[tree.Stmt]:
        """`:` and a body, indented below or on the same line; `what` names the owner."""
        self.header_colon(what)
        if self.kind is NEWLINE:
            self.advance()
            if self.kind is INDENT:
                return self.block()
            self.report(
                "syntax-expected-block",
                f"expected an indented block after {what}; write 'pass' if it is empty",
            )
            return []
        body: list[tree.Stmt] = []
        self.simple_line(body)
        return body

    def header_colon(self, what: str) -> None:
        """The `:` of a header; a forgotten one is reported and assumed where a block follows."""
        if self.kind == ":":
            self.advance()
            return
        message = f"expected ':' after {what}, found {self.found()}"
        if self.kind is NEWLINE and self.peek() == INDENT:
            self.report("syntax-expected-colon", message)
            return
        if self.kind == "=":
            message += "; write '==' to compare"
        self.fail("syntax-expected-colon", message)

    # --- docstrings ---

    def take_docstring(self, body: list[tree.Stmt]) -> str | None:
        """Removes a string that opens a body and returns its text."""
        text = _string_statement(body[0]) if body else None
        if text is not None:
            del body[0]
        return text

    def attach_docstrings(self, body: list[tree.Stmt]) -> list[tree.Stmt]:
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
