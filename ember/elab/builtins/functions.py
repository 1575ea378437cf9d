"""Functions the compiler itself provides: addresses, sizes, reflection, target facts. All names start with `__` but for
a few that the language itself defines (`conforms_to`, `rebind`, `Some`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from ember.dialects import kgen
from ember.dialects import types as t
from ember.dialects.layout import alignment_of, field_offsets, size_of
from ember.elab.instances.call_sites import location_text
from ember.elab.instances.closures import environment_of
from ember.elab.instances.instances import closures_in
from ember.elab.instances.kernel_captures import block_type, copied_block
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    BuiltinV,
    ClosureRef,
    ClosureT,
    Const,
    Deferred,
    FunctionRef,
    FunctionT,
    Hole,
    MlirT,
    OriginV,
    ParamValue,
    SourceType,
    StructT,
    TraitT,
    has_hole,
    qualified_name,
    spell,
)
from ember.elab.model.values import Argument, Known, Place, Rvalue, Val, keeps_of, uncertain
from ember.elab.resolution.mismatches import NoMatch
from ember.elab.type_facts.archetypes import (
    OpenPack,
    is_archetype,
    is_open,
    is_unknown,
    unknown_value,
)
from ember.elab.type_facts.facts import PackT
from ember.elab.type_facts.parameter_packs import PACK_RULES, library_type_of, make_pack
from ember.elab.type_facts.signatures import SigArg, SomeV
from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

Item = TypeVar("Item")
BuiltinRule = Callable[[Frame, BuiltinV, list[Argument]], Val]
OfOpen = Literal["", "usable", "equality", "number", "text", "truth"]
"""What is known of a call whose types are not: nothing, all that the rule says, or the type of what it will give."""


class Builtin(NamedTuple):
    """A function of the compiler's: its rule, and how many parameters and arguments that reads at least."""

    rule: BuiltinRule
    parameters: int
    arguments: int
    of_open: OfOpen


BUILTINS: Final[dict[str, Builtin]] = {}


def builtin(
    name: str, parameters: int = 0, arguments: int = 0, of_open: OfOpen = ""
) -> Callable[[BuiltinRule], BuiltinRule]:
    """Declares the function below it as the rule of a function."""

    def declare(rule: BuiltinRule) -> BuiltinRule:
        BUILTINS[name] = Builtin(rule, parameters, arguments, of_open)
        return rule

    return declare


NAMES: Final = ("Some", "SomeTypeList", "__struct_field_type", "__function_arg_type")
"""Names of the compiler's that take parameters and are not called."""


def builtin_names() -> frozenset[str]:
    return frozenset([*BUILTINS, *NAMES, *PACK_RULES])


def call_builtin(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    builtin = BUILTINS.get(callee.name)
    if builtin is None:
        frame.fail("not-callable", f"'{callee.name}' cannot be called")
    if any(has_hole(b) for b in callee.bound):
        return Known(DEFERRED)
    if any(isinstance(b, OpenPack) or is_open(b) for b in callee.bound):
        vague = _of_open(frame.program, builtin, callee)
        if vague is not None:
            return vague
    if len(callee.bound) < builtin.parameters or len(arguments) < builtin.arguments:
        frame.fail("invalid-parameters", f"'{callee.name}' is not given what it needs")
    return builtin.rule(frame, callee, arguments)


def bind_builtin(
    program: Program,
    target: BuiltinV,
    items: tuple[ParamValue, ...],
    keywords: dict[str, ParamValue],
) -> ParamValue:
    """`name[params]` of a built-in name."""
    if not items and not keywords:
        raise NoMatch(f"'{target.name}' needs parameters")
    if target.name in ("Some", "SomeTypeList"):
        return SomeV(items[0])
    if target.name == "__struct_field_type":
        if any(map(has_hole, items)):
            return DEFERRED
        return _item(program, _fields(program, items[0]), items[1:])
    if target.name == "__function_arg_type":
        if any(map(has_hole, items)):
            return DEFERRED
        return _item(program, _function_arguments(program, items[0]), items[1:]).type
    if target.name in PACK_RULES:
        return make_pack(program, target.name, items)
    merged = (*target.keywords, *keywords.items())
    return BuiltinV(target.name, (*target.bound, *items), merged)


def _of_open(program: Program, builtin: Builtin, callee: BuiltinV) -> Val | None:
    """What is said of a type or value that is not known yet: a value of a known type, if that much is known."""
    library = program.library
    match builtin.of_open:
        case "usable":
            return None
        case "equality":
            a, b = (program.members.instantiated(v) for v in callee.bound)
            return unsure_equality(program, a, b)
        case "number":
            return _unknown(library.int)
        case "text":
            return _unknown(library.string_literal)
        case "truth":
            return _unknown(library.bool)
    return Known(DEFERRED)


def _unknown(type: StructT) -> Val:
    return Known(unknown_value(type))


def unsure_equality(program: Program, a: ParamValue, b: ParamValue) -> Val | None:
    """Whether two types are the same, where one of them stands for types that are not known."""
    if a is b or not (is_open(a) or is_open(b)):
        return None
    for type in (a, b):
        if isinstance(type, StructT) and is_archetype(type):
            program.definitions.asked.append((type, None))
    return _unknown(program.library.bool)


# -- memory ----------------------------------------------------------------------------------------


def _pointed(
    frame: Frame, callee: BuiltinV, arguments: list[Argument]
) -> tuple[SourceType, Any, Any]:
    type = frame.program.members.instantiated(callee.bound[0])
    if not isinstance(type, SourceType):
        frame.fail("not-a-type", f"'{spell(type)}' is not a type")
    value = frame.program.conversions.runtime(frame, arguments[0].value)
    keeps = (
        keeps_of(value) if not isinstance(value, Place) or value.root is None else value.root.keeps
    )
    return type, frame.program.conversions.ssa(frame, value), keeps


@builtin("__get_address_as_lvalue", parameters=1, arguments=1, of_open="usable")
def _lvalue(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    type, pointer, keeps = _pointed(frame, callee, arguments)
    return Place(type, pointer, True, keeps=keeps)


@builtin("__get_address_as_owned_value", parameters=1, arguments=1, of_open="usable")
def _owned_value(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    type, pointer, _ = _pointed(frame, callee, arguments)
    if frame.program.facts.is_register(type):
        return Rvalue(type, frame.load(pointer, frame.program.facts.ir_type(type)))
    variable = frame.variable("", type, pointer=pointer, initialized=True)
    return frame.place_of(variable, is_temporary=True)


@builtin("__get_address_as_uninit_lvalue", parameters=1, arguments=1, of_open="usable")
def _uninit_lvalue(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    type, pointer, keeps = _pointed(frame, callee, arguments)
    place = Place(type, pointer, True, keeps=keeps)
    place.uninitialized = True
    return place


@builtin("__address_of", arguments=1, of_open="usable")
def _address_of(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """`__address_of(x)`; of `x^`, the address of a value that whoever asks for it owns from now on."""
    place = frame.program.conversions.in_memory(frame, arguments[0].value)
    if place.is_transfer and place.root is not None:
        frame.moved(place.root, place.path)
    else:
        frame.use(place)
    return Rvalue(MlirT(place.pointer.type), place.pointer, uncertain(keeps_of(place)))


@builtin("__pack_element", parameters=1, arguments=1)
def _pack_element(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    place = frame.program.conversions.in_memory(frame, arguments[0].value)
    if not isinstance(place.type, PackT):
        frame.fail("not-a-value", f"'{spell(place.type)}' has no pack elements")
    index = _number(callee.bound[0])
    if not 0 <= index < len(place.type.elements):
        frame.fail(
            "index-out-of-range",
            f"element {index} of {len(place.type.elements)} does not exist",
        )
    pointer = frame.emit(
        kgen.StructGep,
        (place.pointer,),
        (t.POINTER,),
        {"struct": frame.program.facts.ir_type(place.type), "index": index},
    ).results[0]
    return Place(place.type.elements[index], pointer, place.mutable, keeps=keeps_of(place))


@builtin("__global_address", parameters=2)
def _global_address(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    name = _text(callee.bound[0])
    frame.program.declare_global(name, _ir(frame, callee.bound[1]))
    return Rvalue(MlirT(t.POINTER), frame.address_of(name))


@builtin("__constant_address", parameters=1)
def _constant_address(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """The address of a compile-time value kept in the program's constant data."""
    value = callee.bound[0]
    if not isinstance(value, Const):
        frame.fail("not-a-value", f"'{spell(value)}' is not a constant")
    symbol = frame.program.instances.constant(value.raw, frame.program.facts.ir_type(value.type))
    return Rvalue(MlirT(t.POINTER), frame.address_of(symbol))


# -- types -----------------------------------------------------------------------------------------


def _ir(frame: Frame, value: ParamValue) -> t.Type:
    type = frame.program.members.instantiated(value)
    if not isinstance(type, SourceType):
        raise CompileError(
            error("not-a-type", frame.program.current_loc, f"'{spell(type)}' is not a type")
        )
    return frame.program.facts.ir_type(type)


def _integer(frame: Frame, value: int) -> Val:
    return Known(frame.program.comptime.integer(value))


def _boolean(frame: Frame, value: bool) -> Val:
    return Known(frame.program.comptime.boolean(value))


@builtin("__size_of", parameters=1, of_open="number")
def _size_of(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _integer(frame, size_of(_ir(frame, callee.bound[0])))


@builtin("__align_of", parameters=1, of_open="number")
def _align_of(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _integer(frame, alignment_of(_ir(frame, callee.bound[0])))


@builtin("__type_name", parameters=1, of_open="text")
def _type_name(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    type = frame.program.members.as_type(callee.bound[0])
    shown = type.full_name() if isinstance(type, StructT) else spell(type)
    return Known(frame.program.comptime.string(shown))


@builtin("__linkage_name", parameters=1)
def _linkage_name(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    function = _function(frame, callee)
    decl = function.decls[0]
    inputs = frame.program.signatures.with_holes(decl, function.owner).args
    shown = [f"::{a.type.full_name() if isinstance(a.type, StructT) else a.type}" for a in inputs]
    path = [decl.module.name, *([decl.parent.name] if decl.parent else []), decl.name]
    return Known(frame.program.comptime.string(f"{'::'.join(path)}({','.join(shown)})"))


def _function(frame: Frame, callee: BuiltinV) -> FunctionRef:
    function = callee.bound[0]
    if not isinstance(function, FunctionRef):
        frame.fail("not-a-function", f"'{spell(function)}' is not a function")
    return function


@builtin("__same_type", parameters=2, of_open="equality")
def _same_type(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    a, b = (frame.program.members.instantiated(v) for v in callee.bound[:2])
    return _boolean(frame, a == b)


@builtin("__is_function_type", parameters=1, of_open="truth")
def _is_function_type(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _boolean(frame, isinstance(callee.bound[0], FunctionT))


@builtin("conforms_to", of_open="usable")
def _conforms_to(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    values = [
        *callee.bound,
        *(frame.program.comptime.param_value(frame, a.value) for a in arguments),
    ]
    if len(values) < 2:
        frame.fail("invalid-parameters", "'conforms_to' needs a type and a trait")
    type, trait = values[0], values[1]
    if isinstance(type, (Hole, Deferred)) or isinstance(trait, (Hole, Deferred)):
        return Known(DEFERRED)
    if isinstance(trait, SomeV):
        trait = trait.bound
    if not isinstance(trait, (TraitT, FunctionT)):
        frame.fail("not-a-trait", f"'{spell(trait)}' is not a trait")
    types = type if isinstance(type, tuple) else (type,)
    if frame.program.definitions.is_asking and any(map(is_open, types)):
        return _asked(frame, types, trait)
    return _boolean(frame, all(frame.program.facts.conforms(x, trait) for x in types))


def _asked(frame: Frame, types: tuple[ParamValue, ...], trait: TraitT | FunctionT) -> Val:
    """A body asks whether what its parameters stand for has a trait."""
    definitions = frame.program.definitions
    if all(frame.program.facts.conforms(x, trait) for x in types):
        return _boolean(frame, True)
    for type in types:
        if is_archetype(type) and isinstance(trait, TraitT):
            definitions.asked.append((type, trait))
        elif isinstance(type, StructT):
            definitions.ask_parts(type, trait)
    return _unknown(frame.program.library.bool)


@builtin("rebind", parameters=1, arguments=1, of_open="usable")
def _rebind(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    wanted = frame.program.members.instantiated(callee.bound[0])
    value = frame.program.conversions.settle(frame, arguments[0].value)
    runtime = frame.program.conversions.runtime(frame, value)
    facts = frame.program.facts
    is_sure = not is_open(wanted) and not is_open(runtime.type)
    if (
        not isinstance(wanted, SourceType)
        or is_sure
        and facts.ir_type(wanted) is not facts.ir_type(runtime.type)
    ):
        frame.fail("type-mismatch", f"'{spell(runtime.type)}' is not '{spell(wanted)}'")
    if isinstance(runtime, Rvalue):
        return Rvalue(wanted, runtime.ssa, runtime.keeps)
    place = Place(
        wanted, runtime.pointer, runtime.mutable, runtime.root, runtime.path, runtime.keeps
    )
    place.is_temporary = runtime.is_temporary
    place.is_transfer = runtime.is_transfer
    return place


@builtin("materialize", parameters=1, of_open="usable")
def _materialize(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """`materialize[v]()`: a compile-time value as a run-time one."""
    return frame.program.conversions.materialize(frame, Known(callee.bound[0]))


@builtin("__trivially_destructible", parameters=1, of_open="truth")
def _trivially_destructible(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _is_trivial(frame, callee, "destroy")


@builtin("__trivially_copyable", parameters=1, of_open="truth")
def _trivially_copyable(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _is_trivial(frame, callee, "copy")


@builtin("__trivially_movable", parameters=1, of_open="truth")
def _trivially_movable(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _is_trivial(frame, callee, "move")


def _is_trivial(frame: Frame, callee: BuiltinV, hook: str) -> Val:
    type = frame.program.members.instantiated(callee.bound[0])
    facts = frame.program.facts
    known = isinstance(type, SourceType) and facts.is_trivial(type, hook)
    return _boolean(frame, known and (hook != "copy" or facts.is_copyable(type)))


@builtin("__origin_constant", parameters=1)
def _origin_constant(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    kind = _text(callee.bound[0])
    return Known(OriginV(kind.endswith("mut"), tracked=False, is_any=kind.startswith("any")))


@builtin("__immutable_origin", parameters=1)
def _immutable_origin(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """The same owner, to be read only."""
    origin = callee.bound[0]
    assert isinstance(origin, OriginV)
    return Known(OriginV(False, origin.tracked, origin.is_any))


# -- reflection ------------------------------------------------------------------------------------


def _fields(program: Program, type: ParamValue) -> tuple[SourceType, ...]:
    type = program.members.instantiated(type)
    if isinstance(type, ClosureT):
        return tuple(type.closure.reflected_fields())
    return program.facts.fields(type) if isinstance(type, StructT) else ()


@builtin("__is_struct", parameters=1, of_open="truth")
def _is_struct(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    type = frame.program.members.instantiated(callee.bound[0])
    return Known(frame.program.comptime.boolean(isinstance(type, StructT | ClosureT)))


@builtin("__struct_field_count", parameters=1, of_open="number")
def _field_count(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _integer(frame, len(_fields(frame.program, callee.bound[0])))


@builtin("__struct_field_types", parameters=1)
def _field_types(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return Known(_fields(frame.program, callee.bound[0]))


@builtin("__struct_field_name", parameters=2)
def _field_name(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    type = frame.program.members.instantiated(callee.bound[0])
    fields = type.decl.fields if isinstance(type, StructT) else ()
    field = _item(frame.program, fields, callee.bound[1:])
    return Known(frame.program.comptime.string(field.attrs["name"]))


@builtin("__struct_field_ref", parameters=1, arguments=1)
def _field_ref(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    value = frame.program.conversions.runtime(frame, arguments[0].value)
    return frame.program.members.field(frame, value, _number(callee.bound[0]))


@builtin("__struct_field_offset", parameters=2)
def _field_offset(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    ir_type = _ir(frame, callee.bound[0])
    offsets = field_offsets(ir_type) if isinstance(ir_type, t.StructType) else (0,)
    return _integer(frame, _item(frame.program, offsets, callee.bound[1:]))


@builtin("__functions_in_module")
def _functions_in_module(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """The module's own functions, in order, as a pack."""
    _depends_on_caller(frame)
    module = (
        frame.program.main if frame.scope.module.name.startswith("std.") else frame.scope.module
    )
    functions = [m for m in module.members.values() if isinstance(m, list)]
    return Known(tuple(FunctionRef(tuple(f)) for f in functions))


@builtin("__qualified_type_name", parameters=1, of_open="text")
def _qualified_type_name(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    type = frame.program.members.as_type(callee.bound[0])
    return Known(frame.program.comptime.string(qualified_name(type)))


@builtin("__function_name", parameters=1)
def _function_name(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    value = callee.bound[0]
    decls = getattr(value, "decls", None)
    name = decls[0].name if decls else spell(value)
    return Known(frame.program.comptime.string(name))


def _function_arguments(program: Program, function: ParamValue) -> list[SigArg]:
    """The arguments of a function that is a parameter value, their types complete."""
    if isinstance(function, ClosureRef):
        function = FunctionRef((function.closure.decl,), None, function.bound)
    if not isinstance(function, FunctionRef):
        raise CompileError(
            error(
                "invalid-parameters",
                program.current_loc,
                f"'{spell(function)}' is no function",
            )
        )
    frame = program.comptime.scratch(program.empty_scope(), None)
    try:
        return program.overloads.without_arguments(frame, function).signature.args
    except NoMatch as failure:
        frame.fail("bad-kernel", f"'{spell(function)}' is not ready to run: {failure}")


@builtin("__function_arg_count", parameters=1)
def _function_arg_count(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _integer(frame, len(_function_arguments(frame.program, callee.bound[0])))


@builtin("__function_arg_name", parameters=2)
def _function_arg_name(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    args = _function_arguments(frame.program, callee.bound[0])
    argument = _item(frame.program, args, callee.bound[1:])
    return Known(frame.program.comptime.string(argument.info.name))


@builtin("__function_arg_types", parameters=1)
def _function_arg_types(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return Known(tuple(arg.type for arg in _function_arguments(frame.program, callee.bound[0])))


@builtin("__closure_environment", parameters=1)
def _closure_environment(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """The address of a block with all that a closure captured."""
    closure = _capturing(frame, callee.bound[0])
    if closure is None:
        return Rvalue(MlirT(t.POINTER), frame.constant(None, t.POINTER))
    found = environment_of(frame, closure)
    assert found.environment is not None
    block = copied_block(frame, closure.closure, found.environment, frame.program.facts)
    return Rvalue(MlirT(t.POINTER), block, found.keeps)


@builtin("__closure_size", parameters=1)
def _closure_size(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """The bytes of what a closure captured; 0 for a function that captures nothing."""
    closure = _capturing(frame, callee.bound[0])
    if closure is None:
        return _integer(frame, 0)
    return _integer(frame, size_of(block_type(closure.closure, frame.program.facts)))


def _capturing(frame: Frame, kernel: ParamValue) -> ClosureRef | None:
    """The capturing function that a kernel is, or that is a parameter of it."""
    found = list(dict.fromkeys(closures_in((kernel,))))
    if len(found) > 1:
        names = " and ".join(f"'{c.closure.name}'" for c in found)
        frame.fail(
            "bad-kernel",
            f"a kernel can have one function that captures variables, not {names};"
            " let one nested function call the others, and pass that",
        )
    return found[0] if found else None


# -- places in the source --------------------------------------------------------------------------


def location_constant(frame: Frame, loc: Any) -> Const:
    return frame.program.comptime.string(location_text(loc))


def _depends_on_caller(frame: Frame) -> None:
    """The function being elaborated is not the same in every program."""
    if frame.program.instances.stack:
        frame.program.instances.stack[-1].is_volatile = True


def _caller(frame: Frame) -> Any:
    """Where the function being elaborated was called from."""
    stack = frame.program.instances.stack
    return stack[-1].requested if stack else frame.program.current_loc


@builtin("__call_location_text")
def _call_location_text(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """The place of the call; in a function that is always inlined it differs from call to call."""
    if frame.function.attrs.get("inline") != "always":
        _depends_on_caller(frame)
        return Known(location_constant(frame, _caller(frame)))
    frame.function.set_attr("call_sites", True)
    site = frame.emit(kgen.CallSite, (), (t.STRING,))
    return Rvalue(frame.program.library.string_literal, site.results[0])


@builtin("__source_location_text")
def _source_location_text(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return Known(location_constant(frame, frame.loc))


@builtin("__call_site_text")
def _call_site_text(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """As the default of an argument: where the call is that leaves the argument out."""
    return Known(location_constant(frame, frame.call_site or frame.loc))


@builtin("__call_site_is_2025")
def _call_site_is_2025(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """As the default of an argument: whether the code that leaves the argument out is of edition 2025."""
    return Known(frame.program.comptime.boolean(frame.call_means.has_old_functions))


@builtin("__call_site_counts_back")
def _call_site_counts_back(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    """The same; other code must not name an element by a literal below zero."""
    if not frame.call_means.has_old_functions:
        for slot in frame.call_slots:
            if isinstance(slot, Argument) and _is_negative_literal(frame, slot.value):
                message = (
                    "indices count from 0 and are not negative: the last element is 'x[len(x) - 1]'"
                )
                frame.fail("index-out-of-range", message, frame.call_site)
    return _call_site_is_2025(frame, callee, arguments)


def _is_negative_literal(frame: Frame, value: Val) -> bool:
    known = value.value if isinstance(value, Known) else None
    if not isinstance(known, Const) or known.type is not frame.program.library.int_literal:
        return False
    return isinstance(known.raw, int) and known.raw < 0


# -- target and options ----------------------------------------------------------------------------


@builtin("__is_compile_time")
def _is_compile_time(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    if frame.is_comptime:
        return _boolean(frame, True)
    type = frame.program.comptime.boolean(True).type
    return Rvalue(type, frame.pure(kgen.IsCompileTime, (), t.BOOL))


@builtin("__target_info", parameters=1)
def _target_info(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    target = callee.bound[1] if len(callee.bound) > 1 else None
    if isinstance(target, Const) and isinstance(target.raw, Target):
        value = frame.program.target_fact(_text(callee.bound[0]), target.raw)
    else:
        value = frame.program.target_fact(_text(callee.bound[0]))
    if isinstance(value, int):
        return _integer(frame, value)
    return Known(frame.program.comptime.string(value))


@builtin("__defined", parameters=1)
def _defined(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    return _boolean(frame, _text(callee.bound[0]) in frame.program.defines)


@builtin("__define_value", parameters=1)
def _define_value(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    name = _text(callee.bound[0])
    if name not in frame.program.defines:
        frame.fail("unknown-define", f"'{name}' is not defined; pass -D {name}=value")
    return Known(frame.program.comptime.string(frame.program.defines[name]))


# -- members of things that are not structs --------------------------------------------------------


def type_attribute(frame: Frame, base: ParamValue, name: str) -> Val | None:
    """Members of packs and of function values."""
    if isinstance(base, OpenPack) and name in ("size", "length"):
        return _unknown(frame.program.library.int)
    if isinstance(base, tuple) and name in ("__len__", "size", "length"):
        if name == "__len__":
            return Known(BuiltinV("__pack_length", (base,)))
        return _integer(frame, len(base))
    if isinstance(base, tuple):
        found = frame.program.members.type_member(library_type_of(frame.program, base), name)
        return Known(found) if found is not None else None
    return None


@builtin("__pack_length", parameters=1, of_open="number")
def _pack_length(frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
    value = callee.bound[0]
    return _integer(frame, len(value) if isinstance(value, tuple) else 0)


def length_of_pack(frame: Frame, value: Val) -> Val | None:
    """`len(Ts)` of a compile-time pack."""
    if isinstance(value, Known) and isinstance(value.value, OpenPack):
        return _unknown(frame.program.library.int)
    if isinstance(value, Known) and isinstance(value.value, tuple):
        return _integer(frame, len(value.value))
    return None


def pack_item(frame: Frame, base: tuple[ParamValue, ...], items: list[Argument]) -> ParamValue:
    """`Ts[i]`."""
    if len(items) != 1:
        frame.fail("invalid-parameters", "a pack is indexed with one number")
    value = frame.program.comptime.param_value(frame, items[0].value)
    if isinstance(value, (Hole, Deferred)):
        return DEFERRED
    if isinstance(base, OpenPack):
        return base.element
    if is_unknown(value):
        return DEFERRED
    index = _number(value)
    if not -len(base) <= index < len(base):
        frame.fail(
            "index-out-of-range",
            f"the pack has {len(base)} elements; there is no element {index}",
        )
    return base[index]


# -- reading parameters ----------------------------------------------------------------------------


def _item(program: Program, items: Sequence[Item], indices: tuple[ParamValue, ...]) -> Item:
    """`items[i]`, with the first of `indices`."""
    index = _number(indices[0]) if indices else -1
    if not 0 <= index < len(items):
        message = f"there is no element {index} among {len(items)}"
        raise CompileError(error("index-out-of-range", program.current_loc, message))
    return items[index]


def _number(value: ParamValue) -> int:
    raw = value.raw if isinstance(value, Const) else value
    while isinstance(raw, tuple) and len(raw) == 1:
        raw = raw[0]
    if not isinstance(raw, int):
        raise CompileError(error("invalid-parameters", None, f"'{spell(value)}' is not a number"))
    return int(raw)


def _text(value: ParamValue) -> str:
    raw = value.raw if isinstance(value, Const) else value
    while isinstance(raw, tuple) and len(raw) == 1:
        raw = raw[0]
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)
