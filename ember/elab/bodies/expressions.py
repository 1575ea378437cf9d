"""Expressions: each `lit` expression op to the value it denotes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from ember.dialects import hlcf, kgen, lit, pop
from ember.dialects import types as t
from ember.dialects.exact_spans import field_spans
from ember.dialects.layout import size_of
from ember.elab.bodies.calls import call, call_method, construct, emit_call
from ember.elab.bodies.rules import evaluates, region_values, value_of, values_of
from ember.elab.bodies.waiting import (
    is_open_callee,
    is_open_value,
)
from ember.elab.builtins.functions import unsure_equality
from ember.elab.builtins.raw_mlir import mlir_attribute, mlir_operation, mlir_type
from ember.elab.instances.closures import make_closure
from ember.elab.messages import suggestions
from ember.elab.model.declarations import AliasDecl, Scope
from ember.elab.model.frame import Frame
from ember.elab.model.operators import BINARY, COMPARE, SWAPPED, UNARY
from ember.elab.model.types import (
    DEFERRED,
    REST,
    UNBOUND,
    AliasGen,
    Const,
    FunctionT,
    Hole,
    OriginV,
    SourceType,
    StructGen,
    TraitT,
    has_hole,
    spell,
)
from ember.elab.model.values import (
    Argument,
    BoundMethod,
    Choice,
    ClosureVal,
    ContextualMember,
    Display,
    Known,
    Place,
    Rvalue,
    Val,
    keeps_of,
)
from ember.elab.resolution.value_hooks import initialize
from ember.elab.type_facts.archetypes import Unknown, depends_on_values, is_open, will_be_known
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

Evaluator = Callable[[Frame, Any], Val]


# -- running ops -----------------------------------------------------------------------------------

# -- leaves ----------------------------------------------------------------------------------------


@evaluates(lit.Name)
def _name(frame: Frame, op: lit.Name) -> Val:
    name = op.attrs["name"]
    own = frame.own_closures.get(name)
    if own is not None:
        return own  # type: ignore[no-any-return]
    value = frame.program.names.lookup(frame.scope, name)
    if value is None:
        argument = _argument(frame, name)
        if argument is not None:
            return argument
        near = suggestions.for_name(frame, name)
        frame.fail("unknown-name", f"'{name}' is not defined{near.text}", fix=near.fix)
    return Known(value)


def _argument(frame: Frame, name: str) -> Val | None:
    """An argument named in its own signature, as in `type_of(x)`: only its type and mutability can matter."""
    current: Scope | None = frame.scope
    while current is not None:
        if name in current.arguments:
            mutable, type = current.arguments[name]
            if not isinstance(type, SourceType) or has_hole(type):
                return Known(type if isinstance(type, Hole) else DEFERRED)
            detached = kgen.Undefined((), (t.POINTER,))
            return Place(type, detached.results[0], mutable)
        current = current.parent
    return None


@evaluates(lit.Literal)
def _literal(frame: Frame, op: lit.Literal) -> Val:
    kind, value = op.attrs["kind"], op.attrs.get("value")
    library = frame.program.library
    if kind == "int":
        return Known(Const(library.int_literal, value))
    if kind == "float":
        number = value if isinstance(value, Fraction) else Fraction(str(value).replace("_", ""))
        return Known(Const(library.float_literal, number))
    if kind == "string":
        data = value.encode() if isinstance(value, str) else value
        return Known(Const(library.string_literal, data))
    if kind == "bool":
        return Known(frame.program.comptime.boolean(bool(value)))
    if kind == "none":
        return Known(frame.program.comptime.none())
    return Known(UNBOUND if kind == "unbound" else REST)


@evaluates(lit.TString)
def _tstring(frame: Frame, op: lit.TString) -> Val:
    values = values_of(frame, op.operands)
    places = field_spans(op.loc) if op.loc is not None else []
    known = places if len(places) == len(values) else [None] * len(values)
    operands = zip(values, known, strict=True)
    arguments = []
    for part in op.attrs["parts"]:
        if part is None:
            value, place = next(operands)
            arguments.append(Argument(value, loc=place))
        elif part:
            text = part if isinstance(part, bytes) else str(part).encode()
            arguments.append(Argument(Known(frame.program.comptime.string(text))))
    decl = frame.program.library.text_parts
    return construct(frame, StructGen(decl, ()), arguments)


# -- members, calls --------------------------------------------------------------------------------


@evaluates(lit.Attribute)
def _attribute(frame: Frame, op: lit.Attribute) -> Val:
    name, result = op.attrs["name"], op.results[0]
    called = any(isinstance(u, lit.Call) and u.operands[0] is result for u in result.uses)
    return frame.program.members.attribute(frame, value_of(frame, op.operands[0]), name, called)


@evaluates(lit.ContextualMember)
def _contextual_member(frame: Frame, op: lit.ContextualMember) -> Val:
    return ContextualMember(op.attrs["name"], op.loc)


def _arguments(frame: Frame, op: Op, operands: list[Value]) -> list[Argument]:
    return [
        Argument(value_of(frame, v), k, u, v.owner.loc if isinstance(v.owner, Op) else None)
        for v, k, u in zip(operands, op.attrs["keywords"], op.attrs["unpack"], strict=True)
    ]


@evaluates(lit.Subscript)
def _subscript(frame: Frame, op: lit.Subscript) -> Val:
    base = frame.program.conversions.settle(frame, value_of(frame, op.operands[0]))
    frame.program.current_loc = frame.loc
    takes_params = isinstance(base, (BoundMethod, ClosureVal)) or (
        isinstance(base, Known) and not isinstance(base.value, Const)
    )
    if takes_params:
        return frame.program.members.subscript(frame, base, _parameters(frame, op))
    items = _arguments(frame, op, op.operands[1:])
    if any(is_open_value(item.value) for item in items):
        return Known(DEFERRED)
    return frame.program.members.subscript(frame, base, items)


def _parameters(frame: Frame, op: lit.Subscript) -> list[Argument]:
    """The items of a parameter list: computed at compile time even inside run-time code."""
    items = []
    for value, keyword, unpack in zip(
        op.operands[1:], op.attrs["keywords"], op.attrs["unpack"], strict=True
    ):
        if value not in frame.values and not frame.is_comptime:
            scratch = frame.program.comptime.scratch(frame.scope, frame.values)
            scratch.environments = frame.environments
            scratch.own_closures = frame.own_closures
            scratch.loc = frame.loc
            found = frame.program.comptime.param_value(scratch, value_of(scratch, value))
            frame.values[value] = Known(found)
        items.append(Argument(value_of(frame, value), keyword, unpack))
    return items


@evaluates(lit.Slice)
def _slice(frame: Frame, op: lit.Slice) -> Val:
    operands = iter(values_of(frame, op.operands))
    parts = [
        next(operands) if p else Known(frame.program.comptime.none()) for p in op.attrs["present"]
    ]
    is_contiguous = not op.attrs["present"][2] and not frame.scope.module.means.slices_have_steps
    if is_contiguous:
        parts.pop()
    library = frame.program.library
    decl = library.contiguous_slice if is_contiguous else library.slice
    target = frame.program.names.resolve(decl, decl.module)
    return construct(frame, target, [Argument(p) for p in parts])


@evaluates(lit.Call)
def _call(frame: Frame, op: lit.Call) -> Val:
    callee = value_of(frame, op.operands[0])
    arguments = _arguments(frame, op, op.operands[1:])
    frame.loc = op.loc or frame.loc
    frame.program.current_loc = frame.loc
    if isinstance(callee, ContextualMember):
        return ContextualMember(callee.name, callee.loc, (*callee.steps, ("call", arguments)))
    if is_open_callee(callee) or any(is_open_value(a.value) for a in arguments):
        return Known(DEFERRED)
    return folded(call(frame, callee, arguments))


def folded(value: Val) -> Val:
    """A register value that folded to a constant is a compile-time value."""
    if isinstance(value, Rvalue) and not value.keeps and isinstance(value.ssa.owner, kgen.Constant):
        return Known(Const(value.type, value.ssa.owner.attrs["value"]))
    return value


# -- operators -------------------------------------------------------------------------------------


@evaluates(lit.Binary)
def _binary(frame: Frame, op: lit.Binary) -> Val:
    lhs, rhs = values_of(frame, op.operands)
    frame.loc = op.loc or frame.loc
    return binary_operation(frame, op.attrs["operator"], lhs, rhs)


def binary_operation(frame: Frame, operator: str, lhs: Val, rhs: Val) -> Val:
    if is_open_value(lhs) or is_open_value(rhs):
        return Known(DEFERRED)
    frame.program.current_loc = frame.loc
    joined = _join_traits(operator, lhs, rhs)
    if joined is not None:
        return joined
    stem = BINARY[operator]
    return folded(_dispatch(frame, operator, f"__{stem}__", f"__r{stem}__", lhs, rhs))


def _join_traits(operator: str, lhs: Val, rhs: Val) -> Val | None:
    if operator != "&" or not isinstance(lhs, Known) or not isinstance(rhs, Known):
        return None
    a, b = lhs.value, rhs.value
    if isinstance(a, TraitT) and isinstance(b, TraitT):
        return Known(TraitT((*a.decls, *b.decls)))
    if isinstance(a, FunctionT) and isinstance(b, TraitT):
        return Known(a)
    if isinstance(a, TraitT) and isinstance(b, FunctionT):
        return Known(b)
    return None


def _dispatch(frame: Frame, operator: str, name: str, reflected: str, lhs: Val, rhs: Val) -> Val:
    """`lhs.name(rhs)`, else `rhs.reflected(lhs)`."""
    members = frame.program.members
    lhs = _operand(frame, lhs)
    rhs = _operand(frame, rhs)
    method = None
    if frame.scope.module.means.has_old_functions:
        method = members.method(frame, lhs, f"{name[:-2]}_2025__")
    method = method or members.method(frame, lhs, name)
    failure: CompileError | None = None
    if method is not None:
        try:
            match = frame.program.overloads.choose(
                frame, method.function, [Argument(method.receiver), Argument(rhs)]
            )
        except CompileError as error:
            failure = error
        else:
            return emit_call(frame, match)
    backwards = members.method(frame, rhs, reflected)
    if backwards is not None:
        try:
            match = frame.program.overloads.choose(
                frame, backwards.function, [Argument(backwards.receiver), Argument(lhs)]
            )
        except CompileError:
            pass
        else:
            return emit_call(frame, match)
    promoted = _promote(frame, name, lhs, rhs)
    if promoted is not None:
        return promoted
    no_operator(frame, operator, lhs, rhs, failure)


def _promote(frame: Frame, name: str, lhs: Val, rhs: Val) -> Val | None:
    """A left operand that converts to the right one's type: `1 + x`, `"a" + s`."""
    to = frame.program.conversions.type_of(rhs)
    if to is None or not frame.program.members.methods(to, name):
        return None
    cost = frame.program.conversions.cost(frame, lhs, to, True, "read")
    if not cost:
        return None
    return call_method(frame, frame.program.conversions.convert(frame, lhs, to), name, rhs)


def _operand(frame: Frame, value: Val) -> Val:
    value = frame.program.conversions.settle(frame, value)
    return chosen(frame, value, None) if isinstance(value, Choice) else value


def no_operator(
    frame: Frame, operator: str, lhs: Val, rhs: Val, failure: CompileError | None
) -> NoReturn:
    """Says between which types an operator does not work, and which conversion keeps the value."""
    types = [frame.program.conversions.type_of(v) for v in (lhs, rhs)]
    if frame.is_sketch and any(map(depends_on_values, types)):
        raise CompileError()
    shown = [frame.program.facts.shown(x) if x is not None else "this" for x in types]
    notes = failure.diagnostics[0].notes if failure is not None and failure.diagnostics else []
    if len(notes) == 1 and notes[0].is_library:
        notes = []
    frame.fail(
        "no-operator",
        f"'{operator}' does not work between '{shown[0]}' and '{shown[1]}'"
        + _operator_hint(frame, operator, lhs, rhs),
        notes=notes,
    )


def _operator_hint(frame: Frame, operator: str, lhs: Val, rhs: Val) -> str:
    if operator == "%" and frame.program.members.method(frame, lhs, "format") is not None:
        return "; '.format(…)' puts values into a text"
    return _conversion_hint(frame, lhs, rhs)


def _conversion_hint(frame: Frame, lhs: Val, rhs: Val) -> str:
    """How one operand could be given the type of the other, if its type says how."""
    conversions, facts = frame.program.conversions, frame.program.facts
    targets: list[SourceType] = []
    for value, other in ((rhs, lhs), (lhs, rhs)):
        to = conversions.type_of(other)
        to = facts.materialized(to) if to is not None else None
        if to is not None and conversions.can_construct(frame, value, to, may_raise=False):
            targets.append(to)
    if not targets:
        return ""
    return f"; convert one of them, as in '{spell(max(targets, key=lambda to: _room(frame.program, to)))}(…)'"


def _room(program: Program, type: SourceType) -> tuple[bool, int]:
    """How much a number type can hold: floats more than integers, then the larger more than the smaller."""
    ir_type = program.facts.ir_type(type)
    is_float = isinstance(ir_type, t.SimdType) and ir_type.dtype.kind == "float"
    return is_float, size_of(ir_type)


@evaluates(lit.Unary)
def _unary(frame: Frame, op: lit.Unary) -> Val:
    value = value_of(frame, op.operands[0])
    frame.loc = op.loc or frame.loc
    if is_open_value(value):
        return Known(DEFERRED)
    frame.program.current_loc = frame.loc
    operator = op.attrs["operator"]
    if operator == "not":
        condition = as_condition(frame, value)
        return folded(Rvalue(frame.program.library.bool, _negated(frame, condition)))
    operand = _operand(frame, value)
    return folded(call_method(frame, operand, UNARY[operator]))


def _negated(frame: Frame, condition: Value) -> Value:
    one = frame.constant(True, condition.type)
    return frame.pure(pop.Xor, (condition, one), condition.type)


@evaluates(lit.Compare)
def _compare(frame: Frame, op: lit.Compare) -> Val:
    lhs, rhs = values_of(frame, op.operands)
    frame.loc = op.loc or frame.loc
    return comparison(frame, op.attrs["operator"], lhs, rhs)


def comparison(frame: Frame, operator: str, lhs: Val, rhs: Val) -> Val:
    if is_open_value(lhs) or is_open_value(rhs):
        return Known(DEFERRED)
    frame.program.current_loc = frame.loc
    if operator in COMPARE:
        if isinstance(lhs, Known) and isinstance(rhs, Known) and isinstance(lhs.value, SourceType):
            unsure = unsure_equality(frame.program, lhs.value, rhs.value)
            if unsure is not None:
                return unsure
            same = lhs.value == rhs.value
            return Known(frame.program.comptime.boolean(same == (operator == "==")))
        name = f"__{COMPARE[operator]}__"
        reflected = f"__{COMPARE[SWAPPED[operator]]}__"
        return folded(_dispatch(frame, operator, name, reflected, lhs, rhs))
    if operator in ("in", "not in"):
        found = call_method(frame, rhs, "__contains__", lhs)
    else:
        if (
            operator == "is not"
            and frame.program.members.method(frame, lhs, "__isnot__") is not None
        ):
            return folded(call_method(frame, lhs, "__isnot__", rhs))
        if frame.program.members.method(frame, _operand(frame, lhs), "__is__") is None:
            no_operator(frame, operator, _operand(frame, lhs), rhs, None)
        found = call_method(frame, lhs, "__is__", rhs)
    if operator.startswith("not") or operator.endswith("not"):
        condition = as_condition(frame, found)
        return folded(Rvalue(frame.program.library.bool, _negated(frame, condition)))
    return folded(found)


def as_condition(frame: Frame, value: Val) -> Value:
    """The truth of a value as an SSA bool."""
    conversions = frame.program.conversions
    value = conversions.settle(frame, value)
    if isinstance(value, Display):
        value = conversions.settle_default(frame, value)
    boolean = frame.program.library.bool
    type = conversions.type_of(value)
    if type is not boolean:
        method = frame.program.members.method(frame, value, "__bool__")
        if method is not None:
            value = call(frame, method, [])
        value = conversions.convert(frame, value, boolean)
    return conversions.ssa(frame, value)


def _settled_condition(frame: Frame, value: Val) -> Value:
    """The truth of a value; in compile-time code it is computed at once, so that only one arm is elaborated."""
    condition = as_condition(frame, value)
    if frame.is_comptime and not isinstance(condition.owner, kgen.Constant):
        boolean = frame.program.library.bool
        raw = frame.program.comptime.raw_of(frame, Rvalue(boolean, condition))
        if raw.__class__ is not Unknown:
            condition = frame.constant(raw, condition.type)
    return condition


@evaluates(lit.BoolOp)
def _bool_op(frame: Frame, op: lit.BoolOp) -> Val:
    lhs = value_of(frame, op.operands[0])
    wants = op.attrs["operator"] == "and"
    if is_open_value(lhs):
        return Known(DEFERRED)
    conversions = frame.program.conversions
    lhs = conversions.settle(frame, lhs)
    condition = _settled_condition(frame, lhs)
    if isinstance(condition.owner, kgen.Constant):
        if bool(condition.owner.attrs["value"]) != wants:
            return lhs
        return region_values(frame, op.regions[0])[0]
    boolean = frame.program.library.bool
    if conversions.type_of(lhs) is not boolean:
        return _value_bool_op(frame, op, lhs, condition, wants)
    slot = _slot(frame, condition.type)
    frame.store(condition, slot)
    inner = Region()
    other = Region()
    frame.emit(hlcf.If, (condition,), (), None, (inner, other) if wants else (other, inner))
    outer, frame.region = frame.region, inner
    rhs = region_values(frame, op.regions[0])[0]
    if is_open_value(rhs):
        frame.region = outer
        return Known(DEFERRED)
    frame.store(as_condition(frame, rhs), slot)
    frame.region = outer
    return Rvalue(boolean, frame.load(slot, condition.type))


def _value_bool_op(frame: Frame, op: lit.BoolOp, lhs: Val, condition: Value, wants: bool) -> Val:
    """`a or b` of values that are not Bool: one of the two."""
    then, otherwise = Region(), Region()
    slot = _slot(frame, condition.type)
    frame.store(condition, slot)
    frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
    outer = frame.region
    frame.region = then if wants else otherwise
    rhs = frame.program.conversions.settle(frame, region_values(frame, op.regions[0])[0])
    type_of, materialized = frame.program.conversions.type_of, frame.program.facts.materialized
    types = [type_of(v) for v in (lhs, rhs)]
    differ = None not in types and materialized(types[0]) is not materialized(types[1])  # type: ignore[arg-type]
    if differ and not _can_be_alike(frame, (lhs, rhs)):
        frame.store(as_condition(frame, rhs), slot)
        frame.region = outer
        return Rvalue(frame.program.library.bool, frame.load(slot, condition.type))
    frame.region = outer
    arms = (rhs, lhs) if wants else (lhs, rhs)
    return _joined(frame, outer, (then, otherwise), arms)


def _can_be_alike(frame: Frame, values: tuple[Val, Val]) -> bool:
    """Whether one of two values, neither of them a Bool, converts to the type of the other."""
    conversions = frame.program.conversions
    for value, other in (values, values[::-1]):
        type = conversions.type_of(other)
        if type is None or type is frame.program.library.bool:
            return False
        if conversions.cost(frame, value, type, True, "read") is not None:
            return True
    return False


def _slot(frame: Frame, type: t.Type) -> Value:
    attrs = {"type": type, "count": 1, "alignment": 0, "name": ""}
    return frame.emit(pop.StackAllocation, (), (t.POINTER,), attrs).results[0]


@evaluates(lit.Ternary)
def _ternary(frame: Frame, op: lit.Ternary) -> Val:
    value = value_of(frame, op.operands[0])
    if is_open_value(value):
        return Known(DEFERRED)
    condition = _settled_condition(frame, value)
    if isinstance(condition.owner, kgen.Constant):
        chosen = op.regions[0] if condition.owner.attrs["value"] else op.regions[1]
        return region_values(frame, chosen)[0]
    settle = frame.program.conversions.settle
    then, otherwise = Region(), Region()
    branch = frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
    outer = frame.region
    frame.region = then
    first = settle(frame, region_values(frame, op.regions[0])[0])
    frame.region = otherwise
    second = settle(frame, region_values(frame, op.regions[1])[0])
    frame.region = outer
    if is_open_value(first) or is_open_value(second):
        return Known(DEFERRED)
    if frame.is_sketch and will_be_known(condition):
        return Known(DEFERRED)  # only one of them will be there
    if _has_no_type_yet(frame.program, first) and _has_no_type_yet(frame.program, second):
        branch.erase()
        return Choice(condition, first, second)
    return _joined(frame, outer, (then, otherwise), (first, second))


def _has_no_type_yet(program: Program, value: Val) -> bool:
    """Whether the value takes its type from the context: a literal or a member of the expected type."""
    if isinstance(value, Known) and isinstance(value.value, Const):
        return program.facts.materialized(value.value.type) is not value.value.type
    return isinstance(value, ContextualMember)


def chosen(frame: Frame, choice: Choice, type: SourceType | None) -> Val:
    """A choice between values without a type, now that the type is known (or is to be the default)."""
    then, otherwise = Region(), Region()
    frame.emit(hlcf.If, (choice.condition,), (), None, (then, otherwise))
    arms = (choice.then, choice.otherwise)
    return _joined(frame, frame.region, (then, otherwise), arms, type)


def _joined(
    frame: Frame,
    outer: Region,
    regions: tuple[Region, Region],
    arms: tuple[Val, Val],
    type: SourceType | None = None,
) -> Val:
    """Both arms of a branch as one value of a common type."""
    branch = regions[0].parent
    assert branch is not None
    if type is None:
        type = _common_type(frame, arms)
    facts = frame.program.facts
    variable = frame.variable("", type, region=outer, anchor=branch.prev, at_anchor=True)
    keeps: list[Any] = []
    for region, arm in zip(regions, arms, strict=True):
        frame.region = region
        converted = frame.program.conversions.convert(frame, arm, type)
        keeps.append(keeps_of(converted))
        initialize(frame, variable, converted)
    frame.region = outer
    if facts.is_register(type):
        loaded = frame.program.conversions.ssa(frame, frame.place_of(variable))
        return Rvalue(type, loaded, variable.keeps)
    return frame.place_of(variable, is_temporary=True)


def _common_type(frame: Frame, arms: tuple[Val, Val]) -> SourceType:
    conversions = frame.program.conversions
    settled = [conversions.settle(frame, a) for a in arms]
    types = [conversions.type_of(a) for a in settled]
    facts = frame.program.facts
    known = [facts.materialized(x) if x is not None else None for x in types]
    a, b = known
    if a is None and b is None:
        default = conversions.type_of(conversions.settle_default(frame, settled[0]))  # type: ignore[arg-type]
        assert default is not None
        return default
    if a is b or b is None:
        assert a is not None
        return a
    if a is None:
        return b
    if types[0] is not a and conversions.cost(frame, settled[0], b, True, "read") is not None:
        return b
    if conversions.cost(frame, settled[1], a, True, "read") is not None:
        return a
    if conversions.cost(frame, settled[0], b, True, "read") is not None:
        return b
    frame.fail(
        "type-mismatch", f"the two values have different types: '{spell(a)}' and '{spell(b)}'"
    )


# -- displays --------------------------------------------------------------------------------------


@evaluates(lit.Display)
def _display(frame: Frame, op: lit.Display) -> Val:
    items = values_of(frame, op.operands)
    if any(is_open_value(i) for i in items):
        return Known(DEFERRED)
    return Display(op.attrs["kind"], items, op.attrs["keywords"], op.attrs["unpack"], op.loc)


@evaluates(lit.Transfer)
def _transfer(frame: Frame, op: lit.Transfer) -> Val:
    return frame.program.conversions.transferred(frame, value_of(frame, op.operands[0]))


# -- compile time ----------------------------------------------------------------------------------


@evaluates(lit.Comptime)
def _comptime(frame: Frame, op: lit.Comptime) -> Val:
    return Known(frame.program.comptime.evaluate_region(op.regions[0], frame.scope, frame.values))


def _aside(frame: Frame, region: Region) -> list[Val]:
    """Evaluates a region without leaving code behind."""
    outer = frame.region
    scratch = Region()
    scratch.parent = outer.parent
    frame.region = scratch
    try:
        return [frame.program.conversions.settle(frame, v) for v in region_values(frame, region)]
    finally:
        frame.region = outer
        for op in scratch:
            op.drop_references()


@evaluates(lit.TypeOf)
def _type_of(frame: Frame, op: lit.TypeOf) -> Val:
    value = _aside(frame, op.regions[0])[0]
    if is_open_value(value):
        return (
            value if isinstance(value, Known) and isinstance(value.value, Hole) else Known(DEFERRED)
        )
    type = frame.program.conversions.type_of(value)
    if type is None and isinstance(value, Display):
        type = frame.program.conversions.type_of(
            frame.program.conversions.settle_default(frame, value)
        )
    if type is None:
        frame.fail("cannot-infer-type", "this expression has no type of its own")
    return Known(type)


@evaluates(lit.ElementType)
def _element_type(frame: Frame, op: lit.ElementType) -> Val:
    value = value_of(frame, op.operands[0])
    if is_open_value(value):
        return Known(DEFERRED)
    type = frame.program.members.as_type(value.value) if isinstance(value, Known) else None
    elements = frame.program.facts.tuple_elements(type)
    if elements is None or len(elements) != op.attrs["count"]:
        text = (
            "without a value, each name needs its own type: write 'Tuple[A, B]' with one per name"
        )
        frame.fail("invalid-target", text)
    return Known(elements[op.attrs["index"]])


@evaluates(lit.OriginOf)
def _origin_of(frame: Frame, op: lit.OriginOf) -> Val:
    mutable = True
    inner = op.regions[0]
    argument = _named_argument(frame, inner)
    if argument is not None:
        return Known(OriginV(argument))
    values = _aside(frame, inner)
    if not values:
        return Known(OriginV(False, tracked=False))
    for value in values:
        if isinstance(value, Place):
            mutable = mutable and value.mutable
        elif isinstance(value, Known) and isinstance(value.value, OriginV):
            mutable = mutable and value.value.mutable
    return Known(OriginV(mutable))


def _named_argument(frame: Frame, region: Region) -> bool | None:
    """`origin_of(argument)` in a signature: whether the argument may be changed; None when it is no argument."""
    for top in region:
        if isinstance(top, lit.Name):
            current: Scope | None = frame.scope
            while current is not None:
                if top.attrs["name"] in current.arguments:
                    return current.arguments[top.attrs["name"]][0]
                current = current.parent
    return None


@evaluates(lit.FunctionTypeExpr)
def _function_type(frame: Frame, op: lit.FunctionTypeExpr) -> Val:
    return Known(frame.program.callables.type_expression(frame, op))


@evaluates(lit.MlirType)
def _mlir_type(frame: Frame, op: lit.MlirType) -> Val:
    return Known(mlir_type(frame, op.attrs["parts"], values_of(frame, op.operands)))


@evaluates(lit.MlirAttr)
def _mlir_attr(frame: Frame, op: lit.MlirAttr) -> Val:
    return Known(mlir_attribute(frame, op.attrs["parts"], values_of(frame, op.operands)))


@evaluates(lit.MlirOp)
def _mlir_op(frame: Frame, op: lit.MlirOp) -> Val:
    values = values_of(frame, op.operands)
    if any(
        is_open_value(v) or (frame.is_sketch and _has_open_type(frame.program, v)) for v in values
    ):
        return Known(DEFERRED)
    return folded(mlir_operation(frame, op, values))


def _has_open_type(program: Program, value: Val) -> bool:
    return is_open(program.conversions.type_of(value))


@evaluates(lit.Closure)
def _closure(frame: Frame, op: lit.Closure) -> Val:
    made = make_closure(frame, op)
    if isinstance(made, ClosureVal):
        frame.program.definitions.nested(frame, made.reference.closure)
    return made


@evaluates(lit.LocalAlias)
def _local_alias(frame: Frame, op: lit.LocalAlias) -> Val:
    decl = AliasDecl(op, frame.scope.module)
    if decl.params:
        scope = Scope(frame.scope.module, {}, None, frame.scope)
        return Known(AliasGen(decl, scope))
    program = frame.program
    outer, program.current_loc = program.current_loc, op.loc
    try:
        return Known(program.comptime.alias(decl, frame.scope, dict(frame.values)))
    finally:
        program.current_loc = outer


@evaluates(lit.ImportName)
def _import_name(frame: Frame, op: lit.ImportName) -> Val:
    return Known(frame.program.names.from_module(frame.scope.module, op, op.attrs["name"]))


@evaluates(lit.Await)
def _await(frame: Frame, op: lit.Await) -> Val:
    value = frame.program.conversions.settle(frame, value_of(frame, op.operands[0]))
    type = frame.program.conversions.type_of(value)
    methods = frame.program.members.methods(type, "__await__")
    if op.of_variable and any(m.args[0].convention in ("var", "deinit") for m in methods):
        value = frame.program.conversions.transferred(frame, value)
    return call_method(frame, value, "__await__")
