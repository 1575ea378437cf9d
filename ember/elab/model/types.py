"""Source-level types and the compile-time values that parameters take.

IR types say how bits lie in memory; the types here are the ones a program names: `List[Int]`, a trait, a function
type, or a raw MLIR type. They are interned, so identity is equality: a declaration keeps the types made of it, the
`TypeTable` of a compilation those that have no declaration. So they end with the compilation. A *parameter value*
(`ParamValue`) is anything a parameter can be bound to: a type, a constant, a function, an origin, a pack, or something still
generic.

Origins do not take part in type identity beyond their mutability: which variables a value refers to is known per value
(see `values.py`), so code is not instantiated once per variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

from ember.dialects.constants import HeapRef, value_key
from ember.dialects.types import POINTER, Type

if TYPE_CHECKING:
    from ember.elab.model.declarations import (
        AliasDecl,
        FunctionDecl,
        ModuleDecl,
        StructDecl,
        TraitDecl,
    )


class SourceType:
    """Base of all source-level types."""

    __slots__ = ()


class StructT(SourceType):
    """A struct with every parameter bound: `List[Int]`."""

    __slots__ = ("args", "decl", "facts", "name")
    facts: dict[
        str, Any
    ]  # what is true of it on every target, by name of the fact; others: `Facts`
    name: str | None  # the name of a plain alias of it: `Int`

    def __new__(cls, decl: StructDecl, args: tuple[ParamValue, ...]) -> StructT:
        found = decl.types.get(args)
        if found is None:
            found = object.__new__(cls)
            found.decl = decl
            found.args = args
            found.facts = {}
            found.name = None
            decl.types[args] = found
        return found

    decl: StructDecl
    args: tuple[ParamValue, ...]

    def __str__(self) -> str:
        if self.name is not None:
            return self.name
        shown = [spell(a) for a in self.facts.get("shown", self.args)]
        return f"{self.decl.name}[{', '.join(shown)}]" if shown else self.decl.name

    def full_name(self) -> str:
        """The name with every alias spelled out: `List[SIMD[DType.int, 1]]`."""
        shown = [full_name(a) for a in self.facts.get("shown", self.args)]
        return f"{self.decl.name}[{', '.join(shown)}]" if shown else self.decl.name

    __repr__ = __str__


class MlirT(SourceType):
    """A raw IR type used as a source type: `__mlir_type.index`. Arrays may hold source types: `element`."""

    __slots__ = ("element", "ir")
    _interned: dict[Type, MlirT] = {}
    """Those without source types: no compilation's own."""
    ir: Type
    element: SourceType | None

    def __new__(cls, ir: Type, element: SourceType | None = None) -> MlirT:
        found = cls._interned.get(ir) if element is None else None
        if found is None:
            found = object.__new__(cls)
            found.ir = ir
            found.element = element
            if element is None:
                cls._interned[ir] = found
        return found

    def parts(self) -> tuple[object, ...]:
        return (self.ir, self.element)

    def __str__(self) -> str:
        return f"__mlir_type.`{self.ir}`"

    __repr__ = __str__


class TraitT(SourceType):
    """One trait or several joined by `&`. As the type of a parameter it means: any type that has them all."""

    __slots__ = ("decls",)
    decls: tuple[TraitDecl, ...]

    def __new__(cls, decls: tuple[TraitDecl, ...]) -> TraitT:
        key = frozenset(decls)
        table = min(decls, key=id).types  # one of them keeps it, whatever their order
        found = table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.decls = tuple(dict.fromkeys(decls))
            table[key] = found
        return found

    def __str__(self) -> str:
        return " & ".join(d.name for d in self.decls)

    __repr__ = __str__


class ArgT:
    """One argument of a function type: how it is passed and what it is."""

    __slots__ = ("convention", "name", "type", "variadic")

    def __init__(
        self, type: ParamValue, convention: str, name: str = "", variadic: str = ""
    ) -> None:
        self.type = type
        self.convention = convention
        self.name = name
        self.variadic = variadic

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ArgT)
            and self.type == other.type
            and self.convention == other.convention
            and self.variadic == other.variadic
        )

    def __hash__(self) -> int:
        return hash((self.type, self.convention))


class FunctionT(SourceType):
    """The type of a function value: `def(Int) raises -> Bool`. `decl` is set when it is itself parametric."""

    __slots__ = (
        "abi",
        "args",
        "capturing",
        "decl",
        "error",
        "params",
        "result",
        "result_ref",
        "thin",
    )

    def __init__(
        self,
        args: tuple[ArgT, ...],
        result: ParamValue,
        error: ParamValue | None,
        *,
        result_ref: bool = False,
        thin: bool = False,
        capturing: bool = False,
        abi: str = "",
        params: int = 0,
        decl: FunctionDecl | None = None,
    ) -> None:
        self.args = args
        self.result = result
        self.result_ref = result_ref
        self.error = error
        """The error type when it raises."""
        self.thin = thin
        self.capturing = capturing
        self.abi = abi
        self.params = params
        """How many parameters it takes itself."""
        self.decl = decl

    def parts(self) -> tuple[object, ...]:
        return (
            self.args,
            self.result,
            self.error,
            self.result_ref,
            self.thin,
            self.capturing,
            self.abi,
            self.params,
            self.decl,
        )

    def __str__(self) -> str:
        args = ", ".join(
            (f"{a.convention} " if a.convention else "") + spell(a.type) for a in self.args
        )
        error = "" if self.error is None else spell(self.error)
        raises = f" raises {error}".removesuffix(" Error") if error else ""
        return f"def({args}){raises} -> {spell(self.result)}"

    __repr__ = __str__


class ClosureT(SourceType):
    """The type of one nested function with what it captures: each closure expression has its own."""

    __slots__ = ("closure",)

    def __init__(self, closure: Any) -> None:
        self.closure = closure  # a `closures.Closure`

    def __str__(self) -> str:
        return str(self.closure.spelling())

    __repr__ = __str__


class Composed(Protocol):
    """A type made of others, without a declaration of its own."""

    def parts(self) -> tuple[object, ...]: ...


ComposedT = TypeVar("ComposedT", bound=Composed)


class TypeTable:
    """The types of one compilation that have no declaration to keep them; the programs of its targets share it."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Any] = {}

    def intern(self, type: ComposedT) -> ComposedT:
        """The type of these parts that the compilation uses: this one, if it is the first."""
        found: ComposedT = self._known.setdefault((type.__class__, *type.parts()), type)
        return found


class Const:
    """A compile-time constant: a source type and the Python form of its value."""

    __slots__ = ("_hash", "raw", "type")

    def __init__(self, type: SourceType, raw: Any) -> None:
        self.type = type
        self.raw = raw
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Const)
            and self.type is other.type
            and value_key(self.raw) == value_key(other.raw)
        )

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((id(self.type), value_key(self.raw)))
        return self._hash

    def __repr__(self) -> str:
        return f"{self.type}({self.raw!r})"


class ListConst(Const):
    """A constant written as `[a, b]`: of its default type, but where another type is wanted, its elements make that."""

    __slots__ = ("elements",)

    def __init__(self, type: SourceType, raw: Any, elements: tuple[ParamValue, ...]) -> None:
        super().__init__(type, raw)
        self.elements = elements


class OriginV:
    """An origin as a parameter value: whether one may write through it, and whether it belongs to a variable
    (`tracked`) or to nothing the compiler knows (static, external, any). `is_any`, which is no part of its identity:
    as written, it may belong to whatever is in sight.
    """

    __slots__ = ("is_any", "mutable", "tracked")

    def __init__(self, mutable: bool, tracked: bool = True, is_any: bool = False) -> None:
        self.mutable = mutable
        self.tracked = tracked
        self.is_any = is_any

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, OriginV)
            and other.mutable == self.mutable
            and other.tracked == self.tracked
        )

    def __hash__(self) -> int:
        return hash(("origin", self.mutable, self.tracked))

    def __repr__(self) -> str:
        return "MutOrigin" if self.mutable else "ImmOrigin"


class Hole:
    """A parameter not yet known while a call's parameters are inferred; `owner` tells equal names apart."""

    __slots__ = ("name", "owner")

    def __init__(self, name: str, owner: object) -> None:
        self.name = name
        self.owner = owner

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hole) and other.name == self.name and other.owner is self.owner

    def __hash__(self) -> int:
        return hash((self.name, id(self.owner)))

    def __repr__(self) -> str:
        return self.name


class Deferred:
    """An expression over holes, computed once they are known; it matches anything until then."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "…"


DEFERRED = Deferred()


class Unbound:
    """`_` or `...` in a parameter list: left open on purpose."""

    __slots__ = ("rest",)

    def __init__(self, rest: bool) -> None:
        self.rest = rest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unbound) and other.rest == self.rest

    def __hash__(self) -> int:
        return hash(("unbound", self.rest))

    def __repr__(self) -> str:
        return "..." if self.rest else "_"


UNBOUND = Unbound(False)
REST = Unbound(True)


class StructGen:
    """A struct with some or no parameters bound: `List`, `SIMD[_, 4]`; `args` has UNBOUND where open."""

    __slots__ = ("args", "decl")

    def __init__(self, decl: StructDecl, args: tuple[ParamValue, ...]) -> None:
        self.decl = decl
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StructGen) and other.decl is self.decl and other.args == self.args

    def __hash__(self) -> int:
        return hash((id(self.decl), self.args))

    def __repr__(self) -> str:
        return self.decl.name


def open_part(type: ParamValue) -> StructGen | StructT | None:
    """The first struct in a type that lacks parameters, other than those that follow from others."""
    if isinstance(type, FunctionT):
        return open_part(type.result)
    if isinstance(type, tuple):
        return next((part for part in map(open_part, type) if part is not None), None)
    if not isinstance(type, (StructGen, StructT)):
        return None
    given = (*type.args, *[UNBOUND] * (len(type.decl.params) - len(type.args)))
    if any(
        a is UNBOUND and not p.infer_only for p, a in zip(type.decl.params, given, strict=False)
    ):
        return type
    return open_part(type.args)


class AliasGen:
    """A parametric alias not yet applied; `bound` are the parameters given so far (UNBOUND where open)."""

    __slots__ = ("bound", "decl", "scope")

    def __init__(self, decl: AliasDecl, scope: Any, bound: tuple[ParamValue, ...] = ()) -> None:
        self.decl = decl
        self.scope = scope
        self.bound = bound

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AliasGen) and other.decl is self.decl and other.bound == self.bound

    def __hash__(self) -> int:
        return hash((id(self.decl), self.bound))

    def __repr__(self) -> str:
        return self.decl.name


class FunctionRef:
    """A function as a compile-time value: an overload set, the type it belongs to, parameters bound so far."""

    __slots__ = ("bound", "decls", "keywords", "owner")

    def __init__(
        self,
        decls: tuple[FunctionDecl, ...],
        owner: ParamValue | None = None,
        bound: tuple[ParamValue, ...] = (),
        keywords: tuple[tuple[str, ParamValue], ...] = (),
    ) -> None:
        self.decls = decls
        self.owner = owner  # the struct (StructT or StructGen) the functions are members of
        self.bound = bound
        self.keywords = keywords

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, FunctionRef)
            and other.decls == self.decls
            and other.owner == self.owner
            and other.bound == self.bound
            and other.keywords == self.keywords
        )

    def __hash__(self) -> int:
        return hash((self.decls, self.owner, self.bound))

    def __repr__(self) -> str:
        prefix = f"{spell(self.owner)}." if self.owner is not None else ""
        return prefix + self.decls[0].name


class ClosureRef:
    """A nested function as a parameter value; its captures travel as a hidden argument."""

    __slots__ = ("bound", "closure")

    def __init__(self, closure: Any, bound: tuple[ParamValue, ...] = ()) -> None:
        self.closure = closure
        self.bound = bound

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ClosureRef)
            and other.closure is self.closure
            and other.bound == self.bound
        )

    def __hash__(self) -> int:
        return hash((id(self.closure), self.bound))

    def __repr__(self) -> str:
        return str(self.closure.name)


class ModuleV:
    """A module or package as a value."""

    __slots__ = ("module",)

    def __init__(self, module: ModuleDecl) -> None:
        self.module = module

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ModuleV) and other.module is self.module

    def __hash__(self) -> int:
        return hash(id(self.module))

    def __repr__(self) -> str:
        return self.module.name


class BuiltinV:
    """A function the compiler itself provides, with the parameters bound so far."""

    __slots__ = ("bound", "keywords", "name")

    def __init__(
        self,
        name: str,
        bound: tuple[ParamValue, ...] = (),
        keywords: tuple[tuple[str, ParamValue], ...] = (),
    ) -> None:
        self.name = name
        self.bound = bound
        self.keywords = keywords

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BuiltinV) and other.name == self.name and other.bound == self.bound

    def __hash__(self) -> int:
        return hash((self.name, self.bound))

    def __repr__(self) -> str:
        return self.name


class MetaT(SourceType):
    """The type of types and of other compile-time-only things, by kind: "type", "origin", "function", "module"."""

    __slots__ = ("kind",)
    _interned: dict[str, MetaT] = {}
    kind: str

    def __new__(cls, kind: str) -> MetaT:
        found = cls._interned.get(kind)
        if found is None:
            found = object.__new__(cls)
            found.kind = kind
            cls._interned[kind] = found
        return found

    def __str__(self) -> str:
        return self.kind

    __repr__ = __str__


TYPE_T = MetaT("type")
ORIGIN_T = MetaT("origin")
ANY_T = MetaT("any")

ParamValue: TypeAlias = Any
"""SourceType | Const | OriginV | StructGen | AliasGen | FunctionRef | ClosureRef | ModuleV | BuiltinV | Hole | Deferred | Unbound | tuple."""


def spell(value: ParamValue) -> str:
    """A parameter value as a person would write it."""
    if isinstance(value, Const):
        return _spell_constant(value)
    if isinstance(value, tuple):
        return ", ".join(map(spell, value))
    return str(value)


def full_name(value: ParamValue) -> str:
    """A parameter value with every alias in it spelled out."""
    if isinstance(value, StructT):
        return value.full_name()
    if isinstance(value, tuple):
        return ", ".join(map(full_name, value))
    return spell(value)


def qualified_name(value: ParamValue) -> str:
    """The full name, with the module before the structs of programs."""
    if isinstance(value, StructT):
        module = value.decl.module.name
        name = value.decl.name if module.startswith("std") else f"{module}.{value.decl.name}"
        shown = [qualified_name(a) for a in value.facts.get("shown", value.args)]
        return f"{name}[{', '.join(shown)}]" if shown else name
    if isinstance(value, tuple):
        return ", ".join(map(qualified_name, value))
    if isinstance(value, MlirT) and value.ir is POINTER and value.element is not None:
        return f"ref[{qualified_name(value.element)}]"
    return spell(value)


def _spell_constant(value: Const) -> str:
    raw = value.raw
    while isinstance(raw, tuple) and len(raw) == 1:
        raw = raw[0]
    if isinstance(raw, bytes):
        return '"' + raw.decode("utf-8", "replace") + '"'
    source_name = getattr(raw, "source_name", None)
    if source_name is not None:
        return f"DType.{source_name}"
    if isinstance(value.type, StructT) and uses_memory(raw):
        return value.type.decl.module.describe(value)
    return str(raw)


def uses_memory(raw: Any) -> bool:
    """Whether a constant has parts on the heap, which mean nothing to a reader."""
    return isinstance(raw, HeapRef) or (isinstance(raw, tuple) and any(map(uses_memory, raw)))


_SHORT: Final = 16


def distinct(values: tuple[ParamValue, ...]) -> Iterable[ParamValue]:
    """The values of a pack, each at least once: long packs have few types."""
    return values if len(values) <= _SHORT else set(values)


_WITHOUT_HOLES: Final = frozenset((Const, OriginV, TraitT, ClosureT, ModuleV, MetaT))


def has_hole(value: ParamValue) -> bool:
    """Whether something in the value is still to be inferred."""
    kind = value.__class__
    if kind is StructT:
        known = value.facts.get("hole")
        if known is None:
            known = value.facts["hole"] = any(map(has_hole, value.args))
        return bool(known)
    if kind in _WITHOUT_HOLES:
        return False
    if isinstance(value, (Hole, Deferred)):
        return True
    if isinstance(value, StructGen):
        return any(map(has_hole, value.args))
    if isinstance(value, tuple):
        return any(map(has_hole, distinct(value)))
    if isinstance(value, MlirT):
        return value.element is not None and has_hole(value.element)
    if isinstance(value, FunctionT):
        return (
            any(has_hole(a.type) for a in value.args)
            or has_hole(value.result)
            or (value.error is not None and has_hole(value.error))
        )
    if isinstance(value, (FunctionRef, AliasGen)):
        return any(map(has_hole, value.bound))
    return False


def mentions_origin(value: ParamValue) -> bool:
    """Whether values of this type may refer to variables: an origin stands somewhere in its parameters."""
    return _some_origin(value, "origin", lambda _: True)


def tracks_origin(value: ParamValue) -> bool:
    """Whether values of this type refer to what the compiler knows: one of its origins belongs to a variable."""
    return _some_origin(value, "tracked", lambda origin: origin.tracked)


def names_any_origin(value: ParamValue) -> bool:
    """Whether values of this type may refer to whatever there is."""
    return _some_origin(value, "anyones", lambda origin: origin.is_any)


def writes_through(value: ParamValue) -> bool:
    """Whether one may change what values of this type refer to: one of its origins is a mutable one of a variable."""
    if isinstance(value, ClosureT):
        return False
    return _some_origin(value, "writable", lambda origin: origin.tracked and origin.mutable)


def only_origin(value: ParamValue) -> OriginV | None:
    """The origin of a variable in a type, where there is no other."""
    found = _tracked_origins(value)
    return found[0] if len(found) == 1 else None


def _tracked_origins(value: ParamValue) -> tuple[OriginV, ...]:
    if isinstance(value, OriginV):
        return (value,) if value.tracked else ()
    if isinstance(value, tuple):
        return tuple(origin for part in value for origin in _tracked_origins(part))
    if not isinstance(value, StructT) or not tracks_origin(value):
        return ()
    return _tracked_origins(value.args)


def _some_origin(value: ParamValue, fact: str, is_meant: Callable[[OriginV], bool]) -> bool:
    """Whether one of the origins in a value's parameters is meant; structs remember the answer under `fact`."""
    if isinstance(value, OriginV):
        return is_meant(value)
    if isinstance(value, StructT):
        known = value.facts.get(fact)
        if known is None:
            known = any(_some_origin(part, fact, is_meant) for part in value.args)
            value.facts[fact] = known
        return bool(known)
    if isinstance(value, tuple):
        return any(_some_origin(part, fact, is_meant) for part in distinct(value))
    return isinstance(value, ClosureT)
