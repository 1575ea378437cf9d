"""Statements: each `lit` statement op to code with structured control flow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from ember.dialects import hlcf, kgen, lit
from ember.dialects import types as t
from ember.dialects.exact_spans import Operand, argument_name, operand_span, point_at
from ember.elab.bodies.calls import call, construct, emit_call
from ember.elab.bodies.expressions import as_condition, binary_operation, no_operator
from ember.elab.bodies.reachability import falls_through
from ember.elab.bodies.rules import executes, region_values, value_of
from ember.elab.builtins.functions import location_constant
from ember.elab.instances.literals import refuse_literals
from ember.elab.model.declarations import Scope
from ember.elab.model.frame import Frame
from ember.elab.model.operators import BINARY
from ember.elab.model.types import Const, SourceType, StructGen, StructT, mentions_origin, spell
from ember.elab.model.values import (
    Argument,
    Display,
    DynamicAttribute,
    Known,
    Local,
    Place,
    Rvalue,
    Subscripted,
    Val,
    held,
    location,
)
from ember.elab.resolution.escapes import (
    check_owner_is_kept,
    check_returned_reference,
    check_returned_value,
    check_stored_value,
)
from ember.elab.resolution.value_hooks import initialize
from ember.elab.resolution.warnings import warn_of_unused_result
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    pass

Executor = Callable[[Frame, Any], None]


# -- variables -------------------------------------------------------------------------------------


@executes(lit.Var)
def _var(frame: Frame, op: lit.Var) -> None:
    region: Region = op.regions[0]
    type: SourceType | None = None
    value = None
    if region.first is not None:
        value = frame.program.comptime.evaluate_region(region, frame.scope, frame.values)
        value = frame.program.members.as_type(value)
        if isinstance(value, StructGen):
            bound = frame.program.members.bind_defaults(value)
            value = bound if isinstance(bound, StructT) else value
        if isinstance(value, SourceType):
            type = value
        elif isinstance(value, StructGen) and not _has_first_value(op):
            message = f"'{spell(value)}' needs its parameters here: nothing tells what they are"
            frame.fail("invalid-parameters", message, region.first.loc)
    local = Local(op.attrs["name"], op.attrs["kind"], type, op.loc)
    if isinstance(value, StructGen):
        local.type = value  # type: ignore[assignment]
    local.region = frame.region
    local.anchor = frame.region.last
    frame.values[op.results[0]] = local


def _has_first_value(op: lit.Var) -> bool:
    return any(isinstance(use, lit.Init) for use in op.results[0].uses)


@executes(lit.Init)
def _init(frame: Frame, op: lit.Init) -> None:
    local = frame.values[op.operands[0]]
    assert isinstance(local, Local)
    value = value_of(frame, op.operands[1])
    frame.loc = op.loc or frame.loc
    if local.type is None and _is_assigned_later(op.operands[0]):
        value = _any_function(frame, value)
    if local.kind == "ref":
        _check_has_memory(frame, value)
    else:
        _check_part(frame, op, value)
    declare_local(frame, local, value, (op, 1))


def _check_has_memory(frame: Frame, value: Val) -> None:
    """Edition 1: `ref x = e` is for what is in memory, not for a number that was just computed."""
    if frame.interiors is None or frame.scope.module.means.has_old_functions:
        return
    value = frame.program.conversions.settle(frame, value)
    type = frame.program.conversions.type_of(value)
    library = frame.program.library
    if type is None or type is library.string_literal or not isinstance(value, (Rvalue, Known)):
        return
    literals = (library.int_literal, library.float_literal)
    if type in literals or frame.program.facts.is_register(type):
        message = (
            f"a value of type '{spell(type)}' that was just computed is in no memory; write 'var'"
        )
        frame.fail("misplaced-binding", message)


def _any_function(frame: Frame, value: Val) -> Val:
    """What a variable that changes holds if it starts with a function: the address of any function like it."""
    type = frame.program.callables.pointer_type(frame.program.conversions.settle(frame, value))
    return value if type is None else frame.program.conversions.convert(frame, value, type)


def declare_local(frame: Frame, local: Local, value: Val, where: Operand | None = None) -> None:
    """Gives a local its first value."""
    if local.is_poisoned and local.kind == "ref":
        raise CompileError()
    if local.kind == "ref":
        local.bound = _bind_reference(frame, value)
        if frame.interiors is not None:
            frame.interiors.called(local.bound, local.name)
        return
    conversions = frame.program.conversions
    if isinstance(local.type, StructGen):
        value = _open_typed(frame, local.type, value)
        local.type = conversions.type_of(value)
    if local.type is not None:
        value = _converted(frame, value, local.type, where)
    owned = _owned(frame, value, where)
    type = local.type or owned.type
    refuse_literals(frame, type)
    if isinstance(owned, Place) and _adopt(local, owned):
        return
    variable = frame.variable(
        local.name, type, region=local.region, anchor=local.anchor, at_anchor=True
    )
    variable.op.loc = variable.loc = local.loc or variable.loc
    local.bound = frame.place_of(variable)
    initialize(frame, variable, owned)


def _converted(frame: Frame, value: Val, type: SourceType, where: Operand | None) -> Val:
    """The value as one of the type; what does not fit is reported at the value."""
    statement = frame.loc
    conversions = frame.program.conversions
    try:
        if mentions_origin(type):
            check_owner_is_kept(frame, conversions.type_of(conversions.settle(frame, value)), type)
        return conversions.convert(frame, value, type)
    except CompileError as failure:
        point_at(failure, statement, where)
        raise


def _owned(frame: Frame, value: Val, where: Operand | None) -> Place | Rvalue:
    statement = frame.loc
    _check_known(frame, value)
    try:
        return frame.program.conversions.owned(frame, value)
    except CompileError as failure:
        point_at(failure, statement, where)
        raise


def _check_known(frame: Frame, value: Val) -> None:
    """In edition 1 a variable gets a compile-time value without a word only if it may be copied so."""
    if not isinstance(value, Known) or not isinstance(value.value, Const):
        return
    type, facts = value.value.type, frame.program.facts
    if (
        frame.scope.module.means.copies_if_possible
        or not isinstance(type, StructT)
        or facts.materialized(type) is not type
        or facts.is_implicitly_copyable(type)
    ):
        return
    frame.fail(
        "not-implicitly-copyable",
        f"a compile-time value of type '{facts.shown(type)}' is not copied implicitly; "
        "write 'materialize[…]()' to have it at run time",
    )


def _open_typed(frame: Frame, target: StructGen, value: Val) -> Val:
    """`var x: List[_] = …`: the value fixes the open parameters."""
    value = frame.program.conversions.settle(frame, value)
    if isinstance(value, Display):
        frame.program.conversions.settle_display(frame, value, target)
        return frame.program.conversions.settle(frame, value)
    type = frame.program.conversions.type_of(value)
    if isinstance(type, StructT) and type.decl is target.decl:
        return value
    return construct(frame, target, [Argument(value)])


def _adopt(local: Local, value: Place) -> bool:
    """A fresh temporary declared where the variable is becomes the variable itself."""
    root = value.root
    if root is None or not _is_fresh(value):
        return False
    if root.op.parent is not local.region or value.type is not root.type:
        return False
    if local.type is not None and local.type is not root.type:
        return False
    root.name = local.name
    root.loc = local.loc
    root.op.set_attr("name", local.name)
    root.op.results[0].name = local.name
    local.bound = Place(root.type, root.pointer, True, root)
    return True


def _bind_reference(frame: Frame, value: Val) -> Place:
    place = frame.program.conversions.in_memory(frame, value)
    if not place.is_temporary:
        return place
    return Place(place.type, place.pointer, place.mutable, place.root, place.path, place.keeps)


# -- assignment ------------------------------------------------------------------------------------


@executes(lit.Assign)
def _assign(frame: Frame, op: lit.Assign) -> None:
    target, value = _sides(frame, op)
    _check_part(frame, op, value)
    _assign_to(frame, target, value, (op, 1))


def _sides(frame: Frame, op: lit.Assign | lit.AugAssign) -> tuple[Val, Val]:
    """The target and the value of an assignment: the value is computed first."""
    value = value_of(frame, op.operands[1])
    target = value_of(frame, op.operands[0])
    frame.loc = op.loc or frame.loc
    frame.program.current_loc = frame.loc
    return target, value


def _assign_to(frame: Frame, target: Val, value: Val, where: Operand | None = None) -> None:
    """`target = value`."""
    if isinstance(target, Local):
        if target.is_poisoned and target.bound is None:
            frame.program.conversions.settle(frame, value)
            return  # its type would have come from a statement that is wrong
        if target.bound is None:
            declare_local(frame, target, value, where)
            return
        target = target.bound
    if isinstance(target, (Subscripted, DynamicAttribute)):
        if frame.program.members.write_deferred(frame, target, value):
            return
        target = frame.program.conversions.settle(frame, target)
    if isinstance(target, Display) and target.kind in ("tuple", "list"):
        parts = _split(frame, value, len(target.items))
        for item, part in zip(target.items, parts, strict=True):
            _assign_to(frame, item, part)
        return
    if not isinstance(target, Place) or not target.mutable:
        immutable(frame, where)
    if frame.loses(target):
        message = "this value has no name: the change would be lost; put it into a variable first"
        frame.fail("immutable-value", message)
    _assign_place(frame, target, value, where)


def _assign_place(frame: Frame, target: Place, value: Val, where: Operand | None) -> None:
    conversions = frame.program.conversions
    value = _converted(frame, value, target.type, where)
    keeps = held(value) if mentions_origin(target.type) else ()
    check_stored_value(frame, target, keeps)
    if frame.program.facts.is_register(target.type):
        ssa = conversions.ssa(frame, value)
        _overwrite(frame, target)
        frame.store(ssa, target.pointer)
    else:
        place = conversions.in_memory(frame, _owned(frame, value, where))
        if place.root is not None and (place.root, place.path) == (target.root, target.path):
            frame.use(place)  # `x = x^`: the value is there already
            return
        _overwrite(frame, target)
        conversions.take(frame, place, target.pointer)
    if target.root is not None:
        frame.initialized(target.root, target.path)
    frame.keep(target.keeps)
    frame.changed(location(target))
    if target.root is not None:
        frame.refers_to(target.root, keeps, whole=not target.path)


def _overwrite(frame: Frame, target: Place) -> None:
    """Ends the value a place holds, if any, before another is written to it."""
    if target.root is not None:
        frame.cleared(target.root, target.path)
    elif not target.uninitialized:
        frame.program.lifecycle.destroy_at(frame, target.type, target.pointer)


@executes(lit.AugAssign)
def _aug_assign(frame: Frame, op: lit.AugAssign) -> None:
    target, value = _sides(frame, op)
    operator = op.attrs["operator"]
    name = BINARY[operator]
    settled = frame.program.conversions.settle(frame, target)
    if isinstance(target, (Rvalue, Known)):
        immutable(frame, (op, 0))
    method = frame.program.members.method(frame, settled, f"__i{name}__")
    if method is not None:
        place = frame.program.members.mutable_place(frame, target)
        if not place.mutable:
            immutable(frame, (op, 0))
        method.receiver = place
        try:
            match = frame.program.overloads.choose(
                frame, method.function, [Argument(place), Argument(value)]
            )
        except CompileError as failure:
            if frame.is_sketch:
                raise  # it may be that an operand's type is not known yet
            no_operator(frame, f"{operator}=", settled, value, failure)
        emit_call(frame, match)
        return
    result = binary_operation(frame, operator, settled, value)
    _assign_to(frame, target, result)


@executes(lit.Unpack)
def _unpack(frame: Frame, op: lit.Unpack) -> None:
    value = value_of(frame, op.operands[0])
    frame.loc = op.loc or frame.loc
    try:
        parts = _split(frame, value, len(op.results))
    except CompileError as failure:
        for diagnostic in failure.diagnostics:
            diagnostic.message += _items_hint(frame, op.operands[0])
        raise
    for result, part in zip(op.results, parts, strict=True):
        frame.values[result] = part


def _check_part(frame: Frame, op: lit.Init | lit.Assign, value: Val) -> None:
    """Edition 1: `a, b = x` copies what it assigns, so its type must allow that, though a copy may not be needed."""
    if op.operands[1].owner.__class__ is not lit.Unpack or frame.scope.module.means.parts_are_moved:
        return
    program = frame.program
    type = program.conversions.type_of(program.conversions.settle(frame, value))
    if type is None or program.facts.is_implicitly_copyable(type):
        return
    shown = program.facts.shown(type)
    message = f"unpacking copies each part, and a value of type '{shown}' cannot be copied implicitly; assign the parts one by one"
    frame.fail("not-implicitly-copyable", message)


def _items_hint(frame: Frame, element: Value) -> str:
    """`for key, value in d:`, where the loop gives keys."""
    owner = element.owner
    loop = owner.parent if isinstance(owner, Region) else None
    if not isinstance(loop, lit.For):
        return ""
    over = frame.values.get(loop.operands[0])
    if over is None or frame.program.members.method(frame, over, "items") is None:
        return ""
    return "; write '.items()' to get keys and values"


def _split(frame: Frame, value: Val, count: int) -> list[Val]:
    """The parts of a tuple-like value, independent of where they came from."""
    value = frame.program.conversions.settle(frame, value)
    takes_lists = frame.scope.module.means.unpacks_by_index
    if (
        isinstance(value, Display)
        and value.cached is None
        and (value.kind == "tuple" or takes_lists)
    ):
        if len(value.items) != count:
            frame.fail(
                "unpack-count", f"expected {count} values to unpack, found {len(value.items)}"
            )
        return [_snapshot(frame, item) for item in value.items]
    if isinstance(value, Known) and isinstance(value.value, tuple):
        if len(value.value) != count:
            frame.fail(
                "unpack-count", f"expected {count} values to unpack, found {len(value.value)}"
            )
        return [Known(v) for v in value.value]
    return frame.program.callables.unpack_value(frame, value, count)


def _snapshot(frame: Frame, value: Val) -> Val:
    value = frame.program.conversions.settle(frame, value)
    if isinstance(value, Known):
        return value
    owned = frame.program.conversions.owned(frame, value)
    if isinstance(owned, Place) and owned.is_transfer:
        temporary = frame.temporary(owned.type)
        initialize(frame, temporary, owned)
        return frame.place_of(temporary, is_temporary=True)
    return owned


@executes(lit.Drop)
def _drop(frame: Frame, op: lit.Drop) -> None:
    value = value_of(frame, op.operands[0])
    value = frame.program.conversions.settle(frame, value)
    frame.loc = op.loc or frame.loc
    if isinstance(value, Display) and value.cached is None:
        value = frame.program.conversions.settle_default(frame, value)
    warn_of_unused_result(frame, op, value)
    if isinstance(value, Place) and value.is_transfer:
        temporary = frame.temporary(value.type)
        initialize(frame, temporary, value)
    else:
        frame.use(value)


# -- leaving ---------------------------------------------------------------------------------------


@executes(lit.Return)
def _return(frame: Frame, op: lit.Return) -> None:
    if frame.signature is None:
        frame.fail("top-level-code", "'return' must stand inside a function")
    if not op.operands:
        return_nothing(frame, explicit=True)
        return
    value = value_of(frame, op.operands[0])
    frame.loc = op.loc or frame.loc
    return_value(frame, value, (op, 0))


def return_value(frame: Frame, value: Val, where: Operand | None = None) -> None:
    signature = frame.signature
    assert signature is not None
    result = signature.result
    conversions = frame.program.conversions
    if signature.result_ref:
        place = conversions.in_memory(frame, value)
        check_returned_reference(frame, place)
        frame.keep(place.keeps)
        _leave(frame, [place.pointer])
        return
    _check_result(frame, value, where)
    check_returned_value(frame, conversions.settle(frame, value), result)
    value = _converted(frame, _last_use(frame, value), result, where)
    if frame.program.facts.is_register(result):
        ssa = conversions.ssa(frame, value)
        if frame.result_variable is not None:
            frame.initialized(frame.result_variable)
        is_none = frame.program.is_nothing(result)
        _leave(frame, [] if is_none else [ssa])
        return
    variable = frame.result_variable
    assert variable is not None
    owned = conversions.in_memory(frame, _owned(frame, value, where))
    if owned.root is not variable:
        frame.cleared(variable)
        conversions.take(frame, owned, variable.pointer)
        frame.initialized(variable)
    _leave(frame, [])


def _check_result(frame: Frame, value: Val, where: Operand | None) -> None:
    """A value may be returned only by a function that says of which type it is."""
    signature = frame.signature
    assert signature is not None
    if not frame.program.is_nothing(signature.result) or signature.decl.out_index >= 0:
        return
    type = frame.program.conversions.type_of(frame.program.conversions.settle(frame, value))
    if type is None or frame.program.is_nothing(type):
        return
    name, shown = signature.decl.name, frame.program.facts.shown(type)
    frame.fail(
        "type-mismatch",
        f"'{name}' does not say that it returns a value;"
        f" write '-> {shown}' before the ':' of its first line",
        operand_span(*where) if where is not None else None,
    )


def _last_use(frame: Frame, value: Val) -> Val:
    """A local returned by name is not needed any more: its value is moved, not copied."""
    place = value.bound if isinstance(value, Local) else value
    if (
        isinstance(place, Place)
        and place.root is not None
        and not place.path
        and isinstance(value, Local)
    ):
        if (
            value.kind != "ref"
            and not frame.program.facts.is_register(place.type)
            and not frame.finals
        ):
            moved = Place(
                place.type, place.pointer, True, place.root, (), place.keeps, is_temporary=True
            )
            moved.is_transfer = True
            return moved
    return value


def return_nothing(frame: Frame, explicit: bool = False) -> None:
    """`return`, or the end of the body."""
    signature = frame.signature
    if signature is None or frame.is_terminated:
        return
    variable = frame.result_variable
    if signature.decl.out_index >= 0 and variable is not None:
        if frame.program.facts.is_register(signature.result) and not signature.result_ref:
            ssa = frame.load(variable.pointer, frame.program.facts.ir_type(signature.result))
            frame.emit(kgen.VarUse, (variable.op.results[0],), (), {"path": ()})
            _leave(frame, [] if frame.program.is_nothing(signature.result) else [ssa])
        else:
            _leave(frame, [])
        return
    if frame.program.is_nothing(signature.result):
        _leave(frame, [])
        return
    if not explicit and not falls_through(frame.region):
        frame.emit(kgen.Unreachable)
        return
    none = frame.program.comptime.none()
    if explicit or frame.program.conversions.cost(
        frame, Known(none), signature.result, True, "read"
    ):
        return_value(frame, Known(none))
        return
    frame.fail(
        "missing-return",
        f"'{signature.decl.name}' must return a value of type '{spell(signature.result)}' on every path",
        signature.decl.loc,
    )


def _leave(frame: Frame, values: list[Any]) -> None:
    frame.run_finals(0)
    if frame.is_terminated:
        return
    if frame.signature is not None and frame.signature.raises:
        values = [frame.constant(False, t.I1), *values]
    frame.emit(kgen.Return, values)


# -- comprehensions --------------------------------------------------------------------------------

# -- the rest --------------------------------------------------------------------------------------


@executes(lit.Import)
def _import(frame: Frame, op: lit.Import) -> None:
    module = frame.program.names.find_module(
        op.attrs["module"], op.attrs.get("level", 0), frame.scope.module
    )
    if module is None:
        frame.fail("unknown-module", f"cannot find a module named '{op.attrs['module']}'")
    for name in [*module.members, *module.imports]:
        if not name.startswith("_"):
            value = frame.program.names.member(module, name)
            if value is not None:
                frame.scope.bindings.setdefault(name, value)


@executes(lit.Assert)
def _assert(frame: Frame, op: lit.Assert) -> None:
    if not frame.scope.module.means.asserts_always and not frame.program.asserts_enabled:
        return
    condition = as_condition(frame, value_of(frame, op.operands[0]))
    then, otherwise = Region(), Region()
    frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
    outer, frame.region = frame.region, otherwise
    message: Val = Known(frame.program.comptime.string("assertion failed"))
    if op.regions[0].first is not None:
        message = region_values(frame, op.regions[0])[0]
    failed = frame.program.library.assertion_failed
    place = Known(location_constant(frame, op.loc))
    call(frame, Known(failed), [Argument(place), Argument(message)])
    frame.region = outer


@executes(lit.ComptimeAssert)
def _comptime_assert(frame: Frame, op: lit.ComptimeAssert) -> None:
    scope: Scope = frame.scope
    if frame.program.comptime.decision(op.regions[0], scope, frame.values) is not False:
        frame.program.definitions.promise()
        return
    text = "a compile-time assertion does not hold"
    if op.regions[1].first is not None:
        text = frame.program.comptime.text(op.regions[1], scope, frame.values)
    frame.fail("comptime-assert", text, op.loc)


def immutable(frame: Frame, where: Operand | None) -> NoReturn:
    """Says what may not be changed, and how to allow it."""
    name = argument_name(*where) if where is not None else ""
    captured = _captured_name(frame, *where) if where is not None else ""
    what, how = "this value", "if it is an argument, declare it 'mut' (or 'var' for a copy)"
    if captured:
        what, how = f"'{captured}'", f"it was captured to be read; write '{{mut {captured}}}'"
    elif name:
        what = f"'{name}'"
        how = f"declare it 'mut {name}', or 'var {name}' to change a copy"
        how = f"declare it 'mut {name}'" if name == "self" else how
    frame.fail("immutable-value", f"{what} cannot be changed here; {how}")


def _captured_name(frame: Frame, op: Op, index: int) -> str:
    """The name of a variable of the function around, if the operand is one that is captured to be read."""
    source = op.operands[index]
    decl = frame.signature.decl if frame.signature is not None else None
    if (
        decl is None
        or not decl.outer
        or source not in decl.outer
        or not isinstance(source.owner, Op)
    ):
        return ""
    name = str(source.owner.attrs.get("name", ""))
    words = {listed: word for word, listed, _ in decl.op.attrs.get("captures") or ()}
    return name if words.get(name, words.get("", "")) in ("imm", "read") else ""


def _is_assigned_later(variable: Value) -> bool:
    return any(isinstance(op, lit.Assign) and op.operands[0] is variable for op in variable.uses)


def _is_fresh(value: Place) -> bool:
    """Whether the value is a whole temporary that nothing else knows of."""
    root = value.root
    return (
        root is not None
        and value.is_temporary
        and not value.is_transfer
        and not value.path
        and not root.name
        and not root.is_argument
        and not root.op.operands
    )
