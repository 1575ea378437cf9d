"""Declarations: `lit` declaration ops with what lookups need at hand, and the scopes names are looked up in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ember.dialects import lit
from ember.dialects.types import ANY
from ember.elab.model.types import ParamValue, StructT, TraitT
from ember.ir.nodes import Op, Region
from ember.support.edition import MEANINGS, Meanings


class ParamInfo:
    """One compile-time parameter of a declaration."""

    __slots__ = (
        "default",
        "infer_only",
        "keyword_only",
        "name",
        "op",
        "positional_only",
        "type",
        "variadic",
    )

    def __init__(self, op: lit.Param) -> None:
        attrs = op.attrs
        self.op = op
        self.name: str = attrs["name"]
        self.variadic: bool = attrs.get("variadic", False)
        self.infer_only: bool = attrs.get("infer_only", False)
        self.positional_only: bool = attrs.get("positional_only", False)
        self.keyword_only: bool = attrs.get("keyword_only", False)
        self.type: Region | None = _present(op.regions[0])
        self.default: Region | None = _present(op.regions[1])


class ArgInfo:
    """One run-time argument of a function."""

    __slots__ = (
        "convention",
        "default",
        "keyword_only",
        "name",
        "op",
        "origins",
        "positional_only",
        "type",
        "variadic",
    )

    def __init__(self, op: lit.Arg) -> None:
        attrs = op.attrs
        self.op = op
        self.name: str = attrs["name"]
        self.variadic: str = attrs.get("variadic", "")
        # the dictionary of `**names` is made for the call, so it is the function's own
        usual = "var" if self.variadic == "**" else "read"
        self.convention: str = attrs.get("convention") or usual
        self.positional_only: bool = attrs.get("positional_only", False)
        self.keyword_only: bool = attrs.get("keyword_only", False)
        self.type: Region | None = _present(op.regions[0])
        self.default: Region | None = _present(op.regions[1])
        self.origins: Region | None = _present(op.regions[2])


class Decl:
    """Base: a named thing of a module, struct or trait."""

    __slots__ = ("module", "name", "op")

    def __init__(self, name: str, op: Op, module: ModuleDecl) -> None:
        self.name = name
        self.op = op
        self.module = module

    @property
    def loc(self) -> Any:
        return self.op.loc


_OF_THE_SIGNATURE = frozenset(
    ("args", "decorators", "is_implicit", "is_static", "out_index", "params", "where")
)


class FunctionDecl(Decl):
    """A function, method or closure body before elaboration."""

    __slots__ = (
        "args",
        "closure",
        "decorators",
        "is_implicit",
        "is_static",
        "op",
        "out_index",
        "outer",
        "params",
        "parent",
        "scope",
        "where",
    )
    op: lit.Generator
    params: list[ParamInfo]
    args: list[ArgInfo]
    decorators: dict[str, lit.Decorator]
    is_static: bool
    is_implicit: bool
    where: list[lit.Where]
    out_index: int

    def __init__(self, op: lit.Generator, module: ModuleDecl, parent: Decl | None = None) -> None:
        super().__init__(op.attrs["name"], op, module)
        self.parent = parent  # StructDecl, TraitDecl, or None
        self.scope: Scope | None = None  # for closures: where they were written
        self.closure: Any = None  # for closures: the `closures.Closure` last made of it
        self.outer: dict[Any, Any] | None = None  # for closures: outer values their types mention

    def __getattr__(self, name: str) -> Any:
        """Reads the signature when it is first looked at: most functions of a library module never are."""
        if name not in _OF_THE_SIGNATURE:
            raise AttributeError(name)
        op = self.op
        self.params = [ParamInfo(p) for p in op.params]  # type: ignore[arg-type]
        self.args = [ArgInfo(a) for a in op.args]  # type: ignore[arg-type]
        if self.parent is not None:
            _modernize_hook(self.name, self.args)
        self.decorators = _decorators(op.decorators)
        self.is_static = "staticmethod" in self.decorators
        self.is_implicit = "implicit" in self.decorators
        self.where = list(op.where)  # type: ignore[arg-type]
        self.out_index = next((i for i, a in enumerate(self.args) if a.convention == "out"), -1)
        return getattr(self, name)

    @property
    def has_body(self) -> bool:
        return bool(self.op.attrs.get("has_body", True))

    @property
    def inline(self) -> str:
        if "always_inline" in self.decorators:
            return "always"
        return "never" if "no_inline" in self.decorators else ""

    @property
    def means(self) -> Meanings:
        return self.module.means

    @property
    def qualified_name(self) -> str:
        return f"{self.parent.name}.{self.name}" if self.parent is not None else self.name

    def explicit_args(self) -> list[ArgInfo]:
        """The arguments a caller writes: all but the result slot."""
        return [a for a in self.args if a.convention != "out"]


class AliasDecl(Decl):
    """`alias`/`comptime`, plain or parametric."""

    __slots__ = ("params", "parent", "type", "value")

    def __init__(
        self, op: lit.Alias | lit.LocalAlias, module: ModuleDecl, parent: Decl | None = None
    ) -> None:
        super().__init__(op.attrs["name"], op, module)
        self.parent = parent
        self.params = [ParamInfo(p) for p in op.params]  # type: ignore[arg-type]
        self.type = _present(op.type)
        self.value = _present(op.value)


class _Members(Decl):
    """What structs, traits and extensions have in common: functions and aliases by name."""

    __slots__ = ("aliases", "conformances", "decorators", "functions")

    def __init__(self, name: str, op: Any, module: ModuleDecl) -> None:
        super().__init__(name, op, module)
        self.functions: dict[str, list[FunctionDecl]] = {}
        self.aliases: dict[str, AliasDecl] = {}
        self.conformances: list[lit.Conformance] = list(op.conformances)

    def _add_members(self, body: Region, owner: Decl) -> None:
        for member in body:
            if isinstance(member, lit.Generator):
                decl = FunctionDecl(member, self.module, owner)
                self.functions.setdefault(decl.name, []).append(decl)
            elif isinstance(member, lit.Alias):
                alias = AliasDecl(member, self.module, owner)
                self.aliases[alias.name] = alias


class StructDecl(_Members):
    """A struct; `extensions` are the extension declarations that apply to it, `strangers` the modules of those among
    them that are not everywhere where the struct is.
    """

    __slots__ = (
        "_all_aliases",
        "_all_functions",
        "extensions",
        "field_names",
        "fields",
        "params",
        "strangers",
        "types",
        "where",
    )

    def __init__(self, op: lit.StructDecl, module: ModuleDecl) -> None:
        super().__init__(op.attrs["name"], op, module)
        self.params = [ParamInfo(p) for p in op.params]  # type: ignore[arg-type]
        self.decorators = _decorators(op.decorators)
        self.where: list[lit.Where] = list(op.where)  # type: ignore[arg-type]
        self.fields: list[lit.Field] = [f for f in op.body if isinstance(f, lit.Field)]
        self.field_names = {f.attrs["name"]: i for i, f in enumerate(self.fields)}
        self.extensions: list[ExtensionDecl] = []
        self.strangers: set[ModuleDecl] = set()
        self.types: dict[tuple[ParamValue, ...], StructT] = {}  # by its arguments
        self._add_members(op.body, self)
        if "value" in self.decorators or "fieldwise_init" in self.decorators:
            self._add_fieldwise_constructor()
        self._all_functions = self.functions
        self._all_aliases = self.aliases

    def _add_fieldwise_constructor(self) -> None:
        """`__init__(out self, var a: A, …)`, one argument per field, as the decorator asks."""
        if any(self._is_fieldwise(f) for f in self.functions.get("__init__", ())):
            return
        implicit = False
        decorator = self.decorators.get("fieldwise_init")
        if decorator is not None:
            implicit = bool(decorator.attrs.get("called")) and len(self.fields) == 1
        op = fieldwise_constructor(self.fields, self.op.loc)
        decl = FunctionDecl(op, self.module, self)
        decl.is_implicit = decl.is_implicit or implicit
        self.functions.setdefault("__init__", []).append(decl)

    def _is_fieldwise(self, decl: FunctionDecl) -> bool:
        args = decl.explicit_args()
        return len(args) == len(self.fields) and all(
            a.name == f.attrs["name"] and not a.keyword_only
            for a, f in zip(args, self.fields, strict=True)
        )

    def extend(self, extension: ExtensionDecl) -> None:
        """Takes the members of an extension in."""
        if not self.extensions:
            self._all_functions = dict(self.functions)
            self._all_aliases = dict(self.aliases)
        self.extensions.append(extension)
        for name, functions in extension.functions.items():
            self._all_functions[name] = [*self._all_functions.get(name, ()), *functions]
        self._all_aliases = extension.aliases | self._all_aliases

    def methods(self, name: str) -> Sequence[FunctionDecl]:
        """Every function of that name, extensions included."""
        return self._all_functions.get(name, ())

    def alias(self, name: str) -> AliasDecl | None:
        return self._all_aliases.get(name)

    def holders(self) -> tuple[StructDecl | ExtensionDecl, ...]:
        """Everything that declares members and traits of the struct."""
        return (self, *self.extensions)


class TraitDecl(_Members):
    """A trait; required functions have no body."""

    __slots__ = ("parents", "types")

    def __init__(self, op: lit.TraitDecl, module: ModuleDecl) -> None:
        super().__init__(op.attrs["name"], op, module)
        self.parents: list[TraitDecl] | None = None  # evaluated on demand
        self.types: dict[frozenset[TraitDecl], TraitT] = {}  # it and others, joined
        self._add_members(op.body, self)


class ExtensionDecl(_Members):
    """More members for a struct, owned by the struct they extend."""

    __slots__ = ("target",)

    def __init__(self, op: lit.ExtensionDecl, module: ModuleDecl, target: StructDecl) -> None:
        super().__init__(target.name, op, module)
        self.target = target
        self._add_members(op.body, target)


class ModuleDecl:
    """A module or package: its members, declared when first asked for."""

    __slots__ = (
        "describe",
        "edition",
        "extensions",
        "imports",
        "is_package",
        "means",
        "members",
        "name",
        "op",
        "path",
        "wildcards",
    )

    def __init__(self, name: str, path: str, op: lit.Module | None, is_package: bool) -> None:
        self.name = name
        self.path = path
        self.op = op
        self.is_package = is_package
        self.edition: str = op.attrs.get("edition", "1") if op is not None else "1"
        self.means = MEANINGS[self.edition]
        self.members: dict[str, Any] = {}  # name -> Decl | list[FunctionDecl] | resolved ParamValue
        self.imports: dict[str, lit.Import] = {}  # name -> the import that binds it
        self.wildcards: list[lit.Import] = []
        self.extensions: list[ExtensionDecl] = []  # declared here
        self.describe: Callable[[Any], str] = str  # constants of this module's structs as text

    def __repr__(self) -> str:
        return self.name


class Scope:
    """Where a name is looked up: parameter bindings, then the declaration around, then the module."""

    __slots__ = ("arguments", "bindings", "module", "owner", "parent")

    def __init__(
        self,
        module: ModuleDecl,
        bindings: dict[str, ParamValue],
        owner: Decl | None = None,
        parent: Scope | None = None,
    ) -> None:
        self.module = module
        self.bindings = bindings
        self.owner = owner  # the struct or trait whose members are visible
        self.parent = parent
        self.arguments: dict[
            str, tuple[bool, Any]
        ] = {}  # in a signature: (may be changed, type) by name


def fieldwise_constructor(fields: list[lit.Field], loc: Any) -> lit.Generator:
    """A constructor that takes one owned argument per field and moves each into place."""
    args, body = Region(), Region([ANY] * (len(fields) + 1))
    args.append(_argument("self", "out", None, loc))
    for i, field in enumerate(fields, 1):
        name = field.attrs["name"]
        args.append(_argument(name, "var", field.type, loc))
        moved = lit.Transfer((body.args[i],), (ANY,), {}, (), loc)
        target = lit.Attribute((body.args[0],), (ANY,), {"name": name}, (), loc)
        body.append(moved)
        body.append(target)
        body.append(lit.Assign((target.results[0], moved.results[0]), (), {}, (), loc))
    decorators = Region()
    inline = {"name": "always_inline", "called": False, "keywords": ()}
    decorators.append(lit.Decorator((), (), inline, (Region(),), loc))
    attrs = {"name": "__init__", "keyword": "fn", "raises": "", "has_body": True, "captures": None}
    regions = (Region(), args, Region(), Region(), Region(), Region(), decorators, body)
    return lit.Generator((), (), attrs, regions, loc)


def _argument(name: str, convention: str, type: Region | None, loc: Any) -> lit.Arg:
    regions = (type.clone({}) if type is not None else Region(), Region(), Region())
    return lit.Arg((), (), {"name": name, "convention": convention, "variadic": ""}, regions, loc)


def _modernize_hook(name: str, args: list[ArgInfo]) -> None:
    """Old spellings of lifecycle hooks take today's conventions: `__init__(inout self)` makes `self`."""
    if not args:
        return
    if name in ("__init__", "__copyinit__", "__moveinit__") and args[0].convention == "mut":
        args[0].convention = "out"
    if name in ("__del__", "__deinit__") and args[0].convention in ("var", "read"):
        args[0].convention = "deinit"
    if name == "__moveinit__" and len(args) > 1 and args[1].convention == "var":
        args[1].convention = "deinit"


def _present(region: Region) -> Region | None:
    return None if region.first is None else region


def _decorators(region: Region) -> dict[str, lit.Decorator]:
    return {op.attrs["name"]: op for op in region if isinstance(op, lit.Decorator)}
