"""Signatures: parameters, arguments, effects, captures, results; also lambdas and function types.

[T: Trait, //, n: Int = 1](mut self, *args: T, key: Int = 0) raises E {mut x} -> R where n > 0
"""

from __future__ import annotations

from typing import Final, Literal, cast

from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.atoms import atom
from ember.syntax.cursor import Cursor
from ember.syntax.expressions import close, disjunction, subscript_arguments, ternary
from ember.syntax.tokens import BACKTICK, CONVENTIONS, NAME, NEWLINE, STRING

_AFTER_CONVENTION: Final = frozenset((NAME, BACKTICK, "*", "**", "fn", "def"))
_AFTER_EFFECTS: Final = frozenset(("->", ":", "{", ",", ")", "]", "=", ";", NEWLINE))
_EFFECT_WORDS: Final = frozenset(
    ("raises", "capturing", "thin", "escaping", "unified", "register_passable", "abi", "async")
)


# --- whole signatures ---


def function_signature(cursor: Cursor, is_type: bool, what: str) -> tree.Signature:
    """A full signature; in a function type (`is_type`) arguments may have no names."""
    start = cursor.start
    parameters = parameter_list(cursor)
    if cursor.kind != "(":
        cursor.fail(
            "syntax-expected-token",
            f"expected '(' and the arguments of {what}, found {cursor.found()}",
        )
    arguments = _argument_list(cursor, is_type)
    effects, captures = _effects(cursor)
    result, result_name = _result(cursor)
    where = where_clauses(cursor)
    span = cursor.span_from(start)
    return tree.Signature(
        span, parameters, arguments, effects, captures, result, result_name, where
    )


def function_type(cursor: Cursor) -> tree.Expr:
    """`fn(T) -> R`, `def[P](x: T) thin abi("C") -> R`, `async fn() -> R`."""
    start = cursor.start
    is_async = cursor.accept_word("async")
    keyword: Literal["fn", "def"] = "fn" if cursor.kind == "fn" else "def"
    cursor.advance()
    if cursor.kind in (NAME, BACKTICK):
        cursor.fail(
            "syntax-function-in-expression",
            "a function cannot be declared inside an expression; declare it before, "
            "or write a lambda",
        )
    signature = function_signature(cursor, is_type=True, what="the function type")
    signature.effects.is_async |= is_async
    return tree.FunctionType(cursor.span_from(start), keyword, signature)


def lambda_expression(cursor: Cursor) -> tree.Expr:
    """`lambda [P](x: T) effects {captures} -> R: body`; `lambda x: body` is reported."""
    start = cursor.start
    cursor.advance()
    if cursor.kind == "(" or cursor.kind == "[":
        signature = function_signature(cursor, is_type=False, what="the lambda")
    elif cursor.kind in ("{", ":", "->"):  # without arguments
        at = cursor.start
        effects, captures = _effects(cursor)
        result, name = _result(cursor)
        signature = tree.Signature(
            cursor.span_from(at), [], [], effects, captures, result, name, []
        )
    else:
        at = cursor.start
        arguments = _bare_lambda_arguments(cursor)
        span = Span(cursor.file, at, max(at, cursor.ends[cursor.pos - 1]))
        signature = tree.Signature(span, [], arguments, tree.Effects())
    cursor.expect(":", "the lambda, before its value")
    body = ternary(cursor)
    return tree.Lambda(cursor.span_from(start), signature, body)


def _bare_lambda_arguments(cursor: Cursor) -> list[tree.ArgumentDecl]:
    arguments: list[tree.ArgumentDecl] = []
    if cursor.kind != ":":
        cursor.report(
            "syntax-lambda-arguments",
            "a lambda's arguments stand in parentheses and have types, "
            "as in 'lambda (x: Int) -> Int: x + 1'",
        )
    while cursor.kind in (NAME, BACKTICK):
        span, name = cursor.here(), cursor.text
        cursor.advance()
        arguments.append(tree.ArgumentDecl(span, name, None, None))
        if not cursor.accept(","):
            break
    return arguments


# --- parameters ---


def parameter_list(cursor: Cursor) -> list[tree.ParameterDecl]:
    """`[...]` of a declaration; nothing there is an empty list."""
    if cursor.kind != "[":
        return []
    cursor.advance()
    parameters: list[tree.ParameterDecl] = []
    keyword_only = False
    while cursor.kind != "]":
        marker = cursor.kind
        if marker in ("//", "/") or (marker == "*" and cursor.peek() in (",", "]")):
            _parameter_marker(cursor, parameters, keyword_only)
            keyword_only |= marker == "*"
        else:
            parameter = _parameter(cursor, keyword_only)
            keyword_only |= parameter.is_variadic
            parameters.append(parameter)
        if not cursor.accept(","):
            break
    close(cursor, "]", "the parameter list")
    return parameters


def _parameter_marker(
    cursor: Cursor, parameters: list[tree.ParameterDecl], after_star: bool
) -> None:
    """`//`, `/` or `*` between parameters: flags on the ones before, or on those after."""
    marker = cursor.kind
    if marker == "*":
        if after_star:
            cursor.report("syntax-misplaced-marker", "only one '*' may divide the parameters")
    elif not parameters:
        cursor.report("syntax-misplaced-marker", f"'{marker}' follows the parameters it is about")
    for parameter in parameters:
        if marker == "//":
            parameter.infer_only = True
        elif marker == "/":
            parameter.positional_only = True
    cursor.advance()


def _parameter(cursor: Cursor, keyword_only: bool) -> tree.ParameterDecl:
    start = cursor.start
    is_variadic = cursor.kind == "*"
    if is_variadic:
        cursor.advance()
    name = cursor.expect_name("a parameter")
    kind_of = ternary(cursor) if cursor.accept(":") else None
    default = ternary(cursor) if cursor.accept("=") else None
    where = where_clauses(cursor)
    return tree.ParameterDecl(
        cursor.span_from(start),
        name,
        kind_of,
        default,
        is_variadic,
        keyword_only=keyword_only,
        where=where,
    )


# --- arguments ---


def _argument_list(cursor: Cursor, is_type: bool) -> list[tree.ArgumentDecl]:
    cursor.advance()
    arguments: list[tree.ArgumentDecl] = []
    keyword_only = False
    while cursor.kind != ")":
        if cursor.kind == "/":
            for argument in arguments:
                argument.positional_only = True
            cursor.advance()
        elif cursor.kind == "*" and cursor.peek() in (",", ")"):
            if keyword_only:
                cursor.report("syntax-misplaced-marker", "only one '*' may divide the arguments")
            keyword_only = True
            cursor.advance()
        else:
            argument = _argument(cursor, keyword_only, is_type)
            if keyword_only and argument.kind in ("variadic", "pack"):
                cursor.report("syntax-misplaced-marker", "only one '*' may divide the arguments")
            keyword_only |= argument.kind in ("variadic", "pack")
            arguments.append(argument)
        if not cursor.accept(","):
            break
    close(cursor, ")", "the argument list")
    return arguments


def _argument(cursor: Cursor, keyword_only: bool, is_type: bool) -> tree.ArgumentDecl:
    """`[convention] [*|**] name [: type] [= default]`, or only the type in a function type."""
    start = cursor.start
    convention, origins = _convention(cursor)
    kind: tree.ArgumentKind = "normal"
    if cursor.kind == "*":
        kind = "variadic"
        cursor.advance()
    elif cursor.kind == "**":
        kind = "kwvariadic"
        cursor.advance()
    name: str | None = None
    type_: tree.Expr | None = None
    if is_type and not (cursor.kind in (NAME, BACKTICK) and cursor.peek() == ":"):
        type_ = ternary(cursor)
    else:
        name = cursor.expect_name("an argument")
        if cursor.accept(":"):
            if cursor.kind == "*" and kind == "variadic":
                kind = "pack"
                cursor.advance()
            type_ = ternary(cursor)
    default = ternary(cursor) if cursor.accept("=") else None
    span = cursor.span_from(start)
    return tree.ArgumentDecl(
        span, name, convention, type_, default, kind, origins, keyword_only=keyword_only
    )


def _convention(cursor: Cursor) -> tuple[tree.Convention | None, list[tree.Expr] | None]:
    """An argument convention, if the word there is one and not the argument's own name."""
    word = cursor.texts[cursor.pos]
    if cursor.kind == "var":
        cursor.advance()
        return "var", None
    if cursor.kind == "ref":
        cursor.advance()
        return "ref", origin_list(cursor)
    if cursor.kind == NAME and word in CONVENTIONS and cursor.peek() in _AFTER_CONVENTION:
        cursor.advance()
        return cast(tree.Convention, CONVENTIONS[word]), None
    return None, None


def origin_list(cursor: Cursor) -> list[tree.Expr] | None:
    """`[origin, address_space]` after `ref` or `capturing`; None if there is no bracket."""
    if cursor.kind != "[":
        return None
    cursor.advance()
    arguments, keywords = subscript_arguments(cursor)
    return arguments + [keyword.value for keyword in keywords]


# --- effects and captures ---


def _effects(cursor: Cursor) -> tuple[tree.Effects, tree.CaptureList | None]:
    effects = tree.Effects()
    captures: tree.CaptureList | None = None
    while True:
        if cursor.kind == "{":
            captures = _capture_list(cursor)
        elif cursor.kind == NAME and cursor.text in _EFFECT_WORDS:
            _effect(cursor, effects)
        else:
            return effects, captures


def _effect(cursor: Cursor, effects: tree.Effects) -> None:
    word = cursor.text
    cursor.advance()
    if word == "raises":
        effects.raises = True
        effects.error_type = _error_type(cursor)
    elif word == "capturing":
        effects.capturing = True
        effects.capture_origins = origin_list(cursor)
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
        effects.abi = _abi_name(cursor)


def _error_type(cursor: Cursor) -> tree.Expr | None:
    """The type of `raises E`; the words that may follow a plain `raises` are no types."""
    if cursor.kind in _AFTER_EFFECTS:
        return None
    if cursor.kind == NAME and (cursor.text in _EFFECT_WORDS or cursor.text == "where"):
        return None
    return disjunction(cursor)


def _abi_name(cursor: Cursor) -> str:
    cursor.expect("(", "the abi effect")
    if cursor.kind != STRING:
        cursor.fail(
            "syntax-expected-token",
            f'abi takes the name of a calling convention, as in abi("C"); found {cursor.found()}',
        )
    literal = atom(cursor)
    assert isinstance(literal, tree.StringLiteral)
    cursor.expect(")", "the abi effect")
    return literal.text


def _capture_list(cursor: Cursor) -> tree.CaptureList:
    """`{imm a, mut b, var c^}`, `{mut}`, `{}`."""
    start = cursor.start
    cursor.advance()
    captures: list[tree.Capture] = []
    default: tree.Convention | None = None
    default_transfer = False
    while cursor.kind != "}":
        at = cursor.start
        convention = _capture_convention(cursor)
        if convention is not None and cursor.kind in (",", "}", "^"):
            default = convention
            default_transfer = cursor.accept("^")
        else:
            name = cursor.expect_name("a captured variable")
            if any(capture.name == name for capture in captures):
                cursor.report("duplicate-name", f"'{name}' is captured twice")
            transfer = cursor.accept("^")
            captures.append(tree.Capture(cursor.span_from(at), convention, name, transfer))
        if not cursor.accept(","):
            break
    close(cursor, "}", "the capture list")
    return tree.CaptureList(cursor.span_from(start), captures, default, default_transfer)


def _capture_convention(cursor: Cursor) -> tree.Convention | None:
    word = cursor.text
    if cursor.kind not in (NAME, "var", "ref") or word not in CONVENTIONS:
        return None
    if cursor.kind == NAME and cursor.peek() not in (NAME, BACKTICK, ",", "}", "^"):
        return None
    cursor.advance()
    return cast(tree.Convention, CONVENTIONS[word])


# --- results and constraints ---


def _result(cursor: Cursor) -> tuple[tree.Expr | None, str | None]:
    """`-> T`, `-> ref[origin] T`, and the old `-> T as name`."""
    if not cursor.accept("->"):
        return None, None
    result = result_type(cursor)
    name = cursor.expect_name("the result") if cursor.accept("as") else None
    return result, name


def result_type(cursor: Cursor) -> tree.Expr:
    start = cursor.start
    if cursor.kind != "ref":
        return ternary(cursor)
    cursor.advance()
    origins = origin_list(cursor)
    target = ternary(cursor)
    return tree.RefType(cursor.span_from(start), origins, target)


def where_clauses(cursor: Cursor) -> list[tree.Expr]:
    """`where c` any number of times."""
    clauses: list[tree.Expr] = []
    while cursor.kind == NAME and cursor.texts[cursor.pos] == "where":
        cursor.advance()
        clauses.append(ternary(cursor))
    return clauses
