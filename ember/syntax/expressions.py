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


class ExpressionParser(Cursor):
    """Operators and postfix forms over `atom`."""

    __slots__ = ()

    def atom(self) -> tree.Expr:
        """An operand without its postfix forms."""
        raise NotImplementedError

    def comprehension_clauses(self) -> list[tree.ComprehensionClause]:
        """`for x in y if c ...` after an element."""
        raise NotImplementedError

    # --- whole expressions ---

    def expression(self) -> tree.Expr:
        """Any single expression, `name := value` included."""
        kinds, pos = self.kinds, self.pos
        if self.kind == NAME and kinds[pos + 1] in _ENDS_OPERAND:
            self.pos = pos + 1
            self.kind = kinds[pos + 1]
            return tree.Name(
                Span(self.file, self.starts[pos], self.ends[pos]), self.texts[pos], False
            )
        value = self.ternary()
        if self.kind == ":=":
            return self._walrus(value)
        return value

    def _walrus(self, target: tree.Expr) -> tree.Expr:
        if not isinstance(target, tree.Name):
            self.fail("invalid-target", "':=' assigns to a plain name; put one on its left side")
        self.advance()
        value = self.expression()
        return tree.Walrus(self.span_from(target.span.start), target, value)

    def ternary(self) -> tree.Expr:
        """An expression without `:=`; also every type."""
        self.enter()
        start = self.start
        value = self.binary(_OR)
        if self.kind == "if":
            self.advance()
            condition = self.binary(_OR)
            if self.kind != "else":
                self.fail(
                    "syntax-ternary-without-else",
                    "a conditional expression needs both arms: write 'a if condition else b' "
                    f"(found {self.found()} where 'else' belongs)",
                )
            self.advance()
            orelse = self.ternary()
            value = tree.Ternary(self.span_from(start), value, condition, orelse)
        self.leave()
        return value

    def disjunction(self) -> tree.Expr:
        """An expression without `:=` and without the conditional form."""
        return self.binary(_OR)

    def expression_list(self) -> tree.Expr:
        """`a` or the tuple `a, b, c` without parentheses."""
        start = self.start
        first = self.starred_expression()
        if self.kind != ",":
            if isinstance(first, tree.Unpack):
                self.fail(
                    "misplaced-unpack",
                    "'*' unpacks a value only among arguments or elements",
                    first.span,
                )
            return first
        elements = [first]
        while self.accept(","):
            if self.kind in _ENDS_OPERAND:
                break
            elements.append(self.starred_expression())
        return tree.TupleDisplay(self.span_from(start), elements)

    def starred_expression(self) -> tree.Expr:
        """An expression, `*value`, or a `var x` / `ref x` inside a larger target."""
        if self.kind == "*" or self.kind == "**":
            return self.unpack()
        if self.kind == "var" or self.kind == "ref":
            return self.binding()
        return self.expression()

    def unpack(self) -> tree.Expr:
        start, stars = self.start, len(self.kind)
        self.advance()
        value = self.binary(_BIT_OR)
        return tree.Unpack(self.span_from(start), value, stars)

    def binding(self) -> tree.Expr:
        """`var target` or `ref target` where a target is expected."""
        start = self.start
        kind: Literal["var", "ref"] = "var" if self.kind == "var" else "ref"
        self.advance()
        target = self.postfix()
        return tree.Binding(self.span_from(start), kind, target)

    # --- operators ---

    def binary(self, minimum: int) -> tree.Expr:
        """An expression whose operators bind at least as tightly as `minimum`."""
        start = self.start
        left = self._negation(minimum) if self.kind == "not" else self.unary()
        chain = 0
        while True:
            op = self.kind
            precedence = _PRECEDENCE.get(op, 0)
            if precedence < minimum or not precedence:
                return left
            if precedence >= _BIT_OR:
                chain += 1
                self.check_chain(chain)
                self.advance()
                right = self.binary(precedence + 1)
                left = tree.Binary(self.span_from(start), op, left, right)
            elif precedence == _COMPARISON:
                if op == "not" and self.peek() != "in":
                    return left
                left = self._comparison(start, left)
            else:
                left = self._bool_op(start, left, precedence)

    def _negation(self, minimum: int) -> tree.Expr:
        if minimum > _NOT:
            self.fail(
                "syntax-not-operand", "'not' binds weaker than this operator; write '(not ...)'"
            )
        start = self.start
        self.advance()
        self.enter()
        operand = self.binary(_NOT)
        self.leave()
        return tree.Not(self.span_from(start), operand)

    def _comparison(self, start: int, left: tree.Expr) -> tree.Expr:
        ops: list[str] = []
        operands: list[tree.Expr] = []
        while _PRECEDENCE.get(self.kind) == _COMPARISON:
            op = self.kind
            if op == "not" and self.peek() != "in":
                break
            self.advance()
            if op == "not":
                self.advance()
                op = "not in"
            elif op == "is" and self.accept("not"):
                op = "is not"
            ops.append(op)
            operands.append(self.binary(_BIT_OR))
        return tree.Compare(self.span_from(start), left, ops, operands)

    def _bool_op(self, start: int, left: tree.Expr, precedence: int) -> tree.Expr:
        op: Literal["and", "or"] = "and" if precedence == _AND else "or"
        values = [left]
        while self.kind == op:
            self.advance()
            values.append(self.binary(precedence + 1))
        return tree.BoolOp(self.span_from(start), op, values)

    def unary(self) -> tree.Expr:
        """`-x`, `+x`, `~x`, and powers, which bind tighter on their left side."""
        kind = self.kind
        if kind == "-" or kind == "+" or kind == "~":
            start = self.start
            self.advance()
            if self.kind is NEWLINE and self.pos > 1 and self.kinds[self.pos - 2] == kind:
                self.fail(
                    "syntax-not-mojo",
                    f"Mojo has no '{kind}{kind}' operator; write '{kind}= 1'",
                    Span(self.file, self.starts[self.pos - 2], self.ends[self.pos - 1]),
                )
            self.enter()
            operand = self.unary()
            self.leave()
            return tree.Unary(self.span_from(start), kind, operand)
        if kind == "await":
            start = self.start
            self.advance()
            self.enter()
            awaited = self.unary()
            self.leave()
            return tree.Await(self.span_from(start), awaited)
        base = self.postfix()
        if self.kind != "**":
            return base
        self.advance()
        self.enter()
        exponent = self.unary()
        self.leave()
        return tree.Binary(self.span_from(base.span.start), "**", base, exponent)

    # --- postfix forms ---

    def postfix(self) -> tree.Expr:
        """An operand with its calls, subscripts, members and transfers."""
        start = self.start
        value = self.atom()
        chain = 0
        while True:
            kind = self.kind
            chain += 1
            self.check_chain(chain)
            if kind == ".":
                value = self._member(start, value)
            elif kind == "(":
                self.advance()
                arguments, keywords = self.call_arguments()
                value = tree.Call(self.span_from(start), value, arguments, keywords)
            elif kind == "[":
                self.advance()
                arguments, keywords = self.subscript_arguments()
                value = tree.Subscript(self.span_from(start), value, arguments, keywords)
            elif kind == "^" and self.kinds[self.pos + 1] not in STARTS_OPERAND:
                self.advance()
                value = tree.Transfer(self.span_from(start), value)
            else:
                return value

    def _member(self, start: int, value: tree.Expr) -> tree.Expr:
        self.advance()
        kind = self.kind
        if kind != NAME and kind != BACKTICK and kind not in KEYWORDS:
            self.fail(
                "syntax-expected-name", f"expected a member name after '.', found {self.found()}"
            )
        name = self.texts[self.pos]
        self.advance()
        return tree.Attribute(self.span_from(start), value, name, kind == BACKTICK)

    def call_arguments(self) -> tuple[list[tree.Expr], list[tree.Keyword]]:
        """What stands between `(` (already taken) and `)` of a call."""
        arguments: list[tree.Expr] = []
        keywords: list[tree.Keyword] = []
        while self.kind != ")":
            if self.kind == "*" or self.kind == "**":
                arguments.append(self.unpack())
            elif self.kinds[self.pos + 1] == "=" and self.at_keyword_name():
                keywords.append(self._keyword(is_subscript=False))
            else:
                arguments.append(self._positional(keywords))
            if self.kind != ",":
                break
            self.advance()
        self.close(")", "the call's arguments")
        return arguments, keywords

    def at_keyword_name(self) -> bool:
        return self.kind == NAME or self.kind == BACKTICK or self.kind in KEYWORDS

    def _positional(self, keywords: list[tree.Keyword]) -> tree.Expr:
        start = self.start
        value = self.expression()
        if self.kind == "for":
            clauses = self.comprehension_clauses()
            return tree.Comprehension(self.span_from(start), "generator", None, value, clauses)
        if keywords:
            self.report(
                "syntax-positional-after-keyword",
                "a positional argument cannot follow a keyword argument; move it forward or name it",
                value.span,
            )
        return value

    def _keyword(self, is_subscript: bool) -> tree.Keyword:
        start = self.start
        name = self.texts[self.pos]
        self.advance()
        self.advance()
        value = self._slice_or_expression() if is_subscript else self.expression()
        return tree.Keyword(self.span_from(start), name, value)

    def subscript_arguments(self) -> tuple[list[tree.Expr], list[tree.Keyword]]:
        """What stands between `[` (already taken) and `]` of a subscript."""
        arguments: list[tree.Expr] = []
        keywords: list[tree.Keyword] = []
        while self.kind != "]":
            if self.kind == "*" or self.kind == "**":
                arguments.append(self.unpack())
            elif self.kinds[self.pos + 1] == "=" and self.at_keyword_name():
                keywords.append(self._keyword(is_subscript=True))
            else:
                arguments.append(self._slice_or_expression())
            if self.kind != ",":
                break
            self.advance()
        self.close("]", "the subscript")
        return arguments, keywords

    def _slice_or_expression(self) -> tree.Expr:
        start = self.start
        lower = None
        if self.kind != ":":
            lower = self.expression()
            if self.kind != ":":
                return lower
        self.advance()
        upper = step = None
        if self.kind not in (":", ",", "]"):
            upper = self.expression()
        if self.accept(":") and self.kind not in (",", "]"):
            step = self.expression()
        return tree.Slice(self.span_from(start), lower, upper, step)

    def reject_arrow(self) -> None:
        """`p->member`, written together, is C."""
        at = self.pos
        if (
            self.kind == "->"
            and self.ends[at - 1] == self.start
            and self.starts[at + 1] == self.ends[at]
        ):
            self.fail("syntax-not-mojo", "members are reached with '.', not with '->'")

    def close(self, closer: str, where: str) -> None:
        """Takes a closing bracket; explains the likely mistake where it is missing."""
        if self.kind == closer:
            self.advance()
            return
        self.reject_arrow()
        if self.kind in STARTS_OPERAND:
            self.fail(
                "syntax-missing-comma",
                f"expected ',' or '{closer}' in {where}, found {self.found()}",
            )
        if self.kind == "=":
            self.fail(
                "syntax-unexpected-assignment",
                f"'=' cannot be used in {where} here; write '==' to compare",
            )
        self.fail(
            "syntax-expected-token", f"expected '{closer}' to end {where}, found {self.found()}"
        )
