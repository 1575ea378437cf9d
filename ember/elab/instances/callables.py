"""Functions as values: function types and pointers; variadic and default arguments."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, Final

from ember.dialects import kgen, lit, pop
from ember.dialects import types as t
from ember.elab.instances.closures import call_closure_reference
from ember.elab.instances.instances import Abi, Instance
from ember.elab.model.declarations import FunctionDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    ArgT,
    ClosureRef,
    ClosureT,
    FunctionRef,
    FunctionT,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    has_hole,
    spell,
)
from ember.elab.model.values import (
    Argument,
    ClosureVal,
    Known,
    Place,
    Rvalue,
    Val,
    keeps_of,
    location,
)
from ember.elab.resolution.conversions import FunctionValueT
from ember.elab.resolution.mismatches import NoMatch
from ember.elab.resolution.overloads import Match
from ember.elab.resolution.placing import assign
from ember.elab.resolution.value_hooks import initialize
from ember.elab.type_facts.archetypes import OpenPack, is_anything, is_open, is_unknown
from ember.elab.type_facts.facts import PackT
from ember.elab.type_facts.signatures import SigArg, Signature
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.support.diagnostics import CompileError, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


def _one_by_one(signature: Signature) -> Signature:
    """The signature with an argument for each type of a known pack: `def(*args: *Ts)` where `Ts` is `Int, Bool`."""
    if not any(isinstance(a.type, tuple) for a in signature.args):
        return signature
    plain = Signature(signature.decl, signature.scope)
    for arg in signature.args:
        if not isinstance(arg.type, tuple):
            plain.args.append(arg)
            continue
        for number, type in enumerate(arg.type):
            info = copy(arg.info)
            info.name, info.variadic = f"{info.name}{number}", ""
            plain.args.append(SigArg(info, type, None))
    plain.auto, plain.loans = signature.auto, signature.loans
    plain.result, plain.result_ref = signature.result, signature.result_ref
    plain.error, plain.effect = signature.error, signature.effect
    return plain


_MOST_DEFAULTS: Final = 20
"""How often an argument's default may be asked for while it is evaluated: by code that runs now, and ends."""


class Callables:
    """Makes, passes and calls functions as values."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._signatures: dict[FunctionT, Signature] = {}
        self._adapters: dict[tuple[str, FunctionT], str] = {}
        self._defaults: list[Op] = []  # the arguments whose defaults are being evaluated

    def call_value(
        self, frame: Frame, callee: Rvalue | Place, arguments: list[Argument]
    ) -> Val | None:
        """Calls a run-time value of a function-like type; None for other types."""
        type = callee.type
        if isinstance(type, FunctionValueT):
            return self.program.call_function(frame, type.function, arguments)
        if isinstance(type, ClosureT):
            place = self.program.conversions.in_memory(frame, callee)
            reference = ClosureRef(type.closure)
            own = ClosureVal(reference, place.pointer, keeps_of(place))
            result = call_closure_reference(frame, reference, arguments, own)
            frame.use(place)
            return result
        if isinstance(type, FunctionT):
            return self._call_pointer(
                frame, type, self.program.conversions.ssa(frame, callee), arguments
            )
        return None

    # -- function types --------------------------------------------------------------------------

    def type_expression(self, frame: Frame, op: lit.FunctionTypeExpr) -> ParamValue:
        """`def(Int) -> Bool` as a type."""
        generator = op.regions[0].first
        assert isinstance(generator, lit.Generator)
        decl = FunctionDecl(generator, frame.scope.module)
        decl.scope = frame.scope
        scope = self.program.signatures.hole_scope(decl, None)
        signature = self.program.signatures.evaluate(decl, scope)
        capturing = bool(generator.attrs.get("capturing"))
        return self._type_of_signature(
            _one_by_one(signature),
            thin=bool(op.attrs.get("thin")),
            capturing=capturing,
            abi=op.attrs.get("abi", ""),
        )

    def _type_of_signature(
        self, signature: Signature, *, thin: bool = False, capturing: bool = False, abi: str = ""
    ) -> FunctionT:
        args = tuple(
            ArgT(
                a.type,
                "" if a.convention == "read" else a.convention,
                a.info.name,
                a.info.variadic,
            )
            for a in signature.args
        )
        type = self.program.types.intern(
            FunctionT(
                args,
                signature.result,
                signature.error,
                result_ref=signature.result_ref,
                thin=thin,
                capturing=capturing,
                abi=abi,
                params=len(signature.decl.params),
            )
        )
        self._signatures.setdefault(type, signature)
        return type

    def function_type(self, value: ParamValue) -> FunctionT | None:
        """The type of a function given as a parameter value, with holes where it is generic."""
        if isinstance(value, FunctionT):
            return value
        if is_unknown(value) and isinstance(value.type, FunctionT):
            return value.type
        decl, owner = self._single(value)
        if decl is None:
            return None
        if isinstance(value, FunctionRef) and value.bound and decl.params:
            frame = self.program.comptime.scratch(self.program.empty_scope(), None)
            try:
                bound = self.program.overloads.without_arguments(frame, value)
                return self._type_of_signature(bound.signature)
            except NoMatch:
                pass  # some parameters are still open
        return self._type_of_signature(self.program.signatures.with_holes(decl, owner))

    def pointer_type(self, value: Val) -> FunctionT | None:
        """The type of the address of a function that captures nothing and has no parameters or overloads."""
        reference: ParamValue = None
        if isinstance(value, Known):
            reference = value.value
        elif isinstance(value, ClosureVal) and value.environment is None:
            reference = value.reference
        if isinstance(reference, FunctionRef) and len(reference.decls) > 1:
            return None
        decl, owner = self._single(reference)
        if decl is None or decl.params:
            return None
        signature = self.program.signatures.with_holes(decl, owner)
        type = self._type_of_signature(signature, thin=True)
        return None if signature.auto or has_hole(type) else type

    @staticmethod
    def _single(value: ParamValue) -> tuple[FunctionDecl | None, ParamValue | None]:
        if isinstance(value, FunctionValueT):
            value = value.function
        if isinstance(value, FunctionRef):
            return value.decls[0], value.owner
        if isinstance(value, ClosureT):
            return value.closure.decl, None
        if isinstance(value, ClosureRef):
            return value.closure.decl, None
        return None, None

    def has_function_type(self, value: ParamValue, wanted: FunctionT) -> bool:
        """Whether a callable can serve where a function type is asked for."""
        if is_unknown(value):
            value = value.type
        if value is DEFERRED or is_anything(value):
            return True
        if isinstance(value, StructT):
            return self.program.facts.is_function_like(value) or bool(
                self.program.members.methods(value, "__call__")
            )
        if isinstance(value, FunctionValueT):
            value = value.function
        if isinstance(value, FunctionRef):
            return any(self._fits(d, value.owner, wanted) for d in value.decls)
        if isinstance(value, (ClosureT, ClosureRef)):
            return self._fits(value.closure.decl, None, wanted)
        if isinstance(value, FunctionT):
            return len(value.args) == len(wanted.args)
        return False

    def distance(self, value: ParamValue, wanted: FunctionT) -> int | None:
        """How far a callable is from a function type: 0 a function that is a pointer of just that type, None out of reach."""
        if not self.has_function_type(value, wanted):
            return None
        if not wanted.thin:
            return 1
        if isinstance(value, FunctionValueT):
            value = value.function
        if isinstance(value, (ClosureT, ClosureRef)):
            return 4 if value.closure.captures else 0
        if not isinstance(value, FunctionRef) or len(value.decls) != 1:
            return 1
        raises = self.program.signatures.with_holes(value.decls[0], value.owner).effect != "none"
        return int(raises != (wanted.error is not None))

    def _fits(self, decl: FunctionDecl, owner: ParamValue | None, wanted: FunctionT) -> bool:
        signature = self.program.signatures.with_holes(decl, owner)
        required = [a for a in signature.args if a.info.default is None and not a.info.variadic]
        has_variadic = any(a.info.variadic for a in signature.args)
        if len(required) > len(wanted.args):
            return False
        if not has_variadic and len(signature.args) < len(wanted.args):
            return False
        if signature.effect == "raises" and not has_hole(wanted):
            if wanted.error is None:
                return False
            if signature.error is not wanted.error and not has_hole(signature.error):
                return False  # a caller makes room for an error of the one type only
        for mine, theirs in zip(signature.args, wanted.args, strict=False):
            if isinstance(theirs.type, SourceType) and isinstance(mine.type, SourceType):
                if has_hole(mine.type) or has_hole(theirs.type) or isinstance(mine.type, FunctionT):
                    continue
                if not self.program.conversions.same_type(theirs.type, mine.type):
                    return False
        return self._gives(signature.result, wanted.result)

    def _gives(self, mine: ParamValue, wanted: ParamValue) -> bool:
        """Whether a result is what a caller expects; it may expect nothing."""
        if not isinstance(mine, SourceType) or not isinstance(wanted, SourceType):
            return True
        if has_hole(mine) or has_hole(wanted) or isinstance(mine, (FunctionT, ClosureT)):
            return True
        if is_open(mine) or is_open(wanted) or self.program.is_nothing(wanted):
            return True
        return self.program.conversions.same_type(wanted, mine)

    def may_raise(self, function: FunctionRef) -> bool:
        return any(
            self.program.signatures.with_holes(d, function.owner).effect != "none"
            for d in function.decls
        )

    def as_pointer(self, frame: Frame, value: Val, to: FunctionT) -> Val:
        """A function as a thin pointer of the wanted type."""
        reference: ParamValue = None
        if isinstance(value, Known):
            reference = value.value
        elif isinstance(value, ClosureVal):
            reference = value.reference
        elif isinstance(value, (Rvalue, Place)) and isinstance(
            value.type, (FunctionValueT, ClosureT)
        ):
            reference = (
                value.type.function
                if isinstance(value.type, FunctionValueT)
                else ClosureRef(value.type.closure)
            )
        elif isinstance(value, (Rvalue, Place)) and isinstance(value.type, FunctionT):
            return Rvalue(to, self.program.conversions.ssa(frame, value))
        if isinstance(reference, ClosureRef) and reference.closure.captures:
            frame.fail(
                "invalid-closure",
                f"'{reference.closure.name}' captures variables and cannot be a thin function",
            )
        if not isinstance(reference, (FunctionRef, ClosureRef)) or not self.has_function_type(
            reference, to
        ):
            frame.fail("type-mismatch", f"this is not a function of type '{to}'")
        instance = self._instance_for(frame, reference, to)
        symbol = self._adapted(instance, to)
        return Rvalue(to, frame.address_of(symbol))

    def _instance_for(
        self, frame: Frame, reference: FunctionRef | ClosureRef, to: FunctionT
    ) -> Instance:
        if isinstance(reference, ClosureRef):
            reference.closure.decl.closure = reference.closure
            function = FunctionRef((reference.closure.decl,), None, reference.bound)
        else:
            function = reference
        stand_ins = [Argument(self._stand_in(frame, a)) for a in to.args]
        match = self.program.overloads.choose(frame, function, stand_ins)
        return self.program.instances.get(match.decl, match.owner, match.params, match.signature)

    def bound_instance(self, frame: Frame, reference: FunctionRef | ClosureRef) -> Instance:
        """The function a parameter value stands for, no call in sight."""
        own: ClosureRef | None = None
        if isinstance(reference, ClosureRef):
            reference.closure.decl.closure = reference.closure
            own = ClosureRef(reference.closure)
            reference = FunctionRef((reference.closure.decl,), None, reference.bound)
        try:
            match = self.program.overloads.without_arguments(frame, reference)
        except NoMatch as failure:
            frame.fail("bad-kernel", f"'{reference.decls[0].name}' is not ready to run: {failure}")
        return self.program.instances.get(
            match.decl, match.owner, match.params, match.signature, own
        )

    def _stand_in(self, frame: Frame, arg: ArgT) -> Val:
        """A value of an argument's type that is only looked at for its type."""
        assert isinstance(arg.type, SourceType)
        detached = kgen.Undefined((), (t.POINTER,))
        return Place(arg.type, detached.results[0], True)

    def _adapted(self, instance: Instance, to: FunctionT) -> str:
        """The symbol to call through a pointer of type `to`; an adapter where the effects differ."""
        wanted = Abi(self.program, self._signatures[to], 0)
        if wanted.inputs == instance.abi.inputs and wanted.results == instance.abi.results:
            if instance.state == "declared":
                self.program.instances.queue.append(instance)
            return instance.symbol
        key = (instance.symbol, to)
        found = self._adapters.get(key)
        if found is None:
            found = self._adapters[key] = self._adapter(instance, wanted)
        return found

    def _adapter(self, instance: Instance, wanted: Abi) -> str:
        symbol = f"{instance.symbol}.adapter{len(self._adapters)}"
        func = kgen.Func(
            (),
            (),
            {
                "name": symbol,
                "type": t.FunctionType(tuple(wanted.inputs), tuple(wanted.results)),
                "linkage": "internal",
                "inline": "",
                "is_declaration": False,
                "source_name": instance.decl.qualified_name,
            },
            (Region(wanted.inputs),),
        )
        self.program.instances.by_symbol[symbol] = func
        self.program.output.body.append(func)
        frame = Frame(self.program, self.program.empty_scope(), func)
        inputs = list(func.body.args)
        if wanted.raises:
            error = inputs.pop()
        else:
            error = frame.constant(None, t.POINTER)
        operands = [*inputs, error] if instance.abi.raises else inputs
        call = frame.emit(
            kgen.Call, operands, instance.abi.results, {"callee": SymbolRef(instance.symbol)}
        )
        results = list(call.results)
        if instance.abi.raises and not wanted.raises:
            results = results[1:]
        elif wanted.raises and not instance.abi.raises:
            results = [frame.constant(False, t.I1), *results]
        frame.emit(kgen.Return, results)
        return symbol

    def share_signatures(self, host: Callables) -> None:
        """Types of functions met in one program may be called in the other."""
        self._signatures = host._signatures

    def _call_pointer(
        self, frame: Frame, type: FunctionT, pointer: Value, arguments: list[Argument]
    ) -> Val:
        signature = self._signatures[type]
        try:
            slots, _ = assign(signature.decl, signature, arguments)
        except NoMatch as failure:
            frame.fail("no-matching-call", f"cannot call this function: {failure}")
        match = Match(signature.decl, None, {}, signature, slots, ())
        abi = Abi(self.program, signature, 0)
        return self.program.emit_indirect(frame, abi, match, pointer)

    # -- arguments -------------------------------------------------------------------------------

    def received_type(self, arg: SigArg) -> SourceType:
        """The type an argument has inside the function."""
        kind = arg.info.variadic
        if not kind:
            if not isinstance(arg.type, SourceType):
                message = f"the type of the argument '{arg.info.name}' is not known here"
                raise CompileError(error("cannot-infer-type", arg.info.op.loc, message))
            return arg.type
        library = self.program.library
        is_owned = arg.convention in ("var", "deinit")
        if kind == "*pack":
            decl = library.owned_variadic_pack if is_owned else library.variadic_pack
            is_closed = isinstance(arg.type, tuple) and not isinstance(arg.type, OpenPack)
            elements = arg.type if is_closed else (arg.type,)
            return self._bound(StructGen(decl, ()), elements)
        if kind == "**":
            try:
                return self._bound(library.keyword_arguments, (arg.type,))
            except NoMatch as failure:
                message = f"the values of '**{arg.info.name}' cannot be kept: {failure}"
                raise CompileError(error("type-mismatch", arg.info.op.loc, message)) from None
        decl = library.owned_variadic_list if is_owned else library.variadic_list
        return self._bound(StructGen(decl, ()), (arg.type,))

    def _bound(self, target: ParamValue, items: tuple[ParamValue, ...]) -> SourceType:
        bound = self.program.members.bind(target, items, {})
        assert isinstance(bound, SourceType), f"cannot bind {spell(target)}"
        return bound

    def pass_variadic(
        self, passing: Any, arg: SigArg, slot: list[Argument], type: SourceType, by_pointer: bool
    ) -> Value:
        frame: Frame = passing.frame
        if arg.info.variadic == "**":
            return self._pass_keywords(passing, arg, slot, type)
        if len(slot) == 1 and slot[0].unpack == "*":
            convention = "var" if arg.convention in ("var", "deinit") else "read"
            return passing.one(slot[0].value, type, convention, arg.info.name, by_pointer)  # type: ignore[no-any-return]
        element_types = arg.type if isinstance(arg.type, tuple) else (arg.type,) * len(slot)
        convention = arg.convention if arg.convention in ("mut", "var", "ref", "deinit") else "read"
        pointers = []
        if len(slot) != len(element_types):
            frame.fail("misplaced-unpack", f"'{arg.info.name}' takes {len(element_types)} values")
        for argument, element in zip(slot, element_types, strict=True):
            pointers.append(
                self._pass_element(passing, argument.value, element, convention, arg.info.name)
            )
        attrs = {"type": t.POINTER, "count": max(1, len(pointers)), "alignment": 0, "name": ""}
        array = frame.emit(pop.StackAllocation, (), (t.POINTER,), attrs).results[0]
        for i, pointer in enumerate(pointers):
            target = frame.emit(
                pop.Offset, (array, frame.index(i)), (t.POINTER,), {"element": t.POINTER}
            ).results[0]
            frame.store(pointer, target)
        ir_type = self.program.facts.ir_type(type)
        if isinstance(ir_type, t.StructType):
            fields = [array, frame.index(len(pointers))]
            whole = frame.emit(kgen.StructCreate, fields, (ir_type,)).results[0]
        else:
            whole = array
        if not by_pointer:
            return whole
        memory = frame.emit(
            pop.StackAllocation,
            (),
            (t.POINTER,),
            {"type": ir_type, "count": 1, "alignment": 0, "name": ""},
        ).results[0]
        frame.store(whole, memory)
        return memory

    def _pass_element(
        self, passing: Any, value: Val, type: SourceType, convention: str, name: str
    ) -> Value:
        if convention == "read":
            converted = self.program.conversions.convert(passing.frame, value, type)
            place = self.program.conversions.in_memory(passing.frame, converted)
            passing.uses.append(place)
            passing.reach(name, location(place), False)
            passing.keep(name, place, place.mutable)
            return place.pointer
        return passing.one(value, type, convention, name, True)  # type: ignore[no-any-return]

    def _pass_keywords(
        self, passing: Any, arg: SigArg, slot: list[Argument], type: SourceType
    ) -> Value:
        frame: Frame = passing.frame
        assert isinstance(type, StructT)
        if len(slot) == 1 and slot[0].unpack == "**":
            return passing.one(slot[0].value, type, "var", arg.info.name, True)  # type: ignore[no-any-return]
        variable = frame.temporary(type)
        initialize(frame, variable, self.program.construct(frame, type, []))
        place = frame.place_of(variable)
        for argument in slot or []:
            key = Known(self.program.comptime.string(argument.name))
            value = self.program.conversions.convert(frame, argument.value, arg.type)
            self.program.call_method(frame, place, "__setitem__", key, value)
        passing.moves.append((variable, ()))
        return variable.pointer

    def default_value(self, frame: Frame, match: Match, arg: SigArg) -> Val:
        """An argument's default, evaluated at the call in the function's scope."""
        region = arg.info.default
        assert region is not None
        for top in region:
            for op in top.walk():
                for result in op.results:
                    frame.values.pop(result, None)
        self._refuse_endless(frame, arg)
        outer, loc = frame.scope, frame.loc
        call = frame.call_site, frame.call_means, frame.call_slots
        frame.scope = match.signature.scope
        frame.call_site, frame.call_means, frame.call_slots = (
            loc,
            outer.module.means,
            match.slots,
        )
        try:
            return self.program.region_values(frame, region)[0]
        finally:
            frame.scope, frame.loc = outer, loc
            frame.call_site, frame.call_means, frame.call_slots = call
            self._defaults.pop()

    def _refuse_endless(self, frame: Frame, arg: SigArg) -> None:
        """A default whose value needs that same default, again and again."""
        if self._defaults.count(arg.info.op) > _MOST_DEFAULTS:
            frame.fail("cyclic-alias", f"the default of '{arg.info.name}' depends on itself")
        self._defaults.append(arg.info.op)

    def spread(self, frame: Frame, arguments: list[Argument]) -> list[Argument]:
        """`f(*pack)`: the elements as arguments of their own."""
        spread: list[Argument] = []
        for argument in arguments:
            if argument.unpack != "*":
                spread.append(argument)
                continue
            value = self.program.conversions.settle(frame, argument.value)
            if isinstance(value, Known) and isinstance(value.value, OpenPack):
                raise CompileError()  # nobody knows how many they are
            if isinstance(value, Known) and isinstance(value.value, tuple):
                spread.extend(Argument(Known(v)) for v in value.value)
                continue
            count = self._pack_length(self.program.conversions.type_of(value))
            if count is None:
                spread.append(argument)
                continue
            spread.extend(Argument(self._item(frame, value, i)) for i in range(count))
        return spread

    @staticmethod
    def _pack_length(type: SourceType | None) -> int | None:
        if isinstance(type, StructT) and len(type.args) >= 1:
            packs = [a for a in type.args if isinstance(a, tuple)]
            if packs and isinstance(packs[0], OpenPack):
                raise CompileError()  # nobody knows how many they are
            return len(packs[0]) if packs else None
        return None

    def _item(self, frame: Frame, value: Val, index: int) -> Val:
        item = Argument(Known(self.program.comptime.int_literal(index)))
        return self.program.conversions.settle(
            frame, self.program.members.subscript(frame, value, [item])
        )

    def unpack_value(self, frame: Frame, value: Val, count: int) -> list[Val]:
        """The elements of a tuple-like value; those of a temporary are moved out of it."""
        conversions = self.program.conversions
        runtime = conversions.runtime(frame, value)
        length = self._pack_length(runtime.type)
        if length is not None and length != count:
            frame.fail("unpack-count", f"expected {count} values to unpack, found {length}")
        shown = self.program.facts.shown(runtime.type)
        message = f"expected {count} values to unpack, found one value of type '{shown}'"
        if length is None and not frame.scope.module.means.unpacks_by_index:
            frame.fail("unpack-count", message)
        if (
            not isinstance(runtime, Place)
            or not runtime.is_temporary
            or not self._is_pack_holder(runtime.type)
        ):
            try:
                return [self._item(frame, runtime, i) for i in range(count)]
            except CompileError:
                frame.fail("unpack-count", message)
        parts: list[Val] = []
        for i in range(count):
            element = self._item(frame, Place(runtime.type, runtime.pointer, True), i)
            assert isinstance(element, Place)
            temporary = frame.temporary(element.type)
            self.program.lifecycle.move(frame, element.type, element.pointer, temporary.pointer)
            frame.initialized(temporary)
            if runtime.root is not None:
                frame.refers_to(temporary, runtime.root.keeps)
            parts.append(frame.place_of(temporary, is_temporary=True))
        if runtime.root is not None:
            frame.moved(runtime.root, runtime.path)
        return parts

    def _is_pack_holder(self, type: SourceType) -> bool:
        if not isinstance(type, StructT):
            return False
        fields = self.program.facts.fields(type)
        return len(fields) == 1 and isinstance(fields[0], PackT)
