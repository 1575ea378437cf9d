"""The parser's position in the token stream: looking, taking, failing, recovering.

A rule that cannot go on calls `fail`, which raises `ParseFailure`; the statement loop catches it,
reports it and goes on at the next statement. A rule that can guess what was meant calls `report`
and goes on itself. At most one error is reported per logical line, and none where the lexer already
complained, so that one mistake gives one message.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Final, NamedTuple, NoReturn

from ember.support.diagnostics import Diagnostic, DiagnosticSink, Note, error
from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.tokens import (
    BACKTICK,
    DEDENT,
    EOF,
    INDENT,
    KEYWORDS,
    NAME,
    NEWLINE,
    TokenStream,
    describe,
)

MAX_DEPTH: Final = 90
"""Nesting of expressions and blocks together; later stages walk the tree recursively too."""

MAX_CHAIN: Final = 1000
"""Operators, members or `elif` clauses in a row: each is one level of the tree."""

_LINE_ENDS: Final = frozenset((NEWLINE, INDENT, DEDENT, EOF))


class ParseFailure(Exception):
    """A rule gave up; carries the diagnostic to report."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic


class Grammar(NamedTuple):
    """Rules that are needed before they are written: the files of rules import one another in one direction."""

    atom: Callable[[Cursor], tree.Expr]
    """An operand without its postfix forms."""
    comprehension_clauses: Callable[[Cursor], list[tree.ComprehensionClause]]
    """`for x in y if c ...` after an element."""
    lambda_expression: Callable[[Cursor], tree.Expr]
    function_type: Callable[[Cursor], tree.Expr]
    any_statement: Callable[[Cursor, list[tree.Stmt]], None]
    simple_line: Callable[[Cursor, list[tree.Stmt]], None]
    """Statements without blocks, up to the end of the line."""


class Cursor:
    """Reads a token stream from left to right; `kind` is the kind of the current token."""

    __slots__ = (
        "_reported_line",
        "depth",
        "ends",
        "file",
        "grammar",
        "kind",
        "kinds",
        "pos",
        "sink",
        "starts",
        "texts",
        "tokens",
    )

    def __init__(self, tokens: TokenStream, sink: DiagnosticSink, grammar: Grammar) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.file = tokens.file
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.sink = sink
        self.pos = 0
        self.kind = tokens.kinds[0]
        self.depth = 0
        self._reported_line = -1

    # --- looking and taking ---

    def advance(self) -> None:
        """Steps over the current token; EOF stays."""
        if self.kind is not EOF:
            self.pos += 1
            self.kind = self.kinds[self.pos]

    def move_to(self, pos: int) -> None:
        self.pos = pos
        self.kind = self.kinds[pos]

    @property
    def text(self) -> str:
        """The text of the current token."""
        return self.texts[self.pos]

    @property
    def start(self) -> int:
        """The offset of the current token."""
        return self.starts[self.pos]

    def peek(self, distance: int = 1) -> str:
        """The kind of a later token."""
        index = self.pos + distance
        return self.kinds[index] if index < len(self.kinds) else EOF

    def at_end(self) -> bool:
        """True when only ends of blocks are left of the file."""
        return all(kind in _LINE_ENDS for kind in self.kinds[self.pos :])

    def accept(self, kind: str) -> bool:
        """Takes the current token if it is of this kind."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def accept_word(self, word: str) -> bool:
        """Takes the current token if it is this soft keyword."""
        if self.kind != NAME or self.texts[self.pos] != word:
            return False
        self.advance()
        return True

    def expect(self, kind: str, where: str) -> None:
        """Takes a token that must be there; `where` says in what, e.g. "the argument list"."""
        if self.kind != kind:
            self.fail(
                "syntax-expected-token", f"expected '{kind}' in {where}, found {self.found()}"
            )
        self.advance()

    def expect_name(self, what: str) -> str:
        """Takes an identifier, plain or in backticks; `what` says of what, e.g. "a function"."""
        if self.kind == NAME or self.kind == BACKTICK:
            name = self.texts[self.pos]
            self.advance()
            return name
        if self.kind in KEYWORDS:
            self.fail(
                "syntax-keyword-as-name",
                f"'{self.kind}' is a keyword and cannot name {what}; "
                f"choose another name or write `{self.kind}` in backticks",
            )
        self.fail("syntax-expected-name", f"expected the name of {what}, found {self.found()}")

    def found(self) -> str:
        """The current token in words, for messages."""
        return describe(self.kind, self.texts[self.pos])

    # --- spans ---

    def following(self) -> Span:
        """The span of the token after the current one."""
        start, end = self.starts[self.pos + 1], self.ends[self.pos + 1]
        return Span(self.file, start, max(end, start + 1))

    def here(self) -> Span:
        """The span of the current token; the end of a line is one column wide."""
        start, end = self.starts[self.pos], self.ends[self.pos]
        if self.kind is NEWLINE or self.kind is EOF:
            return Span(self.file, start, start + 1)
        return Span(self.file, start, max(end, start + 1))

    def span_from(self, start: int) -> Span:
        """From an offset to the end of the last token taken, ends of lines and blocks aside."""
        last = self.pos - 1
        while self.kinds[last] in _LINE_ENDS and last > 0:
            last -= 1
        return Span(self.file, start, max(start, self.ends[last]))

    # --- errors ---

    def fail(
        self, code: str, message: str, span: Span | None = None, notes: tuple[Note, ...] = ()
    ) -> NoReturn:
        """Gives up on the current statement."""
        raise ParseFailure(error(code, span or self.here(), message, notes))

    def report(self, code: str, message: str, span: Span | None = None) -> None:
        """Reports an error and lets the caller go on."""
        self.report_diagnostic(error(code, span or self.here(), message))

    def report_diagnostic(self, diagnostic: Diagnostic) -> None:
        """Reports unless this logical line has been complained about already."""
        first, last = self._logical_line()
        if first == self._reported_line or self._lexer_complained(first, last):
            return
        self._reported_line = first
        self.sink.report(diagnostic)

    def _logical_line(self) -> tuple[int, int]:
        """The first and the last token of the logical line the cursor is on."""
        kinds = self.kinds
        first = self.pos
        while first > 0 and kinds[first - 1] not in _LINE_ENDS:
            first -= 1
        last = self.pos
        while kinds[last] not in _LINE_ENDS:
            last += 1
        return first, last

    def _lexer_complained(self, first: int, last: int) -> bool:
        offsets = self.tokens.error_offsets
        at = bisect_left(offsets, self.starts[first])
        return at < len(offsets) and offsets[at] <= self.ends[last]

    def skip_line(self) -> None:
        """Steps over the rest of the logical line and its NEWLINE."""
        while self.kind not in _LINE_ENDS:
            self.advance()
        self.accept(NEWLINE)

    # --- depth ---

    def enter(self) -> None:
        """One level deeper; fails where the nesting is beyond any sensible program."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(
                "nested-too-deeply",
                f"more than {MAX_DEPTH} levels of nesting; "
                "move inner parts into functions or variables of their own",
            )

    def leave(self) -> None:
        self.depth -= 1

    def check_chain(self, length: int) -> None:
        """Fails where a chain, which nests the tree without brackets, is absurdly long."""
        if length > MAX_CHAIN:
            self.fail(
                "nested-too-deeply",
                f"more than {MAX_CHAIN} of these in a row; split the chain into several statements",
            )
