"""Functions the compiler itself provides: addresses, sizes, reflection, target facts. All names start with `__` but for
a few that the language itself defines (`conforms_to`, `rebind`, `Some`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from ember.dialects import kgen
from ember.dialects import types as t
from ember.dialects.layout import alignment_of, field_offsets, size_of
from ember.elab.instances.instances import closures_in
from ember.elab.instances.kernel_captures import pack, packed_type
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    BuiltinV,
    ClosureRef,
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
from ember.elab.type_facts.parameter_packs import Packs
from ember.elab.type_facts.signatures import SigArg, SomeV
from ember.ir.nodes import Op
from ember.support.diagnostics import CompileError, error
from ember.support.source import Span
from ember.support.target import Target

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

Item = TypeVar("Item")
BuiltinRule = Callable[["Builtins", Frame, BuiltinV, list[Argument]], Val]
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
    """Declares the method below it as the rule of a function."""

    def declare(rule: BuiltinRule) -> BuiltinRule:
        BUILTINS[name] = Builtin(rule, parameters, arguments, of_open)
        return rule

    return declare


class Builtins:
    """Calls and members that are not written in the language."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.packs = Packs(program)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(
            [
                *BUILTINS,
                "Some",
                "SomeTypeList",
                "__struct_field_type",
                "__function_arg_type",
                *self.packs.rules,
            ]
        )

    def call(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        builtin = BUILTINS.get(callee.name)
        if builtin is None:
            frame.fail("not-callable", f"'{callee.name}' cannot be called")
        if any(has_hole(b) for b in callee.bound):
            return Known(DEFERRED)
        if any(isinstance(b, OpenPack) or is_open(b) for b in callee.bound):
            vague = self._of_open(builtin, callee)
            if vague is not None:
                return vague
        if len(callee.bound) < builtin.parameters or len(arguments) < builtin.arguments:
            frame.fail("invalid-parameters", f"'{callee.name}' is not given what it needs")
        return builtin.rule(self, frame, callee, arguments)

    def bind(
        self, target: BuiltinV, items: tuple[ParamValue, ...], keywords: dict[str, ParamValue]
    ) -> ParamValue:
        """`name[params]` of a built-in name."""
        if not items and not keywords:
            raise NoMatch(f"'{target.name}' needs parameters")
        if target.name in ("Some", "SomeTypeList"):
            return SomeV(items[0])
        if target.name == "__struct_field_type":
            if any(map(has_hole, items)):
                return DEFERRED
            return self._item(self._fields(items[0]), items[1:])
        if target.name == "__function_arg_type":
            if any(map(has_hole, items)):
                return DEFERRED
            return self._item(self._function_arguments(items[0]), items[1:]).type
        if target.name in self.packs.rules:
            return self.packs.make(target.name, items)
        merged = (*target.keywords, *keywords.items())
        return BuiltinV(target.name, (*target.bound, *items), merged)

    def _of_open(self, builtin: Builtin, callee: BuiltinV) -> Val | None:
        """What is said of a type or value that is not known yet: a value of a known type, if that much is known."""
        library = self.program.library
        match builtin.of_open:
            case "usable":
                return None
            case "equality":
                a, b = (self.program.members.instantiated(v) for v in callee.bound)
                return self.unsure_equality(a, b)
            case "number":
                return self._unknown(library.int)
            case "text":
                return self._unknown(library.string_literal)
            case "truth":
                return self._unknown(library.bool)
        return Known(DEFERRED)

    def _unknown(self, type: StructT) -> Val:
        return Known(unknown_value(type))

    def unsure_equality(self, a: ParamValue, b: ParamValue) -> Val | None:
        """Whether two types are the same, where one of them stands for types that are not known."""
        if a is b or not (is_open(a) or is_open(b)):
            return None
        for type in (a, b):
            if isinstance(type, StructT) and is_archetype(type):
                self.program.definitions.asked.append((type, None))
        return self._unknown(self.program.library.bool)

    # -- memory ----------------------------------------------------------------------------------

    def _pointed(
        self, frame: Frame, callee: BuiltinV, arguments: list[Argument]
    ) -> tuple[SourceType, Any, Any]:
        type = self.program.members.instantiated(callee.bound[0])
        if not isinstance(type, SourceType):
            frame.fail("not-a-type", f"'{spell(type)}' is not a type")
        value = self.program.conversions.runtime(frame, arguments[0].value)
        keeps = (
            keeps_of(value)
            if not isinstance(value, Place) or value.root is None
            else value.root.keeps
        )
        return type, self.program.conversions.ssa(frame, value), keeps

    @builtin("__get_address_as_lvalue", parameters=1, arguments=1, of_open="usable")
    def _lvalue(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        type, pointer, keeps = self._pointed(frame, callee, arguments)
        return Place(type, pointer, True, keeps=keeps)

    @builtin("__get_address_as_owned_value", parameters=1, arguments=1, of_open="usable")
    def _owned_value(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        type, pointer, _ = self._pointed(frame, callee, arguments)
        if self.program.facts.is_register(type):
            return Rvalue(type, frame.load(pointer, self.program.facts.ir_type(type)))
        variable = frame.variable("", type, pointer=pointer, initialized=True)
        return frame.place_of(variable, is_temporary=True)

    @builtin("__get_address_as_uninit_lvalue", parameters=1, arguments=1, of_open="usable")
    def _uninit_lvalue(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        type, pointer, keeps = self._pointed(frame, callee, arguments)
        place = Place(type, pointer, True, keeps=keeps)
        place.uninitialized = True
        return place

    @builtin("__address_of", arguments=1, of_open="usable")
    def _address_of(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        """`__address_of(x)`; of `x^`, the address of a value that whoever asks for it owns from now on."""
        place = self.program.conversions.in_memory(frame, arguments[0].value)
        if place.is_transfer and place.root is not None:
            frame.moved(place.root, place.path)
        else:
            frame.use(place)
        return Rvalue(MlirT(place.pointer.type), place.pointer, uncertain(keeps_of(place)))

    @builtin("__pack_element", parameters=1, arguments=1)
    def _pack_element(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        place = self.program.conversions.in_memory(frame, arguments[0].value)
        if not isinstance(place.type, PackT):
            frame.fail("not-a-value", f"'{spell(place.type)}' has no pack elements")
        index = self._number(callee.bound[0])
        if not 0 <= index < len(place.type.elements):
            frame.fail(
                "index-out-of-range",
                f"element {index} of {len(place.type.elements)} does not exist",
            )
        pointer = frame.emit(
            kgen.StructGep,
            (place.pointer,),
            (t.POINTER,),
            {"struct": self.program.facts.ir_type(place.type), "index": index},
        ).results[0]
        return Place(place.type.elements[index], pointer, place.mutable, keeps=keeps_of(place))

    @builtin("__global_address", parameters=2)
    def _global_address(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        name = self._text(callee.bound[0])
        self.program.declare_global(name, self._ir(callee.bound[1]))
        return Rvalue(MlirT(t.POINTER), frame.address_of(name))

    @builtin("__constant_address", parameters=1)
    def _constant_address(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        """The address of a compile-time value kept in the program's constant data."""
        value = callee.bound[0]
        if not isinstance(value, Const):
            frame.fail("not-a-value", f"'{spell(value)}' is not a constant")
        symbol = self.program.instances.constant(value.raw, self.program.facts.ir_type(value.type))
        return Rvalue(MlirT(t.POINTER), frame.address_of(symbol))

    # -- types -----------------------------------------------------------------------------------

    def _ir(self, value: ParamValue) -> t.Type:
        type = self.program.members.instantiated(value)
        if not isinstance(type, SourceType):
            raise CompileError(
                error("not-a-type", self.program.current_loc, f"'{spell(type)}' is not a type")
            )
        return self.program.facts.ir_type(type)

    def _integer(self, value: int) -> Val:
        return Known(self.program.comptime.integer(value))

    def _boolean(self, value: bool) -> Val:
        return Known(self.program.comptime.boolean(value))

    @builtin("__size_of", parameters=1, of_open="number")
    def _size_of(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._integer(size_of(self._ir(callee.bound[0])))

    @builtin("__align_of", parameters=1, of_open="number")
    def _align_of(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._integer(alignment_of(self._ir(callee.bound[0])))

    @builtin("__type_name", parameters=1, of_open="text")
    def _type_name(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        type = self.program.members.as_type(callee.bound[0])
        shown = type.full_name() if isinstance(type, StructT) else spell(type)
        return Known(self.program.comptime.string(shown))

    @builtin("__linkage_name", parameters=1)
    def _linkage_name(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        function = self._function(frame, callee)
        decl = function.decls[0]
        inputs = self.program.signatures.with_holes(decl, function.owner).args
        shown = [
            f"::{a.type.full_name() if isinstance(a.type, StructT) else a.type}" for a in inputs
        ]
        path = [decl.module.name, *([decl.parent.name] if decl.parent else []), decl.name]
        return Known(self.program.comptime.string(f"{'::'.join(path)}({','.join(shown)})"))

    def _function(self, frame: Frame, callee: BuiltinV) -> FunctionRef:
        function = callee.bound[0]
        if not isinstance(function, FunctionRef):
            frame.fail("not-a-function", f"'{spell(function)}' is not a function")
        return function

    @builtin("__same_type", parameters=2, of_open="equality")
    def _same_type(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        a, b = (self.program.members.instantiated(v) for v in callee.bound[:2])
        return self._boolean(a == b)

    @builtin("__is_function_type", parameters=1, of_open="truth")
    def _is_function_type(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._boolean(isinstance(callee.bound[0], FunctionT))

    @builtin("conforms_to", of_open="usable")
    def _conforms_to(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        values = [
            *callee.bound,
            *(self.program.comptime.param_value(frame, a.value) for a in arguments),
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
        if self.program.definitions.is_asking and any(map(is_open, types)):
            return self._asked(types, trait)
        return self._boolean(all(self.program.facts.conforms(x, trait) for x in types))

    def _asked(self, types: tuple[ParamValue, ...], trait: TraitT | FunctionT) -> Val:
        """A body asks whether what its parameters stand for has a trait."""
        definitions = self.program.definitions
        if all(self.program.facts.conforms(x, trait) for x in types):
            return self._boolean(True)
        for type in types:
            if is_archetype(type) and isinstance(trait, TraitT):
                definitions.asked.append((type, trait))
            elif isinstance(type, StructT):
                definitions.ask_parts(type, trait)
        return self._unknown(self.program.library.bool)

    @builtin("rebind", parameters=1, arguments=1, of_open="usable")
    def _rebind(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        wanted = self.program.members.instantiated(callee.bound[0])
        value = self.program.conversions.settle(frame, arguments[0].value)
        runtime = self.program.conversions.runtime(frame, value)
        facts = self.program.facts
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
    def _materialize(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        """`materialize[v]()`: a compile-time value as a run-time one."""
        return self.program.conversions.materialize(frame, Known(callee.bound[0]))

    @builtin("__trivially_destructible", parameters=1, of_open="truth")
    def _trivially_destructible(
        self, frame: Frame, callee: BuiltinV, arguments: list[Argument]
    ) -> Val:
        return self._is_trivial(callee, "destroy")

    @builtin("__trivially_copyable", parameters=1, of_open="truth")
    def _trivially_copyable(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._is_trivial(callee, "copy")

    @builtin("__trivially_movable", parameters=1, of_open="truth")
    def _trivially_movable(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._is_trivial(callee, "move")

    def _is_trivial(self, callee: BuiltinV, hook: str) -> Val:
        type = self.program.members.instantiated(callee.bound[0])
        facts = self.program.facts
        known = isinstance(type, SourceType) and facts.is_trivial(type, hook)
        return self._boolean(known and (hook != "copy" or facts.is_copyable(type)))

    @builtin("__origin_constant", parameters=1)
    def _origin_constant(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        kind = self._text(callee.bound[0])
        return Known(OriginV(kind.endswith("mut"), tracked=False, is_any=kind.startswith("any")))

    # -- reflection ------------------------------------------------------------------------------

    def _fields(self, type: ParamValue) -> tuple[SourceType, ...]:
        type = self.program.members.instantiated(type)
        return self.program.facts.fields(type) if isinstance(type, StructT) else ()

    @builtin("__struct_field_count", parameters=1, of_open="number")
    def _field_count(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._integer(len(self._fields(callee.bound[0])))

    @builtin("__struct_field_types", parameters=1)
    def _field_types(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return Known(self._fields(callee.bound[0]))

    @builtin("__struct_field_name", parameters=2)
    def _field_name(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        type = self.program.members.instantiated(callee.bound[0])
        fields = type.decl.fields if isinstance(type, StructT) else ()
        field = self._item(fields, callee.bound[1:])
        return Known(self.program.comptime.string(field.attrs["name"]))

    @builtin("__struct_field_ref", parameters=1, arguments=1)
    def _field_ref(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        value = self.program.conversions.runtime(frame, arguments[0].value)
        return self.program.members.field(frame, value, self._number(callee.bound[0]))

    @builtin("__struct_field_offset", parameters=2)
    def _field_offset(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        ir_type = self._ir(callee.bound[0])
        offsets = field_offsets(ir_type) if isinstance(ir_type, t.StructType) else (0,)
        return self._integer(self._item(offsets, callee.bound[1:]))

    @builtin("__functions_in_module")
    def _functions_in_module(
        self, frame: Frame, callee: BuiltinV, arguments: list[Argument]
    ) -> Val:
        """The module's own functions, in order, as a pack."""
        self._depends_on_caller()
        module = (
            self.program.main if frame.scope.module.name.startswith("std.") else frame.scope.module
        )
        functions = [m for m in module.members.values() if isinstance(m, list)]
        return Known(tuple(FunctionRef(tuple(f)) for f in functions))

    @builtin("__qualified_type_name", parameters=1, of_open="text")
    def _qualified_type_name(
        self, frame: Frame, callee: BuiltinV, arguments: list[Argument]
    ) -> Val:
        type = self.program.members.as_type(callee.bound[0])
        return Known(self.program.comptime.string(qualified_name(type)))

    @builtin("__function_name", parameters=1)
    def _function_name(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        value = callee.bound[0]
        decls = getattr(value, "decls", None)
        name = decls[0].name if decls else spell(value)
        return Known(self.program.comptime.string(name))

    def _function_arguments(self, function: ParamValue) -> list[SigArg]:
        """The arguments of a function that is a parameter value, their types complete."""
        if isinstance(function, ClosureRef):
            function = FunctionRef((function.closure.decl,), None, function.bound)
        if not isinstance(function, FunctionRef):
            raise CompileError(
                error(
                    "invalid-parameters",
                    self.program.current_loc,
                    f"'{spell(function)}' is no function",
                )
            )
        frame = self.program.comptime.scratch(self.program.empty_scope(), None)
        try:
            return self.program.overloads.without_arguments(frame, function).signature.args
        except NoMatch as failure:
            frame.fail("bad-kernel", f"'{spell(function)}' is not ready to run: {failure}")

    @builtin("__function_arg_count", parameters=1)
    def _function_arg_count(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._integer(len(self._function_arguments(callee.bound[0])))

    @builtin("__function_arg_name", parameters=2)
    def _function_arg_name(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        args = self._function_arguments(callee.bound[0])
        argument = self._item(args, callee.bound[1:])
        return Known(self.program.comptime.string(argument.info.name))

    @builtin("__function_arg_types", parameters=1)
    def _function_arg_types(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return Known(tuple(arg.type for arg in self._function_arguments(callee.bound[0])))

    @builtin("__closure_environment", parameters=1)
    def _closure_environment(
        self, frame: Frame, callee: BuiltinV, arguments: list[Argument]
    ) -> Val:
        """The address of a block with all that a closure captured."""
        closure = self._capturing(frame, callee.bound[0])
        if closure is None:
            return Rvalue(MlirT(t.POINTER), frame.constant(None, t.POINTER))
        found = self.program.closures.environment(frame, closure)
        assert found.environment is not None
        block = pack(frame, closure.closure, found.environment, self.program.facts)
        return Rvalue(MlirT(t.POINTER), block, found.keeps)

    @builtin("__closure_size", parameters=1)
    def _closure_size(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        """The bytes of what a closure captured; 0 for a function that captures nothing."""
        closure = self._capturing(frame, callee.bound[0])
        if closure is None:
            return self._integer(0)
        return self._integer(size_of(packed_type(closure.closure, self.program.facts)))

    @staticmethod
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

    # -- places in the source --------------------------------------------------------------------

    def location_text(self, loc: Any) -> str:
        """`path:line:column`; a call or subscript is where its bracket opens."""
        if loc is None:
            return "<unknown>"
        return str(Span(loc.file, loc.start + _last_opening(loc.text), loc.end))

    def location_constant(self, loc: Any) -> Const:
        return self.program.comptime.string(self.location_text(loc))

    def _depends_on_caller(self) -> None:
        """The function being elaborated is not the same in every program."""
        if self.program.instances.stack:
            self.program.instances.stack[-1].is_volatile = True

    def _caller(self) -> Any:
        """Where the function being elaborated was called from."""
        stack = self.program.instances.stack
        return stack[-1].requested if stack else self.program.current_loc

    @builtin("__call_location_text")
    def _call_location_text(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        """The place of the call; in a function that is always inlined it differs from call to call."""
        if frame.function.attrs.get("inline") != "always":
            self._depends_on_caller()
            return Known(self.location_constant(self._caller()))
        frame.function.set_attr("call_sites", True)
        site = frame.emit(kgen.CallSite, (), (t.STRING,))
        return Rvalue(self.program.library.string_literal, site.results[0])

    def resolve_call_sites(self, first: Op | None, loc: Any) -> None:
        """Makes the call sites in `first` and what follows it the constant place `loc`."""
        text = os.fsencode(self.location_text(loc))
        op = first
        while op is not None:
            following = op.next
            for inner in list(op.walk()) if op.regions else (op,):
                if inner.__class__ is kgen.CallSite:
                    constant = kgen.Constant((), (t.STRING,), {"value": text}, (), inner.loc)
                    assert inner.parent is not None
                    inner.parent.insert_before(inner, constant)
                    inner.results[0].replace_all_uses_with(constant.results[0])
                    inner.erase()
            op = following

    @builtin("__source_location_text")
    def _source_location_text(
        self, frame: Frame, callee: BuiltinV, arguments: list[Argument]
    ) -> Val:
        return Known(self.location_constant(frame.loc))

    @builtin("__call_site_text")
    def _call_site_text(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        """As the default of an argument: where the call is that leaves the argument out."""
        return Known(self.location_constant(frame.call_site or frame.loc))

    @builtin("__call_site_is_2025")
    def _call_site_is_2025(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        """As the default of an argument: whether the code that leaves the argument out is of edition 2025."""
        return Known(self.program.comptime.boolean(frame.call_means.has_old_functions))

    @builtin("__call_site_counts_back")
    def _call_site_counts_back(
        self, frame: Frame, callee: BuiltinV, arguments: list[Argument]
    ) -> Val:
        """The same; other code must not name an element by a literal below zero."""
        if not frame.call_means.has_old_functions:
            for slot in frame.call_slots:
                if isinstance(slot, Argument) and self._is_negative_literal(slot.value):
                    message = "indices count from 0 and are not negative: the last element is 'x[len(x) - 1]'"
                    frame.fail("index-out-of-range", message, frame.call_site)
        return self._call_site_is_2025(frame, callee, arguments)

    def _is_negative_literal(self, value: Val) -> bool:
        known = value.value if isinstance(value, Known) else None
        if not isinstance(known, Const) or known.type is not self.program.library.int_literal:
            return False
        return isinstance(known.raw, int) and known.raw < 0

    def _location(self, frame: Frame, loc: Any) -> Val:
        line, column, path = (
            (loc.line, loc.column, loc.file.path) if loc is not None else (0, 0, "")
        )
        comptime = self.program.comptime
        parts = [comptime.integer(line), comptime.integer(column), comptime.string(path)]
        return Known(tuple(parts))

    @builtin("__call_location")
    def _call_location(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        self._depends_on_caller()
        return self._location(frame, self._caller())

    @builtin("__source_location")
    def _source_location(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._location(frame, frame.loc)

    # -- target and options ----------------------------------------------------------------------

    @builtin("__is_compile_time")
    def _is_compile_time(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        if frame.is_comptime:
            return self._boolean(True)
        type = self.program.comptime.boolean(True).type
        return Rvalue(type, frame.pure(kgen.IsCompileTime, (), t.BOOL))

    @builtin("__target_info", parameters=1)
    def _target_info(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        target = callee.bound[1] if len(callee.bound) > 1 else None
        if isinstance(target, Const) and isinstance(target.raw, Target):
            value = self.program.target_fact(self._text(callee.bound[0]), target.raw)
        else:
            value = self.program.target_fact(self._text(callee.bound[0]))
        if isinstance(value, int):
            return self._integer(value)
        return Known(self.program.comptime.string(value))

    @builtin("__defined", parameters=1)
    def _defined(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        return self._boolean(self._text(callee.bound[0]) in self.program.defines)

    @builtin("__define_value", parameters=1)
    def _define_value(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        name = self._text(callee.bound[0])
        if name not in self.program.defines:
            frame.fail("unknown-define", f"'{name}' is not defined; pass -D {name}=value")
        return Known(self.program.comptime.string(self.program.defines[name]))

    # -- members of things that are not structs --------------------------------------------------

    def type_attribute(self, frame: Frame, base: ParamValue, name: str) -> Val | None:
        """Members of packs and of function values."""
        if isinstance(base, OpenPack) and name in ("size", "length"):
            return self._unknown(self.program.library.int)
        if isinstance(base, tuple) and name in ("__len__", "size", "length"):
            if name == "__len__":
                return Known(BuiltinV("__pack_length", (base,)))
            return self._integer(len(base))
        if isinstance(base, tuple):
            found = self.program.members.type_member(self.packs.library_type(base), name)
            return Known(found) if found is not None else None
        return None

    @builtin("__pack_length", parameters=1, of_open="number")
    def _pack_length(self, frame: Frame, callee: BuiltinV, arguments: list[Argument]) -> Val:
        value = callee.bound[0]
        return self._integer(len(value) if isinstance(value, tuple) else 0)

    def length_of_pack(self, value: Val) -> Val | None:
        """`len(Ts)` of a compile-time pack."""
        if isinstance(value, Known) and isinstance(value.value, OpenPack):
            return self._unknown(self.program.library.int)
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return self._integer(len(value.value))
        return None

    def pack_item(
        self, frame: Frame, base: tuple[ParamValue, ...], items: list[Argument]
    ) -> ParamValue:
        """`Ts[i]`."""
        if len(items) != 1:
            frame.fail("invalid-parameters", "a pack is indexed with one number")
        value = self.program.comptime.param_value(frame, items[0].value)
        if isinstance(value, (Hole, Deferred)):
            return DEFERRED
        if isinstance(base, OpenPack):
            return base.element
        if is_unknown(value):
            return DEFERRED
        index = self._number(value)
        if not -len(base) <= index < len(base):
            frame.fail(
                "index-out-of-range",
                f"the pack has {len(base)} elements; there is no element {index}",
            )
        return base[index]

    # -- reading parameters ----------------------------------------------------------------------

    def _item(self, items: Sequence[Item], indices: tuple[ParamValue, ...]) -> Item:
        """`items[i]`, with the first of `indices`."""
        index = self._number(indices[0]) if indices else -1
        if not 0 <= index < len(items):
            message = f"there is no element {index} among {len(items)}"
            raise CompileError(error("index-out-of-range", self.program.current_loc, message))
        return items[index]

    @staticmethod
    def _number(value: ParamValue) -> int:
        raw = value.raw if isinstance(value, Const) else value
        while isinstance(raw, tuple) and len(raw) == 1:
            raw = raw[0]
        if not isinstance(raw, int):
            raise CompileError(
                error("invalid-parameters", None, f"'{spell(value)}' is not a number")
            )
        return int(raw)

    @staticmethod
    def _text(value: ParamValue) -> str:
        raw = value.raw if isinstance(value, Const) else value
        while isinstance(raw, tuple) and len(raw) == 1:
            raw = raw[0]
        return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)


_SCANNED = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[()\[\]{}]', re.DOTALL
)


def _last_opening(text: str) -> int:
    """Where the bracket opens that the text ends with; 0 when it ends otherwise."""
    if not text.endswith((")", "]")):
        return 0
    opened: list[int] = []
    last = 0
    for found in _SCANNED.finditer(text):
        if found.group() in "([{":
            opened.append(found.start())
        elif found.group() in ")]}" and opened:
            last = opened.pop()
    return last
