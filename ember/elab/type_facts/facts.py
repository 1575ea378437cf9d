"""What is true of a type: its fields, its IR form, how it is passed, which traits it has, how it is copied and ended.

Facts about a struct are computed once per program: a struct may look different on a device, which has a program of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.dialects import lit
from ember.dialects import types as t
from ember.elab.messages.suggestions import not_concrete
from ember.elab.model.declarations import (
    ExtensionDecl,
    FunctionDecl,
    ModuleDecl,
    Scope,
    StructDecl,
    TraitDecl,
)
from ember.elab.model.types import (
    ClosureT,
    Const,
    FunctionT,
    MetaT,
    MlirT,
    OriginV,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    TraitT,
    mentions_origin,
    open_part,
    spell,
)
from ember.elab.type_facts.archetypes import (
    OPAQUE,
    ArchetypeDecl,
    is_anything,
    is_archetype,
    is_open,
)
from ember.ir.nodes import SymbolRef
from ember.support.diagnostics import CompileError, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

TRIVIALITY_NAMES = {
    "copy": ("__copy_ctor_is_trivial", "__copyinit__is_trivial"),
    "move": ("__move_ctor_is_trivial", "__moveinit__is_trivial"),
    "destroy": ("__del__is_trivial",),
}
"""The aliases a struct may declare to say that its hook does no more than copy bytes."""


class PackT(SourceType):
    """Storage with one field per element type: `!kgen.pack<Ts>`."""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[SourceType, ...]) -> None:
        self.elements = elements

    def parts(self) -> tuple[object, ...]:
        return self.elements

    def __str__(self) -> str:
        return f"pack<{', '.join(map(str, self.elements))}>"


_DEEPEST: Final = 250
"""Structs inside each other that a program may have."""


class Facts:
    """Questions about types."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._scopes: dict[StructT, Scope] = {}
        self._fields: dict[StructT, tuple[SourceType, ...]] = {}
        self._ir_types: dict[SourceType, t.Type] = {}
        self._registers: dict[StructT, bool] = {}
        self._traits: dict[StructT, frozenset[TraitDecl]] = {}
        self._function_traits: dict[StructT, list[FunctionT]] = {}
        self._trivial: dict[tuple[StructT, str], bool] = {}
        self._materialized: dict[StructT, SourceType] = {}
        self._linear: dict[StructT, str] = {}
        self._lowering: set[StructT] = set()
        self._nesting = 0  # of the fields that are being looked at

    # -- structure -------------------------------------------------------------------------------

    def struct_scope(self, type: StructT) -> Scope:
        """The scope of a struct's members: its parameters and `Self`."""
        scope = self._scopes.get(type)
        if scope is None:
            bindings: dict[str, ParamValue] = {
                p.name: a for p, a in zip(type.decl.params, type.args, strict=False)
            }
            bindings["Self"] = type
            scope = self._scopes[type] = Scope(type.decl.module, bindings, type.decl)
        return scope

    def member_scope(self, type: StructT, module: ModuleDecl) -> Scope:
        """The same for members that a module declares: the struct's own, or one that extends it."""
        scope = self.struct_scope(type)
        return scope if module is scope.module else Scope(module, scope.bindings, scope.owner)

    def fields(self, type: StructT) -> tuple[SourceType, ...]:
        """The types of the struct's fields, in order."""
        found = self._fields.get(type)
        if found is None:
            scope = self.struct_scope(type)
            found = self._fields[type] = tuple(
                self._field_type(field, scope, type) for field in type.decl.fields
            )
            if not self.program.names.is_library(type.decl.module):
                self._note_any_origin(type, found, scope)
        return found

    def tuple_elements(self, type: ParamValue) -> tuple[ParamValue, ...] | None:
        """The types of a tuple's elements; None of any other type, or where they are not known one by one."""
        if not isinstance(type, StructT) or type.decl is not self.program.library.tuple:
            return None
        elements = type.args[0]
        return elements if isinstance(elements, tuple) else None

    def _note_any_origin(self, type: StructT, fields: tuple[SourceType, ...], scope: Scope) -> None:
        """A pointer of any origin in a field, in 2025 one without an origin, may point to what its struct was made of."""
        is_any_pointer = type.decl.module.means.fields_have_any_origin
        for field, found in zip(type.decl.fields, fields, strict=True):
            if isinstance(found, StructT):
                self._fields_inside(type, found)
                is_any = (
                    is_any_pointer or found.facts.get("any") or self._names_any_origin(field, scope)
                )
                if mentions_origin(found) and is_any:
                    type.facts["origin"] = type.facts["any"] = True

    def _fields_inside(self, type: StructT, inner: StructT) -> None:
        """Looks at the fields of a field; without end, where each type holds a larger one."""
        if self._nesting == _DEEPEST:
            message = f"the struct '{type.decl.name}' contains itself, in ever larger types; hold the inner one through a pointer"
            raise CompileError(error("recursive-struct", type.decl.loc, message))
        self._nesting += 1
        try:
            self.fields(inner)
        except CompileError:
            self._fields.pop(
                type, None
            )  # to be said again: whoever asked first may have kept it to itself
            raise
        finally:
            self._nesting -= 1

    def _names_any_origin(self, field: lit.Field, scope: Scope) -> bool:
        names = (op for top in field.type for op in top.walk() if isinstance(op, lit.Name))
        found = (self.program.names.lookup(scope, op.attrs["name"]) for op in names)
        return any(isinstance(value, OriginV) and value.is_any for value in found)

    def _field_type(self, field: lit.Field, scope: Scope, owner: StructT) -> SourceType:
        value = self.program.members.as_type(
            self.program.comptime.evaluate_region(field.type, scope)
        )
        module = owner.decl.module
        if not module.means.names_mean_defaults and not self.program.names.is_library(module):
            lacking = open_part(value)
            if lacking is not None:
                raise CompileError(not_concrete(lacking, field.loc))
        if isinstance(value, StructGen):
            value = self.program.members.bind_defaults(value)
        if isinstance(value, SourceType):
            return value
        raise CompileError(
            error(
                "invalid-field",
                field.loc,
                f"the field '{field.attrs['name']}' needs a type, not {spell(value)}",
            )
        )

    def ir_type(self, type: SourceType) -> t.Type:
        """How values of the type lie in memory."""
        if isinstance(type, StructT):
            found = self._ir_types.get(type)
            if found is None:
                found = OPAQUE if is_open(type) else self._struct_ir(type)
                self._ir_types[type] = found
            return found
        if isinstance(type, MlirT):
            if type.element is not None and isinstance(type.ir, t.ArrayType):
                return t.ArrayType(type.ir.count, self.ir_type(type.element))
            return type.ir
        if isinstance(type, PackT):
            found = self._ir_types.get(type)
            if found is None:
                found = t.StructType(tuple(map(self.ir_type, type.elements)))
                self._ir_types[type] = found
            return found
        if isinstance(type, FunctionT):
            return t.POINTER
        if isinstance(type, ClosureT):
            return type.closure.environment_type(self)  # type: ignore[no-any-return]
        return t.NONE

    def _struct_ir(self, type: StructT) -> t.Type:
        if type in self._lowering:
            raise CompileError(
                error(
                    "recursive-struct",
                    type.decl.loc,
                    f"the struct '{type}' contains itself; hold the inner one through a pointer",
                )
            )
        self._lowering.add(type)
        try:
            elements = tuple(map(self.ir_type, self.fields(type)))
        finally:
            self._lowering.discard(type)
        alignment = self._alignment(type)
        if alignment:
            return t.StructType(elements, alignment)
        if not elements:
            return t.NONE
        return elements[0] if len(elements) == 1 else t.StructType(elements)

    def is_its_field(self, type: SourceType) -> bool:
        """Whether a struct has the form of its only field."""
        return (
            isinstance(type, StructT)
            and len(type.decl.fields) == 1
            and "align" not in type.decl.decorators
        )

    def _alignment(self, type: StructT) -> int:
        decorator = type.decl.decorators.get("align")
        if decorator is None:
            return 0
        value = self.program.comptime.evaluate_region(decorator.arguments, self.struct_scope(type))
        raw = value.raw if isinstance(value, Const) else None
        if not isinstance(raw, int) or raw <= 0 or raw & (raw - 1) or raw > 1 << 29:
            raise CompileError(
                error(
                    "invalid-parameters",
                    decorator.loc,
                    "an alignment must be a positive power of two",
                )
            )
        return raw

    # -- passing ---------------------------------------------------------------------------------

    def is_register(self, type: SourceType) -> bool:
        """Whether values are passed and kept as SSA values rather than in memory."""
        if isinstance(type, StructT):
            found = self._registers.get(type)
            if found is None:
                found = self._registers[type] = self._is_register_struct(type)
            return found
        if isinstance(type, MlirT):
            return not isinstance(type.ir, (t.ArrayType, t.UnionType))
        return isinstance(type, (FunctionT, MetaT, TraitT))

    def _is_register_struct(self, type: StructT) -> bool:
        decorator = type.decl.decorators.get("register_passable")
        if decorator is not None:
            return decorator.attrs.get("called", False) or self._all_fields_register(type)
        return self.has_trait(type, self.program.library.trivial_register_passable)

    def _all_fields_register(self, type: StructT) -> bool:
        hooks = ("__copyinit__", "__moveinit__", "__del__", "__deinit__")
        return not any(type.decl.methods(h) for h in hooks) and all(
            map(self.is_register, self.fields(type))
        )

    # -- traits ----------------------------------------------------------------------------------

    def traits(self, type: StructT) -> frozenset[TraitDecl]:
        """Every trait the struct says it has, inherited ones included."""
        found = self._traits.get(type)
        if found is None:
            if isinstance(type.decl, ArchetypeDecl):
                return type.decl.traits
            self._traits[type] = frozenset()  # conditions may ask about the type itself
            if is_open(type):
                self.program.definitions.open_types.append(type)
            found = self._traits[type] = frozenset(
                trait for holder in type.decl.holders() for trait in self.traits_by(type, holder)
            )
        return found

    def is_function_like(self, type: StructT) -> bool:
        """Whether one of the struct's headers names a function type among its traits."""
        self.traits(type)
        return type in self._function_traits

    def traits_by(self, type: StructT, holder: StructDecl | ExtensionDecl) -> set[TraitDecl]:
        """The traits that the struct's own header says it has, or that of one extension."""
        scope = self.member_scope(type, holder.module)
        found: set[TraitDecl] = set()
        for conformance in holder.conformances:
            condition = conformance.where
            if condition.first is not None and not self.program.comptime.condition(
                condition, scope
            ):
                continue
            value = self.program.comptime.evaluate_region(conformance.trait, scope)
            if isinstance(value, TraitT):
                for decl in value.decls:
                    found.update(self.with_parents(decl))
            elif isinstance(value, FunctionT):
                self._function_traits.setdefault(type, []).append(value)
            else:
                raise CompileError(
                    error(
                        "not-a-trait",
                        conformance.loc,
                        f"'{spell(value)}' is not a trait; structs do not inherit from one another,"
                        " they conform to traits",
                    )
                )
        return found

    def with_parents(self, decl: TraitDecl) -> list[TraitDecl]:
        """The trait and all it inherits from."""
        found: dict[TraitDecl, None] = {}
        self._add_with_parents(decl, found)
        return list(found)

    def _add_with_parents(self, decl: TraitDecl, found: dict[TraitDecl, None]) -> None:
        if decl not in found:
            found[decl] = None
            for parent in self._parents(decl):
                self._add_with_parents(parent, found)

    def _parents(self, decl: TraitDecl) -> list[TraitDecl]:
        if decl.parents is None:
            decl.parents = []
            for conformance in decl.conformances:
                value = self.program.comptime.evaluate_region(
                    conformance.trait, Scope(decl.module, {})
                )
                if isinstance(value, TraitT):
                    decl.parents.extend(value.decls)
                elif isinstance(value, StructT):
                    message = f"'{spell(value)}' is not a trait; a trait refines other traits only"
                    raise CompileError(error("not-a-trait", conformance.loc, message))
            if any(decl in self.with_parents(parent) for parent in decl.parents):
                decl.parents = []
                message = f"the trait '{decl.name}' inherits from itself"
                raise CompileError(error("cyclic-alias", decl.op.loc, message))
        return decl.parents

    def has_trait(self, type: StructT, trait: TraitDecl) -> bool:
        """Whether the struct declares the trait."""
        return trait in self.traits(type)

    def is_promised(self, type: ParamValue | None, name: str) -> bool:
        """Whether a struct of the program says it has a trait that requires the member."""
        if not isinstance(type, StructT) or type.decl.params:
            return False
        if self.program.names.is_library(type.decl.module):
            return False
        return any(name in trait.functions or name in trait.aliases for trait in self.traits(type))

    def conforms(self, type: ParamValue, trait: TraitT | FunctionT) -> bool:
        if isinstance(trait, FunctionT):
            return self.program.callables.has_function_type(type, trait)
        return all(self.conforms_to_decl(type, d) for d in trait.decls)

    def conforms_to_decl(self, type: ParamValue, decl: TraitDecl) -> bool:
        library = self.program.library
        if decl is library.any_type:
            return True
        if isinstance(type, TraitT):
            return any(decl in self.with_parents(d) for d in type.decls)
        if isinstance(type, StructT):
            if decl in self.traits(type) or is_anything(type):
                return True
            if is_archetype(type):
                return self._is_implied(type, decl)
            return self._conforms_implicitly(type, decl)
        if isinstance(type, (MlirT, FunctionT, MetaT)):
            return decl in library.lifecycle_traits
        if isinstance(type, ClosureT):
            if decl in (library.copyable, library.implicitly_copyable):
                return self.is_copyable(type)
            return decl in (library.movable, library.deinitable)
        return isinstance(type, PackT)

    def _conforms_implicitly(self, type: StructT, decl: TraitDecl) -> bool:
        library = self.program.library
        if decl is library.deinitable:
            return self.linear_reason(type) == ""
        if decl in library.lifecycle_traits:
            return self._has_lifecycle_trait(type, decl)
        members = [m for d in self.with_parents(decl) for m in d.functions.items()]
        required = [name for name, functions in members if not any(f.has_body for f in functions)]
        if type.decl.module.means.conforms_by_members and required:
            return all(type.decl.methods(name) for name in required)
        return not members and not decl.aliases and self._has_all_parents(type, decl)

    def _is_implied(self, archetype: StructT, decl: TraitDecl) -> bool:
        """Whether what an archetype is promised makes up a trait; copying, moving and ending are promised by name."""
        if decl is self.program.library.deinitable:
            return self.linear_reason(archetype) == ""
        if decl in self.program.library.lifecycle_traits or decl.functions or decl.aliases:
            return False
        return self._has_all_parents(archetype, decl)

    def _has_all_parents(self, type: StructT, decl: TraitDecl) -> bool:
        parents = self.with_parents(decl)[1:]
        return bool(parents) and all(self.conforms_to_decl(type, p) for p in parents)

    def _has_lifecycle_trait(self, type: StructT, decl: TraitDecl) -> bool:
        library = self.program.library
        if self.is_register(type) or "value" in type.decl.decorators:
            return True
        if decl is library.movable:
            return not self._is_pinned(type)
        if decl in (library.copyable, library.implicitly_copyable):
            if self.has_trait(type, library.implicitly_copyable):
                return True
            by_hook = type.decl.module.means.copies_by_hook
            return by_hook and self.copy_hook(type) is not None
        return False

    def _is_pinned(self, type: StructT) -> bool:
        """Whether the struct refuses to be moved: an explicit `Movable where False`, or old code without a hook."""
        scope = self.struct_scope(type)
        for conformance in type.decl.conformances:
            if conformance.where.first is None:
                continue
            value = self.program.comptime.evaluate_region(conformance.trait, scope)
            if isinstance(value, TraitT) and self.program.library.movable in value.decls:
                return not self.program.comptime.condition(conformance.where, scope)
        return False

    def is_implicitly_copyable(self, type: SourceType) -> bool:
        """Whether plain use of a value may copy it."""
        if isinstance(type, StructT):
            if self.is_register(type) or self.has_trait(
                type, self.program.library.implicitly_copyable
            ):
                return True
            if "value" in type.decl.decorators:
                return True
            return type.decl.module.means.copies_by_hook and (
                self.copy_hook(type) is not None
                or self.has_trait(type, self.program.library.copyable)
            )
        if isinstance(type, ClosureT):
            return all(map(self.is_implicitly_copyable, type.closure.environment_fields()))
        return not isinstance(type, PackT)

    def is_copyable(self, type: SourceType) -> bool:
        if isinstance(type, StructT):
            return (
                self.is_implicitly_copyable(type)
                or self.has_trait(type, self.program.library.copyable)
                or self.copy_hook(type) is not None
            )
        if isinstance(type, ClosureT):
            return all(map(self.is_copyable, type.closure.environment_fields()))
        return True

    # -- lifecycle -------------------------------------------------------------------------------

    def copy_hook(self, type: StructT) -> FunctionDecl | None:
        """The struct's own copy constructor, of either era."""
        return self._hook(type, "__copyinit__", "copy")

    def move_hook(self, type: StructT) -> FunctionDecl | None:
        return self._hook(type, "__moveinit__", "move")

    def destroy_hook(self, type: StructT) -> FunctionDecl | None:
        found = type.decl.methods("__deinit__") or type.decl.methods("__del__")
        return found[0] if found else None

    @staticmethod
    def is_constructor(hook: FunctionDecl | None) -> bool:
        """Whether a hook is called as `T(copy=x)` or `T(move=x)`; those of 2025 have names of their own."""
        return hook is not None and hook.name == "__init__"

    @staticmethod
    def _hook(type: StructT, old: str, keyword: str) -> FunctionDecl | None:
        found = type.decl.methods(old)
        if found:
            return found[0]
        for decl in type.decl.methods("__init__"):
            named = decl.explicit_args()
            if len(named) == 1 and named[0].name == keyword and named[0].keyword_only:
                return decl
        return None

    def is_trivial(self, type: SourceType, hook: str) -> bool:
        """Whether copying / moving / destroying (`hook`) is just a matter of bytes."""
        if isinstance(type, StructT):
            found = self._trivial.get((type, hook))
            if found is None:
                found = self._trivial[type, hook] = self._is_trivial_struct(type, hook)
            return found
        if isinstance(type, ClosureT):
            return all(self.is_trivial(f, hook) for f in type.closure.environment_fields())
        if isinstance(type, PackT):
            return all(self.is_trivial(e, hook) for e in type.elements)
        return True

    def _is_trivial_struct(self, type: StructT, hook: str) -> bool:
        if self.is_register(type):
            return True
        for name in TRIVIALITY_NAMES[hook]:
            if type.decl.alias(name) is not None:
                value = self.program.members.type_member(type, name)
                return isinstance(value, Const) and bool(value.raw)
        own = {"copy": self.copy_hook, "move": self.move_hook, "destroy": self.destroy_hook}[hook](
            type
        )
        if own is not None:
            return False
        return all(self.is_trivial(f, hook) for f in self.fields(type))

    def is_plain_data(self, type: SourceType) -> bool:
        """Whether the bytes are all there is to a value: it may be copied to another machine's memory."""
        if all(self.is_trivial(type, hook) for hook in ("copy", "destroy")):
            return True
        if isinstance(type, StructT):
            return all(
                not self._is_raw_pointer(field) and self.is_plain_data(field)
                for field in self.fields(type)
            )
        if isinstance(type, PackT):
            return all(map(self.is_plain_data, type.elements))
        return isinstance(type, MlirT) and (
            type.element is None or self.is_plain_data(type.element)
        )

    def _is_raw_pointer(self, type: SourceType) -> bool:
        return isinstance(self.ir_type(type), t.PointerType)

    def linear_reason(self, type: SourceType) -> str:
        """Why values may not simply be dropped, or "" when they may."""
        if not isinstance(type, StructT):
            return ""
        found = self._linear.get(type)
        if found is None:
            found = self._linear[type] = self._linear_reason(type)
        return found

    def forget(self, type: StructT) -> None:
        """Forgets what was found out about a type that depends on the traits of others."""
        self._traits.pop(type, None)
        self._registers.pop(type, None)
        self._linear.pop(type, None)
        for hook in TRIVIALITY_NAMES:
            self._trivial.pop((type, hook), None)

    def _linear_reason(self, type: StructT) -> str:
        if isinstance(type.decl, ArchetypeDecl):
            return type.decl.linear_reason(self.program.library.deinitable)
        decorator = type.decl.decorators.get("explicit_destroy")
        if decorator is not None:
            value: Any = None
            if decorator.arguments.first is not None:
                value = self.program.comptime.evaluate_region(
                    decorator.arguments, self.struct_scope(type)
                )
            text = (
                value.raw.decode()
                if isinstance(value, Const) and isinstance(value.raw, bytes)
                else ""
            )
            return text or f"a value of type '{type}' must be destroyed explicitly"
        scope = self.struct_scope(type)
        for conformance in type.decl.conformances:
            if conformance.where.first is None:
                continue
            trait = self.program.comptime.evaluate_region(conformance.trait, scope)
            if isinstance(trait, TraitT) and self.program.library.deinitable in trait.decls:
                if not self.program.comptime.condition(conformance.where, scope):
                    return f"a value of type '{type}' must be consumed by one of its methods"
        return ""

    def destroy_symbol(self, type: SourceType) -> SymbolRef | None:
        """The function that ends a value's life, or None when nothing has to run."""
        if self.is_trivial(type, "destroy"):
            return None
        if (
            self.linear_reason(type)
            and isinstance(type, StructT)
            and self.destroy_hook(type) is None
        ):
            return None
        return self.program.lifecycle.destroy_function(type)

    def shown(self, type: SourceType) -> str:
        """A type in a message: a literal has the type it would get in a variable."""
        return spell(self.materialized(type))

    def materialized(self, type: SourceType) -> SourceType:
        """The type a value gets when it becomes a run-time value: `Int` for an integer literal."""
        if not isinstance(type, StructT):
            return type
        decorator = type.decl.decorators.get("nonmaterializable")
        if decorator is None or decorator.arguments.first is None:
            return type
        found = self._materialized.get(type)
        if found is None:
            value = self.program.comptime.evaluate_region(
                decorator.arguments, Scope(type.decl.module, {})
            )
            found = value if isinstance(value, SourceType) else type
            self._materialized[type] = found
        return found

    def field_index(self, type: SourceType, name: str) -> int | None:
        if isinstance(type, StructT):
            return type.decl.field_names.get(name)
        return None
