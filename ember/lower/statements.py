"""Statements of function bodies -> `lit` ops."""

from __future__ import annotations

from ember.dialects import lit
from ember.ir.nodes import Op
from ember.lower.context import ONE_RESULT, Lowering, current_function, lowers_statement
from ember.lower.targets import (
    declaration_kind,
    declare_uninitialised,
    prepare_assignment,
    prepare_declaration,
    prepare_place,
)
from ember.support.source import Span
from ember.syntax import tree

# -- variables -------------------------------------------------------------------------------------


@lowers_statement(tree.VarDecl)
def lower_var(lowering: Lowering, node: tree.VarDecl) -> None:
    for decorator in node.decorators:
        lowering.error("invalid-decorator", decorator.span, "a variable cannot have decorators")
    kind = declaration_kind(lowering, node)
    if node.value is None:
        declare_uninitialised(lowering, kind, node.target, node.type)
        return
    store = prepare_declaration(lowering, kind, node.target, node.type)
    store(lowering.expression(node.value))


@lowers_statement(tree.Assign)
def lower_assign(lowering: Lowering, node: tree.Assign) -> None:
    """The last target takes the value; each one before it takes that variable's, or the value again."""
    stores = [prepare_assignment(lowering, target, node.span) for target in node.targets]
    value = lowering.expression(node.value)
    for store in reversed(stores):
        value = store(value) or value


@lowers_statement(tree.AugAssign)
def lower_aug_assign(lowering: Lowering, node: tree.AugAssign) -> None:
    place = prepare_place(lowering, node.target)
    value = lowering.expression(node.value)
    lowering.emit(lit.AugAssign((place(), value), (), {"operator": node.op}, (), node.span))


@lowers_statement(tree.ExprStmt)
def lower_expression_statement(lowering: Lowering, node: tree.ExprStmt) -> None:
    if node.value.__class__ is tree.EllipsisLiteral:
        return
    value = lowering.expression(node.value)
    lowering.emit(lit.Drop((value,), (), {"explicit": False}, (), node.span))


@lowers_statement(tree.Pass, tree.ErrorStmt)
def lower_nothing(lowering: Lowering, node: tree.Stmt) -> None:
    """`pass` does nothing; a syntax error was reported by the parser."""


@lowers_statement(tree.Delete)
def lower_delete(lowering: Lowering, node: tree.Delete) -> None:
    lowering.error(
        "unsupported-syntax",
        node.span,
        "there is no 'del' statement; a value is destroyed after its last use, or give it away with '_ = x^'",
    )


# -- leaving ---------------------------------------------------------------------------------------


@lowers_statement(tree.Return)
def lower_return(lowering: Lowering, node: tree.Return) -> None:
    operands = () if node.value is None else (lowering.expression(node.value),)
    lowering.emit(lit.Return(operands, (), None, (), node.span))


@lowers_statement(tree.Raise)
def lower_raise(lowering: Lowering, node: tree.Raise) -> None:
    if node.cause is not None:
        lowering.error(
            "unsupported-syntax", node.cause.span, "'raise ... from ...' is not supported"
        )
    operands = () if node.value is None else (lowering.expression(node.value),)
    lowering.emit(lit.Raise(operands, (), None, (), node.span))


@lowers_statement(tree.Break)
def lower_break(lowering: Lowering, node: tree.Break) -> None:
    _leave_loop(lowering, lit.Break((), (), None, (), node.span), "break")


@lowers_statement(tree.Continue)
def lower_continue(lowering: Lowering, node: tree.Continue) -> None:
    _leave_loop(lowering, lit.Continue((), (), None, (), node.span), "continue")


def _leave_loop(lowering: Lowering, op: Op, word: str) -> None:
    if current_function(lowering).loop_depth == 0:
        lowering.error("outside-loop", op.loc, f"'{word}' can only be used inside a loop")
        return
    lowering.emit(op)


# -- branches and assertions -----------------------------------------------------------------------


@lowers_statement(tree.If)
def lower_if(lowering: Lowering, node: tree.If) -> None:
    if node.comptime:
        regions = (
            lowering.yielding(node.condition),
            lowering.block(node.body),
            lowering.block(node.orelse),
        )
        lowering.emit(lit.ComptimeIf((), (), None, regions, node.span))
        return
    _warn_constant(lowering, node)
    condition = lowering.expression(node.condition)
    arms = (lowering.block(node.body), lowering.block(node.orelse))
    lowering.emit(lit.If((condition,), (), None, arms, node.span))


def _warn_constant(lowering: Lowering, node: tree.If) -> None:
    if not isinstance(node.condition, tree.BoolLiteral) or not lowering.warns:
        return
    word, arm = ("true", "'else' branch") if node.condition.value else ("false", "'if' branch")
    rest = f"; the {arm} never runs" if node.orelse or not node.condition.value else ""
    message = f"this condition is always {word}{rest}"
    lowering.sink.warning("constant-condition", node.condition.span, message)


@lowers_statement(tree.Assert)
def lower_assert(lowering: Lowering, node: tree.Assert) -> None:
    if node.comptime:
        regions = (lowering.yielding(node.condition), lowering.yielding(node.message))
        lowering.emit(lit.ComptimeAssert((), (), None, regions, node.span))
        return
    condition = lowering.expression(node.condition)
    message = lowering.yielding(node.message)
    lowering.emit(lit.Assert((condition,), (), None, (message,), _place_of_check(node)))


def _place_of_check(node: tree.Assert) -> Span:
    """Where a failed check is said to be: at the operator of its condition, or at a bracket around it."""
    condition = node.condition
    whole = condition.span
    if isinstance(condition, tree.Binary | tree.Compare):
        first = condition.left.span
    elif isinstance(condition, tree.BoolOp):
        first = condition.values[0].span
    else:
        return whole
    start = whole.start if whole.start < first.start else _after(whole, first)
    return Span(whole.file, start, start + 1)


def _after(whole: Span, part: Span) -> int:
    """Where the next word begins behind a part of an expression."""
    rest = whole.text[part.end - whole.start :].lstrip(")")
    return whole.end - len(rest.lstrip())


# -- local imports ---------------------------------------------------------------------------------


@lowers_statement(tree.Import)
def lower_local_import(lowering: Lowering, node: tree.Import) -> None:
    for name in node.names:
        dotted = ".".join(name.path)
        if name.alias is not None or len(name.path) == 1:
            _import_name(lowering, name, dotted, 0, "", name.alias or dotted)
            continue
        _import_name(lowering, name, dotted, 0, "", None)  # loads `a.b`; the name bound is `a`
        _import_name(lowering, name, name.path[0], 0, "", name.path[0])


@lowers_statement(tree.ImportFrom)
def lower_local_import_from(lowering: Lowering, node: tree.ImportFrom) -> None:
    module = ".".join(node.path)
    if node.wildcard:
        lowering.inner_imports[module, node.level, ""] = None
        attrs = {
            "module": module,
            "level": node.level,
            "names": (),
            "wildcard": True,
            "bound_as": "",
        }
        lowering.emit(lit.Import((), (), attrs, (), node.span))
        return
    for name in node.names:
        imported = name.path[0]
        _import_name(lowering, name, module, node.level, imported, name.alias or imported)


def _import_name(
    lowering: Lowering, node: tree.ImportName, module: str, level: int, name: str, bound: str | None
) -> None:
    lowering.inner_imports[module, level, name] = None
    attrs = {"module": module, "level": level, "name": name}
    result = lowering.value(lit.ImportName((), ONE_RESULT, attrs, (), node.span))
    if bound is not None:
        result.name = bound
        lowering.scope.bind(bound, result)


# -- declarations that belong to files -------------------------------------------------------------


@lowers_statement(tree.StructDecl, tree.TraitDecl, tree.ExtensionDecl)
def lower_nested_type(lowering: Lowering, node: tree.Stmt) -> None:
    lowering.error(
        "nested-type",
        node.span,
        "structs, traits and extensions can only be declared at file scope",
    )


@lowers_statement(tree.RegionDecl)
def _region(lowering: Lowering, node: tree.RegionDecl) -> None:
    lowering.error(
        "unsupported-syntax", node.name_span, "regions of raw operations are not supported"
    )


@lowers_statement(tree.FieldDecl)
def lower_stray_field(lowering: Lowering, node: tree.FieldDecl) -> None:
    lowering.error("misplaced-member", node.span, "a field can only be declared in a struct")
