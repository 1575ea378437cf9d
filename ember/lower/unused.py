"""Warnings about names that nothing reads: variables, loop variables, handled errors, imports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ember.dialects import lit
from ember.ir.nodes import Op, Region, Value
from ember.lower.scopes import FunctionFrame
from ember.support.diagnostics import DiagnosticSink
from ember.support.source import Span
from ember.syntax import tree

_STORES = (lit.Init, lit.Assign)


def warn_unused_variables(function: FunctionFrame, sink: DiagnosticSink) -> None:
    """Variables of a function body that are only written; a name that begins with `_` is meant to be unused."""
    if function.has_unreachable:
        return  # what is never run may be what reads them
    for top in function.body:
        for op in top.walk():
            if isinstance(op, lit.Var):
                _check_variable(op, sink)
    for value, span in function.elements:
        name = value.name or "_"
        if not name.startswith("_") and not value.uses:
            sink.warning(
                "unused-variable", span, f"'{name}' is never used; name it '_' if it is not needed"
            )


def _check_variable(op: lit.Var, sink: DiagnosticSink) -> None:
    name: str = op.attrs["name"]
    if not name or name.startswith("_"):
        return
    result = op.results[0]
    writes = [use for use in result.uses if _is_write(use, result)]
    if len(writes) < len(result.uses):
        return
    if op.attrs["kind"] == "ref":
        message = f"the reference '{name}' is never used; remove it"
    elif len(writes) > 1:
        message = f"'{name}' is assigned but never read; remove it, or assign to '_'"
    else:
        message = f"'{name}' is never read; remove it, or assign to '_'"
    sink.warning("unused-variable", op.loc, message)


def _is_write(use: Op, variable: Value) -> bool:
    return (
        isinstance(use, _STORES) and use.operands[0] is variable and use.operands[1] is not variable
    )


def warn_unused_imports(module: tree.Module, body: Region, sink: DiagnosticSink) -> None:
    """Imports of a program that nothing in it names. A file without `main` is a module, which others import from."""
    if not any(isinstance(n, tree.FunctionDecl) and n.name == "main" for n in module.body):
        return
    used = {name for top in body for op in top.walk() for name in _names_in(op)}
    for node in module.body:
        for name, span in _bound_names(node):
            if name not in used:
                sink.warning("unused-import", span, f"'{name}' is imported but never used")


def _names_in(op: Op) -> Iterable[str]:
    if isinstance(op, lit.Name):
        return (op.attrs["name"],)
    if isinstance(op, lit.Decorator):
        # a decorator may be imported, and names of constants may be its keywords, as in `__llvm_metadata`
        return (op.attrs["name"].split(".")[0], *op.attrs["keywords"])
    return ()


def _bound_names(node: tree.Stmt) -> Sequence[tuple[str, Span]]:
    if isinstance(node, tree.Import):
        return [(name.alias or name.path[0], name.span) for name in node.names]
    if isinstance(node, tree.ImportFrom):
        return [(name.alias or name.path[0], name.span) for name in node.names]
    return []
