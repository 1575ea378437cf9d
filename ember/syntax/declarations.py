"""Declarations with blocks: functions, structs, traits, extensions, and their decorators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.blocks import attach_docstrings, block, suite, take_docstring
from ember.syntax.compound import (
    at_match,
    for_statement,
    if_statement,
    match_statement,
    try_statement,
    while_statement,
    with_statement,
)
from ember.syntax.cursor import Cursor
from ember.syntax.expressions import close, expression, ternary
from ember.syntax.patterns import member_path
from ember.syntax.signatures import function_signature, parameter_list, where_clauses
from ember.syntax.simple import simple_line
from ember.syntax.tokens import BACKTICK, DEDENT, EOF, INDENT, NAME, NEWLINE

_COMPTIME_DECORATORS: Final = frozenset(("parameter", "__parameter"))


def any_statement(cursor: Cursor, out: list[tree.Stmt]) -> None:
    kind = cursor.kind
    rule = _COMPOUND.get(kind)
    if rule is not None:
        out.append(rule(cursor))
        return
    if kind == NAME:
        soft_rule = _SOFT_COMPOUND.get(cursor.texts[cursor.pos])
        if soft_rule is not None:
            statement = soft_rule(cursor)
            if statement is not None:
                out.append(statement)
                return
    elif kind == "comptime":
        statement = _comptime_compound(cursor)
        if statement is not None:
            out.append(statement)
            return
    elif kind is INDENT:
        _unexpected_indent(cursor, out)
        return
    elif kind is NEWLINE:  # after a line of which the lexer could read nothing
        cursor.advance()
        return
    simple_line(cursor, out)


def _unexpected_indent(cursor: Cursor, out: list[tree.Stmt]) -> None:
    cursor.report(
        "syntax-indentation",
        "this line is indented more than the block it is in; align it with the line above",
        cursor.following(),
    )
    out += block(cursor)


def _comptime_compound(cursor: Cursor) -> tree.Stmt | None:
    """`comptime if`, `comptime for`, `comptime match`; None for anything else."""
    following = cursor.kinds[cursor.pos + 1]
    if following == "if":
        cursor.advance()
        return if_statement(cursor, comptime=True)
    if following == "for":
        cursor.advance()
        return for_statement(cursor, comptime=True)
    if following == NAME and cursor.texts[cursor.pos + 1] == "match":
        cursor.advance()
        if at_match(cursor):
            return match_statement(cursor, comptime=True)
        cursor.move_to(cursor.pos - 1)
    return None


# --- soft keywords that begin a declaration ---


def _async(cursor: Cursor) -> tree.Stmt | None:
    following = cursor.kinds[cursor.pos + 1]
    if following == "def" or following == "fn":
        start = cursor.start
        cursor.advance()
        return _function(cursor, start, is_async=True)
    if following == "for":
        cursor.advance()
        return for_statement(cursor, comptime=False, is_async=True)
    if following == "with":
        cursor.advance()
        return with_statement(cursor, is_async=True)
    return None


def _match(cursor: Cursor) -> tree.Stmt | None:
    return match_statement(cursor, comptime=False) if at_match(cursor) else None


def _extension(cursor: Cursor) -> tree.Stmt | None:
    if cursor.kinds[cursor.pos + 1] not in (NAME, BACKTICK):
        return None
    start = cursor.start
    cursor.advance()
    target = _extension_target(cursor)
    conformances = _conformances(cursor)
    where = where_clauses(cursor)
    body = suite(cursor, "the extension header")
    docstring = take_docstring(cursor, body)
    members = _members(cursor, body, "an extension")
    span = cursor.span_from(start)
    return tree.ExtensionDecl(span, target, conformances, where, members, docstring)


def _region(cursor: Cursor) -> tree.Stmt | None:
    """`__mlir_region name(...): body`."""
    if cursor.kinds[cursor.pos + 1] not in (NAME, BACKTICK):
        return None
    start = cursor.start
    cursor.advance()
    name_span = cursor.here()
    name = cursor.expect_name("a region")
    signature = function_signature(cursor, is_type=False, what=f"region '{name}'")
    body = suite(cursor, f"the header of region '{name}'")
    return tree.RegionDecl(cursor.span_from(start), name, name_span, signature, body)


def _extension_target(cursor: Cursor) -> tree.Expr:
    """`pkg.Type[params]` without calls: the parentheses after it are conformances."""
    return member_path(cursor)


# --- functions ---


def _function(cursor: Cursor, start: int, is_async: bool = False) -> tree.Stmt:
    keyword: Literal["fn", "def"] = "fn" if cursor.kind == "fn" else "def"
    cursor.advance()
    name_span = cursor.here()
    name = cursor.expect_name("a function")
    signature = function_signature(cursor, is_type=False, what=f"function '{name}'")
    body = _function_body(cursor, name)
    docstring = take_docstring(cursor, body)
    span = cursor.span_from(start)
    return tree.FunctionDecl(span, name, name_span, keyword, is_async, signature, body, docstring)


def _function_body(cursor: Cursor, name: str) -> list[tree.Stmt]:
    if cursor.kind is NEWLINE and cursor.peek() != INDENT:
        cursor.fail(
            "missing-body",
            f"function '{name}' has no body; add ':' and a body, "
            "or ': ...' for a trait's required method",
        )
    return suite(cursor, f"the header of function '{name}'")


def _def(cursor: Cursor) -> tree.Stmt:
    """`def name(...)`; `def(...)` alone is a function type, which is an expression."""
    if cursor.kinds[cursor.pos + 1] in ("(", "["):
        lines: list[tree.Stmt] = []
        simple_line(cursor, lines)
        return lines[0]
    return _function(cursor, cursor.start)


# --- structs and traits ---


def _struct(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    name_span = cursor.here()
    name = cursor.expect_name("a struct")
    parameters = parameter_list(cursor)
    conformances = _conformances(cursor)
    where = where_clauses(cursor)
    body = suite(cursor, f"the header of struct '{name}'")
    docstring = take_docstring(cursor, body)
    members = _members(cursor, body, f"struct '{name}'")
    span = cursor.span_from(start)
    return tree.StructDecl(
        span, name, name_span, parameters, conformances, where, members, docstring
    )


def _trait(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    name_span = cursor.here()
    name = cursor.expect_name("a trait")
    parameters = parameter_list(cursor)
    conformances = _conformances(cursor)
    where = where_clauses(cursor)
    body = suite(cursor, f"the header of trait '{name}'")
    docstring = take_docstring(cursor, body)
    members = _members(cursor, body, f"trait '{name}'")
    span = cursor.span_from(start)
    return tree.TraitDecl(
        span, name, name_span, parameters, conformances, where, members, docstring
    )


def _conformances(cursor: Cursor) -> list[tree.Conformance]:
    """`(A, B & C, D where condition)` after the name; nothing there is an empty list."""
    conformances: list[tree.Conformance] = []
    if not cursor.accept("("):
        return conformances
    while cursor.kind != ")":
        start = cursor.start
        type_ = ternary(cursor)
        where = where_clauses(cursor)
        conformances.append(tree.Conformance(cursor.span_from(start), type_, where))
        if not cursor.accept(","):
            break
    close(cursor, ")", "the list of traits")
    return conformances


def _members(cursor: Cursor, body: list[tree.Stmt], owner: str) -> list[tree.Stmt]:
    """Fields, methods and compile-time members; other statements are reported."""
    members: list[tree.Stmt] = []
    for statement in body:
        if isinstance(statement, tree.VarDecl):
            _add_field(cursor, statement, members, owner)
        elif _is_member(statement):
            members.append(statement)
        else:
            cursor.sink.error(
                "misplaced-member",
                statement.span,
                f"{owner} may contain fields, functions and compile-time members only; "
                "move this statement into a function",
            )
    return attach_docstrings(cursor, members)


def _add_field(
    cursor: Cursor, declaration: tree.VarDecl, members: list[tree.Stmt], owner: str
) -> None:
    target = declaration.target
    kind = declaration.kind
    names = target.elements if isinstance(target, tree.TupleDisplay) else [target]
    if kind is None:
        cursor.sink.error(
            "invalid-field",
            target.span,
            f"a field of {owner} is declared with 'var': write 'var {target.span.text}: ...'",
        )
    if len(names) > 1:
        message = "declare each field on a line of its own, with its type"
        cursor.sink.error("invalid-field", target.span, message)
    for name in names:
        if not isinstance(name, tree.Name):
            cursor.sink.error("invalid-field", name.span, "a field needs a plain name")
            continue
        members.append(
            tree.FieldDecl(
                declaration.span,
                name.name,
                kind or "var",
                declaration.type,
                declaration.value,
                None,
                declaration.decorators,
            )
        )


# --- decorators ---


def _decorated(cursor: Cursor) -> tree.Stmt:
    """`@a` lines, then what they decorate."""
    start = cursor.start
    decorators = _decorators(cursor)
    is_comptime = any(
        isinstance(decorator, tree.Name) and decorator.name in _COMPTIME_DECORATORS
        for decorator in decorators
    )
    if is_comptime and cursor.kind == "if":
        return if_statement(cursor, comptime=True)
    if is_comptime and cursor.kind == "for":
        others = [item for item in decorators if not isinstance(item, tree.Name)]
        loop = for_statement(cursor, comptime=True)
        assert isinstance(loop, tree.For)
        loop.decorators = others
        return loop
    if cursor.kind in (DEDENT, EOF):
        cursor.fail(
            "invalid-decorator",
            "expected a declaration after the decorator",
            Span(cursor.file, start, decorators[-1].span.end),
        )
    out: list[tree.Stmt] = []
    any_statement(cursor, out)
    return _decorate(cursor, out[0], decorators) if out else tree.ErrorStmt(cursor.here())


def _decorators(cursor: Cursor) -> list[tree.Expr]:
    decorators: list[tree.Expr] = []
    while cursor.accept("@"):
        decorators.append(expression(cursor))
        if cursor.kind is not NEWLINE:
            cursor.fail(
                "syntax-expected-token",
                f"a decorator stands on a line of its own; found {cursor.found()} after it",
            )
        cursor.advance()
    return decorators


def _decorate(cursor: Cursor, statement: tree.Stmt, decorators: list[tree.Expr]) -> tree.Stmt:
    if isinstance(statement, _DECORATED):
        statement.decorators = decorators
    elif not isinstance(statement, tree.ErrorStmt):
        cursor.sink.error(
            "invalid-decorator",
            decorators[0].span,
            "this decorator stands before a statement that cannot be decorated; "
            "decorators go before functions, structs, traits and loops",
        )
    return statement


_DECORATED = (
    tree.FunctionDecl,
    tree.StructDecl,
    tree.TraitDecl,
    tree.ExtensionDecl,
    tree.AliasDecl,
    tree.VarDecl,
    tree.For,
    tree.While,
)


def _is_member(statement: tree.Stmt) -> bool:
    if isinstance(statement, tree.If | tree.For | tree.Assert):
        return statement.comptime
    if isinstance(statement, tree.ExprStmt):
        return isinstance(statement.value, tree.StringLiteral | tree.EllipsisLiteral)
    return isinstance(
        statement,
        tree.FunctionDecl
        | tree.AliasDecl
        | tree.FieldDecl
        | tree.Pass
        | tree.StructDecl
        | tree.TraitDecl
        | tree.ErrorStmt,
    )


_COMPOUND: Final[dict[str, Callable[[Cursor], tree.Stmt]]] = {
    "if": lambda cursor: if_statement(cursor, comptime=False),
    "while": while_statement,
    "for": lambda cursor: for_statement(cursor, comptime=False),
    "try": try_statement,
    "with": lambda cursor: with_statement(cursor),
    "def": _def,
    "fn": _def,
    "struct": _struct,
    "trait": _trait,
    "@": _decorated,
}

_SOFT_COMPOUND: Final[dict[str, Callable[[Cursor], tree.Stmt | None]]] = {
    "async": _async,
    "match": _match,
    "extension": _extension,
    "__extension": _extension,
    "__mlir_region": _region,
}
"""Soft keywords; their rules return None where the word is an ordinary name."""
