"""What stands left of `=`, after `for`, `as` and `:=`: places that are assigned and names that are declared.

Evaluation order is left to right, as written: in `a[i] = e` the base and the index come first, then `e`, then the
store. Preparing a target therefore evaluates its parts and gives a `Store`, called once the value is there.
The parser has already rejected what can never be a target.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ember.dialects import lit
from ember.dialects.types import ANY
from ember.ir.nodes import Region, Value
from ember.lower.context import ONE_RESULT, Lowering, lowers_expression
from ember.lower.expressions import attribute, lower_name, subscript_parts
from ember.support.source import Span
from ember.syntax import tree

Store = Callable[[Value], Value | None]
"""Gives the target a value; returns the variable if the target is one."""


# -- assignment ------------------------------------------------------------------------------------


def prepare_assignment(lowering: Lowering, target: tree.Expr, span: Span) -> Store:
    """The store for a target of an assignment statement whose place is `span`."""
    if isinstance(target, tree.Name):
        return _name_store(lowering, target, span)
    if isinstance(target, (tree.TupleDisplay, tree.ListDisplay)):
        stores = [prepare_assignment(lowering, part, part.span) for part in target.elements]
        return _unpacking_store(lowering, stores, target.span)
    if isinstance(target, tree.Binding):
        return prepare_declaration(lowering, target.kind, target.target, target.type)
    place = prepare_place(lowering, target)

    def store(value: Value) -> None:
        lowering.emit(lit.Assign((place(), value), (), None, (), span))

    return store


def _name_store(lowering: Lowering, target: tree.Name, span: Span) -> Store:
    if target.name == "_" and not target.backticks:
        return _dropping_store(lowering, span)

    def store(value: Value) -> Value:
        known = lowering.scope.knows(target.name)
        place = lower_name(lowering, target) if known else lowering.implicit_variable(target)
        lowering.emit(lit.Assign((place, value), (), None, (), span))
        return place

    return store


def _dropping_store(lowering: Lowering, span: Span) -> Store:
    def store(value: Value) -> None:
        lowering.emit(lit.Drop((value,), (), {"explicit": True}, (), span))

    return store


def _unpacking_store(lowering: Lowering, stores: Sequence[Store], span: Span) -> Store:
    def store(value: Value) -> None:
        for part_store, part in zip(
            stores, unpack(lowering, value, len(stores), span), strict=True
        ):
            part_store(part)

    return store


def unpack(lowering: Lowering, value: Value, count: int, span: Span) -> list[Value]:
    op = lit.Unpack((value,), (ANY,) * count, None, (), span)
    lowering.emit(op)
    return op.results


def prepare_place(lowering: Lowering, target: tree.Expr) -> Callable[[], Value]:
    """Evaluates the parts of a place; calling the result emits the op that denotes the place."""
    if isinstance(target, tree.Attribute):
        base = lowering.expression(target.value)
        return lambda: attribute(lowering, target, base)
    if isinstance(target, tree.Subscript):
        operands, attrs = subscript_parts(lowering, target)
        return lambda: lowering.value(lit.Subscript(operands, ONE_RESULT, attrs, (), target.span))
    place = lowering.expression(target)
    return lambda: place


@lowers_expression(tree.Walrus)
def lower_walrus(lowering: Lowering, node: tree.Walrus) -> Value:
    value = lowering.expression(node.value)
    if not isinstance(node.target, tree.Name):
        return value  # reported by the parser
    return _name_store(lowering, node.target, node.span)(value) or value


# -- declaration -----------------------------------------------------------------------------------


def prepare_declaration(
    lowering: Lowering, kind: str, target: tree.Expr, type_node: tree.Expr | None
) -> Store:
    """Declares the variables of a target; storing gives them their first value and makes them visible."""
    if isinstance(target, tree.Binding):
        return prepare_declaration(lowering, target.kind, target.target, target.type or type_node)
    if isinstance(target, (tree.TupleDisplay, tree.ListDisplay)):
        return _tuple_declaration(lowering, kind, target, type_node)
    if not isinstance(target, tree.Name) or target.name == "_":
        return _dropping_store(lowering, target.span)
    name, span = target.name, target.span
    variable = lowering.declare_variable(name, kind, span, type_node)

    def store(value: Value) -> Value:
        lowering.emit(lit.Init((variable, value), (), None, (), span))
        lowering.declare(name, variable, span)
        return variable

    return store


def _tuple_declaration(
    lowering: Lowering,
    kind: str,
    target: tree.TupleDisplay | tree.ListDisplay,
    type_node: tree.Expr | None,
) -> Store:
    types = _element_types(type_node, len(target.elements))
    whole = None
    if type_node is not None and types is None:
        whole = lowering.declare_variable("", "var", target.span, type_node)
    stores = [
        prepare_declaration(lowering, kind, element, types[i] if types else None)
        for i, element in enumerate(target.elements)
    ]
    store_parts = _unpacking_store(lowering, stores, target.span)
    if whole is None:
        return store_parts

    def store(value: Value) -> None:
        """The tuple's type converts the value first; then the parts are moved out of it."""
        lowering.emit(lit.Init((whole, value), (), None, (), target.span))
        store_parts(lowering.value(lit.Transfer((whole,), ONE_RESULT, {}, (), target.span)))

    return store


def _element_types(type_node: tree.Expr | None, count: int) -> list[tree.Expr] | None:
    """The parts of a type written `(A, B)` for `count` names."""
    if not isinstance(type_node, tree.TupleDisplay):
        return None
    parts = type_node.elements
    if len(parts) != count or any(isinstance(part, tree.Unpack) for part in parts):
        return None
    return parts


def declare_uninitialised(
    lowering: Lowering,
    kind: str,
    target: tree.Expr,
    type_node: tree.Expr | None,
    path: tuple[tuple[int, int], ...] = (),
) -> None:
    """`var x: T`, `var a, b: Tuple[A, B]` without a value. `path`: which element of the type is meant, of how many."""
    if isinstance(target, (tree.TupleDisplay, tree.ListDisplay)):
        count = len(target.elements)
        types = _element_types(type_node, count) if not path else None
        for i, element in enumerate(target.elements):
            if types is not None:
                declare_uninitialised(lowering, kind, element, types[i])
            else:
                declare_uninitialised(lowering, kind, element, type_node, (*path, (i, count)))
    elif isinstance(target, tree.Binding):
        own = (target.type, ()) if target.type is not None else (type_node, path)
        declare_uninitialised(lowering, target.kind, target.target, *own)
    elif isinstance(target, tree.Name):
        variable = lowering.declare_variable(target.name, kind, target.span, type_node)
        if type_node is not None:
            _take_element(variable, path, type_node.span)
        lowering.declare(target.name, variable, target.span)


def _take_element(variable: Value, path: tuple[tuple[int, int], ...], span: Span) -> None:
    """Makes the type of a variable that of an element of it."""
    assert isinstance(variable.owner, lit.Var)
    region: Region = variable.owner.regions[0]
    end = region.last
    assert end is not None
    for index, count in path:
        attrs = {"index": index, "count": count}
        element = lit.ElementType((end.operands[0],), ONE_RESULT, attrs, (), span)
        region.insert_before(end, element)
        end.set_operand(0, element.results[0])


def declaration_kind(lowering: Lowering, node: tree.VarDecl) -> str:
    """The `lit.var` kind of a declaration; without a keyword it is an old implicit one."""
    if node.kind is not None:
        return node.kind
    if not lowering.means.assignment_declares:
        lowering.error(
            "undeclared-variable",
            node.target.span,
            f"'{node.target.span.text}' is not declared here; declare it with 'var'",
        )
    return "implicit"


# -- elements of loops and contexts ----------------------------------------------------------------


def bind_element(
    lowering: Lowering, target: tree.Expr, convention: str | None, element: Value
) -> None:
    """Binds the target of `for` or `as` to a region's argument: by name, or as a variable for `var`."""
    if isinstance(target, tree.Binding):
        bind_element(lowering, target.target, target.kind, element)
    elif isinstance(target, (tree.TupleDisplay, tree.ListDisplay)):
        parts = unpack(lowering, element, len(target.elements), target.span)
        for part_target, part in zip(target.elements, parts, strict=True):
            bind_element(lowering, part_target, convention, part)
    elif not isinstance(target, tree.Name):
        if not isinstance(target, tree.ErrorExpr):
            lowering.error("invalid-target", target.span, "only a name can be declared here")
    elif convention == "var":
        prepare_declaration(lowering, "var", target, None)(element)
    elif target.name != "_":
        element.name = target.name
        lowering.declare(target.name, element, target.span)
        if lowering.scope.function is not None:
            lowering.scope.function.elements.append((element, target.span))
