"""Extensions: which modules are read for them, and where they are seen.

- An extension in its struct's file, or in another file of the package the struct is in, belongs to the struct: who sees
  the struct sees it. A package is a folder with an `__init__.mojo`.
- An extension elsewhere is seen in the files that import its module, directly or through imports of what they import.
- Traits that an extension adds count in the whole program, if any of its files imports the extension: a type has
  the same traits everywhere, and so does a function with parameters see all extensions of the types it is given.

So what a program's files import is read at once. Files of the library say with `import *` where their structs and packages
are extended, and nothing else of them is read early; a test holds the library to that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from ember.dialects import lit
from ember.elab.model.declarations import (
    AliasDecl,
    ExtensionDecl,
    FunctionDecl,
    ModuleDecl,
    Scope,
    StructDecl,
    TraitDecl,
)
from ember.elab.model.types import ParamValue, StructGen, StructT, spell
from ember.support.diagnostics import CompileError, Diagnostic, error
from ember.support.patterns import lazy
from ember.support.source import Span

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

_Found = tuple[ModuleDecl, lit.ExtensionDecl]
Member = TypeVar("Member", FunctionDecl, AliasDecl)

SUFFIXES: Final = (".mojo", ".🔥")
_HEADER: Final = r"^(?:__)?extension\s+{}\b"
_ANY_HEADER: Final = lazy(_HEADER.format(r"\w+"), re.MULTILINE)


class Extensions:
    """Reads the modules that extend structs, and tells who sees them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._depth = 0  # of reading modules that import each other
        self._waiting: list[_Found] = []
        self._companions: dict[ModuleDecl, list[_Found]] = {}
        """Modules that were only read because of their package, and what they extend outside of it."""
        self._imported: dict[ModuleDecl, list[ModuleDecl]] = {}
        self._reached: dict[ModuleDecl, frozenset[ModuleDecl]] = {}
        self._packages: set[Path] = set()  # whose files have been looked through

    # -- reading modules -------------------------------------------------------------------------

    def arrived(self, module: ModuleDecl, declared: list[lit.ExtensionDecl]) -> None:
        """A module has been read: reads those that it brings extensions from, then declares all of them."""
        self._waiting += [(module, op) for op in declared]
        self._depth += 1
        try:
            self._imports(module)
            self._read_package(module)
        finally:
            self._depth -= 1
        if not self._depth:
            self._declare_all()

    def _imports(self, module: ModuleDecl) -> list[ModuleDecl]:
        """The modules whose extensions a module sees besides its own; all of them have been read."""
        found = self._imported.get(module)
        if found is None:
            found = self._imported[module] = []
            found += dict.fromkeys(self._sources(module))
        return found

    def _sources(self, module: ModuleDecl) -> Iterator[ModuleDecl]:
        is_library = self.program.names.is_library(module)
        for op in dict.fromkeys(
            [*([] if is_library else module.imports.values()), *module.wildcards]
        ):
            attrs = op.attrs
            names = [name for name, _ in attrs["names"]]
            yield from self._source(module, attrs["module"], attrs["level"], names)
        if module.op is not None and not is_library:
            for dotted, level, name in module.op.attrs.get("inner_imports", ()):
                yield from self._source(module, dotted, level, [name])

    def _source(
        self, importer: ModuleDecl, dotted: str, level: int, bound: list[str]
    ) -> Iterator[ModuleDecl]:
        """A module that is imported, and those of it that `from package import module` names. One that is not there,
        or wrong, is reported where its names are used.
        """
        names = self.program.names
        try:
            source = names.find_module(dotted, level, importer)
            found = [source]
            if source is not None and source.is_package:
                known = (*source.members, *source.imports, "")
                found += [names.submodule(source, name) for name in bound if name not in known]
        except CompileError:
            return
        for module in found:
            if module is not None:
                self._waiting += self._companions.pop(module, ())
                yield module

    def _read_package(self, module: ModuleDecl) -> None:
        """Reads the files of a struct's package that have extensions."""
        folder = folder_of(module)
        if folder in self._packages or not self._may_be_extended(module, folder):
            return
        self._packages.add(folder)
        for path in sorted(folder.iterdir()):
            if path.suffix in SUFFIXES and path.stem != "__init__" and self._extends(path):
                self._read_companion(folder, path)

    def _read_companion(self, folder: Path, path: Path) -> None:
        """Reads a file of a struct's package; what else it extends does not count until somebody imports it."""
        names = self.program.names
        if str(path) in names.modules:
            return
        try:
            module = names.module_in(folder, path.stem)
        except CompileError:
            return  # in the sink if it is about the file's text, else reported if the program uses it
        if module is not None:
            self._companions[module] = []

    def _may_be_extended(self, module: ModuleDecl, folder: Path) -> bool:
        names = self.program.names
        return (
            not names.is_library(module)
            and any(isinstance(member, StructDecl) for member in module.members.values())
            and names.is_package(folder)
        )

    def _extends(self, path: Path) -> bool:
        try:
            return _ANY_HEADER.search(self.program.settings.read_text(str(path))) is not None
        except CompileError:
            return False

    # -- declaring -------------------------------------------------------------------------------

    def _declare_all(self) -> None:
        """Declares the extensions that wait, and reports all that are wrong."""
        waiting, self._waiting = self._waiting, []
        failures: list[Diagnostic] = []
        for module, op in waiting:
            try:
                self._declare(module, op)
            except CompileError as failure:
                failures += failure.diagnostics
        if failures:
            raise CompileError(*failures)

    def _declare(self, module: ModuleDecl, op: lit.ExtensionDecl) -> None:
        struct = self._target(module, op)
        is_at_home = self._is_at_home(module, struct)
        if not is_at_home and module in self._companions:
            self._companions[module].append((module, op))
            return
        extension = ExtensionDecl(op, module, struct)
        struct.extend(extension)
        module.extensions.append(extension)
        if not is_at_home:
            struct.strangers.add(module)
            if self.program.names.is_library(struct.module):
                self._keep_out_of_library(extension)

    def _target(self, module: ModuleDecl, op: lit.ExtensionDecl) -> StructDecl:
        target = self.program.comptime.evaluate_region(op.target, Scope(module, {}))
        if not isinstance(target, (StructT, StructGen)):
            message = f"an extension can only extend a struct; '{spell(target)}' is none"
            raise CompileError(error("invalid-extension", _place(op), message))
        struct = target.decl
        if target.args:
            message = (
                f"an extension is for all parameters of a struct: write '__extension {struct.name}'"
            )
            raise CompileError(error("invalid-extension", _place(op), message))
        return struct

    def _is_at_home(self, module: ModuleDecl, struct: StructDecl) -> bool:
        """Whether an extension of a module belongs to the struct wherever that is seen."""
        folder = folder_of(module)
        is_near = folder == folder_of(struct.module) and self.program.names.is_package(folder)
        return is_near or module is struct.module

    def _keep_out_of_library(self, extension: ExtensionDecl) -> None:
        """Functions of the library that other programs elaborated do not know the extension."""
        if not self.program.names.is_library(extension.module):
            self.program.functions.switch_off()
        elif extension.conformances:
            self.program.functions.set_apart(extension.module.name)

    # -- seeing ----------------------------------------------------------------------------------

    def seen(self, scope: Scope, struct: StructDecl, members: tuple[Member, ...]) -> list[Member]:
        """Those members of a struct that code in a scope sees."""
        if not struct.strangers or _has_parameters(scope):
            return list(members)
        return [m for m in members if self._sees(scope.module, struct, m.module)]

    def _sees(self, module: ModuleDecl, struct: StructDecl, holder: ModuleDecl) -> bool:
        names = self.program.names
        if holder not in struct.strangers or holder is module:
            return True
        if names.is_library(module) and names.is_library(holder):
            return True
        return holder in self._reach(module)

    def _reach(self, module: ModuleDecl) -> frozenset[ModuleDecl]:
        """All modules that one imports, directly or through others."""
        found = self._reached.get(module)
        if found is None:
            known, pending = {module}, [module]
            while pending:
                new = [m for m in self._imports(pending.pop()) if m not in known]
                known.update(new)
                pending += new
            found = self._reached[module] = frozenset(known)
        return found

    def hint(self, scope: Scope, base: ParamValue | None, name: str) -> str:
        """Which import would bring a member that is missing; asked for messages only."""
        if not isinstance(base, (StructT, StructGen)):
            return ""
        for extension in base.decl.extensions:
            is_its = name in extension.functions or name in extension.aliases
            if is_its and not self._sees(scope.module, base.decl, extension.module):
                return _advice(extension.module.name)
        header = re.compile(_HEADER.format(re.escape(base.decl.name)), re.MULTILINE)
        member = re.compile(rf"^\s+(?:def|fn|comptime|alias) {re.escape(name)}\b", re.MULTILINE)
        for module, path in self._files_around(scope.module):
            text = path.read_text("utf-8", "replace")
            found = header.search(text)
            if found is not None and member.search(text, found.end()):
                return _advice(module)
        return ""

    def _files_around(self, module: ModuleDecl) -> Iterator[tuple[str, Path]]:
        """The files that code in a module could import easily: those beside it, and the library's."""
        names = self.program.names
        for root, pattern in ((folder_of(module), "*"), (names.library, "std/**/*")):
            for suffix in SUFFIXES:
                for path in sorted(root.glob(pattern + suffix)):
                    yield ".".join(path.relative_to(root).with_suffix("").parts), path


def folder_of(module: ModuleDecl) -> Path:
    """The folder a module is in; a package is in its own."""
    path = Path(module.path)
    return path if module.is_package else path.parent


def _place(op: lit.ExtensionDecl) -> Span:
    """Where the struct is named."""
    place: Span = (op.target.last or op).loc
    return place


def _has_parameters(scope: Scope) -> bool:
    """Whether a scope's types depend on what a function or struct is given."""
    current: Scope | None = scope
    while current is not None:
        if any(name != "Self" for name in current.bindings) or isinstance(current.owner, TraitDecl):
            return True
        current = current.parent
    return False


def _advice(module: str) -> str:
    return f"; an extension in another module adds it: write 'from {module} import *'"
