"""Text to syntax tree: the entry points of this package.

before:  source text
after:   `tree.Module`; every mistake is in the sink, and an `ErrorStmt` stands in its place
"""

from __future__ import annotations

from typing import Final

from ember.support.diagnostics import Diagnostic, DiagnosticSink
from ember.support.edition import Edition
from ember.support.source import SourceFile
from ember.syntax import tree
from ember.syntax.atoms import atom, comprehension_clauses
from ember.syntax.blocks import attach_docstrings, statements, take_docstring
from ember.syntax.cursor import Cursor, Grammar
from ember.syntax.declarations import any_statement
from ember.syntax.edition import declared_edition, detect_edition
from ember.syntax.lexer import tokenize
from ember.syntax.old_spelling import warn_old_spellings
from ember.syntax.signatures import function_type, lambda_expression
from ember.syntax.simple import simple_line
from ember.syntax.tokens import EOF

GRAMMAR: Final = Grammar(
    atom, comprehension_clauses, lambda_expression, function_type, any_statement, simple_line
)


def parse_source(
    source: SourceFile, sink: DiagnosticSink, edition: Edition | None = None
) -> tree.Module:
    """Parses a file; `edition` overrides detection but not the file's own first line."""
    found = DiagnosticSink(limit=sink.limit)
    tokens = tokenize(source, found)
    if sink.policy.wants("old-spelling"):
        warn_old_spellings(tokens, sink)
    chosen = declared_edition(source.text) or edition or detect_edition(tokens)
    cursor = Cursor(tokens, found, GRAMMAR)
    body: list[tree.Stmt] = []
    while True:
        statements(cursor, body)
        if cursor.kind is EOF:
            break
        cursor.advance()
    docstring = take_docstring(cursor, body)
    body = attach_docstrings(cursor, body)
    _report_top_level_code(body, found)
    for diagnostic in sorted(found.diagnostics, key=_offset):
        sink.report(diagnostic)
    return tree.Module(source.span(0, len(source.text)), chosen, docstring, body)


def _offset(diagnostic: Diagnostic) -> int:
    return diagnostic.span.start if diagnostic.span is not None else 0


def parse_text(
    text: str, name: str = "<text>", edition: Edition | None = None
) -> tuple[tree.Module, DiagnosticSink]:
    """Parses a string; for tests and tools."""
    sink = DiagnosticSink()
    return parse_source(SourceFile(name, text), sink, edition), sink


_DECLARATIONS: Final = (
    tree.Import,
    tree.ImportFrom,
    tree.FunctionDecl,
    tree.StructDecl,
    tree.TraitDecl,
    tree.ExtensionDecl,
    tree.AliasDecl,
    tree.ErrorStmt,
)


def _report_top_level_code(body: list[tree.Stmt], sink: DiagnosticSink) -> None:
    """Reports statements outside functions, once per run of them."""
    in_run = False
    for statement in body:
        is_allowed = isinstance(statement, _DECLARATIONS) or _is_harmless(statement)
        if not is_allowed and not in_run:
            message = "code outside a function never runs; move it into 'def main():'"
            if _is_call_of_main(statement):
                message = "'main' is called when the program starts; remove this call"
            elif isinstance(statement, tree.VarDecl | tree.Assign):
                message = (
                    "Mojo has no global variables; declare 'comptime NAME = value', "
                    "or move the variable into a function"
                )
            sink.error("top-level-code", statement.span, message)
        in_run = not is_allowed


def _is_call_of_main(statement: tree.Stmt) -> bool:
    call = statement.value if isinstance(statement, tree.ExprStmt) else None
    callee = call.function if isinstance(call, tree.Call) else None
    return isinstance(callee, tree.Name) and callee.name == "main"


def _is_harmless(statement: tree.Stmt) -> bool:
    """`pass`, a stray string, and what is decided at compile time."""
    if isinstance(statement, tree.If | tree.For | tree.Assert):
        return statement.comptime
    if isinstance(statement, tree.ExprStmt):
        return isinstance(statement.value, tree.StringLiteral | tree.EllipsisLiteral)
    return isinstance(statement, tree.Pass)
