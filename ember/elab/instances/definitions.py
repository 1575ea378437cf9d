"""Generic functions are checked once where they are written, called or not.

The body runs through the elaborator like that of any instance, with an archetype for each type parameter and an unknown
for each value (`archetypes.py`). No code comes of it: functions that take something open are declared and never
elaborated. A mistake counts only if it is certain for whatever the parameters will be: wrong names, traits that the
bounds do not promise, missing members, arguments that do not fit. What depends on unknown values is left to the
instances.

`conforms_to(T, Trait)` in a `where` clause, a compile-time assertion or condition promises `T` more than its bounds, in
the code that it guards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Final

from ember.dialects import hlcf, lit
from ember.elab.instances.closures import Closure, enter_closure
from ember.elab.instances.conformances import field_without_end
from ember.elab.instances.instances import Abi, Instance
from ember.elab.model.declarations import (
    AliasDecl,
    Decl,
    ExtensionDecl,
    FunctionDecl,
    ModuleDecl,
    Scope,
    StructDecl,
    TraitDecl,
)
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    ClosureRef,
    FunctionT,
    ParamValue,
    SourceType,
    StructT,
    TraitT,
    has_hole,
)
from ember.elab.model.values import POISON, ClosureVal, Known, Local
from ember.elab.resolution.interiors import Interiors, check_interiors
from ember.elab.resolution.mismatches import NoMatch
from ember.elab.type_facts.archetypes import (
    ArchetypeDecl,
    OpenPack,
    is_anything,
    is_archetype,
    is_open,
    new_archetype,
    promise_traits,
    stand_in_of,
    unknown_value,
)
from ember.elab.type_facts.signatures import SigArg, Signature
from ember.ir.nodes import Region
from ember.ownership.destructors import insert_destructors
from ember.ownership.effects import FunctionLives
from ember.support.diagnostics import CompileError, Diagnostic, DiagnosticSink
from ember.support.library import modules_in

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

CERTAIN: Final = frozenset(
    (
        "dangling-reference",
        "immutable-value",
        "invalidated-reference",
        "linear-value-abandoned",
        "missing-return",
        "missing-trait",
        "no-constructor",
        "no-matching-call",
        "no-operator",
        "not-callable",
        "not-implicitly-copyable",
        "not-initialized-at-return",
        "not-iterable",
        "not-writable",
        "not-subscriptable",
        "raise-in-non-raising",
        "transfer-of-borrowed",
        "type-mismatch",
        "unknown-import",
        "unknown-member",
        "unknown-module",
        "unknown-name",
        "use-after-move",
        "use-of-uninitialized",
    )
)
"""The mistakes that no choice of parameters puts right."""


class Definitions:
    """Checks generic functions against the bounds of their parameters."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.is_checking = False
        self.is_asking = False  # whether a condition of the body itself is evaluated
        self.asked: list[tuple[StructT, TraitT | None]] = []
        """What conditions asked: whether an archetype has a trait, or (None) is some other type."""
        self.open_types: list[StructT] = []
        """Types whose traits depend on what archetypes are promised."""
        self._checked: dict[FunctionDecl, list[Diagnostic]] = {}
        self._owners: dict[StructDecl | TraitDecl, StructT] = {}
        self._kept: list[tuple[StructT, frozenset[TraitDecl], bool]] = []
        self._nested: list[Closure] = []  # nested functions of functions that are not generic

    # -- what to check ---------------------------------------------------------------------------

    def check_module(self, module: ModuleDecl) -> None:
        """Checks every generic function of a module, its structs, traits and extensions."""
        for name, member in list(module.members.items()):
            if isinstance(member, list):
                self._check_all(member)
            elif isinstance(member, AliasDecl):
                self._check_alias(module, name, member)
            elif isinstance(member, (StructDecl, TraitDecl)):
                if isinstance(member, TraitDecl):
                    self.program.guarded(self.program.facts.with_parents, member)
                elif member.params:
                    self._check_fields(member)
                self._check_members(member)
        for extension in module.extensions:
            self._check_members(extension)

    def of_library(self) -> list[Diagnostic]:
        """The mistakes in the generic functions of the library itself, which programs do not check."""
        names = self.program.names
        for dotted, _ in modules_in(names.library):
            module = names.find_module(dotted, 0, names.prelude)
            if module is not None:
                self.check_module(module)
        return self.program.sink.errors

    def _check_members(self, holder: StructDecl | TraitDecl | ExtensionDecl) -> None:
        for functions in list(holder.functions.values()):
            self._check_all(functions)

    def _check_alias(self, module: ModuleDecl, name: str, alias: AliasDecl) -> None:
        """A constant of a program has a value, though nobody uses it."""
        if alias.params or self.program.names.is_library(module):
            return
        try:
            self.program.names.member(module, name)
        except CompileError as failure:
            for diagnostic in failure.diagnostics:
                if diagnostic.code in CERTAIN or self._is_first_cycle(diagnostic):
                    self.program.sink.report(diagnostic)
        except NoMatch:
            return

    def _is_first_cycle(self, found: Diagnostic) -> bool:
        """Whether constants depend on themselves and nobody has said so; others may be of the same cycle."""
        told = self.program.sink.errors
        return found.code == "cyclic-alias" and not any(d.code == found.code for d in told)

    def _check_fields(self, struct: StructDecl) -> None:
        """Fields of a program's generic struct can be dropped when it is."""
        if self.program.names.is_library(struct.module):
            return
        try:
            with self.guarded():
                owner = self._owner(struct)
                found = field_without_end(self.program, owner) if owner is not None else None
        except CompileError:
            return  # said where the header or the field is read
        if found is not None:
            self.program.sink.report(found)

    def _check_all(self, functions: list[FunctionDecl]) -> None:
        for decl in functions:
            for diagnostic in self.mistakes(decl):
                self.program.sink.report(diagnostic)

    def behind(self, decl: FunctionDecl) -> list[Diagnostic]:
        """What is wrong with a function of the program of which an instance failed, if it is not that instance only."""
        if (
            self.is_checking
            or decl.closure is not None
            or self.program.names.is_library(decl.module)
        ):
            return []
        return self.mistakes(decl)

    def mistakes(self, decl: FunctionDecl) -> list[Diagnostic]:
        """What is wrong with a function whatever its parameters are."""
        found = self._checked.get(decl)
        if found is None:
            self._checked[decl] = []  # while it is being found out
            found = self._checked[decl] = self._check(decl)
        return found

    def _check(self, decl: FunctionDecl, closure: Closure | None = None) -> list[Diagnostic]:
        if decl.op.attrs.get("broken"):
            return []
        before = self.is_checking, len(self.program.instances.queue), self.program.current_loc
        self.is_checking = True
        try:
            with self.guarded():
                return self._sketch(decl) if closure is None else self._sketch_nested(closure)
        except NoMatch:
            return []
        except CompileError as failure:
            return [d for d in failure.diagnostics if d.code in ("not-concrete", "unknown-name")]
        finally:
            self.is_checking, waiting, self.program.current_loc = before
            while len(self.program.instances.queue) > waiting:
                self.program.instances.queue.pop()

    # -- one function ----------------------------------------------------------------------------

    def _sketch(self, decl: FunctionDecl) -> list[Diagnostic]:
        self.program.current_loc = decl.loc
        owner = self._owner(decl.parent)
        params = self._parameters(decl, owner)
        if not params and (owner is None or not is_open(owner)) and not decl.where:
            return []  # nothing about it is generic: it is elaborated as it is
        signature = self.program.signatures.concrete(decl, owner, params)
        where = decl.parent.where if isinstance(decl.parent, StructDecl) else []
        for clause in (*where, *decl.where):
            self.program.comptime.decision(clause.condition, signature.scope)
        self.promise()
        return self.body(decl, signature) if decl.has_body else []

    def _owner(self, parent: Decl | None) -> StructT | None:
        """The type whose method a function is: a struct of archetypes, or anything that has a trait."""
        if not isinstance(parent, (StructDecl, TraitDecl)):
            return None
        found = self._owners.get(parent)
        if found is None:
            if isinstance(parent, TraitDecl):
                bound = TraitT((parent,))
                found = new_archetype(self.program, "Self", bound, parent.module, parent.loc)
            else:
                scope = Scope(parent.module, {})
                for info in parent.params:
                    scope.bindings[info.name] = stand_in_of(self.program, info, scope)
                found = StructT(parent, tuple(scope.bindings.values()))
                self.program.members.note_shown(parent, found)
            self._owners[parent] = found
        return found

    def _parameters(self, decl: FunctionDecl, owner: StructT | None) -> dict[str, ParamValue]:
        """What stands for the parameters of a function, written and anonymous ones."""
        signatures = self.program.signatures
        params: dict[str, ParamValue] = {}
        scope = signatures.concrete_scope(decl, owner, params)
        for info in decl.params:
            params[info.name] = stand_in_of(self.program, info, scope)
        holes = signatures.evaluate(decl, scope) if not self._is_plain(decl) else None
        if holes is None:
            return params
        bounds = {f"#{a.info.name}": a.bound for a in holes.args if a.bound is not None}
        for auto in holes.auto:
            params[auto] = self._anonymous(decl, auto, bounds.get(auto))
        return params

    @staticmethod
    def _is_plain(decl: FunctionDecl) -> bool:
        return not decl.args

    def _anonymous(self, decl: FunctionDecl, auto: str, bound: ParamValue) -> ParamValue:
        if auto.endswith(".mut"):
            return unknown_value(self.program.library.bool)
        if isinstance(bound, FunctionT):
            return bound if not bound.params and not has_hole(bound) else DEFERRED
        if isinstance(bound, TraitT):
            return new_archetype(self.program, auto[1:], bound, decl.module, decl.loc)
        return DEFERRED

    def body(
        self, decl: FunctionDecl, signature: Signature, closure: Closure | None = None
    ) -> list[Diagnostic]:
        """Runs a body for its mistakes; that of a nested function sees what it captured."""
        instances = self.program.instances
        closed = self._closed(signature)
        own = (ClosureRef(closure),) if closure is not None and closure.captures else ()
        instance = Instance(decl, closed, Abi(self.program, closed, len(own)), "definition", own)
        frame = Frame(self.program, signature.scope, instance.func)
        frame.signature = closed
        frame.loc = decl.loc
        frame.may_raise = signature.raises
        frame.recovers = frame.is_sketch = True
        frame.interiors = Interiors()
        inputs = instance.func.body.args
        if closure is not None:
            if own:
                frame.environments[own[0]] = ClosureVal(own[0], inputs[0], ())
            enter_closure(frame, instance, ClosureRef(closure))
        instances.bind_arguments(frame, instance, inputs[len(own) :])
        for formal, info in zip(decl.op.body.args, decl.args, strict=True):
            given = next((a for a in closed.args if a.info.name == info.name), None)
            if given is not None and is_anything(given.type):
                frame.values[formal] = POISON
        if instance.abi.raises:
            frame.error_pointer = inputs[-1]
        instances.stack.append(instance)
        try:
            self.program.run_body(frame, decl.op.body)
        finally:
            instances.stack.pop()
        if frame.failures is None:
            return self._finish(frame)
        return [d for d in frame.failures if d.code in CERTAIN]

    def _finish(self, frame: Frame) -> list[Diagnostic]:
        """The end of a body in which everything is known: whether it returns, and what becomes of its values."""
        sink = DiagnosticSink()
        for variable in frame.variables:
            if not self.program.facts.linear_reason(variable.type):
                variable.op.set_attr("linear", "")  # the body may have asserted it after the start
        try:
            self.program.instances.close(frame)
            assert frame.interiors is not None
            check_interiors(frame.function, frame.interiors, sink)
            insert_destructors(FunctionLives(frame.function), sink)
        except CompileError as failure:
            sink.absorb(failure)
        return [d for d in sink.errors if d.code in CERTAIN]

    def _closed(self, signature: Signature) -> Signature:
        """The signature with types that may be anything where they are not known."""
        closed = Signature(signature.decl, signature.scope)
        for arg in signature.args:
            is_known = isinstance(arg.type, (SourceType, OpenPack)) and not has_hole(arg.type)
            closed.args.append(arg if is_known else self._vague(arg, signature.decl))
        closed.auto, closed.loans = signature.auto, signature.loans
        result = signature.result
        is_known = isinstance(result, SourceType) and not has_hole(result)
        closed.result = result if is_known else self._anything(signature.decl)
        closed.result_ref = signature.result_ref
        closed.error, closed.effect = signature.error, signature.effect
        return closed

    def _vague(self, arg: SigArg, decl: FunctionDecl) -> SigArg:
        info = copy(arg.info)
        info.variadic = ""
        return SigArg(info, self._anything(decl), None)

    def _anything(self, decl: FunctionDecl) -> StructT:
        return new_archetype(self.program, "?", None, decl.module, decl.loc)

    # -- nested functions ------------------------------------------------------------------------

    def nested(self, frame: Frame, closure: Closure) -> None:
        """A nested function where it is written: in a generic function it is checked now, else when nobody calls it."""
        if not frame.is_sketch:
            if frame.recovers and not _is_generic(frame.scope):
                self._nested.append(closure)
            return
        with self.guarded():
            found = self._sketch_nested(closure)
        if found:
            frame.failures = [*(frame.failures or ()), *found]

    def check_nested(self) -> None:
        """Checks the nested functions that nobody calls, and those inside them."""
        for closure in self._nested:
            if closure.decl.closure is None:
                self.program.guarded(self._check_uncalled, closure)
                self.program.instances.drain()

    def _check_uncalled(self, closure: Closure) -> None:
        decl = closure.decl
        signatures = self.program.signatures
        if decl.params or decl.where or signatures.with_holes(decl, None).auto:
            for diagnostic in self._check(decl, closure):
                self.program.sink.report(diagnostic)
            return
        decl.closure = closure
        signature = signatures.concrete(decl, None, {})
        self.program.instances.get(decl, None, {}, signature, ClosureRef(closure))

    def _sketch_nested(self, closure: Closure) -> list[Diagnostic]:
        decl = closure.decl
        signature = self.program.signatures.concrete(decl, None, self._parameters(decl, None))
        return self.body(decl, signature, closure)

    # -- promises --------------------------------------------------------------------------------

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Code that conditions guard: what they promise is forgotten after it."""
        asked, self.asked = self.asked, []
        kept, self._kept = self._kept, []
        try:
            yield
        finally:
            for archetype, traits, was_anything in reversed(self._kept):
                decl = _archetype_decl(archetype)
                decl.traits, decl.is_anything = traits, was_anything
                self.open_types.append(archetype)
            if self._kept:
                self._forget_answers()
            self.asked, self._kept = asked, kept

    def promise(self) -> None:
        """What conditions asked about archetypes holds from here on."""
        if not self.asked:
            return
        for archetype, trait in self.asked:
            decl = _archetype_decl(archetype)
            self._kept.append((archetype, decl.traits, decl.is_anything))
            if trait is None:
                decl.is_anything = True
            else:
                promise_traits(self.program, decl, trait.decls)
            self.open_types.append(archetype)
        self.asked = []
        self._forget_answers()

    def _forget_answers(self) -> None:
        """Answers that depend on what archetypes can do are found anew."""
        for type in self.open_types:
            self.program.facts.forget(type)
        self.open_types = []
        self.program.members.forget_methods()
        self.program.overloads.forget()
        self.program.conversions.forget()
        self.program.signatures.forget_conditions()

    def ask_parts(self, type: StructT, trait: TraitT | FunctionT) -> None:
        """A trait that a struct may have because of what its parameters stand for: they may be anything."""
        for part in type.args:
            if is_archetype(part):
                self.asked.append((part, trait if isinstance(trait, TraitT) else None))
            elif isinstance(part, StructT):
                self.ask_parts(part, trait)

    # -- statements over unknowns ----------------------------------------------------------------

    def both_arms(self, frame: Frame, op: lit.ComptimeIf) -> None:
        """A compile-time condition that is not known: either arm may be the code."""
        asked, self.asked = self.asked, []
        unbound = [v for v in frame.values.values() if isinstance(v, Local) and v.bound is None]
        unsure = unknown_value(self.program.library.bool)
        condition = self.program.conversions.ssa(frame, Known(unsure))
        arms = Region(), Region()
        frame.emit(hlcf.If, (condition,), (), None, arms)
        is_plain = not any(
            isinstance(inner, (lit.Unary, lit.BoolOp))
            for top in op.regions[0]
            for inner in top.walk()
        )
        for number, arm in enumerate(arms):
            with self.guarded():
                if number == 0 or not is_plain:
                    self.asked = list(asked)
                    self.promise()
                self.program.run_nested(frame, op.regions[number + 1], arm)
        for local in unbound:
            if local.bound is not None and local.type is None:
                local.bound, local.is_poisoned = None, True


def _archetype_decl(archetype: StructT) -> ArchetypeDecl:
    decl = archetype.decl
    assert isinstance(decl, ArchetypeDecl)
    return decl


def _is_generic(scope: Scope | None) -> bool:
    """Whether code of this scope has parameters: it is checked where it is written, for all of them."""
    while scope is not None:
        if isinstance(scope.owner, TraitDecl) or any(name != "Self" for name in scope.bindings):
            return True
        scope = scope.parent
    return False
