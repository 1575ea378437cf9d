"""File-scope declarations and the members of structs, traits and extensions -> `lit` declarations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ember.dialects import lit
from ember.ir.nodes import Region
from ember.lower.aliases import lower_alias
from ember.lower.context import Lowering
from ember.lower.decorators import OF_FUNCTIONS, decorator_region
from ember.lower.functions import lower_function, parameter_region, where_op, where_region
from ember.lower.scopes import LocalNames
from ember.support.diagnostics import Fix, Note, error
from ember.syntax import tree

# -- file scope ------------------------------------------------------------------------------------


def lower_declaration(lowering: Lowering, node: tree.Stmt) -> None:
    """One statement at file scope; the parser has reported code that would run."""
    rule = _DECLARATION_RULES.get(node.__class__)
    if rule is not None:
        rule(lowering, node)
    elif isinstance(node, (tree.If, tree.For, tree.Assert, tree.Match)):
        lowering.error(
            "top-level-code", node.span, "this has to be inside a function; move it into one"
        )


def _is_inert(node: tree.Stmt) -> bool:
    """Text, `...` and `pass` are allowed anywhere; a syntax error has been reported."""
    if isinstance(node, tree.ExprStmt):
        return isinstance(node.value, (tree.StringLiteral, tree.EllipsisLiteral))
    return isinstance(node, (tree.Pass, tree.ErrorStmt))


def _function(lowering: Lowering, node: tree.FunctionDecl) -> None:
    for decorator in node.decorators:
        if isinstance(decorator, tree.Name) and decorator.name == "staticmethod":
            message = "only a method of a struct can be static"
            lowering.error("invalid-decorator", decorator.span, message)
    lowering.emit(lower_function(lowering, node))


def _alias(lowering: Lowering, node: tree.AliasDecl) -> None:
    for op in lower_alias(lowering, node):
        lowering.emit(op)


def _import(lowering: Lowering, node: tree.Import) -> None:
    for name in node.names:
        attrs = {
            "module": ".".join(name.path),
            "level": 0,
            "names": (),
            "wildcard": False,
            "bound_as": name.alias or "",
        }
        lowering.emit(lit.Import((), (), attrs, (), name.span))


def _import_from(lowering: Lowering, node: tree.ImportFrom) -> None:
    lowering.imported.update(name.alias or name.path[0] for name in node.names)
    attrs = {
        "module": ".".join(node.path),
        "level": node.level,
        "names": tuple((name.path[0], name.alias or name.path[0]) for name in node.names),
        "wildcard": node.wildcard,
        "bound_as": "",
    }
    lowering.emit(lit.Import((), (), attrs, (), node.span))


def _struct(lowering: Lowering, node: tree.StructDecl) -> None:
    outer = lowering.scope
    lowering.scope = LocalNames(outer, None)
    params = parameter_region(lowering, node.parameters)
    conformances = _conformances(lowering, node.conformances)
    where = where_region(lowering, [*node.where, *_parameter_clauses(node.parameters)])
    decorators = decorator_region(lowering, node.decorators, OF_FUNCTIONS, "a struct")
    lowering.qualified = None if lowering.means.has_bare_parameters else lowering.scope
    body = _members(lowering, node.body, _STRUCT_MEMBERS, "a struct", where)
    lowering.scope, lowering.qualified = outer, None
    attrs = {"name": node.name}
    regions = (params, conformances, where, decorators, body)
    lowering.emit(lit.StructDecl((), (), attrs, regions, node.span))


def _parameter_clauses(parameters: Sequence[tree.ParameterDecl]) -> list[tree.Expr]:
    return [clause for parameter in parameters for clause in parameter.where]


def _trait(lowering: Lowering, node: tree.TraitDecl) -> None:
    if node.parameters:
        lowering.error(
            "unsupported-syntax", node.parameters[0].span, "a trait cannot have parameters"
        )
    if node.where:
        lowering.error(
            "unsupported-syntax", node.where[0].span, "a trait cannot have a 'where' clause"
        )
    conformances = _conformances(lowering, node.conformances)
    decorators = decorator_region(lowering, node.decorators)
    body = _members(lowering, node.body, _TRAIT_MEMBERS, "a trait", None)
    attrs = {"name": node.name}
    lowering.emit(lit.TraitDecl((), (), attrs, (conformances, decorators, body), node.span))


def _extension(lowering: Lowering, node: tree.ExtensionDecl) -> None:
    """A condition after the header is one of every method and every trait in it."""
    decorator_region(lowering, node.decorators)  # they carry no meaning here
    where = Region()
    for conformance in node.conformances:
        conformance.where += node.where
    for member in node.body:
        if isinstance(member, tree.FunctionDecl):
            member.signature.where += node.where
    regions = (
        lowering.yielding(node.target),
        Region(),
        _conformances(lowering, node.conformances),
        where,
        _members(lowering, node.body, _EXTENSION_MEMBERS, "an extension", where),
    )
    lowering.emit(lit.ExtensionDecl((), (), {}, regions, node.span))


_DECLARATION_RULES: dict[type[tree.Stmt], Callable[[Lowering, Any], None]] = {
    tree.FunctionDecl: _function,
    tree.AliasDecl: _alias,
    tree.Import: _import,
    tree.ImportFrom: _import_from,
    tree.StructDecl: _struct,
    tree.TraitDecl: _trait,
    tree.ExtensionDecl: _extension,
}


# -- conformances and members ----------------------------------------------------------------------


def _conformances(lowering: Lowering, nodes: Sequence[tree.Conformance]) -> Region:
    region = Region()
    for node in nodes:
        condition: tree.Expr | None = None
        if len(node.where) == 1:
            condition = node.where[0]
        elif node.where:
            condition = tree.BoolOp(node.span, "and", list(node.where))
        regions = (lowering.yielding(node.type), lowering.yielding(condition))
        region.append(lit.Conformance((), (), None, regions, node.span))
    return region


MemberRule = Callable[[Lowering, Any, Region], None]


def _members(
    lowering: Lowering,
    nodes: Sequence[tree.Stmt],
    rules: dict[type[tree.Stmt], MemberRule],
    what: str,
    where: Region | None,
) -> Region:
    """The members' region; a `comptime assert` among them is one more constraint of the type."""
    body = Region()
    for node in nodes:
        rule = rules.get(node.__class__)
        if rule is not None:
            rule(lowering, node, body)
        elif where is not None and isinstance(node, tree.Assert) and node.comptime:
            where.append(where_op(lowering, node.condition, node.message, node.span))
        elif not _is_inert(node):
            lowering.error(
                "misplaced-member", node.span, f"this cannot stand in the body of {what}"
            )
    return body


def _method(lowering: Lowering, node: tree.FunctionDecl, body: Region) -> None:
    _check_self(lowering, node)
    _check_constructor(lowering, node)
    _check_destructor(lowering, node)
    _check_implicit(lowering, node)
    _check_quiet(lowering, node)
    body.append(lower_function(lowering, node))


_LIFECYCLE = frozenset(("__del__", "__deinit__", "__copyinit__", "__moveinit__"))


def _extension_method(lowering: Lowering, node: tree.FunctionDecl, body: Region) -> None:
    if node.name in _LIFECYCLE:
        message = f"'{node.name}' belongs to the struct itself, where its fields are"
        lowering.error("invalid-extension", node.name_span, message)
    _method(lowering, node, body)


def _check_constructor(lowering: Lowering, node: tree.FunctionDecl) -> None:
    """`__init__` makes its value: it says so, and is taken to have said so."""
    arguments = node.signature.arguments
    if node.name != "__init__" or not arguments or arguments[0].convention not in (None, "read"):
        return
    if any(argument.convention == "out" for argument in arguments):
        return
    first = arguments[0]
    lowering.sink.report(
        error(
            "invalid-hook",
            first.span,
            f"a constructor makes '{first.name}': write '__init__(out {first.name}, …)'",
            (),
            Fix(first.span, f"out {first.span.text}"),
        )
    )
    first.convention = "out"


def _check_destructor(lowering: Lowering, node: tree.FunctionDecl) -> None:
    """`__deinit__`, or `__del__`, ends its value, and says so."""
    arguments = node.signature.arguments
    if not _is_destructor(lowering, node) or not arguments or arguments[0].convention == "deinit":
        return
    first = arguments[0]
    message = f"a destructor ends '{first.name}': write '{node.name}(deinit {first.name})'"
    lowering.error("invalid-hook", first.span, message)
    first.convention = "deinit"


def _is_destructor(lowering: Lowering, node: tree.FunctionDecl) -> bool:
    is_old = node.name == "__del__" and not lowering.means.has_old_functions
    return node.name == "__deinit__" or is_old


def _check_implicit(lowering: Lowering, node: tree.FunctionDecl) -> None:
    """A conversion that nobody writes takes the one value it converts."""
    if not any(isinstance(d, tree.Name) and d.name == "implicit" for d in node.decorators):
        return
    needed = [
        argument
        for argument in node.signature.arguments[1:]
        if argument.kind == "normal" and argument.default is None
    ]
    if len(needed) > 1:
        message = "an implicit conversion takes one value; give the others defaults"
        lowering.error("invalid-hook", node.name_span, message)


def _check_quiet(lowering: Lowering, node: tree.FunctionDecl) -> None:
    """Copies, moves and ends of values happen where nothing is written, so no error can come of them."""
    effects = node.signature.effects
    if effects.raises and not lowering.means.hooks_may_raise and _is_hook(node):
        message = f"'{node.name}' runs where nothing is written that could raise; remove 'raises'"
        lowering.error("invalid-hook", node.name_span, message)


def _is_hook(node: tree.FunctionDecl) -> bool:
    """Whether a method copies, moves or ends values on its own."""
    if node.name in _LIFECYCLE:
        return True
    given = [a.name for a in node.signature.arguments[1:] if a.keyword_only]
    return node.name == "__init__" and given in (["copy"], ["move"])


def _check_self(lowering: Lowering, node: tree.FunctionDecl) -> None:
    """A method takes the value it is called on, unless it is static."""
    names = [d.name for d in node.decorators if isinstance(d, tree.Name)]
    if not node.signature.arguments and "staticmethod" not in names:
        message = f"the method '{node.name}' needs 'self', or '@staticmethod' before it"
        lowering.error("missing-self", node.name_span, message)
        node.decorators.append(tree.Name(node.name_span, "staticmethod"))


def _trait_method(lowering: Lowering, node: tree.FunctionDecl, body: Region) -> None:
    _check_self(lowering, node)
    body.append(lower_function(lowering, node, is_required=_is_open(node.body)))


def _is_open(body: Sequence[tree.Stmt]) -> bool:
    """Whether a trait method is only required: its body is `...`, or nothing but text."""
    return all(
        isinstance(node, tree.ExprStmt)
        and isinstance(node.value, (tree.EllipsisLiteral, tree.StringLiteral))
        for node in body
    )


def _member_alias(lowering: Lowering, node: tree.AliasDecl, body: Region) -> None:
    for op in lower_alias(lowering, node):
        body.append(op)


def _field(lowering: Lowering, node: tree.FieldDecl, body: Region) -> None:
    for member in body:
        if isinstance(member, lit.Field) and member.attrs["name"] == node.name:
            message = f"there are two fields named '{node.name}'"
            note = Note("the other one is here", member.loc)
            lowering.error("duplicate-field", node.span, message, note)
            return
    if node.type is None:
        lowering.error("invalid-field", node.span, f"field '{node.name}' needs a type")
    if node.default is not None:
        lowering.error(
            "invalid-field",
            node.default.span,
            "a field cannot have a default value; set it in '__init__'",
        )
    if node.type is None:
        lowering.sink.unread.add(node.name)
        return
    attrs = {"name": node.name}
    body.append(lit.Field((), (), attrs, (lowering.yielding(node.type),), node.span))


_STRUCT_MEMBERS: dict[type[tree.Stmt], MemberRule] = {
    tree.FieldDecl: _field,
    tree.FunctionDecl: _method,
    tree.AliasDecl: _member_alias,
}
_EXTENSION_MEMBERS: dict[type[tree.Stmt], MemberRule] = {
    tree.FunctionDecl: _extension_method,
    tree.AliasDecl: _member_alias,
}
_TRAIT_MEMBERS: dict[type[tree.Stmt], MemberRule] = {
    tree.FunctionDecl: _trait_method,
    tree.AliasDecl: _member_alias,
}
