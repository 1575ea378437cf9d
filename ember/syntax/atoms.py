"""Operands: names, literals, displays, comprehensions, template strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NoReturn

from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.expressions import ExpressionParser
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


class AtomParser(ExpressionParser):
    """Operands; lambdas and function types come from the signature parser."""

    __slots__ = ()

    def lambda_expression(self) -> tree.Expr:
        raise NotImplementedError

    def function_type(self) -> tree.Expr:
        raise NotImplementedError

    def atom(self) -> tree.Expr:
        pos = self.pos
        kind = self.kind
        if kind == NAME:
            if self.kinds[pos + 1] in ("fn", "def") and self.texts[pos] == "async":
                return self.function_type()
            self.pos = pos + 1
            self.kind = self.kinds[pos + 1]
            return tree.Name(
                Span(self.file, self.starts[pos], self.ends[pos]), self.texts[pos], False
            )
        rule = _ATOMS.get(kind)
        if rule is None:
            self._no_expression()
        return rule(self)

    def _no_expression(self) -> NoReturn:
        before = self.kinds[self.pos - 1] if self.pos else ""
        hint = _FOREIGN_OPERATORS.get((before, self.kind))
        if hint is not None:
            start = self.starts[self.pos - 1]
            end = self.ends[self.pos]
            self.fail("syntax-not-mojo", hint, Span(self.file, start, end))
        if self.kind in KEYWORDS:
            self.fail(
                "syntax-expected-expression",
                f"expected an expression, found the keyword '{self.kind}'",
            )
        self.fail("syntax-expected-expression", f"expected an expression, found {self.found()}")

    # --- names and literals ---

    def _backtick_name(self) -> tree.Expr:
        span, name = self.here(), self.text
        self.advance()
        return tree.Name(span, name, backticks=True)

    def _comptime_name(self) -> tree.Expr:
        """`comptime(expr)` is an ordinary call of this name."""
        span = self.here()
        self.advance()
        if self.kind != "(":
            self.fail(
                "syntax-comptime-expression",
                "inside an expression 'comptime' is written like a call: comptime(value)",
                span,
            )
        return tree.Name(span, "comptime")

    def _integer(self) -> tree.Expr:
        span, digits = self.here(), self.text
        self.advance()
        return tree.IntLiteral(span, integer_value(digits))

    def _float(self) -> tree.Expr:
        span, text = self.here(), self.text
        if is_float_too_long(text):
            message = (
                "a number with a point or exponent has at most 20000 digits, and 4 in its exponent"
            )
            self.fail("syntax-bad-number", message, span)
        self.advance()
        return tree.FloatLiteral(span, text)

    def _true(self) -> tree.Expr:
        span = self.here()
        self.advance()
        return tree.BoolLiteral(span, True)

    def _false(self) -> tree.Expr:
        span = self.here()
        self.advance()
        return tree.BoolLiteral(span, False)

    def _none(self) -> tree.Expr:
        span = self.here()
        self.advance()
        return tree.NoneLiteral(span)

    def _ellipsis(self) -> tree.Expr:
        span = self.here()
        self.advance()
        return tree.EllipsisLiteral(span)

    def _contextual_member(self) -> tree.Expr:
        start = self.start
        self.advance()
        if self.kind not in (NAME, BACKTICK):
            self.fail(
                "syntax-expected-name", f"expected a member name after '.', found {self.found()}"
            )
        name = self.text
        self.advance()
        return tree.ContextualMember(self.span_from(start), name)

    # --- strings ---

    def _string(self) -> tree.Expr:
        """Adjacent strings join; one template among them makes the whole a template."""
        start = self.start
        parts: list[bytes | tree.Expr] = []
        is_template = False
        while True:
            if self.kind == STRING:
                parts.append(self._string_bytes())
            elif self.kind == TSTART:
                is_template = True
                self._template_parts(parts)
            else:
                break
        span = self.span_from(start)
        if is_template:
            return tree.TString(span, _join_text(parts))
        return tree.StringLiteral(span, b"".join(part for part in parts if isinstance(part, bytes)))

    def _string_bytes(self) -> bytes:
        literal, at = self.text, self.start
        try:
            value = string_value(literal)
        except BadEscape as bad:
            self._report_escape(bad, at)
            value = b""
        self.advance()
        return value

    def _report_escape(self, bad: BadEscape, at: int) -> None:
        span = Span(self.file, at + bad.start, at + bad.end)
        self.report("syntax-bad-escape", bad.message, span)

    def _template_parts(self, parts: list[bytes | tree.Expr]) -> None:
        is_raw = "r" in self.text.lower()
        self.advance()
        while self.kind != TSTOP:
            if self.kind == TTEXT:
                try:
                    parts.append(template_value(self.text, is_raw, 0))
                except BadEscape as bad:
                    self._report_escape(bad, self.start)
                self.advance()
            elif self.kind == TBEGIN:
                self.advance()
                parts.append(self._template_field())
            else:
                self.fail("syntax-template", f"the template string is cut off by {self.found()}")
        self.advance()

    def _template_field(self) -> tree.Expr:
        if self.kind == TEND:
            self.fail(
                "syntax-template",
                "expected an expression between the braces; write '{{' for the character itself",
            )
        value = self.expression_list()
        if self.kind != TEND:
            self.fail(
                "syntax-template",
                f"expected '}}' after the expression, found {self.found()}; "
                "template strings have no format specifications or conversions",
            )
        self.advance()
        return value

    # --- displays ---

    def _parenthesised(self) -> tree.Expr:
        """`(a)`, `()`, `(a,)`, `(a, b)`, `(a for ...)`; a single value keeps no trace of them."""
        start = self.start
        self.advance()
        if self.accept(")"):
            return tree.TupleDisplay(self.span_from(start), [])
        first = self.starred_expression()
        if self.kind == "for":
            clauses = self.comprehension_clauses()
            self.close(")", "the generator")
            return tree.Comprehension(self.span_from(start), "generator", None, first, clauses)
        if self.kind == ")" and not isinstance(first, tree.Unpack | tree.Binding):
            self.advance()
            first.span = self.span_from(start)
            return first
        elements = self._more_elements(first, ")", "the parentheses")
        return tree.TupleDisplay(self.span_from(start), elements)

    def _more_elements(self, first: tree.Expr, closer: str, where: str) -> list[tree.Expr]:
        """The rest of a comma-separated list after its first element, and the closing bracket."""
        elements = [first]
        while self.accept(","):
            if self.kind == closer:
                break
            elements.append(self.starred_expression())
        self.close(closer, where)
        return elements

    def _list(self) -> tree.Expr:
        start = self.start
        self.advance()
        if self.accept("]"):
            return tree.ListDisplay(self.span_from(start), [])
        first = self.starred_expression()
        if self.kind == "for":
            clauses = self.comprehension_clauses()
            self.close("]", "the comprehension")
            return tree.Comprehension(self.span_from(start), "list", None, first, clauses)
        elements = self._more_elements(first, "]", "the list")
        return tree.ListDisplay(self.span_from(start), elements)

    def _brace(self) -> tree.Expr:
        """A dict, a set, an initialiser list, or a comprehension of the first two."""
        start = self.start
        self.advance()
        if self.accept("}"):
            return tree.BraceInit(self.span_from(start), [], [])
        if self.kind == "**":
            return self._dict(start, None)
        if self.kind in (NAME, BACKTICK) and self.peek() == "=":
            return self._initialiser(start, [])
        first = self.starred_expression()
        if self.kind == ":":
            return self._dict(start, first)
        if self.kind == "for":
            clauses = self.comprehension_clauses()
            self.close("}", "the comprehension")
            return tree.Comprehension(self.span_from(start), "set", None, first, clauses)
        elements = [first]
        while self.accept(","):
            if self.kind == "}":
                break
            if self.kind in (NAME, BACKTICK) and self.peek() == "=":
                return self._initialiser(start, elements)
            elements.append(self.starred_expression())
        self.close("}", "the set")
        return tree.SetDisplay(self.span_from(start), elements)

    def _initialiser(self, start: int, arguments: list[tree.Expr]) -> tree.Expr:
        """The keyword part of `{a, name = value}`."""
        keywords: list[tree.Keyword] = []
        while self.kind in (NAME, BACKTICK) and self.peek() == "=":
            at, name = self.start, self.text
            self.advance()
            self.advance()
            value = self.expression()
            keywords.append(tree.Keyword(self.span_from(at), name, value))
            if not self.accept(","):
                break
        self.close("}", "the initialiser list")
        return tree.BraceInit(self.span_from(start), arguments, keywords)

    def _dict(self, start: int, key: tree.Expr | None) -> tree.Expr:
        """A dict from its first `:` or `**` on."""
        keys: list[tree.Expr | None] = []
        values: list[tree.Expr] = []
        while True:
            if key is None:
                self.advance()
                values.append(self.binary(1))
            else:
                if self.kind != ":":
                    self.fail(
                        "syntax-expected-token",
                        f"expected ':' between key and value, found {self.found()}",
                    )
                self.advance()
                values.append(self.expression())
            keys.append(key)
            if self.kind == "for" and len(keys) == 1 and key is not None:
                clauses = self.comprehension_clauses()
                self.close("}", "the comprehension")
                span = self.span_from(start)
                return tree.Comprehension(span, "dict", key, values[0], clauses)
            if not self.accept(",") or self.kind == "}":
                break
            key = None if self.kind == "**" else self.expression()
        self.close("}", "the dictionary")
        return tree.DictDisplay(self.span_from(start), keys, values)

    # --- comprehensions ---

    def comprehension_clauses(self) -> list[tree.ComprehensionClause]:
        self.enter()
        clauses: list[tree.ComprehensionClause] = []
        while True:
            start = self.start
            if self.accept("for"):
                convention, target = self.loop_target()
                self.expect("in", "the comprehension")
                iterable = self.disjunction()
                span = self.span_from(start)
                clauses.append(tree.ComprehensionFor(span, convention, target, iterable))
            elif clauses and self.accept("if"):
                condition = self.disjunction()
                clauses.append(tree.ComprehensionIf(self.span_from(start), condition))
            else:
                self.leave()
                return clauses

    def loop_target(self) -> tuple[Literal["var", "ref"] | None, tree.Expr]:
        """The target of a loop, without `in`: `x`, `ref x`, `i, (j, k)`."""
        convention: Literal["var", "ref"] | None = None
        if self.kind == "var":
            convention = "var"
            self.advance()
        elif self.kind == "ref":
            convention = "ref"
            self.advance()
        start = self.start
        first = self._target_item()
        if self.kind != ",":
            return convention, first
        elements = [first]
        while self.accept(","):
            if self.kind == "in":
                break
            elements.append(self._target_item())
        return convention, tree.TupleDisplay(self.span_from(start), elements)

    def _target_item(self) -> tree.Expr:
        if self.kind == "var" or self.kind == "ref":
            return self.binding()
        return self.postfix()


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

_ATOMS: Final[dict[str, Callable[[AtomParser], tree.Expr]]] = {
    BACKTICK: AtomParser._backtick_name,
    INT: AtomParser._integer,
    FLOAT: AtomParser._float,
    STRING: AtomParser._string,
    TSTART: AtomParser._string,
    "True": AtomParser._true,
    "False": AtomParser._false,
    "None": AtomParser._none,
    "...": AtomParser._ellipsis,
    ".": AtomParser._contextual_member,
    "(": AtomParser._parenthesised,
    "[": AtomParser._list,
    "{": AtomParser._brace,
    "comptime": AtomParser._comptime_name,
    "lambda": lambda parser: parser.lambda_expression(),
    "fn": lambda parser: parser.function_type(),
    "def": lambda parser: parser.function_type(),
}
