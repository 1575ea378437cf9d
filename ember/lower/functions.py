"""Functions, nested functions, lambdas and function types -> `kgen.generator`.

    fn f[n: Int](x: T) raises -> R: …      the signature's parts become regions of their own, the body's region
                                           has one argument per `lit.arg`

Inside a signature, parameters and arguments are `lit.name`; inside the body only parameters are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ember.dialects import lit
from ember.dialects.types import ANY
from ember.ir.nodes import Op, Region, Value
from ember.lower.context import ONE_RESULT, Lowering, lowers_expression, lowers_statement
from ember.lower.decorators import OF_STRUCTS, decorator_region
from ember.lower.scopes import FunctionFrame, LocalNames
from ember.lower.unused import warn_unused_variables
from ember.support.diagnostics import Diagnostic, Note
from ember.support.source import Span
from ember.syntax import tree

_VARIADIC = {"normal": "", "variadic": "*", "pack": "*pack", "kwvariadic": "**"}


# -- the forms of functions ------------------------------------------------------------------------


def lower_function(lowering: Lowering, node: tree.FunctionDecl, is_required: bool = False) -> Op:
    """The generator of a function or method; a required trait method has no body, nor has one that cannot be used."""
    if _is_unavailable(node):
        _check_bodiless(lowering, node)
        is_required = True
    outer = lowering.scope
    header = _Header(lowering, node.signature)
    decorators = decorator_region(lowering, node.decorators, OF_STRUCTS, "a function")
    body = header.body_region()
    if not is_required:
        statements = _coroutine(node) if node.is_async else node.body
        _lower_body(lowering, body, node.signature, statements)
    generator = header.generator(
        node.span,
        decorators,
        body,
        name=node.name,
        keyword=node.keyword,
        is_async=node.is_async,
        has_body=not is_required,
    )
    lowering.scope = outer
    if lowering.sink.has_errors:
        _mark_mistakes(lowering, node, generator)
    return generator


def _is_unavailable(node: tree.FunctionDecl) -> bool:
    callees = (d.function if isinstance(d, tree.Call) else d for d in node.decorators)
    return any(isinstance(c, tree.Name) and c.name == "unavailable" for c in callees)


def _check_bodiless(lowering: Lowering, node: tree.FunctionDecl) -> None:
    """A function that cannot be used has nothing to do."""
    first = node.body[0] if node.body else None
    if first is None or isinstance(first, tree.ErrorStmt):
        return
    if not isinstance(first, tree.ExprStmt) or not isinstance(first.value, tree.EllipsisLiteral):
        message = "a function that is unavailable has no body; write '...'"
        lowering.error("invalid-decorator", first.span, message)


def _mark_mistakes(lowering: Lowering, node: tree.FunctionDecl, generator: Op) -> None:
    """A function with mistakes in its body is not looked at again; others may call it all the same."""
    body = node.span.file.span(node.signature.span.end, node.span.end)
    if any(e.span is not None and body.contains(e.span) for e in _unrepaired(lowering.sink.errors)):
        generator.set_attr("broken", body.start)


def unread_declarations(module: tree.Module) -> list[tree.ErrorStmt]:
    """The declarations that could not be read, of which the name is known all the same."""
    holders = (tree.StructDecl, tree.TraitDecl, tree.ExtensionDecl)
    inner = [member for node in module.body if isinstance(node, holders) for member in node.body]
    return [s for s in (*module.body, *inner) if isinstance(s, tree.ErrorStmt) and s.name]


def are_confined(
    module: lit.Module, errors: Sequence[Diagnostic], unread: Sequence[tree.ErrorStmt]
) -> bool:
    """Whether all errors are in bodies of functions or in declarations that were not read, so that the rest of the module can still be checked."""
    bodies = [statement.span for statement in unread]
    bodies += [
        op.loc.file.span(op.attrs["broken"], op.loc.end)
        for op in module.walk()
        if isinstance(op, lit.Generator) and op.attrs.get("broken")
    ]
    return all(
        e.span is not None and any(body.contains(e.span) for body in bodies)
        for e in _unrepaired(errors)
    )


_REPAIRED = (
    "default-order",
    "duplicate-field",
    "duplicate-name",
    "invalid-decorator",
    "invalid-field",
    "invalid-hook",
    "lent-keywords",
    "misplaced-member",
    "misplaced-where",
    "missing-self",
    "missing-type",
    "outside-loop",
    "redeclared-variable",
    "syntax-misplaced-marker",
    "undeclared-variable",
    "unqualified-parameter",
)


def _unrepaired(errors: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Without those after which lowering went on as if the program were right."""
    return [e for e in errors if e.code not in _REPAIRED]


@lowers_statement(tree.FunctionDecl)
def lower_nested_function(lowering: Lowering, node: tree.FunctionDecl) -> None:
    """A function inside a function: a value, which its own body knows by name only."""
    outer = lowering.scope
    lowering.scope = LocalNames(outer, outer.function)
    lowering.scope.bind(node.name, None)
    body = Region()
    body.append(lower_function(lowering, node))
    lowering.scope = outer
    result = lowering.value(lit.Closure((), ONE_RESULT, {}, (body,), node.span))
    result.name = node.name
    earlier = outer.names.get(node.name)
    if earlier is not None and isinstance(earlier.owner, lit.Closure):
        lowering.error(
            "unsupported-syntax",
            node.name_span,
            f"there are two nested functions named '{node.name}'",
        )
        return
    lowering.declare(node.name, result, node.name_span)


@lowers_expression(tree.Lambda)
def lower_lambda(lowering: Lowering, node: tree.Lambda) -> Value:
    """`lambda (x: T) -> R: e` is a function that returns `e`; without a list it captures by reading."""
    outer = lowering.scope
    header = _Header(lowering, node.signature)
    if header.attrs["captures"] is None:
        header.attrs["captures"] = (("read", "", False),)
    body = header.body_region()
    returned = tree.Return(node.body.span, node.body)
    _lower_body(lowering, body, node.signature, [returned])
    generator = header.generator(
        node.span,
        Region(),
        body,
        name="lambda",
        keyword="def",
        is_async=False,
        has_body=True,
    )
    lowering.scope = outer
    region = Region()
    region.append(generator)
    return lowering.value(lit.Closure((), ONE_RESULT, {}, (region,), node.span))


@lowers_expression(tree.FunctionType)
def lower_function_type(lowering: Lowering, node: tree.FunctionType) -> Value:
    outer = lowering.scope
    header = _Header(lowering, node.signature)
    generator = header.generator(
        node.span,
        Region(),
        header.body_region(),
        name="",
        keyword=node.keyword,
        is_async=False,
        has_body=False,
    )
    lowering.scope = outer
    region = Region()
    region.append(generator)
    effects = node.signature.effects
    attrs = {"thin": effects.thin, "abi": effects.abi or "", "escaping": effects.escaping}
    return lowering.value(lit.FunctionTypeExpr((), ONE_RESULT, attrs, (region,), node.span))


def _coroutine(node: tree.FunctionDecl) -> list[tree.Stmt]:
    """The body of an asynchronous function: a nested function that is returned, for a coroutine to call when awaited.

    `async def f(x: T, var y: U) -> R: body` is `def f(x: T, var y: U) -> Coroutine[R]` with the body

        def __resume() {mut, var y^} -> R: body
        return __resume^

    Arguments that are owned move along; others are captured as they are, by address where they have one.
    """
    span, signature = node.name_span, node.signature
    owned = [
        tree.Capture(argument.span, None, argument.name, True)
        for argument in signature.arguments
        if argument.name is not None and argument.convention in ("var", "owned", "deinit")
    ]
    captures = tree.CaptureList(span, owned, "mut")
    effects = tree.Effects(signature.effects.raises, signature.effects.error_type)
    inner = tree.Signature(span, [], [], effects, captures, signature.result)
    resume = tree.FunctionDecl(
        node.span, _RESUME, span, node.keyword, is_async=False, signature=inner, body=node.body
    )
    value = tree.Transfer(span, tree.Name(span, _RESUME))
    return [resume, tree.Return(span, value)]


_RESUME: Final = "__resume"

# -- signatures ------------------------------------------------------------------------------------


class _Header:
    """The lowered signature; leaves `lowering.scope` at a scope that knows the signature's names."""

    __slots__ = ("argument_names", "attrs", "regions")

    def __init__(self, lowering: Lowering, signature: tree.Signature) -> None:
        lowering.scope = scope = LocalNames(lowering.scope, lowering.scope.function)
        arguments = _all_arguments(signature)
        for argument in arguments:
            if argument.name is not None:
                scope.bind(argument.name, None)
        self.argument_names = [argument.name for argument in arguments]
        params = parameter_region(lowering, signature.parameters)
        args = _argument_region(lowering, arguments)
        result, convention, origins = _result(lowering, signature)
        effects = signature.effects
        where = list(signature.where)
        for parameter in signature.parameters:
            where += parameter.where
        self.attrs: dict[str, object] = {
            "raises": "raises" if effects.raises else "",
            "result_convention": convention,
            "captures": _captures(signature.captures),
            "capturing": effects.capturing,
            "is_async": effects.is_async,
        }
        unknown = _unknown_captures(lowering, signature.captures)
        if unknown:
            self.attrs["unknown_captures"] = unknown
        error = lowering.yielding(effects.error_type)
        self.regions = (params, args, result, origins, error, where_region(lowering, where))

    def body_region(self) -> Region:
        """The body's region, still empty."""
        return Region((ANY,) * len(self.argument_names), self.argument_names)

    def generator(
        self,
        span: Span,
        decorators: Region,
        body: Region,
        *,
        name: str,
        keyword: str,
        is_async: bool,
        has_body: bool,
    ) -> Op:
        attrs = {"name": name, "keyword": keyword, "has_body": has_body, **self.attrs}
        if is_async:
            attrs["is_async"] = True
        return lit.Generator((), (), attrs, (*self.regions, decorators, body), span)


def _all_arguments(signature: tree.Signature) -> list[tree.ArgumentDecl]:
    """The arguments; the old `-> T as r` is an `out` argument named r."""
    if signature.result_name is None or signature.result is None:
        return signature.arguments
    named = tree.ArgumentDecl(
        signature.result.span, signature.result_name, "out", signature.result, keyword_only=False
    )
    return [*signature.arguments, named]


def parameter_region(lowering: Lowering, parameters: Sequence[tree.ParameterDecl]) -> Region:
    """One `lit.param` each; from then on the current scope knows their names."""
    region = Region()
    scope = lowering.scope
    seen_default = False
    seen: set[str] = set()
    for parameter in parameters:
        if parameter.name in seen:
            lowering.error(
                "duplicate-name",
                parameter.span,
                f"there are two parameters named '{parameter.name}'",
            )
        seen.add(parameter.name)
        scope.bind(parameter.name, None)
    for parameter in parameters:
        is_ordinary = not (parameter.infer_only or parameter.keyword_only or parameter.is_variadic)
        if is_ordinary:
            _check_default_order(lowering, parameter, seen_default, "parameter")
            seen_default = seen_default or parameter.default is not None
        region.append(_parameter(lowering, parameter))
    return region


def _parameter(lowering: Lowering, node: tree.ParameterDecl) -> Op:
    attrs = {
        "name": node.name,
        "variadic": node.is_variadic,
        "infer_only": node.infer_only,
        "positional_only": node.positional_only and not node.infer_only,
        "keyword_only": node.keyword_only,
    }
    is_of_program = lowering.warns  # the library has parameters of any kind
    if node.type is None and is_of_program and not lowering.means.arguments_lack_types:
        lowering.error("missing-type", node.span, f"the parameter '{node.name}' needs a type")
    if node.where and not lowering.means.has_old_functions:
        message = "a condition stands behind the whole signature: 'def f[n: Int]() where n > 0:'"
        lowering.error("misplaced-where", node.where[0].span, message)
    regions = (lowering.yielding(node.type), lowering.yielding(node.default))
    return lit.Param((), (), attrs, regions, node.span)


def _argument_region(lowering: Lowering, arguments: Sequence[tree.ArgumentDecl]) -> Region:
    region = Region()
    seen: dict[str, Span] = {}
    seen_default = False
    for argument in arguments:
        name = argument.name
        if name is not None and name != "_":
            if name in seen:
                lowering.error(
                    "duplicate-name",
                    argument.span,
                    f"there are two arguments named '{name}'",
                    Note("the other one is here", seen[name]),
                )
            seen[name] = argument.span
        is_ordinary = argument.kind == "normal" and not argument.keyword_only
        if is_ordinary and argument.convention != "out":
            _check_default_order(lowering, argument, seen_default, "argument")
            seen_default = seen_default or argument.default is not None
        region.append(_argument(lowering, argument))
    return region


def _argument(lowering: Lowering, node: tree.ArgumentDecl) -> Op:
    is_owned = node.convention in ("var", "owned") or lowering.means.keywords_are_lent
    if node.kind == "kwvariadic" and not is_owned:
        message = f"keyword arguments are owned: write 'var **{node.name}'"
        lowering.error("lent-keywords", node.span, message)
    attrs = {
        "name": node.name or "",
        "convention": node.convention or "",
        "variadic": _VARIADIC[node.kind],
        "positional_only": node.positional_only,
        "keyword_only": node.keyword_only and node.kind == "normal",
    }
    regions = (
        lowering.yielding(node.type),
        lowering.yielding(node.default),
        lowering.yielding_all(node.origins),
    )
    return lit.Arg((), (), attrs, regions, node.span)


def _check_default_order(
    lowering: Lowering, node: tree.ParameterDecl | tree.ArgumentDecl, seen_default: bool, word: str
) -> None:
    if seen_default and node.default is None:
        lowering.error(
            "default-order",
            node.span,
            f"{word} '{node.name}' needs a default, because one before it has a default",
        )


def _result(lowering: Lowering, signature: tree.Signature) -> tuple[Region, str, Region]:
    """The result type's region, the convention, and the origins' region."""
    result = signature.result
    if result is None or signature.result_name is not None:
        return Region(), "", Region()
    if isinstance(result, tree.RefType):
        return lowering.yielding(result.type), "ref", lowering.yielding_all(result.origins)
    return lowering.yielding(result), "", Region()


def _captures(node: tree.CaptureList | None) -> tuple[tuple[str, str, bool], ...] | None:
    if node is None:
        return None
    captures = [
        (capture.convention or "", capture.name, capture.transfer) for capture in node.captures
    ]
    if node.default is not None:
        captures.append((node.default, "", node.default_transfer))
    return tuple(captures)


def _unknown_captures(lowering: Lowering, node: tree.CaptureList | None) -> tuple[str, ...]:
    captures = [] if node is None else node.captures
    return tuple(c.name for c in captures if lowering.is_free(c.name))


def where_region(lowering: Lowering, clauses: Sequence[tree.Expr]) -> Region:
    """One `lit.where` per clause; `(condition, "text")` has a message."""
    region = Region()
    for clause in clauses:
        condition, message = clause, None
        if isinstance(clause, tree.TupleDisplay) and len(clause.elements) == 2:
            condition, message = clause.elements
        region.append(where_op(lowering, condition, message, clause.span))
    return region


def where_op(lowering: Lowering, condition: tree.Expr, message: tree.Expr | None, span: Span) -> Op:
    regions = (lowering.yielding(condition), lowering.yielding(message))
    return lit.Where((), (), None, regions, span)


# -- bodies ----------------------------------------------------------------------------------------


def _lower_body(
    lowering: Lowering, body: Region, signature: tree.Signature, statements: Sequence[tree.Stmt]
) -> None:
    """Lowers statements into `body`, whose arguments the names of the signature's arguments now mean."""
    outer_region, outer_scope = lowering.region, lowering.scope
    frame = FunctionFrame(body)
    frame.scope = scope = LocalNames(outer_scope, frame)
    for argument, value in zip(_all_arguments(signature), body.args, strict=True):
        if argument.name is not None and argument.name != "_":
            scope.declare(argument.name, value, argument.span)
    lowering.region, lowering.scope = body, scope
    lowering.statements(statements)
    if lowering.warns and not lowering.sink.has_errors:
        warn_unused_variables(frame, lowering.sink)
    lowering.region, lowering.scope = outer_region, outer_scope
