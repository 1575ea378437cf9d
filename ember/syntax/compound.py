"""Statements with blocks: if, while, for, try, with, match."""

from __future__ import annotations

from ember.syntax import tree
from ember.syntax.cursor import ParseFailure
from ember.syntax.simple import SimpleStatementParser
from ember.syntax.tokens import DEDENT, EOF, INDENT, NAME, NEWLINE


class CompoundStatementParser(SimpleStatementParser):
    """Control flow."""

    __slots__ = ()

    # --- if, while, for ---

    def if_statement(self, comptime: bool) -> tree.Stmt:
        """An `if` with all its `elif` and `else` clauses; the clauses nest from the last one up."""
        clauses: list[tuple[int, tree.Expr, list[tree.Stmt]]] = []
        orelse: list[tree.Stmt] = []
        while True:
            start, word = self.start, self.kind
            self.advance()
            condition = self.expression()
            body = self.suite(f"the '{word}' condition")
            clauses.append((start, condition, body))
            self.check_chain(len(clauses))
            if self.kind == "elif":
                continue
            if self.kind == "else":
                if self.peek() == "if":
                    self.report("syntax-else-if", "write 'elif' instead of 'else if'")
                    self.advance()
                    continue
                self.advance()
                orelse = self.suite("'else'")
            break
        for start, condition, body in reversed(clauses):
            node = tree.If(self.span_from(start), condition, body, orelse, comptime)
            orelse = [node]
        return node

    def while_statement(self) -> tree.Stmt:
        start = self.start
        self.advance()
        condition = self.expression()
        body = self.suite("the 'while' condition")
        return tree.While(self.span_from(start), condition, body, self._loop_else())

    def for_statement(self, comptime: bool, is_async: bool = False) -> tree.Stmt:
        start = self.start
        self.advance()
        if self.kind == "(" and self.kinds[self.pos + 1 : self.pos + 3] == [NAME, NAME]:
            name = self.texts[self.pos + 2]
            self.fail(
                "syntax-not-mojo", f"a loop that counts is 'for {name} in range(start, end):'"
            )
        convention, target = self.loop_target()
        if self.kind != "in":
            self.fail(
                "syntax-expected-token",
                f"expected 'in' after the loop variable, found {self.found()}",
            )
        self.advance()
        iterable = self.expression_list()
        body = self.suite("the 'for' header")
        orelse = self._loop_else()
        span = self.span_from(start)
        return tree.For(span, convention, target, iterable, body, orelse, comptime, is_async)

    def _loop_else(self) -> list[tree.Stmt]:
        return self.suite("'else'") if self.accept("else") else []

    # --- try, with ---

    def try_statement(self) -> tree.Stmt:
        start = self.start
        self.advance()
        body = self.suite("'try'")
        handlers: list[tree.ExceptHandler] = []
        while self.kind == "except":
            handlers.append(self._handler())
        orelse = self.suite("'else'") if self.accept("else") else []
        finalbody: list[tree.Stmt] = []
        has_finally = self.accept("finally")
        if has_finally:
            finalbody = self.suite("'finally'")
        if not handlers and not has_finally:
            self.sink.error(
                "syntax-try-alone",
                self.file.span(start, start + 3),
                "'try' needs an 'except' or a 'finally' clause after its block",
            )
        return tree.Try(self.span_from(start), body, handlers, orelse, finalbody)

    def _handler(self) -> tree.ExceptHandler:
        """`except:`, `except name:`, `except type as name:`."""
        start = self.start
        self.advance()
        type_: tree.Expr | None = None
        name: str | None = None
        if self.kind != ":":
            value = self.expression_list()
            if self.accept("as"):
                type_, name = value, self.expect_name("the error")
            elif isinstance(value, tree.Name):
                name = value.name
            else:
                type_ = value
        body = self.suite("'except'")
        return tree.ExceptHandler(self.span_from(start), type_, name, body)

    def with_statement(self, is_async: bool = False) -> tree.Stmt:
        start = self.start
        self.advance()
        has_parentheses = self.kind == "(" and self._parentheses_hold_items()
        if has_parentheses:
            self.advance()
        items = [self._with_item()]
        while self.accept(","):
            if has_parentheses and self.kind == ")":
                break
            items.append(self._with_item())
        if has_parentheses:
            self.close(")", "the 'with' header")
        body = self.suite("the 'with' header")
        return tree.With(self.span_from(start), items, body, is_async)

    def _parentheses_hold_items(self) -> bool:
        """Whether `with (a as b, c):` stands here: an `as` directly inside, then `):`."""
        at, level, has_as = self.pos, 0, False
        while self.kinds[at] is not NEWLINE:
            kind = self.kinds[at]
            level += (kind in "([{") - (kind in ")]}")
            has_as |= level == 1 and kind == "as"
            at += 1
            if level == 0:
                return has_as and self.kinds[at] == ":"
        return False

    def _with_item(self) -> tree.WithItem:
        start = self.start
        value = self.expression()
        convention: tree.BindingKind | None = None
        target: tree.Expr | None = None
        if self.accept("as"):
            convention, target = self._with_target()
        return tree.WithItem(self.span_from(start), value, target, convention)

    def _with_target(self) -> tuple[tree.BindingKind | None, tree.Expr]:
        if self.accept("var"):
            return "var", self.postfix()
        if self.accept("ref"):
            return "ref", self.postfix()
        return None, self.postfix()

    # --- match ---

    def at_match(self) -> bool:
        """Whether the name `match` here begins a statement: a `:` ends the line, `case` follows."""
        at = self.pos + 1
        while self.kinds[at] is not NEWLINE and self.kinds[at] is not EOF:
            at += 1
        return (
            self.kinds[at - 1] == ":"
            and at > self.pos + 2
            and self.kinds[at + 1] is INDENT
            and self.kinds[at + 2] == NAME
            and self.texts[at + 2] == "case"
        )

    def match_statement(self, comptime: bool) -> tree.Stmt:
        start = self.start
        self.advance()
        subject = self.expression_list()
        self.header_colon("the 'match' value")
        self.advance()
        cases = self._match_cases()
        return tree.Match(self.span_from(start), subject, cases, comptime)

    def _match_cases(self) -> list[tree.MatchCase]:
        self.enter()
        self.advance()
        cases: list[tree.MatchCase] = []
        while self.kind is not DEDENT and self.kind is not EOF:
            depth = self.depth
            try:
                cases.append(self._match_case())
            except ParseFailure as failure:
                self.depth = depth
                self.report_diagnostic(failure.diagnostic)
                self.skip_line()
                self.read_orphan_block()
        self.accept(DEDENT)
        self.leave()
        return cases

    def _match_case(self) -> tree.MatchCase:
        start = self.start
        if not self.accept_word("case"):
            self.fail(
                "syntax-expected-token",
                f"expected 'case' and a pattern in the match block, found {self.found()}",
            )
        pattern = self.case_pattern()
        guard = self.expression() if self.accept("if") else None
        body = self.suite("the 'case' pattern")
        return tree.MatchCase(self.span_from(start), pattern, guard, body)
