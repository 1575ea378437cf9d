"""Signatures: parameters, arguments, effects, captures, results; also lambdas and function types.

[T: Trait, //, n: Int = 1](mut self, *args: T, key: Int = 0) raises E {mut x} -> R where n > 0
"""

from __future__ import annotations

from typing import Final, Literal, cast

from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.atoms import AtomParser
from ember.syntax.tokens import BACKTICK, CONVENTIONS, NAME, NEWLINE, STRING

_AFTER_CONVENTION: Final = frozenset((NAME, BACKTICK, "*", "**", "fn", "def"))
_AFTER_EFFECTS: Final = frozenset(("->", ":", "{", ",", ")", "]", "=", ";", NEWLINE))
_EFFECT_WORDS: Final = frozenset(
    ("raises", "capturing", "thin", "escaping", "unified", "register_passable", "abi", "async")
)


class SignatureParser(AtomParser):
    """Everything callable, from `[` or `(` to the result type and `where`."""

    __slots__ = ()

    # --- whole signatures ---

    def signature(self, is_type: bool, what: str) -> tree.Signature:
        """A full signature; in a function type (`is_type`) arguments may have no names."""
        start = self.start
        parameters = self.parameter_list()
        if self.kind != "(":
            self.fail(
                "syntax-expected-token",
                f"expected '(' and the arguments of {what}, found {self.found()}",
            )
        arguments = self._argument_list(is_type)
        effects, captures = self._effects()
        result, result_name = self._result()
        where = self.where_clauses()
        span = self.span_from(start)
        return tree.Signature(
            span, parameters, arguments, effects, captures, result, result_name, where
        )

    def function_type(self) -> tree.Expr:
        """`fn(T) -> R`, `def[P](x: T) thin abi("C") -> R`, `async fn() -> R`."""
        start = self.start
        is_async = self.accept_word("async")
        keyword: Literal["fn", "def"] = "fn" if self.kind == "fn" else "def"
        self.advance()
        if self.kind in (NAME, BACKTICK):
            self.fail(
                "syntax-function-in-expression",
                "a function cannot be declared inside an expression; declare it before, "
                "or write a lambda",
            )
        signature = self.signature(is_type=True, what="the function type")
        signature.effects.is_async |= is_async
        return tree.FunctionType(self.span_from(start), keyword, signature)

    def lambda_expression(self) -> tree.Expr:
        """`lambda [P](x: T) effects {captures} -> R: body`; `lambda x: body` is reported."""
        start = self.start
        self.advance()
        if self.kind == "(" or self.kind == "[":
            signature = self.signature(is_type=False, what="the lambda")
        elif self.kind in ("{", ":", "->"):  # without arguments
            at = self.start
            effects, captures = self._effects()
            result, name = self._result()
            signature = tree.Signature(
                self.span_from(at), [], [], effects, captures, result, name, []
            )
        else:
            at = self.start
            arguments = self._bare_lambda_arguments()
            span = Span(self.file, at, max(at, self.ends[self.pos - 1]))
            signature = tree.Signature(span, [], arguments, tree.Effects())
        self.expect(":", "the lambda, before its value")
        body = self.ternary()
        return tree.Lambda(self.span_from(start), signature, body)

    def _bare_lambda_arguments(self) -> list[tree.ArgumentDecl]:
        arguments: list[tree.ArgumentDecl] = []
        if self.kind != ":":
            self.report(
                "syntax-lambda-arguments",
                "a lambda's arguments stand in parentheses and have types, "
                "as in 'lambda (x: Int) -> Int: x + 1'",
            )
        while self.kind in (NAME, BACKTICK):
            span, name = self.here(), self.text
            self.advance()
            arguments.append(tree.ArgumentDecl(span, name, None, None))
            if not self.accept(","):
                break
        return arguments

    # --- parameters ---

    def parameter_list(self) -> list[tree.ParameterDecl]:
        """`[...]` of a declaration; nothing there is an empty list."""
        if self.kind != "[":
            return []
        self.advance()
        parameters: list[tree.ParameterDecl] = []
        keyword_only = False
        while self.kind != "]":
            marker = self.kind
            if marker in ("//", "/") or (marker == "*" and self.peek() in (",", "]")):
                self._parameter_marker(parameters, keyword_only)
                keyword_only |= marker == "*"
            else:
                parameter = self._parameter(keyword_only)
                keyword_only |= parameter.is_variadic
                parameters.append(parameter)
            if not self.accept(","):
                break
        self.close("]", "the parameter list")
        return parameters

    def _parameter_marker(self, parameters: list[tree.ParameterDecl], after_star: bool) -> None:
        """`//`, `/` or `*` between parameters: flags on the ones before, or on those after."""
        marker = self.kind
        if marker == "*":
            if after_star:
                self.report("syntax-misplaced-marker", "only one '*' may divide the parameters")
        elif not parameters:
            self.report("syntax-misplaced-marker", f"'{marker}' follows the parameters it is about")
        for parameter in parameters:
            if marker == "//":
                parameter.infer_only = True
            elif marker == "/":
                parameter.positional_only = True
        self.advance()

    def _parameter(self, keyword_only: bool) -> tree.ParameterDecl:
        start = self.start
        is_variadic = self.kind == "*"
        if is_variadic:
            self.advance()
        name = self.expect_name("a parameter")
        kind_of = self.ternary() if self.accept(":") else None
        default = self.ternary() if self.accept("=") else None
        where = self.where_clauses()
        return tree.ParameterDecl(
            self.span_from(start),
            name,
            kind_of,
            default,
            is_variadic,
            keyword_only=keyword_only,
            where=where,
        )

    # --- arguments ---

    def _argument_list(self, is_type: bool) -> list[tree.ArgumentDecl]:
        self.advance()
        arguments: list[tree.ArgumentDecl] = []
        keyword_only = False
        while self.kind != ")":
            if self.kind == "/":
                for argument in arguments:
                    argument.positional_only = True
                self.advance()
            elif self.kind == "*" and self.peek() in (",", ")"):
                if keyword_only:
                    self.report("syntax-misplaced-marker", "only one '*' may divide the arguments")
                keyword_only = True
                self.advance()
            else:
                argument = self._argument(keyword_only, is_type)
                keyword_only |= argument.kind in ("variadic", "pack")
                arguments.append(argument)
            if not self.accept(","):
                break
        self.close(")", "the argument list")
        return arguments

    def _argument(self, keyword_only: bool, is_type: bool) -> tree.ArgumentDecl:
        """`[convention] [*|**] name [: type] [= default]`, or only the type in a function type."""
        start = self.start
        convention, origins = self._convention()
        kind: tree.ArgumentKind = "normal"
        if self.kind == "*":
            kind = "variadic"
            self.advance()
        elif self.kind == "**":
            kind = "kwvariadic"
            self.advance()
        name: str | None = None
        type_: tree.Expr | None = None
        if is_type and not (self.kind in (NAME, BACKTICK) and self.peek() == ":"):
            type_ = self.ternary()
        else:
            name = self.expect_name("an argument")
            if self.accept(":"):
                if self.kind == "*" and kind == "variadic":
                    kind = "pack"
                    self.advance()
                type_ = self.ternary()
        default = self.ternary() if self.accept("=") else None
        span = self.span_from(start)
        return tree.ArgumentDecl(
            span, name, convention, type_, default, kind, origins, keyword_only=keyword_only
        )

    def _convention(self) -> tuple[tree.Convention | None, list[tree.Expr] | None]:
        """An argument convention, if the word there is one and not the argument's own name."""
        word = self.texts[self.pos]
        if self.kind == "var":
            self.advance()
            return "var", None
        if self.kind == "ref":
            self.advance()
            return "ref", self.origin_list()
        if self.kind == NAME and word in CONVENTIONS and self.peek() in _AFTER_CONVENTION:
            self.advance()
            return cast(tree.Convention, CONVENTIONS[word]), None
        return None, None

    def origin_list(self) -> list[tree.Expr] | None:
        """`[origin, address_space]` after `ref` or `capturing`; None if there is no bracket."""
        if self.kind != "[":
            return None
        self.advance()
        arguments, keywords = self.subscript_arguments()
        return arguments + [keyword.value for keyword in keywords]

    # --- effects and captures ---

    def _effects(self) -> tuple[tree.Effects, tree.CaptureList | None]:
        effects = tree.Effects()
        captures: tree.CaptureList | None = None
        while True:
            if self.kind == "{":
                captures = self._capture_list()
            elif self.kind == NAME and self.text in _EFFECT_WORDS:
                self._effect(effects)
            else:
                return effects, captures

    def _effect(self, effects: tree.Effects) -> None:
        word = self.text
        self.advance()
        if word == "raises":
            effects.raises = True
            effects.error_type = self._error_type()
        elif word == "capturing":
            effects.capturing = True
            effects.capture_origins = self.origin_list()
        elif word == "thin":
            effects.thin = True
        elif word == "escaping":
            effects.escaping = True
        elif word == "unified":
            effects.unified = True
        elif word == "register_passable":
            effects.register_passable = True
        elif word == "async":
            effects.is_async = True
        else:
            effects.abi = self._abi_name()

    def _error_type(self) -> tree.Expr | None:
        """The type of `raises E`; the words that may follow a plain `raises` are no types."""
        if self.kind in _AFTER_EFFECTS:
            return None
        if self.kind == NAME and (self.text in _EFFECT_WORDS or self.text == "where"):
            return None
        return self.disjunction()

    def _abi_name(self) -> str:
        self.expect("(", "the abi effect")
        if self.kind != STRING:
            self.fail(
                "syntax-expected-token",
                f'abi takes the name of a calling convention, as in abi("C"); found {self.found()}',
            )
        literal = self.atom()
        assert isinstance(literal, tree.StringLiteral)
        self.expect(")", "the abi effect")
        return literal.text

    def _capture_list(self) -> tree.CaptureList:
        """`{imm a, mut b, var c^}`, `{mut}`, `{}`."""
        start = self.start
        self.advance()
        captures: list[tree.Capture] = []
        default: tree.Convention | None = None
        default_transfer = False
        while self.kind != "}":
            at = self.start
            convention = self._capture_convention()
            if convention is not None and self.kind in (",", "}", "^"):
                default = convention
                default_transfer = self.accept("^")
            else:
                name = self.expect_name("a captured variable")
                transfer = self.accept("^")
                captures.append(tree.Capture(self.span_from(at), convention, name, transfer))
            if not self.accept(","):
                break
        self.close("}", "the capture list")
        return tree.CaptureList(self.span_from(start), captures, default, default_transfer)

    def _capture_convention(self) -> tree.Convention | None:
        word = self.text
        if self.kind not in (NAME, "var", "ref") or word not in CONVENTIONS:
            return None
        if self.kind == NAME and self.peek() not in (NAME, BACKTICK, ",", "}", "^"):
            return None
        self.advance()
        return cast(tree.Convention, CONVENTIONS[word])

    # --- results and constraints ---

    def _result(self) -> tuple[tree.Expr | None, str | None]:
        """`-> T`, `-> ref[origin] T`, and the old `-> T as name`."""
        if not self.accept("->"):
            return None, None
        result = self.result_type()
        name = self.expect_name("the result") if self.accept("as") else None
        return result, name

    def result_type(self) -> tree.Expr:
        start = self.start
        if self.kind != "ref":
            return self.ternary()
        self.advance()
        origins = self.origin_list()
        target = self.ternary()
        return tree.RefType(self.span_from(start), origins, target)

    def where_clauses(self) -> list[tree.Expr]:
        """`where c` any number of times."""
        clauses: list[tree.Expr] = []
        while self.kind == NAME and self.texts[self.pos] == "where":
            self.advance()
            clauses.append(self.ternary())
        return clauses
