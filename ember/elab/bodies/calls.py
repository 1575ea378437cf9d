"""Calls: passing arguments by convention, taking results, following errors, inlining small bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ember.dialects import kgen, lit
from ember.dialects import types as t
from ember.dialects.inlining import inline_call
from ember.elab.bodies.error_paths import error_receiver, leave_if_raised, receiver_address
from ember.elab.builtins.functions import call_builtin, length_of_pack
from ember.elab.builtins.instructions import claim
from ember.elab.instances.call_sites import resolve_call_sites
from ember.elab.instances.closures import call_closure, call_closure_reference, environment_of
from ember.elab.instances.instances import Abi, Instance
from ember.elab.instances.literals import known_argument, with_literals
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    BuiltinV,
    ClosureRef,
    FunctionRef,
    OriginV,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    mentions_origin,
    names_any_origin,
    spell,
    tracks_origin,
    writes_through,
)
from ember.elab.model.values import (
    NO_KEEPS,
    Argument,
    BoundMethod,
    ClosureVal,
    Keeps,
    Known,
    Place,
    Rvalue,
    Val,
    Variable,
    held,
    join_keeps,
    keeps_of,
    location,
    pointed_at,
    referred,
    uncertain,
)
from ember.elab.resolution.escapes import check_stored_value
from ember.elab.resolution.exclusivity import Access, check_exclusive
from ember.elab.resolution.overloads import Match
from ember.elab.resolution.referents import ERROR, Lent, borrowed_from, graded
from ember.elab.resolution.warnings import refuse_unavailable, warn_if_deprecated
from ember.elab.type_facts.archetypes import is_anything, is_unknown, is_vague
from ember.elab.type_facts.signatures import SigArg, Signature
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.support.diagnostics import CompileError, Note

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


READ_ONLY = "__unsafe_nested_origins_read_only"
"""The decorator of functions that promise not to change what their arguments refer to."""


def call(frame: Frame, callee: Val, arguments: list[Argument]) -> Val:
    """`callee(arguments)`."""
    callee = frame.program.conversions.settle(frame, callee)
    arguments = _spread(frame, arguments)
    if isinstance(callee, Known):
        return _call_known(frame, callee.value, arguments)
    if isinstance(callee, BoundMethod):
        receiver = Argument(callee.receiver)
        return call_function(frame, callee.function, [receiver, *arguments])
    if isinstance(callee, ClosureVal):
        return call_closure(frame, callee, arguments)
    if isinstance(callee, (Rvalue, Place)):
        return _call_value(frame, callee, arguments)
    frame.program.conversions.no_value(frame, callee)


def _call_known(frame: Frame, callee: ParamValue, arguments: list[Argument]) -> Val:
    if isinstance(callee, FunctionRef):
        if len(arguments) == 1:
            count = length_of_pack(frame, arguments[0].value)
            if count is not None and callee.decls == frame.program.library.length.decls:
                return count
        return call_function(frame, callee, arguments)
    if isinstance(callee, (StructT, StructGen)):
        return construct(frame, callee, arguments)
    if isinstance(callee, BuiltinV):
        return call_builtin(frame, callee, arguments)
    if isinstance(callee, ClosureRef):
        return call_closure_reference(frame, callee, arguments)
    value = frame.program.members.instantiated(callee)
    if value is not callee:
        return _call_known(frame, value, arguments)
    if is_unknown(callee):
        runtime = frame.program.conversions.materialize(frame, Known(callee))
        return _call_value(frame, runtime, arguments)
    method = frame.program.members.method(frame, Known(callee), "__call__")
    if method is None:
        frame.fail("not-callable", f"'{spell(callee)}' cannot be called")
    return call(frame, method, arguments)


def _call_value(frame: Frame, callee: Rvalue | Place, arguments: list[Argument]) -> Val:
    called = frame.program.callables.call_value(frame, callee, arguments)
    if called is not None:
        return called
    method = frame.program.members.method(frame, callee, "__call__")
    if method is None:
        frame.fail("not-callable", f"a value of type '{spell(callee.type)}' cannot be called")
    return call(frame, method, arguments)


def _spread(frame: Frame, arguments: list[Argument]) -> list[Argument]:
    if not any(a.unpack for a in arguments):
        return arguments
    return frame.program.callables.spread(frame, arguments)


def call_method(frame: Frame, receiver: Val, name: str, *arguments: Val) -> Val:
    """Calls a method that must exist."""
    method = frame.program.members.method(frame, receiver, name)
    if method is None:
        shown = frame.program.conversions.type_of(frame.program.conversions.settle(frame, receiver))
        frame.fail("unknown-member", f"'{spell(shown)}' has no method '{name}'")
    return call(frame, method, [Argument(a) for a in arguments])


def call_function(frame: Frame, function: FunctionRef, arguments: list[Argument]) -> Val:
    match = frame.program.overloads.choose(frame, function, arguments)
    warn_if_deprecated(frame.program, match.decl, frame.loc)
    refuse_unavailable(frame, match.decl)
    return emit_call(frame, match)


def construct(
    frame: Frame,
    target: StructT | StructGen,
    arguments: list[Argument],
    implicit_only: bool = False,
) -> Val:
    """`Type(arguments)`."""
    members = frame.program.members
    if is_anything(target):
        raise CompileError()  # what it takes is not known yet
    if isinstance(target, StructGen):
        bound = members.bind_if_complete(target)
        if isinstance(bound, StructT):
            target = bound
    copied = members.copy_or_move(frame, target, arguments)
    if copied is not None:
        return copied
    inits = members.constructors(frame, target)
    if not inits:
        fieldwise = members.fieldwise(frame, target, arguments)
        if fieldwise is not None:
            return fieldwise
        if len(arguments) == 1 and _is_list_of_pack(frame.program, target, arguments[0].value):
            return arguments[0].value
        frame.fail(
            "no-constructor",
            f"'{spell(target)}' has no constructor;"
            " define '__init__', or write '@fieldwise_init' before the struct",
        )
    match = frame.program.overloads.choose(
        frame,
        FunctionRef(inits, target),
        arguments,
        implicit_only=implicit_only,
        allow_conversion=not implicit_only,
    )
    return emit_call(frame, match)


def _is_list_of_pack(program: Program, target: StructT | StructGen, value: Val) -> bool:
    """`VariadicList(Ts)` of 2025: a compile-time pack has a length and elements by itself."""
    is_pack = isinstance(value, Known) and isinstance(value.value, tuple)
    return is_pack and target.decl is program.library.variadic_list


# -- emission --------------------------------------------------------------------------------------


def emit_call(frame: Frame, match: Match, destination: Value | None = None) -> Val:
    """Calls the matched function with its arguments."""
    if frame.program.definitions.is_checking and is_vague(match.signature.result):
        raise CompileError()  # the type of what comes is not known yet
    params, signature = with_literals(frame, match)
    instance = frame.program.instances.get(match.decl, match.owner, params, signature)
    environments = [environment_of(frame, c) for c in instance.closures]
    return emit_instance(frame, instance, match, environments, destination)


def emit_instance(
    frame: Frame,
    instance: Instance,
    match: Match,
    environments: list[ClosureVal],
    destination: Value | None = None,
) -> Val:
    if instance.is_broken and (frame.is_comptime or not frame.recovers):
        raise CompileError()  # reported where the mistake is
    passing = _Passing(frame)
    operands = passing.environments(environments)
    for arg, slot, type, by_pointer in zip(
        match.signature.args,
        match.slots,
        instance.abi.arg_types,
        instance.abi.arg_by_pointer,
        strict=True,
    ):
        if known_argument(instance.signature, arg.info.name) is not None:
            operands.append(frame.constant((), t.NONE))
        else:
            operands.append(passing.argument(match, arg, slot, type, by_pointer))
    passing.complete(match)
    check_exclusive(frame, passing.accesses)
    if frame.interiors is not None and not frame.program.names.is_library(match.decl.module):
        passing.changes_through(match)
    may_raise = instance.abi.raises and (instance.raised or instance.state == "elaborating")

    def invoke(complete: list[Value]) -> list[Value]:
        return _invoke(frame, instance, complete)

    return _finish(frame, instance.abi, may_raise, match, operands, passing, invoke, destination)


def emit_indirect(frame: Frame, abi: Abi, match: Match, pointer: Value) -> Val:
    """Calls through a function pointer."""
    passing = _Passing(frame)
    operands = [
        passing.argument(match, arg, slot, type, by_pointer)
        for arg, slot, type, by_pointer in zip(
            match.signature.args, match.slots, abi.arg_types, abi.arg_by_pointer, strict=True
        )
    ]

    def invoke(complete: list[Value]) -> list[Value]:
        signature = t.FunctionType(tuple(abi.inputs), tuple(abi.results))
        call = frame.emit(
            kgen.CallIndirect, (pointer, *complete), abi.results, {"signature": signature}
        )
        return list(call.results)

    return _finish(frame, abi, abi.raises, match, operands, passing, invoke, None)


def _finish(
    frame: Frame,
    abi: Abi,
    may_raise: bool,
    match: Match,
    operands: list[Value],
    passing: _Passing,
    invoke: Callable[[list[Value]], list[Value]],
    destination: Value | None,
) -> Val:
    result = match.signature.result
    slot: Variable | None = None
    if abi.result == "memory":
        if destination is None:
            slot = frame.temporary(result)
            destination = slot.pointer
        operands.append(destination)
    receiver: Value | Variable | None = None
    if abi.raises:
        if may_raise:
            receiver = error_receiver(frame, match.signature.error)
        operands.append(receiver_address(frame, receiver))
    results = invoke(operands)
    for variable, path in passing.moves:
        frame.moved(variable, path)
    if abi.raises:
        raised = results.pop(0)
        if receiver is not None:
            keeps = _raised(frame.program, match, passing)
            leave_if_raised(frame, raised, receiver, passing.after, keeps)
    passing.after()
    if slot is not None:
        frame.initialized(slot)
        if mentions_origin(result):
            frame.refers_to(slot, _borrowed(frame.program, match, passing), whole=True)
        return frame.place_of(slot, is_temporary=True)
    return _result(frame, match, abi.result, results, passing, destination)


def _result(
    frame: Frame,
    match: Match,
    kind: str,
    results: list[Value],
    passing: _Passing,
    destination: Value | None,
) -> Val:
    type = match.signature.result
    if kind == "memory":
        assert destination is not None
        return Place(type, destination, True)
    if kind == "reference":
        mutable, keeps = _referent(frame.program, match, passing)
        return Place(type, results[0], mutable, keeps=frame.lent(keeps))
    ssa = results[0] if kind == "value" else frame.constant((), t.NONE)
    if type is frame.program.library.never:
        frame.emit(kgen.Unreachable)
    keeps = _borrowed(frame.program, match, passing) if mentions_origin(type) else ()
    return Rvalue(type, ssa, frame.lent(keeps))


def _borrowed(program: Program, match: Match, passing: _Passing) -> Keeps:
    """What the result of a call refers to, or may refer to."""
    if not passing.keeps:
        return passing.keeps
    certain = borrowed_from(program, match.signature, passing.places)
    if not tracks_origin(match.signature.result):
        certain = ()
    return graded(certain, passing.keeps)


def _raised(program: Program, match: Match, passing: _Passing) -> Keeps:
    """What the error of a call refers to, or may refer to."""
    error = match.signature.error
    if not passing.keeps or error is program.library.error or not mentions_origin(error):
        return NO_KEEPS
    certain = borrowed_from(program, match.signature, passing.places, ERROR)
    return graded(certain if tracks_origin(error) else NO_KEEPS, passing.keeps)


def _referent(program: Program, match: Match, passing: _Passing) -> tuple[bool, Keeps]:
    """Whether a returned reference may be written through, and which variables it keeps alive."""
    region: Region = match.decl.op.result_origins
    indices = _indices(region)
    names = {
        op.attrs["name"] for op in _ops(region) if isinstance(op, lit.Name) and op not in indices
    }
    certain = borrowed_from(program, match.signature, passing.places)
    named = [p for p in passing.places if p.name in names]
    if named:
        all_named = join_keeps(*(p.place for p in named))
        mutable = all(p.mutable for p in named) or _is_everyones(match.signature, names, program)
        return mutable, graded(certain, all_named)
    return _gives_mutable(program, match.signature), graded(certain, passing.keeps)


def _is_everyones(signature: Signature, names: set[str], program: Program) -> bool:
    """`ref[origin_of(self), MutAnyOrigin]`: what `self` keeps alive, and everybody may change."""
    found = (program.names.lookup(signature.scope, name) for name in names)
    return any(isinstance(v, OriginV) and v.is_any and v.mutable for v in found)


def _indices(region: Region) -> set[Op]:
    """What only says which element is meant: `i` and `n` of `ref[self.items[i + n]]`."""
    found: set[Op] = set()
    waiting = [v for op in _ops(region) if isinstance(op, lit.Subscript) for v in op.operands[1:]]
    while waiting:
        owner = waiting.pop().owner
        if isinstance(owner, Op) and owner not in found:
            found.add(owner)
            waiting.extend(owner.operands)
    return found


def _gives_mutable(program: Program, signature: Signature) -> bool:
    """Whether no origin of the result forbids to write through it."""
    if signature.gives_mutable is None:
        frame = program.comptime.scratch(signature.scope, None)
        try:
            values = program.region_values(frame, signature.decl.op.result_origins)
        except CompileError:  # an origin that is not known here
            values = []
        known = [v.value for v in values if isinstance(v, Known)]
        signature.gives_mutable = all(getattr(value, "mutable", True) for value in known)
    return signature.gives_mutable


def _invoke(frame: Frame, instance: Instance, operands: list[Value]) -> list[Value]:
    for index, (given, type) in enumerate(zip(operands, instance.abi.inputs, strict=False)):
        if given.type is not type and type is t.POINTER and isinstance(given.type, t.PointerType):
            operands[index] = frame.plain(given)
    if instance.inline == "always" and instance.state == "done" and not instance.is_broken:
        return _inline(frame, instance, operands)
    call = frame.emit(
        kgen.Call, operands, instance.abi.results, {"callee": SymbolRef(instance.symbol)}
    )
    return list(call.results)


def _inline(frame: Frame, instance: Instance, operands: list[Value]) -> list[Value]:
    before = frame.region.last
    results = inline_call(instance.func, operands, frame.loc, frame.pure_clone)
    first = before.next if before is not None else frame.region.first
    claim(frame, instance.func, first)
    if frame.program.settings.debug:
        _move_to_line(frame, first)
    if instance.func.attrs.get("call_sites"):
        if frame.function.attrs.get("inline") == "always":
            frame.function.set_attr("call_sites", True)
        else:
            resolve_call_sites(first, frame.loc)
    return results


def _move_to_line(frame: Frame, first: Op | None) -> None:
    """What the library does in a function of the user belongs to the line that asks for it."""
    library = str(frame.program.settings.library)
    if frame.loc is None or frame.loc.file.path.startswith(library):
        return
    op = first
    while op is not None:
        for inner in op.walk():
            if inner.loc is not None and inner.loc.file.path.startswith(library):
                inner.loc = frame.loc
        op = op.next


class _Passing:
    """The arguments of one call on their way: what moves, what is used, what is written back."""

    __slots__ = (
        "accesses",
        "changes",
        "frame",
        "holders",
        "keeps",
        "moves",
        "outer",
        "places",
        "program",
        "referents",
        "uses",
        "write_backs",
    )

    def __init__(self, frame: Frame) -> None:
        self.program = frame.program
        self.frame = frame
        self.moves: list[tuple[Variable, tuple[int, ...]]] = []
        self.uses: list[Val] = []
        self.changes: Keeps = ()  # what the callee may change
        self.keeps: Keeps = ()
        self.places: list[Lent] = []
        self.accesses: list[Access] = []
        self.write_backs: list[Any] = []
        self.holders: list[tuple[str, Variable]] = []  # 'mut' arguments that hold references
        self.outer: list[tuple[str, Place]] = []  # those that are no variables of the function
        self.referents: Keeps = ()  # what arguments passed by value refer to

    def after(self) -> None:
        """What follows the call: the arguments were in use until here."""
        for value in self.uses:
            self.frame.use(value)
        self.frame.keep(self.referents)
        self.frame.changed(self.changes)
        for write_back in self.write_backs:
            write_back()

    def environments(self, closures: list[ClosureVal]) -> list[Value]:
        """The environments of the closures a callee needs; what they captured stays alive during the call."""
        operands = []
        for closure in closures:
            assert closure.environment is not None
            operands.append(closure.environment)
            self.referents = join_keeps(self.referents, closure.keeps)
            self.keeps = join_keeps(self.keeps, uncertain(closure.keeps))
            self._changes_by(closure, closure.reference.closure.name)
        return operands

    def _changes_by(self, closure: ClosureVal, name: str) -> None:
        """A function that is called with a closure may call it, which changes what it captured by reference."""
        changes = closure.reference.closure.changes()
        self.changes = join_keeps(self.changes, changes)
        self.accesses += [
            Access(name, place, True, closure.reference.closure.name) for place in changes
        ]

    def argument(
        self, match: Match, arg: SigArg, slot: Any, type: SourceType, by_pointer: bool
    ) -> Value:
        callables = self.program.callables
        if arg.info.variadic:
            return callables.pass_variadic(self, arg, slot, type, by_pointer)
        if slot is None:
            return self._default(match, arg, by_pointer)
        return self.one(slot.value, arg.type, arg.convention, arg.info.name, by_pointer)

    def _default(self, match: Match, arg: SigArg, by_pointer: bool) -> Value:
        """A default that does not fit its argument is a mistake where it is written."""
        value = self.program.callables.default_value(self.frame, match, arg)
        try:
            return self.one(value, arg.type, arg.convention, arg.info.name, by_pointer)
        except CompileError as failure:
            region = arg.info.default
            for diagnostic in failure.diagnostics:
                if (
                    region is not None
                    and region.first is not None
                    and diagnostic.span == self.frame.loc
                ):
                    diagnostic.notes.append(Note("a call that needs the default", diagnostic.span))
                    diagnostic.span = region.first.loc
            raise

    def one(
        self, value: Val, type: SourceType, convention: str, name: str, by_pointer: bool
    ) -> Value:
        frame = self.frame
        conversions = self.program.conversions
        if convention == "mut":
            return self._mutable(value, type, name)
        if convention == "ref":
            return self._reference(value, type, name)
        original = conversions.settle(frame, value)
        if isinstance(original, ClosureVal):
            self._changes_by(original, name)
        before = frame.region.last
        converted = conversions.convert(frame, value, type)
        if converted is not original and isinstance(original, Place):
            may_move = original.is_transfer or original.is_temporary
            if not (may_move and self._was_moved(original, before)):
                self.uses.append(original)  # what was converted stays alive during the call
                if mentions_origin(type):
                    self.reach(name, location(original), False)
        if convention in ("var", "deinit"):
            return self._owned(converted, by_pointer, convention, name)
        if not by_pointer:
            is_anyones = frame.interiors is not None and names_any_origin(type)
            keeps = held(converted) if is_anyones else referred(converted)
            self._lend(name, False, keeps, keeps)
            self.referents = join_keeps(self.referents, keeps)
            return conversions.ssa(frame, converted)
        place = conversions.in_memory(frame, converted)
        self.uses.append(place)
        self.reach(name, location(place), False)
        self.keep(name, place, place.mutable)
        return place.pointer

    def _was_moved(self, place: Place, before: Op | None) -> bool:
        """Whether the code after an op takes the value of a variable away."""
        op = before.next if before is not None else self.frame.region.first
        while op is not None and place.root is not None:
            takes = isinstance(op, (kgen.VarMove, kgen.VarTake))
            if takes and op.operands[0] is place.root.op.results[0]:
                return bool(op.attrs["path"] == place.path)
            op = op.next
        return False

    def keep(self, name: str, value: Val, mutable: bool) -> None:
        self._lend(name, mutable, keeps_of(value), referred(value))

    def _lend(self, name: str, mutable: bool, place: Keeps, inner: Keeps) -> None:
        self.keeps = join_keeps(self.keeps, place)
        self.places.append(Lent(name, mutable, place, inner))
        if inner and self.frame.interiors is not None:
            self.reach(name, pointed_at(inner), False)

    def reach(self, name: str, places: Keeps, mutable: bool) -> None:
        """Notes what memory an argument leads to."""
        is_trusted = self.frame.interiors is None
        self.accesses += [
            Access(name, place, mutable)
            for place in places
            if not is_trusted or not place.is_interior
        ]

    def complete(self, match: Match) -> None:
        """All arguments are there: those that are changed may hold references to the others from now on."""
        for name, holder in self.holders:
            borrowed = borrowed_from(self.program, match.signature, self.places, name)
            check_stored_value(self.frame, self.frame.place_of(holder), borrowed)
            self.frame.refers_to(holder, borrowed)
        for name, place in self.outer:
            borrowed = borrowed_from(self.program, match.signature, self.places, name)
            check_stored_value(self.frame, place, borrowed)

    def changes_through(self, match: Match) -> None:
        """A program's own function may change what it gets a reference to; of the library's, signatures tell."""
        types = {arg.info.name: arg for arg in match.signature.args}
        if any(d.attrs["name"] == READ_ONLY for d in match.decl.op.decorators):
            return
        for lent in self.places:
            arg = types[lent.name]
            if arg.convention == "ref" and lent.mutable:
                self.changes = join_keeps(self.changes, pointed_at(lent.place))
            elif writes_through(arg.type):
                self.changes = join_keeps(self.changes, pointed_at(lent.inner))

    def _mutable(self, value: Val, type: SourceType, name: str) -> Value:
        frame = self.frame
        place = self.program.members.mutable_place(frame, value)
        if frame.loses(place):
            frame.fail(
                "immutable-value",
                f"the call changes {'the value it is called on' if name == 'self' else repr(name)},"
                " which has no name: the change would be lost; put the value into a variable first",
            )
        if not place.mutable:
            frame.fail(
                "immutable-value",
                "this call changes the value it is called on, which cannot be changed;"
                " if it is an argument, declare it 'mut'"
                if name == "self"
                else f"the call changes its argument '{name}', but this value cannot be changed;"
                " if it is an argument itself, declare it 'mut'",
            )
        self.uses.append(place)
        self.changes = join_keeps(self.changes, location(place))
        if place.write_back is not None:
            self.write_backs.append(place.write_back)
        self.reach(name, location(place), True)
        if mentions_origin(type) and place.root is not None:
            frame.refers_to(place.root, uncertain(self.keeps))
            self.holders.append((name, place.root))
        elif mentions_origin(type):
            self.outer.append((name, place))
        self.keep(name, place, True)
        return place.pointer

    def _reference(self, value: Val, type: SourceType, name: str) -> Value:
        conversions = self.program.conversions
        value = conversions.settle(self.frame, value)
        if not isinstance(value, Place):
            value = conversions.convert(self.frame, value, type)
        place = conversions.in_memory(self.frame, value)
        self.uses.append(place)
        self.reach(name, location(place), False)
        self.keep(name, place, place.mutable)
        return place.pointer

    def _owned(self, value: Val, by_pointer: bool, convention: str, name: str) -> Value:
        frame = self.frame
        conversions = self.program.conversions
        owned = conversions.owned(frame, value)
        self._lend(name, False, referred(owned), referred(owned))
        self.referents = join_keeps(self.referents, referred(owned))
        if not by_pointer:
            return conversions.ssa(frame, owned)
        place = conversions.in_memory(frame, owned)
        if place.root is not None:
            self.moves.append((place.root, place.path))
        return place.pointer


def _ops(region: Region) -> list[Any]:
    return [op for top in region for op in top.walk()]
