"""Declarations with blocks: functions, structs, traits, extensions, and their decorators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from ember.support.source import Span
from ember.syntax import tree
from ember.syntax.compound import CompoundStatementParser
from ember.syntax.tokens import BACKTICK, DEDENT, EOF, INDENT, NAME, NEWLINE

_COMPTIME_DECORATORS: Final = frozenset(("parameter", "__parameter"))


class DeclarationParser(CompoundStatementParser):
    """All statements: dispatches on the first token."""

    __slots__ = ()

    def statement(self, out: list[tree.Stmt]) -> None:
        kind = self.kind
        rule = _COMPOUND.get(kind)
        if rule is not None:
            out.append(rule(self))
            return
        if kind == NAME:
            soft_rule = _SOFT_COMPOUND.get(self.texts[self.pos])
            if soft_rule is not None:
                statement = soft_rule(self)
                if statement is not None:
                    out.append(statement)
                    return
        elif kind == "comptime":
            statement = self._comptime_compound()
            if statement is not None:
                out.append(statement)
                return
        elif kind is INDENT:
            self._unexpected_indent(out)
            return
        elif kind is NEWLINE:  # after a line of which the lexer could read nothing
            self.advance()
            return
        self.simple_line(out)

    def _unexpected_indent(self, out: list[tree.Stmt]) -> None:
        self.report(
            "syntax-indentation",
            "this line is indented more than the block it is in; align it with the line above",
            self.following(),
        )
        out += self.block()

    def _comptime_compound(self) -> tree.Stmt | None:
        """`comptime if`, `comptime for`, `comptime match`; None for anything else."""
        following = self.kinds[self.pos + 1]
        if following == "if":
            self.advance()
            return self.if_statement(comptime=True)
        if following == "for":
            self.advance()
            return self.for_statement(comptime=True)
        if following == NAME and self.texts[self.pos + 1] == "match":
            self.advance()
            if self.at_match():
                return self.match_statement(comptime=True)
            self.move_to(self.pos - 1)
        return None

    # --- soft keywords that begin a declaration ---

    def _async(self) -> tree.Stmt | None:
        following = self.kinds[self.pos + 1]
        if following == "def" or following == "fn":
            start = self.start
            self.advance()
            return self._function(start, is_async=True)
        if following == "for":
            self.advance()
            return self.for_statement(comptime=False, is_async=True)
        if following == "with":
            self.advance()
            return self.with_statement(is_async=True)
        return None

    def _match(self) -> tree.Stmt | None:
        return self.match_statement(comptime=False) if self.at_match() else None

    def _extension(self) -> tree.Stmt | None:
        if self.kinds[self.pos + 1] not in (NAME, BACKTICK):
            return None
        start = self.start
        self.advance()
        target = self._extension_target()
        conformances = self._conformances()
        where = self.where_clauses()
        body = self.suite("the extension header")
        docstring = self.take_docstring(body)
        members = self._members(body, "an extension")
        span = self.span_from(start)
        return tree.ExtensionDecl(span, target, conformances, where, members, docstring)

    def _region(self) -> tree.Stmt | None:
        """`__mlir_region name(...): body`."""
        if self.kinds[self.pos + 1] not in (NAME, BACKTICK):
            return None
        start = self.start
        self.advance()
        name_span = self.here()
        name = self.expect_name("a region")
        signature = self.signature(is_type=False, what=f"region '{name}'")
        body = self.suite(f"the header of region '{name}'")
        return tree.RegionDecl(self.span_from(start), name, name_span, signature, body)

    def _extension_target(self) -> tree.Expr:
        """`pkg.Type[params]` without calls: the parentheses after it are conformances."""
        return self.member_path()

    # --- functions ---

    def _function(self, start: int, is_async: bool = False) -> tree.Stmt:
        keyword: Literal["fn", "def"] = "fn" if self.kind == "fn" else "def"
        self.advance()
        name_span = self.here()
        name = self.expect_name("a function")
        signature = self.signature(is_type=False, what=f"function '{name}'")
        body = self._function_body(name)
        docstring = self.take_docstring(body)
        span = self.span_from(start)
        return tree.FunctionDecl(
            span, name, name_span, keyword, is_async, signature, body, docstring
        )

    def _function_body(self, name: str) -> list[tree.Stmt]:
        if self.kind is NEWLINE and self.peek() != INDENT:
            self.fail(
                "missing-body",
                f"function '{name}' has no body; add ':' and a body, "
                "or ': ...' for a trait's required method",
            )
        return self.suite(f"the header of function '{name}'")

    def _def(self) -> tree.Stmt:
        """`def name(...)`; `def(...)` alone is a function type, which is an expression."""
        if self.kinds[self.pos + 1] in ("(", "["):
            lines: list[tree.Stmt] = []
            self.simple_line(lines)
            return lines[0]
        return self._function(self.start)

    # --- structs and traits ---

    def _struct(self) -> tree.Stmt:
        start = self.start
        self.advance()
        name_span = self.here()
        name = self.expect_name("a struct")
        parameters = self.parameter_list()
        conformances = self._conformances()
        where = self.where_clauses()
        body = self.suite(f"the header of struct '{name}'")
        docstring = self.take_docstring(body)
        members = self._members(body, f"struct '{name}'")
        span = self.span_from(start)
        return tree.StructDecl(
            span, name, name_span, parameters, conformances, where, members, docstring
        )

    def _trait(self) -> tree.Stmt:
        start = self.start
        self.advance()
        name_span = self.here()
        name = self.expect_name("a trait")
        parameters = self.parameter_list()
        conformances = self._conformances()
        where = self.where_clauses()
        body = self.suite(f"the header of trait '{name}'")
        docstring = self.take_docstring(body)
        members = self._members(body, f"trait '{name}'")
        span = self.span_from(start)
        return tree.TraitDecl(
            span, name, name_span, parameters, conformances, where, members, docstring
        )

    def _conformances(self) -> list[tree.Conformance]:
        """`(A, B & C, D where condition)` after the name; nothing there is an empty list."""
        conformances: list[tree.Conformance] = []
        if not self.accept("("):
            return conformances
        while self.kind != ")":
            start = self.start
            type_ = self.ternary()
            where = self.where_clauses()
            conformances.append(tree.Conformance(self.span_from(start), type_, where))
            if not self.accept(","):
                break
        self.close(")", "the list of traits")
        return conformances

    def _members(self, body: list[tree.Stmt], owner: str) -> list[tree.Stmt]:
        """Fields, methods and compile-time members; other statements are reported."""
        members: list[tree.Stmt] = []
        for statement in body:
            if isinstance(statement, tree.VarDecl):
                self._add_field(statement, members, owner)
            elif _is_member(statement):
                members.append(statement)
            else:
                self.sink.error(
                    "misplaced-member",
                    statement.span,
                    f"{owner} may contain fields, functions and compile-time members only; "
                    "move this statement into a function",
                )
        return self.attach_docstrings(members)

    def _add_field(self, declaration: tree.VarDecl, members: list[tree.Stmt], owner: str) -> None:
        target = declaration.target
        kind = declaration.kind
        names = target.elements if isinstance(target, tree.TupleDisplay) else [target]
        if kind is None:
            self.sink.error(
                "invalid-field",
                target.span,
                f"a field of {owner} is declared with 'var': write 'var {target.span.text}: ...'",
            )
        if len(names) > 1:
            message = "declare each field on a line of its own, with its type"
            self.sink.error("invalid-field", target.span, message)
        for name in names:
            if not isinstance(name, tree.Name):
                self.sink.error("invalid-field", name.span, "a field needs a plain name")
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

    def _decorated(self) -> tree.Stmt:
        """`@a` lines, then what they decorate."""
        start = self.start
        decorators = self._decorators()
        is_comptime = any(
            isinstance(decorator, tree.Name) and decorator.name in _COMPTIME_DECORATORS
            for decorator in decorators
        )
        if is_comptime and self.kind == "if":
            return self.if_statement(comptime=True)
        if is_comptime and self.kind == "for":
            others = [item for item in decorators if not isinstance(item, tree.Name)]
            loop = self.for_statement(comptime=True)
            assert isinstance(loop, tree.For)
            loop.decorators = others
            return loop
        if self.kind in (DEDENT, EOF):
            self.fail(
                "invalid-decorator",
                "expected a declaration after the decorator",
                Span(self.file, start, decorators[-1].span.end),
            )
        out: list[tree.Stmt] = []
        self.statement(out)
        return self._decorate(out[0], decorators) if out else tree.ErrorStmt(self.here())

    def _decorators(self) -> list[tree.Expr]:
        decorators: list[tree.Expr] = []
        while self.accept("@"):
            decorators.append(self.expression())
            if self.kind is not NEWLINE:
                self.fail(
                    "syntax-expected-token",
                    f"a decorator stands on a line of its own; found {self.found()} after it",
                )
            self.advance()
        return decorators

    def _decorate(self, statement: tree.Stmt, decorators: list[tree.Expr]) -> tree.Stmt:
        if isinstance(statement, _DECORATED):
            statement.decorators = decorators
        elif not isinstance(statement, tree.ErrorStmt):
            self.sink.error(
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


_COMPOUND: Final[dict[str, Callable[[DeclarationParser], tree.Stmt]]] = {
    "if": lambda parser: parser.if_statement(comptime=False),
    "while": DeclarationParser.while_statement,
    "for": lambda parser: parser.for_statement(comptime=False),
    "try": DeclarationParser.try_statement,
    "with": lambda parser: parser.with_statement(),
    "def": DeclarationParser._def,
    "fn": DeclarationParser._def,
    "struct": DeclarationParser._struct,
    "trait": DeclarationParser._trait,
    "@": DeclarationParser._decorated,
}

_SOFT_COMPOUND: Final[dict[str, Callable[[DeclarationParser], tree.Stmt | None]]] = {
    "async": DeclarationParser._async,
    "match": DeclarationParser._match,
    "extension": DeclarationParser._extension,
    "__extension": DeclarationParser._extension,
    "__mlir_region": DeclarationParser._region,
}
"""Soft keywords; their rules return None where the word is an ordinary name."""
