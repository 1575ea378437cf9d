"""Modules and names: finds a module's file, declares its members, and looks names up."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ember.dialects import lit
from ember.elab.messages.library_homes import homes_in
from ember.elab.model.declarations import (
    AliasDecl,
    FunctionDecl,
    ModuleDecl,
    Scope,
    StructDecl,
    TraitDecl,
)
from ember.elab.model.types import (
    AliasGen,
    BuiltinV,
    FunctionRef,
    ModuleV,
    ParamValue,
    StructGen,
    StructT,
    TraitT,
)
from ember.elab.modules.extensions import SUFFIXES, Extensions, folder_of
from ember.support import packages
from ember.support.diagnostics import CompileError, did_you_mean, error
from ember.support.library import ROOTS, module_name
from ember.support.source import printable

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

Loader = Callable[[str, str], lit.Module]
"""Reads, parses and lowers the file at a path as the module of a dotted name."""

_MISSING = object()
_DEEPEST_ALIAS = 50
"""How many types may be inside each other whose associated names need each other."""
_PYTHON_MODULES = frozenset(
    ("numpy", "pandas", "torch", "scipy", "matplotlib", "requests", "sklearn", "tensorflow", "jax")
)


class _DamagedPackage(CompileError):
    """A package that is one file cannot be read; who imports it says where."""


class Names:
    """Every module of the program, and name lookup."""

    def __init__(
        self,
        program: Program,
        load: Loader,
        library: Path,
        search: list[Path],
        builtins: frozenset[str],
        modules: dict[str, ModuleDecl] | None = None,
    ) -> None:
        self.program = program
        self.load = load
        self.library = library
        self.search = search
        self.builtins = builtins
        self.modules = modules if modules is not None else {}  # by file or directory path
        self._library_modules: dict[str, ModuleDecl] = {}  # by the name that starts with `std`
        self.aliases: dict[tuple[AliasDecl, object], ParamValue] = {}
        self._resolved: dict[tuple[ModuleDecl, str], ParamValue] = {}
        self._homes: dict[str, str] | None = None  # where names of the library are imported from
        self._absent: set[tuple[ModuleDecl, str]] = set()
        self._asked: set[tuple[ModuleDecl, str]] = set()  # through `import *`
        self._starred: dict[lit.Import, ModuleDecl] = {}  # what `import *` imports from
        self.resolving: dict[AliasDecl, list[object]] = {}  # for which types, the innermost last
        self._prelude: ModuleDecl | None = None
        self.extensions = Extensions(program)

    # -- modules ---------------------------------------------------------------------------------

    def main_module(self, path: str) -> ModuleDecl:
        name = printable(Path(path).stem)
        return self._load_file(Path(path), "main" if name == "__init__" else name)

    @property
    def prelude(self) -> ModuleDecl:
        if self._prelude is None:
            self._prelude = self._load_file(self.library / "std" / "prelude.mojo", "std.prelude")
        return self._prelude

    def find_module(self, dotted: str, level: int, importer: ModuleDecl) -> ModuleDecl | None:
        """The module an import names, or None."""
        known = self._library_modules.get(dotted) if not level else None
        if known is not None:
            return known
        parts = [p for p in dotted.split(".") if p]
        if level:
            base = Path(importer.path)
            base = base if importer.is_package and base.is_dir() else base.parent
            for _ in range(level - 1):
                base = base.parent
            return self._descend(base, parts)
        own = [self.library / root for root in ROOTS]
        found_last = [*own, *self.search] if self.is_library(importer) else [*self.search, *own]
        roots = [folder_of(importer), *found_last]
        if parts and parts[0] == "std":
            found = self._descend(self.library, parts)
            if found is not None:
                self._library_modules[dotted] = found
                return found
        for root in roots:
            found = self._descend(root, parts)
            if found is not None:
                return found
        return None

    def _descend(self, base: Path, parts: list[str]) -> ModuleDecl | None:
        """The package or module under a folder; the file system is asked about new ones only."""
        place = os.path.join(base, *parts)
        known = self.modules.get(place)
        if known is not None:
            return known
        if os.path.isdir(place):
            directory = Path(place)
            if not parts or self._init_file(directory) or self._holds_modules(directory):
                return self._package(directory)
        for suffix in SUFFIXES if parts else ():
            file = place + suffix
            if file in self.modules or os.path.isfile(file):
                return self._load_file(Path(file), self._module_name(Path(place)))
        return self._in_package_file(base, parts) if parts else None

    def _in_package_file(self, base: Path, parts: list[str]) -> ModuleDecl | None:
        """A module of a package that is one file."""
        file = os.path.join(base, parts[0]) + packages.SUFFIX
        if not os.path.isfile(file):
            return None
        try:
            folder = packages.unpacked(file)
        except packages.PackageError as problem:
            raise _DamagedPackage(error("unreadable-file", None, str(problem))) from None
        return self._descend(folder.parent, parts)

    @staticmethod
    def _holds_modules(directory: Path) -> bool:
        return any(p.suffix in SUFFIXES or p.is_dir() for p in directory.iterdir())

    @staticmethod
    def _init_file(directory: Path) -> Path | None:
        for suffix in SUFFIXES:
            file = directory / f"__init__{suffix}"
            if file.is_file():
                return file
        return None

    def is_package(self, directory: Path) -> bool:
        return self._init_file(directory) is not None

    def submodule(self, package: ModuleDecl, name: str) -> ModuleDecl | None:
        """The module of that name in a package, or None."""
        return self.module_in(Path(package.path), name)

    def module_in(self, folder: Path, name: str) -> ModuleDecl | None:
        return self._descend(folder, [name])

    def _module_name(self, path: Path) -> str:
        return module_name(self.library, path) or path.name

    def _package(self, directory: Path) -> ModuleDecl:
        key = str(directory)
        if key not in self.modules:
            init = self._init_file(directory)
            op = self.load(str(init), self._module_name(directory)) if init else None
            module = ModuleDecl(self._module_name(directory), key, op, is_package=True)
            self.modules[key] = module
            module.describe = self.program.comptime.describe
            self._declare(module)
        return self.modules[key]

    def _load_file(self, path: Path, name: str) -> ModuleDecl:
        key = str(path)
        if key not in self.modules:
            module = ModuleDecl(name, key, self.load(key, name), is_package=False)
            self.modules[key] = module
            module.describe = self.program.comptime.describe
            self._declare(module)
        return self.modules[key]

    def _declare(self, module: ModuleDecl) -> None:
        extensions: list[lit.ExtensionDecl] = []
        for op in module.op.body if module.op is not None else ():
            if isinstance(op, lit.Generator):
                decl = FunctionDecl(op, module)
                overloads = module.members.setdefault(decl.name, [])
                if isinstance(overloads, list):
                    overloads.append(decl)
            elif isinstance(op, lit.StructDecl):
                module.members[op.attrs["name"]] = StructDecl(op, module)
            elif isinstance(op, lit.TraitDecl):
                module.members[op.attrs["name"]] = TraitDecl(op, module)
            elif isinstance(op, lit.Alias):
                module.members[op.attrs["name"]] = AliasDecl(op, module)
            elif isinstance(op, lit.ExtensionDecl):
                extensions.append(op)
            elif isinstance(op, lit.Import):
                self._declare_import(module, op)
        self.extensions.arrived(module, extensions)

    def _declare_import(self, module: ModuleDecl, op: lit.Import) -> None:
        if op.attrs.get("wildcard"):
            module.wildcards.append(op)
        elif op.attrs["names"]:
            for _, bound in op.attrs["names"]:
                module.imports.setdefault(bound, op)
        else:
            bound = op.attrs.get("bound_as") or op.attrs["module"].split(".")[0]
            module.imports[bound] = op

    def home_in_library(self, name: str) -> str | None:
        """The public module of the library that a name can be imported from; asked for messages only."""
        if self._homes is None:
            self._homes = homes_in(self.library)
        return self._homes.get(name)

    def is_library(self, module: ModuleDecl) -> bool:
        """Whether a module is part of Ember's own library."""
        return module.path.startswith(str(self.library))

    # -- members ---------------------------------------------------------------------------------

    def member(self, module: ModuleDecl, name: str) -> ParamValue | None:
        """What a name means in a module: its own member, an import, or a submodule."""
        key = (module, name)
        known = self._resolved.get(key)
        if known is None and key not in self._absent:
            known = self._find_member(module, name)
            if known is not None:
                self._resolved[key] = known
            elif not self._asked:
                self._absent.add(key)
        return known

    def _find_member(self, module: ModuleDecl, name: str) -> ParamValue | None:
        found = module.members.get(name, _MISSING)
        if found is not _MISSING:
            return self.resolve(found, module)
        imported = module.imports.get(name)
        if imported is not None:
            return self.imported(module, name, imported)
        for wildcard in reversed(module.wildcards):
            value = self._from_wildcard(module, wildcard, name)
            if value is not None:
                return value
        if module.is_package:
            child = self.submodule(module, name)
            if child is not None:
                return ModuleV(child)
        return None

    def _from_wildcard(self, module: ModuleDecl, op: lit.Import, name: str) -> ParamValue | None:
        if name.startswith("_"):
            return None
        source = self._starred.get(op)
        if source is None:
            source = self._starred[op] = self._import_source(module, op)
        key = (source, name)
        if key in self._asked:  # modules that import all of each other
            return None
        self._asked.add(key)
        try:
            value = self.member(source, name)
        finally:
            self._asked.discard(key)
        # the modules of a package are not among the names that '*' stands for
        return None if isinstance(value, ModuleV) and name not in source.imports else value

    def _import_source(self, module: ModuleDecl, op: lit.Import | lit.ImportName) -> ModuleDecl:
        try:
            source = self.find_module(op.attrs["module"], op.attrs.get("level", 0), module)
        except _DamagedPackage as problem:
            (found,) = problem.diagnostics
            raise CompileError(error("unreadable-file", op.loc, found.message)) from None
        if source is None:
            dots = "." * op.attrs.get("level", 0)
            raise CompileError(
                error(
                    "unknown-module",
                    op.loc,
                    f"cannot find a module named '{dots}{op.attrs['module']}'"
                    + self._near_module(op.attrs["module"], module),
                )
            )
        return source

    def _near_module(self, dotted: str, importer: ModuleDecl) -> str:
        """A hint for a module that does not exist: a near one, or how to use one of Python's."""
        folder, _, last = dotted.rpartition(".")
        folders = [
            self.library,
            *(self.library / root for root in ROOTS),
            Path(importer.path).parent,
            *self.search,
        ]
        if folder:
            folders = [place / folder.replace(".", "/") for place in folders]
        known = [p.stem for place in folders if place.is_dir() for p in place.iterdir()]
        near = did_you_mean(last, [name for name in known if name.isidentifier()])
        if near is not None:
            return f"; did you mean '{folder + '.' if folder else ''}{near}'?"
        root = dotted.split(".")[0]
        if root in sys.stdlib_module_names or root in _PYTHON_MODULES:
            return "; a Python module is imported with 'Python.import_module(...)' at run time"
        return ""

    def imported(self, module: ModuleDecl, bound: str, op: lit.Import) -> ParamValue | None:
        """What an import binds a name to."""
        names = op.attrs["names"]
        if not names:
            if op.attrs.get("bound_as"):
                return ModuleV(self._import_source(module, op))
            self._import_source(module, op)  # the whole dotted path must exist
            first = self.find_module(op.attrs["module"].split(".")[0], 0, module)
            if first is None and op.attrs["module"].split(".")[0] == "std":
                return ModuleV(self._package(self.library / "std"))
            return ModuleV(first) if first is not None else None
        name = next(n for n, b in names if b == bound)
        return self.from_module(module, op, name)

    def from_module(self, importer: ModuleDecl, op: Any, name: str) -> ParamValue:
        """`from … import name`, or the module itself when `name` is empty."""
        source = self._import_source(importer, op)
        if not name:
            return ModuleV(source)
        value = self.member(source, name) if source is not importer else None
        if value is None:
            child = self.submodule(source, name) if source.is_package else None
            if child is not None:
                return ModuleV(child)
            known = self._known_everywhere(name) if source.name.startswith("std.") else None
            if known is not None:
                return known
            raise CompileError(
                error(
                    "unknown-import",
                    op.loc,
                    f"module '{source.name}' has no member named '{name}'"
                    + _near(name, [*source.members, *source.imports]),
                )
            )
        return value

    def _known_everywhere(self, name: str) -> ParamValue | None:
        """What needs no import; it may be imported all the same, from the library."""
        value = self.member(self.prelude, name)
        return BuiltinV(name) if value is None and name in self.builtins else value

    def resolve(self, decl: Any, module: ModuleDecl) -> ParamValue:
        """A declaration as a value."""
        if isinstance(decl, list):
            return FunctionRef(tuple(decl))
        if isinstance(decl, StructDecl):
            return StructGen(decl, ()) if decl.params else StructT(decl, ())
        if isinstance(decl, TraitDecl):
            return TraitT((decl,))
        if isinstance(decl, AliasDecl):
            return self.alias_value(decl, Scope(module, {}))
        return decl

    def alias_value(self, decl: AliasDecl, scope: Scope, key: object = None) -> ParamValue:
        """The value of an alias in a scope; a parametric alias stays generic."""
        if decl.params:
            return AliasGen(decl, scope)
        memo = (decl, key)
        if memo in self.aliases:
            return self.aliases[memo]
        outer = self.resolving.get(decl, [])
        if key in outer or len(outer) > _DEEPEST_ALIAS:
            raise CompileError(
                error("cyclic-alias", decl.loc, f"the value of '{decl.name}' depends on itself")
            )
        self.resolving[decl] = [*outer, key]
        try:
            value = self.program.comptime.alias(decl, scope)
        finally:
            self.resolving[decl] = outer
        if isinstance(value, StructT) and value.name is None and value.args and decl.parent is None:
            value.name = decl.name
        self.aliases[memo] = value
        return value

    # -- lookup ----------------------------------------------------------------------------------

    def lookup(self, scope: Scope, name: str) -> ParamValue | None:
        """What a name means in a scope, or None."""
        current: Scope | None = scope
        while current is not None:
            if name in current.bindings:
                return current.bindings[name]
            if current.owner is not None:
                value = self._owner_alias(current, name)
                if value is not None:
                    return value
            if current.parent is None:
                break
            current = current.parent
        value = self.member(scope.module, name)
        if value is None and scope.module is not self.prelude:
            value = self.member(self.prelude, name)
        if value is None and name in self.builtins:
            return BuiltinV(name)
        return value

    def _owner_alias(self, scope: Scope, name: str) -> ParamValue | None:
        owner = scope.owner
        self_type = scope.bindings.get("Self")
        if isinstance(owner, StructDecl) and isinstance(self_type, StructT):
            alias = owner.alias(name)
            if alias is not None and not self.resolving.get(alias):
                scope = self.program.facts.member_scope(self_type, alias.module)
                return self.alias_value(alias, scope, self_type)
        elif isinstance(owner, TraitDecl) and name in owner.aliases:
            return self.program.members.type_member(self_type, name)
        return None

    def known_names(self, scope: Scope) -> list[str]:
        """Names visible from a scope, for suggestions."""
        names: list[str] = []
        current: Scope | None = scope
        while current is not None:
            names.extend(current.bindings)
            current = current.parent
        for module in (scope.module, self.prelude):
            names.extend(module.members)
            names.extend(module.imports)
        return names


def _near(name: str, known: list[str]) -> str:
    near = did_you_mean(name, known)
    return f"; did you mean '{near}'?" if near else ""
