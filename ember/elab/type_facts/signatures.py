"""Function signatures: evaluated with holes for inference, then with every parameter known.

An argument type that leaves parameters open (`x: List[_]`, `x: Some[Writable]`, `f: def(Int) -> Int`) gives the
function parameters of its own, named after the argument; they are inferred like the written ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ember.dialects import lit
from ember.elab.messages.suggestions import not_a_type, not_concrete
from ember.elab.model.declarations import ArgInfo, FunctionDecl, Scope, StructDecl, TraitDecl
from ember.elab.model.types import (
    DEFERRED,
    REST,
    UNBOUND,
    AliasGen,
    Const,
    FunctionT,
    Hole,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    TraitT,
    open_part,
    spell,
)
from ember.support.diagnostics import CompileError, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program
    from ember.ir.nodes import Region
    from ember.support.source import Span


class SomeV:
    """`Some[Trait]`: an anonymous type parameter with a bound."""

    __slots__ = ("bound",)

    def __init__(self, bound: TraitT | FunctionT) -> None:
        self.bound = bound

    def __str__(self) -> str:
        return f"Some[{self.bound}]"


class SigArg:
    """An argument with its evaluated type."""

    __slots__ = ("bound", "info", "type")

    def __init__(self, info: ArgInfo, type: ParamValue, bound: ParamValue | None) -> None:
        self.info = info
        self.type = type
        self.bound = bound  # what an anonymous type parameter must conform to

    @property
    def convention(self) -> str:
        return self.info.convention


class Signature:
    """What a function takes and gives, as source types (with holes while parameters are inferred)."""

    __slots__ = (
        "args",
        "auto",
        "blamed",
        "blamed_type",
        "decl",
        "effect",
        "error",
        "gives_mutable",
        "loans",
        "result",
        "result_ref",
        "scope",
        "unmet",
    )

    def __init__(self, decl: FunctionDecl, scope: Scope) -> None:
        self.decl = decl
        self.scope = scope
        self.args: list[SigArg] = []
        self.auto: list[str] = []  # names of the anonymous parameters, in order
        self.loans: dict[str, Any] = {}  # what its result refers to: see `referents.py`
        self.result: ParamValue = None
        self.result_ref = False
        self.gives_mutable: bool | None = (
            None  # whether its origins allow writing; None: not asked yet
        )
        self.error: ParamValue | None = None
        self.effect = "none"  # "none", "raises", or "inferred"
        self.blamed: int | None = None  # the element of a pack that does not meet it
        self.blamed_type: ParamValue = None
        self.unmet: str | None = (
            None  # the `where` clause that does not hold, "" when all do, None: not asked yet
        )

    @property
    def raises(self) -> bool:
        return self.effect != "none"


class Signatures:
    """Evaluates signatures."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[tuple[object, ...], Signature] = {}

    # -- scopes ----------------------------------------------------------------------------------

    def hole_scope(self, decl: FunctionDecl, owner: ParamValue | None) -> Scope:
        """The scope of a function whose own parameters are all unknown."""
        parent = self._owner_scope(decl, owner)
        bindings: dict[str, ParamValue] = {p.name: Hole(p.name, decl) for p in decl.params}
        return Scope(decl.module, bindings, None, parent)

    def concrete_scope(
        self, decl: FunctionDecl, owner: ParamValue | None, params: dict[str, ParamValue]
    ) -> Scope:
        return Scope(decl.module, params, None, self._owner_scope(decl, owner))

    def _owner_scope(self, decl: FunctionDecl, owner: ParamValue | None) -> Scope | None:
        if decl.scope is not None:
            return decl.scope
        if isinstance(owner, StructT) and owner.decl is decl.parent:
            return self.program.facts.struct_scope(owner)
        if isinstance(decl.parent, StructDecl):
            args = owner.args if isinstance(owner, StructGen) else ()
            self_type = self.open_struct(decl.parent, args)
            bindings: dict[str, ParamValue] = {
                p.name: a for p, a in zip(decl.parent.params, self_type.args, strict=True)
            }
            bindings["Self"] = self_type
            return Scope(decl.parent.module, bindings, decl.parent)
        if isinstance(decl.parent, TraitDecl):
            return Scope(decl.module, {"Self": owner}, decl.parent)
        return None

    @staticmethod
    def open_struct(decl: StructDecl, args: tuple[ParamValue, ...]) -> StructT:
        """The struct with a hole for every parameter that `args` leaves open."""
        given = list(args) + [UNBOUND] * (len(decl.params) - len(args))
        return StructT(
            decl,
            tuple(
                Hole(p.name, decl) if a is UNBOUND or a is REST else a
                for p, a in zip(decl.params, given, strict=True)
            ),
        )

    # -- evaluation ------------------------------------------------------------------------------

    def with_holes(self, decl: FunctionDecl, owner: ParamValue | None) -> Signature:
        key = (decl, "holes", owner)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.evaluate(decl, self.hole_scope(decl, owner))
        return found

    def evaluate(self, decl: FunctionDecl, scope: Scope) -> Signature:
        signature = Signature(decl, scope)
        scope.arguments = {a.name: (a.convention != "read", DEFERRED) for a in decl.args}
        for info in decl.args:
            if info.convention == "out":
                continue
            mutable = self._is_mutable(signature, info)
            scope.arguments[info.name] = (mutable, DEFERRED)
            arg = self._argument(signature, info, scope)
            scope.arguments[info.name] = (mutable, DEFERRED if info.variadic else arg.type)
            signature.args.append(arg)
        op = decl.op
        if decl.out_index >= 0:
            signature.result = self._result_slot(decl, decl.args[decl.out_index], scope)
        else:
            if op.result.first is not None:
                signature.result = self._result_type(decl, scope)
            else:
                signature.result = self.program.library.none
            signature.result_ref = op.attrs.get("result_convention") == "ref"
        self._effect(signature, scope)
        if op.attrs.get("is_async"):
            signature.result = self._coroutine(signature)
            signature.effect, signature.error = "none", None
        return signature

    def _expression(self, decl: FunctionDecl, region: Region, scope: Scope) -> ParamValue:
        """A type of the signature; that of a nested function may speak of values around it."""
        outer = dict(decl.outer) if decl.outer else None
        return self.program.comptime.evaluate_region(region, scope, outer)

    def _is_mutable(self, signature: Signature, info: ArgInfo) -> bool:
        """Whether an argument may be changed; for a `ref` argument that is a parameter of the function."""
        if info.convention != "ref" or info.variadic:
            return info.convention != "read"
        value = self._anonymous(signature, f"{info.name}.mut")
        return bool(value.raw) if isinstance(value, Const) else True

    def _result_slot(self, decl: FunctionDecl, info: ArgInfo, scope: Scope) -> ParamValue:
        if info.type is None:
            return self._self_type(decl, scope)
        return self._closed_type(decl, self._expression(decl, info.type, scope), info.type)

    def _result_type(self, decl: FunctionDecl, scope: Scope) -> ParamValue:
        value = self._expression(decl, decl.op.result, scope)
        return self._closed_type(decl, value, decl.op.result)

    def _coroutine(self, signature: Signature) -> ParamValue:
        """What a call of an asynchronous function gives: its work, which `await` turns into the result."""
        decl = self.program.library.coroutine
        given: tuple[ParamValue, ...] = (signature.result,)
        if signature.effect == "raises":
            decl = self.program.library.raising_coroutine
            given = (signature.result, UNBOUND, signature.error)
        if DEFERRED in given:
            return DEFERRED
        return self.program.members.bind_defaults(StructGen(decl, given))

    def _closed_type(self, decl: FunctionDecl, value: ParamValue, written: Region) -> ParamValue:
        value = self.program.members.as_type(value)
        loc = written.last.loc if written.last is not None else decl.loc
        if not decl.means.names_mean_defaults and not self.program.names.is_library(decl.module):
            self._check_concrete(value, written, loc)
        if isinstance(value, (SourceType, Hole)) or value is DEFERRED:
            return value
        if isinstance(value, StructGen):
            value = self.program.members.bind_defaults(value)
            if isinstance(value, StructT):
                return value
            return DEFERRED
        if isinstance(value, SomeV):
            return DEFERRED
        raise CompileError(not_a_type(value, loc))

    def _check_concrete(self, value: ParamValue, written: Region, loc: Span | None) -> None:
        """What a function gives is of one type: the parameters of every struct in it are bound."""
        found = open_part(value)
        if found is not None:
            raise CompileError(not_concrete(found, loc))
        if not isinstance(written.first, lit.Name) or not isinstance(value, SourceType):
            return
        at_run_time = self.program.facts.materialized(value)
        if at_run_time is not value:
            message = (
                f"'{spell(value)}' is a type for each literal, not one; write 'type_of(…)' of an argument, "
                f"or '{spell(at_run_time)}'"
            )
            raise CompileError(error("not-concrete", loc, message))

    def _self_type(self, decl: FunctionDecl, scope: Scope) -> ParamValue:
        value = self.program.names.lookup(scope, "Self")
        if value is None:
            raise CompileError(error("missing-type", decl.loc, "this argument needs a type"))
        return value

    def _argument(self, signature: Signature, info: ArgInfo, scope: Scope) -> SigArg:
        if info.type is None:
            if info is signature.decl.args[0] and signature.decl.parent is not None:
                return SigArg(info, self._self_type(signature.decl, scope), None)
            first_is_out = signature.decl.args[0].convention == "out"
            if first_is_out and len(signature.decl.args) > 1 and info is signature.decl.args[1]:
                if signature.decl.name in ("__copyinit__", "__moveinit__"):
                    return SigArg(info, self._self_type(signature.decl, scope), None)
            if not signature.decl.means.arguments_lack_types:
                message = f"the argument '{info.name}' needs a type"
                raise CompileError(error("missing-type", info.op.loc, message))
            return SigArg(info, self._anonymous(signature, info.name), None)
        value = self._expression(signature.decl, info.type, scope)
        if info.variadic and isinstance(value, Const) and isinstance(value.type, StructT):
            value = self._listed(value.type)
        if isinstance(value, Const) or (isinstance(value, tuple) and not info.variadic):
            value = self.program.members.as_type(value)
        bound: ParamValue | None = None
        if isinstance(value, SomeV):
            bound = value.bound
            value = self._anonymous(signature, info.name)
        elif isinstance(value, TraitT):
            bound = value
            value = self._anonymous(signature, info.name)
        elif isinstance(value, FunctionT) and not value.thin and not value.abi:
            bound = value
            value = self._anonymous(signature, info.name)
        elif isinstance(value, (StructGen, AliasGen)):
            value = self._opened(signature, info, value)
        elif value is UNBOUND:
            value = self._anonymous(signature, info.name)
        elif isinstance(value, StructT) and any(a is UNBOUND for a in value.args):
            value = self._opened(signature, info, StructGen(value.decl, value.args))
        elif isinstance(value, StructT) and signature.decl.module is self.program.main:
            self._check_closed(value, info)
        if not isinstance(value, (SourceType, Hole, tuple)) and value is not DEFERRED:
            loc = info.type.last.loc if info.type is not None and info.type.last else info.op.loc
            raise CompileError(not_a_type(value, loc))
        return SigArg(info, value, bound)

    def _check_closed(self, type: StructT, info: ArgInfo) -> None:
        """Only the outermost type of an argument leaves parameters open: `Span[Int, _]`, not `List[Span[Int, _]]`."""
        found = None if self.program.main.means.names_mean_defaults else open_part(type)
        if found is not None:
            raise CompileError(not_concrete(found, info.op.loc))

    def _listed(self, type: StructT) -> ParamValue:
        """The types of `*args: *TypeList.splat[2, Int]()`."""
        return type.args[0] if type.decl is self.program.library.type_list else type

    def _anonymous(self, signature: Signature, name: str) -> ParamValue:
        auto = f"#{name}"
        if auto not in signature.auto:
            signature.auto.append(auto)
        bound = signature.scope.bindings.get(auto)
        return bound if bound is not None else Hole(auto, signature.decl)

    def _opened(
        self, signature: Signature, info: ArgInfo, value: StructGen | AliasGen
    ) -> ParamValue:
        if isinstance(value, AliasGen):
            count = len(value.decl.params)
            given = list(value.bound) + [UNBOUND] * (count - len(value.bound))
            filled = tuple(
                self._anonymous(signature, f"{info.name}.{p.name}")
                if a is UNBOUND or a is REST
                else a
                for p, a in zip(value.decl.params, given, strict=True)
            )
            return self.program.members.apply_alias(value, filled)
        given = list(value.args) + [UNBOUND] * (len(value.decl.params) - len(value.args))
        filled = tuple(
            self._anonymous(signature, f"{info.name}.{p.name}") if a is UNBOUND or a is REST else a
            for p, a in zip(value.decl.params, given, strict=True)
        )
        return StructT(value.decl, filled)

    def _effect(self, signature: Signature, scope: Scope) -> None:
        decl = signature.decl
        if decl.op.attrs.get("raises"):
            signature.effect = "raises"
            if decl.op.error.first is not None:
                value = self._expression(decl, decl.op.error, scope)
                signature.error = self._closed_type(decl, value, decl.op.error)
                if value is self.program.library.never:
                    signature.effect = "none"
                    signature.error = None
                return
        elif decl.op.attrs.get("keyword") == "def" and decl.means.def_may_raise:
            signature.effect = "inferred"
        if signature.effect != "none":
            signature.error = self.program.library.error

    def forget_conditions(self) -> None:
        """Forgets which `where` clauses hold."""
        for signature in self._known.values():
            signature.unmet = None

    def concrete(
        self, decl: FunctionDecl, owner: ParamValue | None, params: dict[str, ParamValue]
    ) -> Signature:
        """The signature with every parameter bound."""
        key = (decl, owner, tuple(params.values()))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.evaluate(decl, self.concrete_scope(decl, owner, params))
        return found


def check_conditions(decl: FunctionDecl) -> None:
    """A `where` clause speaks of the types of variadic arguments, not of their values: it could never be checked."""
    variadic = {argument.name for argument in decl.args if argument.variadic}
    for clause in decl.where if variadic else ():
        for top in clause.condition:
            for op in top.walk():
                if isinstance(op, lit.Name) and op.attrs["name"] in variadic and _is_called(op):
                    message = (
                        f"this needs the values of '{op.attrs['name']}', which are known only at run time,"
                        " where a compile-time value is expected"
                    )
                    raise CompileError(error("not-comptime", op.loc, message))


def _is_called(name: lit.Name) -> bool:
    """Whether a function is called with a value, or a method of it."""
    value = name.results[0]
    uses = [
        *value.uses,
        *(u for a in value.uses if isinstance(a, lit.Attribute) for u in a.results[0].uses),
    ]
    return any(isinstance(use, lit.Call) for use in uses)
