"""Patterns: what follows `case`."""

from __future__ import annotations

from ember.syntax import tree
from ember.syntax.signatures import SignatureParser
from ember.syntax.tokens import BACKTICK, FLOAT, INT, NAME, STRING


class PatternParser(SignatureParser):
    """`a | b`, `(p, q)`, `[p, *rest]`, `Type(field=p)`, `p as name`, `== value`, literals, names."""

    __slots__ = ()

    def case_pattern(self) -> tree.Pattern:
        """A whole pattern; `case a, b` is a tuple without parentheses."""
        start = self.start
        first = self.pattern()
        if self.kind != ",":
            return first
        elements = [first]
        while self.accept(","):
            if self.kind in (":", "if"):
                break
            elements.append(self.pattern())
        return tree.TuplePattern(self.span_from(start), elements)

    def pattern(self) -> tree.Pattern:
        """Alternatives and `as`."""
        self.enter()
        start = self.start
        result = self._closed_pattern()
        if self.kind == "|":
            alternatives = [result]
            while self.accept("|"):
                alternatives.append(self._closed_pattern())
            result = tree.OrPattern(self.span_from(start), alternatives)
        while self.accept("as"):
            name = self.expect_name("the matched value")
            result = tree.AsPattern(self.span_from(start), result, name)
        self.leave()
        return result

    def _closed_pattern(self) -> tree.Pattern:
        kind = self.kind
        if kind == NAME or kind == BACKTICK:
            return self._name_pattern()
        if kind in (INT, FLOAT, STRING, "True", "False", "None", "-", "+"):
            start = self.start
            value = self.unary()
            return tree.LiteralPattern(self.span_from(start), value)
        if kind == "(":
            return self._tuple_pattern()
        if kind == "[":
            return self._list_pattern()
        if kind == "*":
            return self._star_pattern()
        if kind == "==":
            start = self.start
            self.advance()
            value = self.binary(5)
            return tree.ValuePattern(self.span_from(start), value)
        if kind == "." or kind == "comptime":
            start = self.start
            value = self.postfix()
            return tree.ValuePattern(self.span_from(start), value)
        if kind == "var" or kind == "ref":
            start = self.start
            self.advance()
            name = self.expect_name("the matched value")
            return tree.CapturePattern(
                self.span_from(start), name, "var" if kind == "var" else "ref"
            )
        self.fail("invalid-pattern", f"expected a pattern, found {self.found()}")

    def _name_pattern(self) -> tree.Pattern:
        """A capture, `_`, a dotted value, or `Type(...)`."""
        start, name = self.start, self.text
        if self.peek() not in (".", "[", "("):
            span = self.here()
            self.advance()
            if name == "_":
                return tree.WildcardPattern(span)
            return tree.CapturePattern(span, name)
        value = self.member_path()
        if self.kind != "(":
            return tree.ValuePattern(value.span, value)
        self.advance()
        arguments: list[tree.Pattern] = []
        keywords: list[tree.KeywordPattern] = []
        while self.kind != ")":
            at = self.start
            if self.kind in (NAME, BACKTICK) and self.peek() == "=":
                field = self.text
                self.advance()
                self.advance()
                inner = self.pattern()
                keywords.append(tree.KeywordPattern(self.span_from(at), field, inner))
            else:
                arguments.append(self.pattern())
            if not self.accept(","):
                break
        self.close(")", "the pattern")
        return tree.ClassPattern(self.span_from(start), value, arguments, keywords)

    def member_path(self) -> tree.Expr:
        """`a.b[c]` without calls: the parentheses after it belong to the pattern."""
        start = self.start
        span, name, quoted = self.here(), self.text, self.kind == BACKTICK
        self.advance()
        value: tree.Expr = tree.Name(span, name, quoted)
        while True:
            if self.accept("."):
                quoted = self.kind == BACKTICK
                name = self.expect_name("a member")
                value = tree.Attribute(self.span_from(start), value, name, quoted)
            elif self.accept("["):
                arguments, keywords = self.subscript_arguments()
                value = tree.Subscript(self.span_from(start), value, arguments, keywords)
            else:
                return value

    def _tuple_pattern(self) -> tree.Pattern:
        start = self.start
        self.advance()
        elements, has_comma = self._pattern_items(")")
        span = self.span_from(start)
        if len(elements) == 1 and not has_comma:
            elements[0].span = span
            return elements[0]
        return tree.TuplePattern(span, elements)

    def _list_pattern(self) -> tree.Pattern:
        start = self.start
        self.advance()
        elements, _ = self._pattern_items("]")
        return tree.ListPattern(self.span_from(start), elements)

    def _pattern_items(self, closer: str) -> tuple[list[tree.Pattern], bool]:
        elements: list[tree.Pattern] = []
        has_comma = False
        while self.kind != closer:
            elements.append(self.pattern())
            if not self.accept(","):
                break
            has_comma = True
        self.close(closer, "the pattern")
        return elements, has_comma

    def _star_pattern(self) -> tree.Pattern:
        start = self.start
        self.advance()
        name = self.expect_name("the remaining elements")
        return tree.StarPattern(self.span_from(start), None if name == "_" else name)
