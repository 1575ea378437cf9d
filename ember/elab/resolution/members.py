"""Members and subscripts: fields, methods, associated aliases; binding parameters; reading and writing elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from ember.dialects import kgen
from ember.elab.messages import suggestions
from ember.elab.model.declarations import FunctionDecl, Scope, StructDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    REST,
    UNBOUND,
    AliasGen,
    BuiltinV,
    ClosureRef,
    ClosureT,
    Const,
    Deferred,
    FunctionRef,
    Hole,
    ModuleV,
    OriginV,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    TraitT,
    has_hole,
    spell,
)
from ember.elab.model.values import (
    Argument,
    BoundMethod,
    ClosureVal,
    ContextualMember,
    Display,
    DynamicAttribute,
    Known,
    Local,
    Place,
    Rvalue,
    Subscripted,
    Val,
    extended,
    keeps_of,
)
from ember.elab.resolution.conversions import FunctionValueT
from ember.elab.resolution.mismatches import NoMatch
from ember.elab.resolution.placing import filled, hidden_hole, place_params
from ember.elab.resolution.referents import ORIGIN_STEPS
from ember.elab.type_facts.archetypes import (
    OpenPack,
    associated_type,
    is_archetype,
    is_open,
    is_unknown,
    promised_methods,
)
from ember.elab.type_facts.parameter_packs import library_type_of
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

_ITEM_ALIAS = "__getitem_param__"
"""What `x[i]` means where `x` and `i` are known at compile time; it may be a type."""


class Members:
    """Looks up members and binds parameters."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._methods: dict[tuple[StructT, str], tuple[FunctionDecl, ...]] = {}
        self._satisfied: set[StructT] = set()  # structs whose conditions hold

    # -- attributes ------------------------------------------------------------------------------

    def attribute(self, frame: Frame, base: Val, name: str, called: bool = False) -> Val:
        """`base.name`; where it is `called`, a method that an extension adds comes before a field of its name."""
        base = self.program.conversions.settle(frame, base)
        if isinstance(base, ContextualMember):
            return ContextualMember(base.name, base.loc, (*base.steps, ("attribute", name)))
        if isinstance(base, Display):
            base = self.program.conversions.settle_default(frame, base)
        if isinstance(base, Known) and not isinstance(base.value, Const):
            return self._known_attribute(frame, base.value, name)
        found = self._value_attribute(frame, base, name, called)
        if found is None and isinstance(base, Known):
            base = self.program.conversions.materialize(frame, base)
            found = self._value_attribute(frame, base, name, called)
        if found is None:
            self._no_attribute(frame, base, name)
        return found

    def _known_attribute(self, frame: Frame, base: ParamValue, name: str) -> Val:
        if name in ORIGIN_STEPS and isinstance(base, (Hole, OriginV)):
            return Known(BuiltinV(name, (base,)))
        if isinstance(base, (Hole, Deferred)):
            return Known(DEFERRED)
        if isinstance(base, ModuleV):
            value = self.program.names.member(base.module, name)
            if value is None:
                near = suggestions.among(name, base.module.members, frame.loc)
                message = f"module '{base.module.name}' has no member '{name}'{near.text}"
                frame.fail("unknown-member", message, fix=near.fix)
            return Known(value)
        if isinstance(base, OriginV) and name in ("mut", "is_mutable"):
            return Known(self.program.comptime.boolean(base.mutable))
        if isinstance(base, OriginV) and name == "_mlir_origin":
            return Known(base)
        base = self.instantiated(base)
        found = self._seen_member(frame, base, name)
        if found is None:
            special = self.program.type_attribute(frame, base, name)
            if special is not None:
                return special
            self._no_member(frame, base, name)
        return Known(found)

    def _seen_member(self, frame: Frame, base: ParamValue, name: str) -> ParamValue | None:
        """`type_member`, as far as code in a frame sees it: extensions of a struct may be out of sight."""
        found = self.type_member(base, name)
        if not isinstance(base, (StructT, StructGen)) or not base.decl.strangers:
            return found
        extensions, struct = self.program.names.extensions, base.decl
        if isinstance(found, FunctionRef):
            decls = tuple(extensions.seen(frame.scope, struct, found.decls))
            return FunctionRef(decls, found.owner) if decls else None
        alias = struct.alias(name)
        if alias is not None and not extensions.seen(frame.scope, struct, (alias,)):
            return None
        return found

    def type_member(self, base: ParamValue, name: str) -> ParamValue | None:
        """A member of a type named through the type: a parameter, an alias or a function."""
        if isinstance(base, (StructT, StructGen)):
            for info, arg in zip(base.decl.params, base.args, strict=False):
                if info.name == name and arg is not UNBOUND:
                    return arg
        if isinstance(base, StructT):
            alias = base.decl.alias(name)
            if alias is not None:
                scope = self.program.facts.member_scope(base, alias.module)
                return self.program.names.alias_value(alias, scope, base)
            functions = base.decl.methods(name)
            if functions:
                return FunctionRef(tuple(functions), base)
            return self._trait_member(base, name)
        if isinstance(base, StructGen):
            functions = base.decl.methods(name)
            if functions:
                return FunctionRef(tuple(functions), base)
            alias = base.decl.alias(name)
            if alias is not None:
                bound = self.bind_defaults(base)
                if isinstance(bound, StructT):
                    return self.type_member(bound, name)
                scope = Scope(alias.module, {"Self": base}, base.decl)
                return self.program.names.alias_value(alias, scope, ("open", base))
            return None
        if isinstance(base, TraitT):
            for decl in base.decls:
                for parent in self.program.facts.with_parents(decl):
                    if name in parent.functions:
                        return FunctionRef(tuple(parent.functions[name]), base)
        return None

    def _trait_member(self, base: StructT, name: str) -> ParamValue | None:
        if is_archetype(base):
            promised = promised_methods(self.program, base, name)
            if promised:
                return FunctionRef(promised, base)
            associated = associated_type(self.program, base, name)
            if associated is not None:
                return associated
        for trait in self._ordered_traits(base):
            functions = [f for f in trait.functions.get(name, ()) if f.has_body]
            if functions:
                return FunctionRef(tuple(functions), base)
            alias = trait.aliases.get(name)
            if alias is not None and alias.value is not None:
                scope = Scope(trait.module, {"Self": base}, trait)
                return self.program.names.alias_value(alias, scope, base)
        return None

    def hidden_defaults(self, function: FunctionRef) -> FunctionRef | None:
        """What the traits of a struct offer under the name of its own methods, which come first."""
        if not isinstance(function.owner, StructT) or not function.decls:
            return None
        decl = function.decls[0]
        if not isinstance(decl.parent, StructDecl) or decl.name == "__init__":
            return None
        member = self._trait_member(function.owner, decl.name)
        return member if isinstance(member, FunctionRef) else None

    def _ordered_traits(self, base: StructT) -> list[Any]:
        return sorted(
            self.program.facts.traits(base),
            key=lambda d: len(self.program.facts.with_parents(d)),
            reverse=True,
        )

    def _value_attribute(self, frame: Frame, base: Val, name: str, called: bool) -> Val | None:
        type = self.program.conversions.type_of(base)
        index = self.program.facts.field_index(type, name) if type is not None else None
        if index is not None and not (called and self._is_method(frame, type, name)):
            return self.field(frame, base, index)
        if isinstance(type, StructT):
            member = self._seen_member(frame, type, name)
            if isinstance(member, FunctionRef):
                self._check_available(frame, type, member, name)
                return self._bound(base, member)
            if member is not None:
                return Known(member)
            if self.methods(type, "__getattr__"):
                return DynamicAttribute(base, name, frame.loc)
        return None

    def _is_method(self, frame: Frame, type: SourceType | None, name: str) -> bool:
        """Whether a method of this name is seen, too."""
        if not isinstance(type, StructT) or not type.decl.methods(name):
            return False
        return self._seen_member(frame, type, name) is not None

    def _check_available(
        self, frame: Frame, type: SourceType, member: FunctionRef, name: str
    ) -> None:
        """`@__unavailable("…")` on a method: it is declared only to say what to do instead."""
        decorator = member.decls[0].decorators.get("__unavailable")
        if decorator is not None:
            text = self.program.comptime.text(decorator.arguments, self.program.empty_scope())
            frame.fail("unknown-member", f"'{spell(type)}' has no member '{name}': {text}")

    @staticmethod
    def _bound(base: Val, member: FunctionRef) -> Val:
        statics = [d for d in member.decls if d.is_static]
        if len(statics) == len(member.decls):
            return Known(member)
        return BoundMethod(member, base)

    def _no_attribute(self, frame: Frame, base: Val, name: str) -> NoReturn:
        type = self.program.conversions.type_of(base)
        shown = self.program.facts.materialized(type) if type is not None else None
        self._no_member(frame, shown, name)

    def _no_member(self, frame: Frame, base: ParamValue | None, name: str) -> NoReturn:
        if self.program.facts.is_promised(base, name):
            raise CompileError()  # that the struct lacks it is said where it names the trait
        message = f"'{spell(base)}' has no member '{name}'"
        if hint := self.program.names.extensions.hint(frame.scope, base, name):
            frame.fail("unknown-member", message + hint)
        traits = self.program.facts.traits(base) if isinstance(base, StructT) else ()
        inherited = [n for trait in traits for n in trait.functions]
        near = suggestions.for_member(getattr(base, "decl", None), name, frame.loc, inherited)
        if isinstance(base, StructT) and near.name:
            if isinstance(meant := self._seen_member(frame, base, near.name), FunctionRef):
                self._check_available(frame, base, meant, name)
        frame.fail("unknown-member", message + near.text, fix=near.fix)

    def field(self, frame: Frame, base: Val, index: int) -> Val:
        """The field of a struct value, as a place where the struct is one."""
        facts = self.program.facts
        type = self.program.conversions.type_of(base)
        assert isinstance(type, StructT)
        field_type = facts.fields(type)[index]
        is_single = facts.is_its_field(type)
        if isinstance(base, Known) and is_unknown(base.value):
            return Known(Const(field_type, base.value.raw))
        if isinstance(base, Known):
            raw = base.value.raw if is_single else base.value.raw[index]
            return Known(Const(field_type, raw))
        if isinstance(base, Place):
            pointer = frame.field_address(base.pointer, type, index)
            path = (*base.path, index) if base.root is not None else ()
            keeps = base.keeps if base.root is not None else extended(base.keeps, (index,))
            place = Place(field_type, pointer, base.mutable, base.root, path, keeps)
            place.uninitialized = base.uninitialized
            return place
        assert isinstance(base, Rvalue)
        if is_single:
            return Rvalue(field_type, base.ssa, base.keeps)
        ssa = frame.pure(
            kgen.StructExtract, (base.ssa,), facts.ir_type(field_type), {"index": index}
        )
        return Rvalue(field_type, ssa, base.keeps)

    # -- methods ---------------------------------------------------------------------------------

    def forget_methods(self) -> None:
        """Forgets which methods types have, where some have them because of the traits of others."""
        for key in [key for key in self._methods if is_open(key[0])]:
            del self._methods[key]

    def methods(self, type: SourceType | None, name: str) -> tuple[FunctionDecl, ...]:
        """The functions a name means on values of a type: its own, or defaults of its traits."""
        if not isinstance(type, StructT):
            return ()
        found = self._methods.get((type, name))
        if found is None:
            found = tuple(type.decl.methods(name))
            if not found:
                member = self._trait_member(type, name)
                found = member.decls if isinstance(member, FunctionRef) else ()
            self._methods[type, name] = found
        return found

    def method(self, frame: Frame, receiver: Val, name: str) -> BoundMethod | None:
        receiver = self.program.conversions.settle(frame, receiver)
        if isinstance(receiver, Display):
            receiver = self.program.conversions.settle_default(frame, receiver)
        type = self.program.conversions.type_of(receiver)
        decls = self.methods(type, name)
        if isinstance(type, StructT) and type.decl.strangers:
            decls = tuple(self.program.names.extensions.seen(frame.scope, type.decl, decls))
        return BoundMethod(FunctionRef(decls, type), receiver) if decls else None

    def own_constructors(
        self, frame: Frame, target: StructT | StructGen
    ) -> tuple[FunctionDecl, ...]:
        """Those of the struct and its extensions, as far as code in a frame sees them."""
        found = tuple(target.decl.methods("__init__"))
        if target.decl.strangers:
            found = tuple(self.program.names.extensions.seen(frame.scope, target.decl, found))
        return found

    def constructors(self, frame: Frame, target: StructT | StructGen) -> tuple[FunctionDecl, ...]:
        own = self.own_constructors(frame, target)
        if isinstance(target, StructT):
            return own or self.methods(target, "__init__")
        return own

    def fieldwise(
        self, frame: Frame, target: StructT | StructGen, arguments: list[Argument]
    ) -> Val | None:
        """A struct without constructors can be made from nothing when it has no fields."""
        if is_archetype(target):
            return None
        if isinstance(target, StructT) and not target.decl.fields and not arguments:
            return self.program.conversions.materialize(frame, Known(Const(target, ())))
        return None

    def copy_or_move(
        self, frame: Frame, target: StructT | StructGen, arguments: list[Argument]
    ) -> Val | None:
        """`T(copy=x)` and `T(move=x)` of a type without a constructor for that: its hook has the old name, or there is none."""
        if len(arguments) != 1 or arguments[0].name not in ("copy", "move", "other", ""):
            return None
        conversions = self.program.conversions
        value = conversions.settle(frame, arguments[0].value)
        if isinstance(value, (Display, ContextualMember)):
            return None
        type = conversions.type_of(value)
        if not isinstance(type, StructT) or type.decl is not target.decl:
            return None
        if isinstance(target, StructT) and not conversions.same_type(type, target):
            return None
        facts = self.program.facts
        if arguments[0].name == "copy" and not facts.is_constructor(facts.copy_hook(type)):
            value = conversions.runtime(frame, value)
            return conversions.copied(frame, value) if isinstance(value, Place) else value
        if arguments[0].name == "move" and not facts.is_constructor(facts.move_hook(type)):
            return conversions.owned(frame, value)
        if not arguments[0].name and facts.is_register(type):
            return value
        if not arguments[0].name and facts.is_copyable(type) and not self._takes_itself(type):
            value = conversions.runtime(frame, value)
            return conversions.copied(frame, value) if isinstance(value, Place) else value
        return None

    def _takes_itself(self, type: StructT) -> bool:
        """Whether a constructor is made to take a value of the same type."""
        for decl in type.decl.methods("__init__"):
            args = decl.explicit_args()
            if (
                len(args) >= 1
                and not args[0].keyword_only
                and not any(a.default is None and not a.variadic for a in args[1:])
            ):
                signature = self.program.signatures.with_holes(decl, type)
                if signature.args[0].type is type or isinstance(signature.args[0].type, Hole):
                    return True
        return False

    # -- parameters ------------------------------------------------------------------------------

    def bind(
        self,
        target: ParamValue,
        items: tuple[ParamValue, ...],
        keywords: dict[str, ParamValue],
    ) -> ParamValue:
        """`target[items, key=value]` where the target takes parameters."""
        if isinstance(target, StructGen):
            return self._bind_struct(target, items, keywords)
        if isinstance(target, AliasGen):
            placed = self._place(target.decl.params, items, keywords, target.decl.name)
            values = [placed.get(p.name, UNBOUND) for p in target.decl.params]
            return self._apply_or_keep(target, values)
        if isinstance(target, FunctionRef):
            bound, named = filled(target.bound, items), (*target.keywords, *keywords.items())
            return FunctionRef(target.decls, target.owner, bound, named)
        if isinstance(target, ClosureRef):
            return ClosureRef(target.closure, (*target.bound, *items, *keywords.values()))
        if isinstance(target, BuiltinV):
            return self.program.bind_builtin(target, items, keywords)
        if isinstance(target, StructT) and any(a is UNBOUND for a in target.args):
            return self._bind_struct(StructGen(target.decl, target.args), items, keywords)
        raise NoMatch(f"'{spell(target)}' takes no parameters")

    def _place(
        self,
        params: list[Any],
        items: tuple[ParamValue, ...],
        keywords: dict[str, ParamValue],
        name: str,
    ) -> dict[str, ParamValue]:
        return {info.name: value for info, value in place_params(params, items, keywords, name)}

    def _bind_struct(
        self, target: StructGen, items: tuple[ParamValue, ...], keywords: dict[str, ParamValue]
    ) -> ParamValue:
        decl = target.decl
        if target.args:
            open_params = [
                p for p, a in zip(decl.params, target.args, strict=False) if a is UNBOUND
            ]
            placed = self._place(open_params, items, keywords, decl.name)
            for p, a in zip(decl.params, target.args, strict=False):
                if a is not UNBOUND:
                    placed[p.name] = a
        else:
            placed = self._place(decl.params, items, keywords, decl.name)
        is_open = any(i is REST for i in items)
        return self._completed(decl, placed, is_open)

    def _completed(
        self, decl: StructDecl, placed: dict[str, ParamValue], is_open: bool
    ) -> ParamValue:
        overloads = self.program.overloads
        found: list[ParamValue] = [placed.get(p.name) for p in decl.params]
        if any(v is None and p.infer_only for v, p in zip(found, decl.params, strict=True)):
            known = {k: v for k, v in placed.items() if v is not UNBOUND}
            overloads.infer_dependent(decl.params, found, known, Scope(decl.module, {}))
        scope = Scope(decl.module, {})
        values: list[ParamValue] = []
        some_open = any(value is UNBOUND for value in found)
        for info, value in zip(decl.params, found, strict=True):
            if value is None and info.infer_only:
                value = hidden_hole(decl.params, found, info.name)
            if value is None and some_open and info.infer_only:
                value = UNBOUND  # found with the open one: `mut` of `Pointer[Int, _]`
            if value is None and not is_open and info.default is not None:
                value = self.program.comptime.evaluate_region(info.default, scope)
            if value is None and info.variadic and not is_open:
                value = ()
            if value is not None and value is not UNBOUND:
                if not has_hole(value):
                    value = overloads.checked_param(info, value, scope)
                scope.bindings[info.name] = value
            values.append(value)
        final = tuple(UNBOUND if v is None else v for v in values)
        if any(v is UNBOUND for v in final):
            return StructGen(decl, final)
        if not has_hole(result := StructT(decl, final)):
            self._check_struct_where(decl, result)
            self.note_shown(decl, result)
        return result

    def note_shown(self, decl: StructDecl, result: StructT) -> None:
        """Remembers which arguments are worth showing: not those that were inferred or are as by default."""
        if "shown" in result.facts:
            return
        result.facts["shown"] = result.args
        scope = self.program.facts.struct_scope(result)
        shown = []
        for info, arg in zip(decl.params, result.args, strict=True):
            if info.infer_only:
                continue
            if (
                info.default is not None
                and self.program.comptime.evaluate_region(info.default, scope) == arg
            ):
                continue
            shown.append(arg)
        result.facts["shown"] = tuple(shown)

    def _check_struct_where(self, decl: StructDecl, result: StructT) -> None:
        if not decl.where or result in self._satisfied:
            return
        self._satisfied.add(
            result
        )  # before it is known: a condition may speak of the struct itself
        scope = self.program.facts.struct_scope(result)
        for clause in decl.where:
            if not self.program.comptime.condition(clause.condition, scope):
                self._satisfied.discard(result)
                told = f"'{spell(result)}' does not satisfy a 'where' condition of the struct"
                if clause.message.first is not None:
                    told += f": {self.program.comptime.text(clause.message, scope)}"
                raise NoMatch(told)

    def bind_defaults(self, target: StructGen) -> ParamValue:
        """The struct with its defaults filled in, if that binds everything."""
        placed = {
            p.name: a
            for p, a in zip(target.decl.params, target.args, strict=False)
            if a is not UNBOUND
        }
        if any(
            p.name not in placed and p.default is None and not p.variadic
            for p in target.decl.params
        ):
            return target
        return self._completed(target.decl, placed, False)

    def bind_if_complete(self, target: StructGen) -> ParamValue:
        """The struct as a type when nothing is open; a bare generic name stays open for inference."""
        if target.args and all(a is not UNBOUND for a in target.args):
            return StructT(target.decl, target.args)
        if (
            not any(not p.infer_only and p.default is None for p in target.decl.params)
            and target.args
        ):
            return self.bind_defaults(target)
        return target

    def _apply_or_keep(self, target: AliasGen, values: list[ParamValue]) -> ParamValue:
        scope = Scope(target.decl.module, {}, None, target.scope)
        filled: list[ParamValue] = []
        params = target.decl.params
        if any(p.infer_only and v is UNBOUND for p, v in zip(params, values, strict=True)):
            values = self._with_inferred(target, values)
        for info, value in zip(params, values, strict=True):
            if value is UNBOUND and info.default is not None:
                value = self.program.comptime.evaluate_region(info.default, scope)
            if value is UNBOUND and info.variadic:
                value = ()
            scope.bindings[info.name] = value
            filled.append(value)
        if any(v is UNBOUND for v in filled):
            return AliasGen(target.decl, target.scope, tuple(filled))
        return self.apply_alias(target, tuple(filled))

    def _with_inferred(self, target: AliasGen, values: list[ParamValue]) -> list[ParamValue]:
        """The parameters with those before `//` found through the types of the others."""
        params = target.decl.params
        found = [None if value is UNBOUND else value for value in values]
        known = {p.name: v for p, v in zip(params, found, strict=True) if v is not None}
        scope = Scope(target.decl.module, known, None, target.scope)
        self.program.overloads.infer_dependent(params, found, known, scope)
        return [UNBOUND if value is None else value for value in found]

    def apply_alias(self, target: AliasGen, values: tuple[ParamValue, ...]) -> ParamValue:
        """The value of a parametric alias for these parameters."""
        decl = target.decl
        known = self.program.names.aliases
        key = (decl, values)
        cacheable = decl.parent is None and target.scope.parent is None
        if cacheable and key in known:
            return known[key]
        scope = Scope(decl.module, {}, None, target.scope)
        for info, value in zip(decl.params, values, strict=True):
            if not has_hole(value):
                value = self.program.overloads.checked_param(info, value, scope)
            scope.bindings[info.name] = value
        result = self.program.comptime.alias(decl, scope)
        if cacheable:
            known[key] = result
        return result

    def instantiated(self, value: ParamValue) -> ParamValue:
        """A value in the place of a type: `None` is its type, a parametric alias is applied to its defaults."""
        if isinstance(value, Const) and value == self.program.comptime.none():
            return value.type
        if isinstance(value, AliasGen):
            applied = self._apply_or_keep(
                value, list(value.bound) + [UNBOUND] * (len(value.decl.params) - len(value.bound))
            )
            if isinstance(applied, AliasGen):
                return self._open_alias(applied) or value
            return applied
        return value

    def as_type(self, value: ParamValue) -> ParamValue:
        """A value in the place of a type; `(A, B)` is a tuple type."""
        if isinstance(value, tuple) and value and all(isinstance(v, SourceType) for v in value):
            return self.bind(StructGen(self.program.library.tuple, ()), value, {})
        return self.instantiated(value)

    def _open_alias(self, value: AliasGen) -> ParamValue | None:
        """An alias of a struct used bare: the struct with the alias's own parameters left open."""
        holes = tuple(
            Hole(p.name, value.decl) if b is UNBOUND else b
            for p, b in zip(value.decl.params, value.bound, strict=True)
        )
        applied = self.apply_alias(value, holes)
        if isinstance(applied, StructT):
            return StructGen(
                applied.decl, tuple(UNBOUND if has_hole(a) else a for a in applied.args)
            )
        return None

    # -- subscripts ------------------------------------------------------------------------------

    def subscript(self, frame: Frame, base: Val, items: list[Argument]) -> Val:
        """`base[items]`."""
        base = self.program.conversions.settle(frame, base)
        if isinstance(base, ContextualMember):
            return ContextualMember(base.name, base.loc, (*base.steps, ("subscript", items)))
        if isinstance(base, BoundMethod):
            return BoundMethod(self._bind_known(frame, base.function, items), base.receiver)
        if isinstance(base, ClosureVal):
            reference = self._bind_known(frame, base.reference, items)
            return ClosureVal(reference, base.environment, base.keeps)
        if isinstance(base, Known) and not isinstance(base.value, Const):
            return self._subscript_known(frame, base.value, items)
        type = self.program.conversions.type_of(base)
        if isinstance(type, StructT) and isinstance(base, Known) and type.decl.alias(_ITEM_ALIAS):
            if all(isinstance(item.value, Known) for item in items):
                return self._subscript_known(frame, self.type_member(type, _ITEM_ALIAS), items)
        if isinstance(type, ClosureT):
            reference = self._bind_known(frame, ClosureRef(type.closure), items)
            place = self.program.conversions.in_memory(frame, base)
            return ClosureVal(reference, place.pointer, keeps_of(place))
        if isinstance(type, FunctionValueT):
            return self._subscript_known(frame, type.function, items)
        return Subscripted(base, items, frame.loc)

    def _subscript_known(self, frame: Frame, base: ParamValue, items: list[Argument]) -> Val:
        if isinstance(base, BuiltinV) and base.name in ORIGIN_STEPS:
            return Known(base.bound[0])  # which interior it is, `referents.py` reads
        if isinstance(base, (Hole, Deferred)):
            return Known(DEFERRED)
        if isinstance(base, tuple):
            settle = self.program.conversions.settle
            if len(items) == 1 and not isinstance(settle(frame, items[0].value), Known):
                list_type = library_type_of(self.program, base)
                if self.methods(list_type, "__getitem__"):
                    values = self.program.construct(frame, list_type, [])
                    return Subscripted(values, items, frame.loc)
            return Known(self.program.pack_item(frame, base, items))
        if isinstance(base, StructT) and not any(a is UNBOUND for a in base.args):
            frame.fail("invalid-parameters", f"'{spell(base)}' takes no parameters")
        return Known(self._bind_known(frame, base, items))

    def _bind_known(self, frame: Frame, base: ParamValue, items: list[Argument]) -> Any:
        positional: list[ParamValue] = []
        keywords: dict[str, ParamValue] = {}
        for item in items:
            if isinstance(item.value, ContextualMember):
                value: ParamValue = item.value  # resolved against the parameter's type
            else:
                value = self.program.comptime.param_value(frame, item.value)
            if item.name:
                keywords[item.name] = value
            elif (
                item.unpack == "*" and isinstance(value, tuple) and not isinstance(value, OpenPack)
            ):
                positional.extend(value)
            else:
                positional.append(value)
        try:
            return self.bind(base, tuple(positional), keywords)
        except NoMatch as failure:
            frame.fail("invalid-parameters", str(failure))

    def read_deferred(self, frame: Frame, value: Subscripted | DynamicAttribute) -> Val:
        """Reads `base[items]` or `base.name` through the type's hook."""
        previous = frame.loc
        frame.loc = value.loc
        try:
            if isinstance(value, DynamicAttribute):
                return self._read_attribute(frame, value)
            return self._read_element(frame, value)
        finally:
            frame.loc = previous

    def _read_attribute(self, frame: Frame, value: DynamicAttribute) -> Val:
        method = self.method(frame, value.base, "__getattr__")
        assert method is not None
        name = Known(self.program.comptime.string(value.name))
        if method.function.decls[0].params:
            function = self.bind(method.function, (name.value,), {})
            return self.program.call(frame, BoundMethod(function, value.base), [])
        return self.program.call(frame, method, [Argument(name)])

    def _read_element(self, frame: Frame, value: Subscripted) -> Val:
        method = self.method(frame, value.base, "__getitem__") or self.method(
            frame, value.base, "__refitem__"
        )
        if (
            not value.items
            and frame.scope.module.means.empty_index_reads
            and not _takes_no_index(method)
        ):
            return value.base  # iterators of 2024 gave references: `for x in xs: print(x[])`
        if method is None:
            type = self.program.conversions.type_of(value.base)
            frame.fail("not-subscriptable", f"a value of type '{spell(type)}' cannot be indexed")
        return self._call_item(frame, method, value.items)

    def _call_item(self, frame: Frame, method: BoundMethod, items: list[Argument]) -> Val:
        """Calls an item hook: with known indices as its parameters where a declaration takes them so, else with the indices as arguments."""
        plain = [
            d
            for d in method.function.decls
            if len(d.explicit_args()) > 1 or not d.params or not items
        ]
        by_param = [d for d in method.function.decls if d not in plain]
        if by_param and (not plain or all(isinstance(i.value, Known) for i in items)):
            owner = method.function.owner
            function = self._bind_known(frame, FunctionRef(tuple(by_param), owner), items)
            if not plain:
                return self.program.call(frame, BoundMethod(function, method.receiver), [])
            try:
                return self.program.call(frame, BoundMethod(function, method.receiver), [])
            except CompileError:
                pass
        bound = BoundMethod(FunctionRef(tuple(plain), method.function.owner), method.receiver)
        return self.program.call(frame, bound, items)

    def mutable_place(self, frame: Frame, value: Val) -> Place:
        """The place behind an expression that is to be changed; a computed one is written back afterwards."""
        settled = self.program.conversions.settle(frame, value)
        if isinstance(settled, Place) and (
            not settled.is_temporary or not isinstance(value, (Subscripted, DynamicAttribute))
        ):
            return settled
        place = self.program.conversions.in_memory(frame, settled)
        if isinstance(value, (Subscripted, DynamicAttribute)):
            place = Place(place.type, place.pointer, True, place.root, place.path, place.keeps)
            place.write_back = lambda: self.write_deferred(frame, value, place)
        elif isinstance(value, Local) and isinstance(value.bound, Rvalue):
            place.mutable = False
        return place

    def write_deferred(
        self, frame: Frame, target: Subscripted | DynamicAttribute, value: Val
    ) -> bool:
        """Writes through `__setitem__`/`__setattr__`; False when the type has no such hook."""
        name = "__setattr__" if isinstance(target, DynamicAttribute) else "__setitem__"
        method = self.method(frame, target.base, name)
        if method is None:
            return False
        receiver = self.program.conversions.settle(frame, target.base)
        if isinstance(target, DynamicAttribute):
            key = Known(self.program.comptime.string(target.name))
            if method.function.decls[0].params:
                function = self.bind(method.function, (key.value,), {})
                self.program.call(frame, BoundMethod(function, receiver), [Argument(value)])
            else:
                self.program.call(
                    frame, BoundMethod(method.function, receiver), [Argument(key), Argument(value)]
                )
            return True
        decls = method.function.decls
        by_param = [
            d for d in decls if d.params and len(d.explicit_args()) == 2 and len(target.items) >= 1
        ]
        if by_param and len(by_param) == len(decls):
            function = self._bind_known(frame, method.function, target.items)
            self.program.call(frame, BoundMethod(function, receiver), [Argument(value)])
        else:
            positional = [i for i in target.items if not i.name]
            named = [i for i in target.items if i.name]
            bound = BoundMethod(method.function, receiver)
            by_name = any(a.name == "value" and a.keyword_only for d in decls for a in d.args)
            new = Argument(value, "value" if by_name else "")
            self.program.call(frame, bound, [*positional, new, *named])
        return True

    # -- contextual members ----------------------------------------------------------------------

    def contextual(self, frame: Frame, member: ContextualMember, expected: SourceType) -> Val:
        """`.name…` as a member of the expected type."""
        previous = frame.loc
        frame.loc = member.loc
        try:
            value: Val = self._known_attribute(frame, expected, member.name)
            for kind, detail in member.steps:
                if kind == "attribute":
                    value = self.attribute(frame, value, detail)
                elif kind == "subscript":
                    value = self.subscript(frame, value, detail)
                else:
                    value = self.program.call(frame, value, detail)
            return value
        finally:
            frame.loc = previous


def _takes_no_index(method: BoundMethod | None) -> bool:
    """Whether an item hook can be called as `x[]`."""
    return method is not None and any(
        all(a.name == "self" or a.default is not None or a.variadic for a in decl.args)
        for decl in method.function.decls
    )
