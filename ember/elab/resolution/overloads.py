"""Overload resolution: which function a call means, and with which parameters.

For each candidate: assign the written arguments to its arguments, infer its parameters from their types, complete
them with defaults, check bounds and `where` clauses, then check that each argument converts. Among the candidates that
fit, the best is the one with, in this order: fewer implicit conversions; no variadic argument; fewer arguments that
take any type; fewer arguments passed otherwise than they come; fewer parameters to infer; an instance method before a static
one; fewer arguments left to their defaults; one that does not raise before one that does: it was written for callables that
do not raise, and the other would fit all. A tie is an ambiguous call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ember.dialects import lit
from ember.elab.model.declarations import FunctionDecl, ModuleDecl, ParamInfo, Scope, StructDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    REST,
    UNBOUND,
    Const,
    FunctionRef,
    FunctionT,
    Hole,
    OriginV,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    TraitT,
    has_hole,
    mentions_origin,
    spell,
)
from ember.elab.model.values import (
    Argument,
    ContextualMember,
    Display,
    Known,
    Place,
    Rvalue,
    Val,
)
from ember.elab.resolution import placing
from ember.elab.resolution.conversions import FunctionValueT
from ember.elab.resolution.editions import check_edition, is_implicit
from ember.elab.resolution.escapes import check_argument_keeps_owner
from ember.elab.resolution.mismatches import (
    MissingTrait,
    NoMatch,
    WrongEdition,
    describe,
    describe_argument,
    none_fits,
    note_at,
    with_code,
)
from ember.elab.type_facts.archetypes import (
    OpenPack,
    depends_on_values,
    is_anything,
    is_archetype,
)
from ember.elab.type_facts.inference import Bindings, substitute, unify
from ember.elab.type_facts.signatures import SigArg, Signature, SomeV
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

PARAMETER_FROM_SELF = "__parameter_from_self"
"""The decorator of methods whose first parameter is their `self`, which then has to be known at compile time."""


class Match:
    """A candidate that fits: its bound parameters, concrete signature and the arguments per slot."""

    __slots__ = ("cost", "decl", "owner", "params", "signature", "slots")

    def __init__(
        self,
        decl: FunctionDecl,
        owner: ParamValue | None,
        params: dict[str, ParamValue],
        signature: Signature,
        slots: list[Any],
        cost: tuple[int, ...],
    ) -> None:
        self.decl = decl
        self.owner = owner
        self.params = params
        self.signature = signature
        self.slots = slots  # per argument: Argument, list[Argument] (variadic), or None (default)
        self.cost = cost


class Overloads:
    """Chooses among candidates."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._memo: dict[tuple[object, ...], Match] = {}

    def choose(
        self,
        frame: Frame,
        function: FunctionRef,
        arguments: list[Argument],
        *,
        implicit_only: bool = False,
        allow_conversion: bool = True,
    ) -> Match:
        """The best candidate, or an error that says why none fits."""
        settle = self.program.conversions.settle
        values = [settle(frame, argument.value) for argument in arguments]
        key = self._memo_key(frame, function, arguments, values, implicit_only, allow_conversion)
        known = self._memo.get(key) if key is not None else None
        if known is not None:
            holes = self.program.signatures.with_holes(known.decl, function.owner)
            slots, _ = placing.assign(known.decl, holes, arguments)
            return Match(known.decl, known.owner, known.params, known.signature, slots, known.cost)
        best = self._best(frame, function, arguments, implicit_only, allow_conversion)
        if key is not None and PARAMETER_FROM_SELF not in best.decl.decorators:
            self._memo[key] = best
        return best

    @staticmethod
    def _memo_key(
        frame: Frame,
        function: FunctionRef,
        arguments: list[Argument],
        values: list[Val],
        implicit_only: bool,
        allow_conversion: bool,
    ) -> tuple[object, ...] | None:
        """What a choice depends on, or None when it depends on more than types."""
        shapes: list[object] = []
        for argument, value in zip(arguments, values, strict=True):
            if isinstance(value, Rvalue):
                shapes.append((argument.name, value.type))
            elif isinstance(value, Place):
                shapes.append((argument.name, value.type, value.mutable, value.is_temporary))
            elif isinstance(value, Known) and isinstance(value.value, Const):
                shapes.append((argument.name, value.value.type, "known"))
            else:
                return None
            if argument.unpack:
                return None
        return (
            function,
            tuple(shapes),
            implicit_only,
            allow_conversion,
            frame.scope.module.edition,
        )

    def _best(
        self,
        frame: Frame,
        function: FunctionRef,
        arguments: list[Argument],
        implicit_only: bool,
        allow_conversion: bool,
    ) -> Match:
        matches: list[Match] = []
        failures: list[tuple[FunctionDecl, NoMatch]] = []
        old = ""
        for decl in function.decls:
            if implicit_only and not is_implicit(decl, frame.scope.module.means):
                continue
            try:
                match = self.match(frame, decl, function, arguments, allow_conversion)
            except WrongEdition as failure:
                failures.insert(0, (decl, failure))
                old = str(failure)
                continue
            except NoMatch as failure:
                failures.append((decl, failure))
                continue
            if match.cost[:5] == (0, 0, 0, 0, 0) and not self._is_undecided(arguments):
                return match  # nothing can fit better than an exact match without parameters
            matches.append(match)
        if not matches and old:
            frame.fail("other-edition", old)
        if not matches:
            inherited = self.program.members.hidden_defaults(function)
            if inherited is not None:
                return self._best(frame, inherited, arguments, implicit_only, allow_conversion)
            none_fits(frame, function, arguments, failures)
        if len(matches) > 1 and self._is_undecided(arguments):
            raise CompileError()  # which one it is depends on values that are not known yet
        best = min(matches, key=lambda m: m.cost)
        ties = [m for m in matches if m.cost == best.cost]
        if len(ties) > 1:
            return self._break_tie(frame, ties)
        return best

    def _is_undecided(self, arguments: list[Argument]) -> bool:
        if not self.program.definitions.is_checking:
            return False
        types = [self.program.conversions.type_of(a.value) for a in arguments]
        return any(depends_on_values(type) for type in types)

    def forget(self) -> None:
        """Forgets the choices made so far."""
        self._memo.clear()

    def _break_tie(self, frame: Frame, ties: list[Match]) -> Match:
        if is_archetype(ties[0].owner):
            return ties[0]  # the trait's own comes before that of the trait it inherits from
        own = [m for m in ties if m.decl.parent is None or isinstance(m.decl.parent, StructDecl)]
        if len(own) == 1:
            return own[0]
        of_its_time = [m for m in ties if "__only_2025" in m.decl.decorators]
        if len(of_its_time) == 1:
            return of_its_time[0]
        specific = [m for m in ties if m.decl.where]
        if len(specific) == 1:
            return specific[0]
        kinds = {tuple(a.type for a in m.signature.args) for m in ties}
        if len(kinds) == 1 and all(self._is_plain_function(m.decl) for m in ties):
            raise CompileError()  # the same function twice: reported at its declaration
        notes = [note_at(self.program, f"candidate: {describe(m.decl)}", m.decl.loc) for m in ties]
        frame.fail("ambiguous-call", f"the call to '{ties[0].decl.name}' is ambiguous", notes=notes)

    def _is_plain_function(self, decl: FunctionDecl) -> bool:
        """One of those of which no two may have the same arguments."""
        is_of_program = decl.module is self.program.main and decl.parent is None
        return is_of_program and not decl.params and not decl.where

    # -- one candidate ---------------------------------------------------------------------------

    def match(
        self,
        frame: Frame,
        decl: FunctionDecl,
        function: FunctionRef,
        arguments: list[Argument],
        allow_conversion: bool = True,
    ) -> Match:
        owner = function.owner
        holes = self.program.signatures.with_holes(decl, owner)
        bindings: Bindings = {}
        self._bind_written(decl, holes, function.bound, dict(function.keywords), bindings, frame)
        slots, variadic = placing.assign(decl, holes, arguments)
        takes_self = PARAMETER_FROM_SELF in decl.decorators
        if takes_self:
            self._bind_self(frame, decl, slots[0], bindings)
        takes_count = placing.PARAMETER_FROM_COUNT in decl.decorators
        if takes_count:
            count = self.program.comptime.integer(placing.given_count(slots))
            bindings[Hole(decl.params[0].name, decl)] = count
        for arg, slot in zip(holes.args, slots, strict=True):
            if arg.convention == "ref" and isinstance(slot, Argument):
                self._infer_origin(frame, decl, arg, holes.scope, slot, bindings)
            if slot is not None and has_hole(arg.type):
                self._infer(frame, arg, slot, bindings, allow_conversion)
        self._infer_deferred(frame, function, holes, slots, bindings)
        owner = self._solved_owner(frame, decl, owner, bindings)
        bound = self._complete(frame, decl, owner, holes, bindings)
        signature = self.program.signatures.concrete(decl, owner, bound)
        self._check_where(decl, signature, slots)
        conversions = self._check_arguments(frame, signature, slots, allow_conversion)
        check_edition(frame, decl)
        mismatches = sum(
            placing.is_converted(a, s) for a, s in zip(signature.args, slots, strict=True)
        )
        defaults = sum(s is None for s in slots)
        anything = sum(isinstance(a.type, Hole) for a in holes.args)  # arguments that take any type
        params = len(decl.params) + len(holes.auto) - int(takes_self or takes_count)
        cost = (
            conversions,
            int(variadic),
            anything,
            mismatches,
            params,
            int(decl.is_static),
            defaults,
            int(signature.raises),
        )
        return Match(decl, owner, bound, signature, slots, cost)

    def _bind_self(self, frame: Frame, decl: FunctionDecl, slot: Any, bindings: Bindings) -> None:
        """The first parameter of a function that wants to know its `self` at compile time."""
        value = self.program.conversions.settle(frame, slot.value) if slot is not None else None
        if not isinstance(value, Known) or not isinstance(value.value, Const):
            raise NoMatch("'self' is not known at compile time")
        bindings[Hole(decl.params[0].name, decl)] = value.value

    def without_arguments(self, frame: Frame, function: FunctionRef) -> Match:
        """The function with the parameters it is bound to, no call in sight: what its argument types leave open takes
        its default, and origins are anybody's.
        """
        if len(function.decls) != 1:
            raise NoMatch(f"'{function.decls[0].name}' has several forms; say which one is meant")
        decl, owner = function.decls[0], function.owner
        holes = self.program.signatures.with_holes(decl, owner)
        bindings: Bindings = {}
        self._bind_written(decl, holes, function.bound, dict(function.keywords), bindings, frame)
        for arg in holes.args:
            if isinstance(arg.type, StructT) and has_hole(arg.type):
                self._fill_open(arg.type, bindings)
        bound = self._complete(frame, decl, owner, holes, bindings)
        signature = self.program.signatures.concrete(decl, owner, bound)
        self._check_where(decl, signature)
        return Match(decl, owner, bound, signature, [], ())

    def _fill_open(self, type: StructT, bindings: Bindings) -> None:
        params = type.decl.params
        values: list[ParamValue] = [None if isinstance(a, Hole) else a for a in type.args]
        known = {p.name: v for p, v in zip(params, values, strict=True) if v is not None}
        for i, info in enumerate(params):
            if values[i] is None and self._is_origin(type.decl.module, info):
                values[i] = known[info.name] = self._any_origin(info, params, known, type)
        scope = Scope(type.decl.module, known)
        self.infer_dependent(params, values, known, scope)
        for info, value, arg in zip(params, values, type.args, strict=True):
            if value is None:
                value = self._default(info, scope)
            if value is not None:
                known[info.name] = value
                if isinstance(arg, Hole):
                    bindings.setdefault(arg, value)

    def _any_origin(
        self, info: ParamInfo, params: list[ParamInfo], known: dict[str, ParamValue], type: StructT
    ) -> OriginV:
        """Anybody's origin, mutable unless the parameter's type says otherwise: `origin: Origin[mut=mut]`."""
        assert info.type is not None
        names = {p.name: known.get(p.name, Hole(p.name, type.decl)) for p in params}
        declared = self.program.comptime.evaluate_region(info.type, Scope(type.decl.module, names))
        fixed = declared.args[0] if isinstance(declared, StructT) else None
        return OriginV(not isinstance(fixed, Const) or bool(fixed.raw), tracked=False)

    def _bind_written(
        self,
        decl: FunctionDecl,
        holes: Signature,
        bound: tuple[ParamValue, ...],
        keywords: dict[str, ParamValue],
        bindings: Bindings,
        frame: Frame,
    ) -> None:
        """Binds the parameters written in brackets at the call."""
        for info, value in placing.place_params(decl.params, bound, keywords, decl.name):
            if value is UNBOUND:
                continue
            hole = Hole(info.name, decl)
            bindings[hole] = value
            if info.type is not None:
                bound_type = self.program.comptime.evaluate_region(info.type, holes.scope)
                if has_hole(bound_type):
                    self._unify_param_type(bound_type, value, bindings)

    def _unify_param_type(self, formal: ParamValue, value: ParamValue, bindings: Bindings) -> None:
        """Lets the type of a parameter's value fix what its declared type leaves open."""
        actual = self.program.conversions.param_type(value)
        if isinstance(formal, Hole) and has_hole(actual):
            actual = self.program.conversions.param_source_type(value)
        if actual is not None:
            unify(self.program, formal, actual, bindings)

    def _unify_element_type(
        self, formal: ParamValue, values: tuple[ParamValue, ...], bindings: Bindings
    ) -> None:
        """`*values: T`: the first one says what `T` is, a literal by its default type."""
        actual = self.program.conversions.param_source_type(values[0]) if values else None
        if actual is not None:
            unify(self.program, formal, self.program.facts.materialized(actual), bindings)

    def _infer(
        self, frame: Frame, arg: SigArg, slot: Any, bindings: Bindings, allow_conversion: bool
    ) -> None:
        if arg.info.variadic == "*pack":
            types = tuple(
                self.program.facts.materialized(self._type_for_inference(frame, a)) for a in slot
            )
            unify(self.program, arg.type, types, bindings)
            return
        formal = arg.type
        for argument in slot if isinstance(slot, list) else [slot]:
            if (
                isinstance(argument.value, Display)
                and isinstance(formal, Hole)
                and formal in bindings
            ):
                continue  # another argument has fixed the type; the display takes it
            if isinstance(argument.value, Display) and isinstance(formal, StructT):
                actual = self._display_type(frame, argument.value, formal)
            else:
                actual = self._type_for_inference(frame, argument)
            if arg.convention == "ref" and isinstance(actual, FunctionValueT):
                actual = self.program.callables.pointer_type(argument.value) or actual
            if argument.unpack and isinstance(actual, StructT):
                actual = next((a for a in actual.args if isinstance(a, SourceType)), None)
            if actual is None:
                continue
            if isinstance(arg.bound, FunctionT):
                unify(self.program, arg.bound, actual, bindings)
            if isinstance(formal, Hole) and formal not in bindings:
                actual = self.program.facts.materialized(actual)
            if unify(self.program, formal, actual, bindings):
                continue
            plain = self.program.facts.materialized(actual)
            if plain is not actual and unify(self.program, formal, plain, bindings):
                continue
            if allow_conversion:
                self._infer_through_conversion(frame, formal, argument, bindings)

    def _infer_deferred(
        self,
        frame: Frame,
        function: FunctionRef,
        holes: Signature,
        slots: list[Any],
        bindings: Bindings,
    ) -> None:
        """`p: S.Cell[dtype]`: once `S` is known, the argument's type fixes what is still open."""
        decl = holes.decl
        waiting = [
            a.type is DEFERRED and isinstance(s, Argument)
            for a, s in zip(holes.args, slots, strict=True)
        ]
        params = {p.name: substitute(Hole(p.name, decl), bindings) for p in decl.params}
        if not any(waiting) or not any(map(has_hole, params.values())):
            return
        scope = self.program.signatures.concrete_scope(decl, function.owner, params)
        known = self.program.signatures.evaluate(decl, scope)
        for is_waiting, arg, slot in zip(waiting, known.args, slots, strict=True):
            if is_waiting and has_hole(arg.type):
                self._infer(frame, arg, slot, bindings, allow_conversion=True)

    def _display_type(self, frame: Frame, display: Display, formal: StructT) -> SourceType | None:
        """The type of a display as the formal's struct, whose open parameters its elements fix."""
        conversions = self.program.conversions
        if display.kind == "braces" or not conversions.takes_display(display, formal.decl):
            return (
                None if display.kind == "braces" else conversions.display_type(frame, display, None)
            )
        try:
            target = StructGen(formal.decl, self._open_args(formal))
            return conversions.display_type(frame, display, target)
        except CompileError as failure:
            reason = failure.diagnostics[0].message if failure.diagnostics else "it has mistakes"
            raise NoMatch(f"the display does not fit '{formal.decl.name}': {reason}") from None

    def _infer_origin(
        self,
        frame: Frame,
        decl: FunctionDecl,
        arg: SigArg,
        scope: Scope,
        slot: Argument,
        bindings: Bindings,
    ) -> None:
        """`ref x`: the argument says whether it may be changed, and for `ref[origin] x` fixes the origin."""
        place = self.program.conversions.settle(frame, slot.value)
        mutable = place.mutable if isinstance(place, Place) else not isinstance(place, Known)
        bindings[Hole(f"#{arg.info.name}.mut", decl)] = self.program.comptime.boolean(mutable)
        if arg.info.origins is not None:
            origin = self.program.comptime.evaluate_region(arg.info.origins, scope)
            if isinstance(origin, tuple):  # an address space follows
                origin = origin[0]
            if isinstance(origin, Hole):
                bindings.setdefault(origin, OriginV(mutable))

    @staticmethod
    def _open_args(formal: StructT) -> tuple[ParamValue, ...]:
        return tuple(UNBOUND if has_hole(a) else a for a in formal.args)

    def _type_for_inference(self, frame: Frame, argument: Argument) -> Any:
        if isinstance(argument.value, Display):
            display = argument.value
            if display.kind == "braces" or (not display.items and display.kind != "tuple"):
                return None
            return self.program.conversions.display_type(frame, argument.value, None)
        return self.program.conversions.type_of(argument.value)

    def _infer_through_conversion(
        self, frame: Frame, formal: ParamValue, argument: Argument, bindings: Bindings
    ) -> None:
        """Lets an implicit constructor of the formal's struct fix its parameters: `Span[T]` from a list."""
        if not isinstance(formal, StructT):
            return
        filled = substitute(formal, bindings)
        generic = StructGen(formal.decl, self._open_args(filled))
        inits = tuple(d for d in formal.decl.methods("__init__") if d.is_implicit)
        if not inits:
            return
        try:
            match = self.choose(
                frame,
                FunctionRef(inits, generic),
                [Argument(argument.value)],
                implicit_only=True,
                allow_conversion=False,
            )
        except CompileError:
            return
        unify(self.program, formal, match.signature.result, bindings)

    def _solved_owner(
        self, frame: Frame, decl: FunctionDecl, owner: ParamValue | None, bindings: Bindings
    ) -> ParamValue | None:
        """The struct a constructor makes, with its parameters inferred."""
        if not isinstance(owner, StructGen):
            return owner
        opened = self.program.signatures.open_struct(owner.decl, owner.args)
        self._infer_from_result(decl, owner, opened, bindings)
        params = owner.decl.params
        values: list[ParamValue] = []
        for arg in opened.args:
            value = substitute(arg, bindings)
            values.append(None if has_hole(value) else value)
        known = {p.name: v for p, v in zip(params, values, strict=True) if v is not None}
        if any(v is None for v in values):
            self._assume_static(owner.decl.module, params, values, known)
            self.infer_dependent(params, values, known, Scope(owner.decl.module, known))
        checked: dict[str, ParamValue] = {}
        scope = Scope(owner.decl.module, checked)
        for info, value in zip(params, values, strict=True):
            if value is None:
                value = self._default(info, scope)
            if value is None:
                raise NoMatch(
                    f"the parameter '{info.name}' of '{owner.decl.name}' cannot be inferred"
                )
            value = self.checked_param(info, value, scope)
            checked[info.name] = bindings[Hole(info.name, owner.decl)] = value
        solved = StructT(owner.decl, tuple(checked.values()))
        self.program.members.note_shown(owner.decl, solved)
        return solved

    def _infer_from_result(
        self, decl: FunctionDecl, owner: StructGen, opened: StructT, bindings: Bindings
    ) -> None:
        """What a constructor makes when the type of its `out self` is written, once its arguments are known."""
        if decl.out_index < 0 or decl.args[decl.out_index].type is None:
            return
        signatures = self.program.signatures
        names = [p.name for p in decl.params] + signatures.with_holes(decl, owner).auto
        params = {n: substitute(Hole(n, decl), bindings) for n in names}
        scope = signatures.concrete_scope(decl, owner, params)
        unify(self.program, opened, signatures.evaluate(decl, scope).result, bindings)

    def infer_dependent(
        self,
        params: list[ParamInfo],
        values: list[ParamValue],
        known: dict[str, ParamValue],
        scope: Scope,
    ) -> None:
        """Finds infer-only parameters through the types of the others: `mut` from `origin: Origin[mut]`."""
        open_names = {
            p.name: Hole(p.name, self) for p, v in zip(params, values, strict=True) if v is None
        }
        probe = Scope(scope.module, {**known, **open_names}, scope.owner, scope.parent)
        bindings: Bindings = {}
        for info, value in zip(params, values, strict=True):
            if value is None or info.type is None:
                continue
            formal = self.program.comptime.evaluate_region(info.type, probe)
            if not has_hole(formal):
                continue
            if info.variadic and isinstance(value, tuple):
                self._unify_element_type(formal, value, bindings)
            else:
                self._unify_param_type(formal, value, bindings)
        for i, info in enumerate(params):
            if values[i] is None and info.name in open_names:
                found = bindings.get(open_names[info.name])
                if found is not None:
                    values[i] = known[info.name] = found

    def _assume_static(
        self,
        module: ModuleDecl,
        params: list[ParamInfo],
        values: list[ParamValue],
        known: dict[str, ParamValue],
    ) -> None:
        """An origin that nothing fixes is that of constants: it outlives everything."""
        for i, info in enumerate(params):
            if values[i] is None and info.default is None and self._is_origin(module, info):
                values[i] = known[info.name] = OriginV(False)

    def _is_origin(self, module: ModuleDecl, info: ParamInfo) -> bool:
        if info.type is None:
            return False
        scope = Scope(module, {})
        names = (op.attrs["name"] for op in info.type if isinstance(op, lit.Name))
        found = (self.program.names.lookup(scope, name) for name in names)
        return any(
            isinstance(v, StructGen) and v.decl is self.program.library.origin for v in found
        )

    def _default(self, info: ParamInfo, scope: Scope) -> ParamValue | None:
        if info.default is not None:
            return self.program.comptime.evaluate_region(info.default, scope)
        return () if info.variadic else None

    def _complete(
        self,
        frame: Frame,
        decl: FunctionDecl,
        owner: ParamValue | None,
        holes: Signature,
        bindings: Bindings,
    ) -> dict[str, ParamValue]:
        """All parameters of the function by name: inferred, written or default."""
        values: list[ParamValue] = []
        for info in decl.params:
            value = substitute(Hole(info.name, decl), bindings)
            values.append(None if has_hole(value) else value)
        known = {p.name: v for p, v in zip(decl.params, values, strict=True) if v is not None}
        if any(v is None for v in values):
            probe = self.program.signatures.concrete_scope(decl, owner, known)
            self._assume_static(decl.module, decl.params, values, known)
            self.infer_dependent(decl.params, values, known, probe)
        ordered: dict[str, ParamValue] = {}
        scope = self.program.signatures.concrete_scope(decl, owner, ordered)
        for info, value in zip(decl.params, values, strict=True):
            if value is None:
                value = self._default(info, scope)
            if value is None:
                raise NoMatch(f"the parameter '{info.name}' cannot be inferred from the arguments")
            ordered[info.name] = self.checked_param(info, value, scope)
        bounds = {f"#{a.info.name}": a.bound for a in holes.args if a.bound is not None}
        references = {a.info.name for a in holes.args if a.convention == "ref"}
        for auto in holes.auto:
            value = substitute(Hole(auto, decl), bindings)
            if has_hole(value) and auto.endswith(".mut") and auto[1:-4] in references:
                value = self.program.comptime.boolean(True)
            if has_hole(value):
                raise NoMatch(f"the type of '{auto[1:]}' cannot be inferred from the arguments")
            self._check_bound(value, bounds.get(auto), auto[1:])
            ordered[auto] = value
        return ordered

    def checked_param(self, info: ParamInfo, value: ParamValue, scope: Scope) -> ParamValue:
        """The value converted to the parameter's declared type, its bound checked."""
        if info.type is None:
            return value
        bound = self.program.comptime.evaluate_region(info.type, scope)
        if has_hole(bound):
            return value
        if info.variadic:
            items = value if isinstance(value, tuple) else (value,)
            if isinstance(value, OpenPack):
                return OpenPack(self._checked_value(info.name, v, bound) for v in items)
            return tuple(self._checked_value(info.name, v, bound) for v in items)
        return self._checked_value(info.name, value, bound)

    def _checked_value(self, name: str, value: ParamValue, bound: ParamValue) -> ParamValue:
        if value is DEFERRED:
            return value
        if isinstance(bound, SomeV):
            return self._value_of_some_type(name, value, bound)
        if isinstance(value, ContextualMember):
            member = value
            value = self.program.comptime.compute(
                lambda scratch: self.program.members.contextual(scratch, member, bound), "member"
            )
        if isinstance(bound, TraitT):
            value = self.program.members.as_type(value)
            if isinstance(value, StructGen):
                value = self.program.members.bind_defaults(value)
            self._check_bound(value, bound, name)
            return value
        if isinstance(bound, FunctionT):
            if not self.program.callables.has_function_type(value, bound):
                raise NoMatch(
                    f"the parameter '{name}' must be a function of type '{bound}', not {spell(value)}"
                )
            return value
        if isinstance(bound, StructT) and not isinstance(value, (Hole, OriginV)):
            try:
                return self.program.conversions.convert_param(value, bound)
            except CompileError as failure:
                reason = (
                    failure.diagnostics[0].message if failure.diagnostics else "it has mistakes"
                )
                raise NoMatch(reason) from None
        return value

    def _value_of_some_type(self, name: str, value: ParamValue, bound: SomeV) -> ParamValue:
        """A value for `name: Some[Trait]`: of any type that has the trait."""
        type = self.program.conversions.param_type(value)
        if not isinstance(type, StructT) or is_anything(type):
            return value
        type = self.program.facts.materialized(type)
        self._check_bound(type, bound.bound, name)
        return self._checked_value(name, value, type)

    def _check_bound(self, value: ParamValue, bound: ParamValue | None, name: str) -> None:
        if not isinstance(bound, (TraitT, FunctionT)) or value is DEFERRED:
            return
        if isinstance(bound, TraitT) and not isinstance(value, SourceType):
            if isinstance(value, (StructGen, tuple)) or value is REST:
                return
            raise NoMatch(f"'{name}' must be a type with the trait '{bound}', not {spell(value)}")
        if not self.program.facts.conforms(value, bound):
            raise MissingTrait(
                f"'{spell(value)}' does not have the trait '{bound}' that '{name}' requires", value
            )

    def _check_where(
        self, decl: FunctionDecl, signature: Signature, slots: Sequence[Any] = ()
    ) -> None:
        if signature.unmet is None:
            signature.unmet = self._unmet_condition(decl, signature)
        if not signature.unmet:
            return
        if signature.blamed is None:
            raise NoMatch(signature.unmet)
        packs = [s for s in slots if isinstance(s, list)]
        argument = placing.argument_at(packs[0] if packs else slots, signature.blamed)
        raise MissingTrait(signature.unmet, signature.blamed_type, argument)

    def _unmet_condition(self, decl: FunctionDecl, signature: Signature) -> str:
        """Which `where` clause does not hold, and which element of a pack is to blame."""
        comptime = self.program.comptime
        for clause in decl.where:
            if comptime.condition(clause.condition, signature.scope):
                continue
            text = ""
            if clause.message.first is not None:
                text = comptime.text(clause.message, signature.scope)
            code, text = with_code(text)
            blamed = self._blamed_element(decl, clause, signature.scope)
            if blamed is not None and text:
                signature.blamed_type, signature.blamed = blamed
                return f"{code}'{spell(signature.blamed_type)}' {text}"
            message = "a 'where' condition does not hold"
            return f"{message}: {text}" if text else message
        return ""

    def _blamed_element(
        self, decl: FunctionDecl, clause: lit.Where, scope: Scope
    ) -> tuple[ParamValue, int] | None:
        """The element of the function's pack that does not meet a condition even alone."""
        name = next((p.name for p in decl.params if p.variadic), "")
        pack = scope.bindings.get(name)
        types = [v for p in decl.params if isinstance(v := scope.bindings.get(p.name), SourceType)]
        if not name and len(types) == 1:
            return types[0], 0
        for number, element in enumerate(pack if isinstance(pack, tuple) else ()):
            alone = Scope(scope.module, {**scope.bindings, name: (element,)}, None, scope.parent)
            if not self.program.comptime.condition(clause.condition, alone):
                return element, number
        return None

    def _check_arguments(
        self, frame: Frame, signature: Signature, slots: list[Any], allow_conversion: bool
    ) -> int:
        total = 0
        for arg, slot in zip(signature.args, slots, strict=True):
            if arg.info.variadic == "*pack":
                spread = any(a.unpack for a in slot)
                if isinstance(arg.type, tuple) and len(arg.type) != len(slot) and not spread:
                    raise NoMatch(
                        f"'{arg.info.name}' takes {len(arg.type)} values, {len(slot)} were given"
                    )
                if isinstance(arg.type, tuple) and mentions_origin(arg.type) and not spread:
                    for type, argument in zip(arg.type, slot, strict=True):
                        check_argument_keeps_owner(frame, signature, arg, argument, type)
                continue
            if slot is None:
                continue
            for argument in slot if isinstance(slot, list) else [slot]:
                if not isinstance(arg.type, SourceType) or argument.unpack:
                    continue
                cost = self.program.conversions.cost(
                    frame, argument.value, arg.type, allow_conversion, arg.convention
                )
                if cost is None:
                    actual = describe_argument(self.program, Argument(argument.value))
                    if arg.convention == "mut":
                        raise NoMatch(
                            f"the 'mut' argument '{arg.info.name}' needs a variable of type"
                            f" '{spell(arg.type)}', not '{actual}'",
                            argument,
                        )
                    raise NoMatch(
                        f"the argument '{arg.info.name}' must be '{spell(arg.type)}', not '{actual}'",
                        argument,
                    )
                if mentions_origin(arg.type):
                    check_argument_keeps_owner(frame, signature, arg, argument, arg.type)
                total += cost
        return total
