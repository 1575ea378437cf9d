"""Syntax trees to the model of a reference.

Signatures are the source text of declarations. Functions of one name are one entry with several declarations. What a
package passes on from a private module is documented as the package's own.
"""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path
from typing import Final

from ember.loading import read_source
from ember.support.diagnostics import DiagnosticSink
from ember.support.source import SourceFile, Span
from ember.syntax import tree
from ember.syntax.lexer import tokenize
from ember.syntax.parser import parse_source
from ember.syntax.tokens import NEWLINE, STRING
from ember.tools.doc.files import is_package_file
from ember.tools.doc.model import (
    Declaration,
    Docstring,
    Entry,
    Export,
    Extension,
    Kind,
    Library,
    Module,
    is_public,
)

_PRELUDE: Final = "std.prelude"
"""Where the names come from that no file needs to import."""
_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")


def extract_library(files: dict[str, Path]) -> Library:
    """Reads and parses all files; wrong syntax is an error."""
    sink = DiagnosticSink()
    modules = {}
    for name, path in files.items():
        source = read_source(str(path))
        modules[name] = extract_module(name, source, is_package_file(path), sink)
    sink.raise_if_errors()
    library = Library(modules)
    for module in modules.values():
        _extend_structs(module, library)
    for module in modules.values():
        if not module.is_private:
            _collect_exports(module, library)
    return library


def extract_module(name: str, source: SourceFile, is_package: bool, sink: DiagnosticSink) -> Module:
    """The public names of one file."""
    parsed = parse_source(source, sink)
    text = _SourceText(source)
    module = Module(name, source, is_package)
    module.docstring = text.docstring(parsed.docstring, 0)
    module.entries = _entries(parsed.body, "", text)
    for statement in parsed.body:
        if isinstance(statement, tree.ImportFrom):
            _add_imports(module, statement)
        elif isinstance(statement, tree.ExtensionDecl):
            module.extensions.append(_extension(statement, text))
        elif isinstance(statement, tree.Import):
            for imported in statement.names:
                module.imports[imported.alias or imported.path[0]] = (".".join(imported.path), "")
    return module


# -- declarations ----------------------------------------------------------------------------------

_Documented = tree.FunctionDecl | tree.StructDecl | tree.TraitDecl | tree.AliasDecl | tree.FieldDecl


def _entries(body: list[tree.Stmt], owner: str, text: _SourceText) -> list[Entry]:
    entries: dict[str, Entry] = {}
    for statement in body:
        if not isinstance(statement, _Documented) or not _is_offered(statement):
            continue
        declaration = text.declaration(statement)
        known = entries.get(statement.name)
        if known is not None:
            known.declarations.append(declaration)
            continue
        qualified = f"{owner}.{statement.name}" if owner else statement.name
        entry = Entry(_kind(statement, owner), statement.name, qualified, [declaration])
        entries[statement.name] = entry
        if isinstance(statement, tree.StructDecl | tree.TraitDecl):
            entry.members = _entries(statement.body, qualified, text)
            entry.conformances = [item.type.span.text for item in statement.conformances]
    return list(entries.values())


def _extension(statement: tree.ExtensionDecl, text: _SourceText) -> Extension:
    target = statement.target.span.text
    conformances = [item.type.span.text for item in statement.conformances]
    return Extension(target, _entries(statement.body, target, text), conformances)


def _is_offered(statement: _Documented) -> bool:
    """Whether programs can use a name; `@__unavailable` functions exist only for their message."""
    unavailable = any(item.span.text.startswith("__unavailable") for item in statement.decorators)
    return bool(statement.name) and is_public(statement.name) and not unavailable


def _kind(statement: _Documented, owner: str) -> Kind:
    match statement:
        case tree.StructDecl():
            return "struct"
        case tree.TraitDecl():
            return "trait"
        case tree.AliasDecl():
            return "alias"
        case tree.FieldDecl():
            return "field"
        case _:
            return "method" if owner else "function"


class _SourceText:
    """Finds what the tree leaves out: where a header ends and where a docstring stands."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.tokens = tokenize(source, DiagnosticSink())

    def declaration(self, statement: _Documented) -> Declaration:
        start = statement.span.start
        if isinstance(statement, tree.AliasDecl | tree.FieldDecl):
            end = statement.span.end
        else:
            end = self._header_end(start)
        signature = self._dedented(start, end)
        decorators = [f"@{item.span.text}" for item in statement.decorators]
        place = statement.span if isinstance(statement, tree.FieldDecl) else statement.name_span
        docstring = self.docstring(statement.docstring, end)
        return Declaration("\n".join([*decorators, signature]), docstring, _name_only(place))

    def docstring(self, text: str | None, after: int) -> Docstring | None:
        """The docstring that starts after an offset."""
        if text is None:
            return None
        at = bisect_left(self.tokens.starts, after)
        while self.tokens.kinds[at] is not STRING:
            at += 1
        line, _ = self.source.location(self.tokens.starts[at])
        return Docstring(_clean(text), line)

    def _header_end(self, start: int) -> int:
        """Where the `:` before the body is."""
        tokens = self.tokens
        at = bisect_left(tokens.starts, start)
        depth = 0
        while True:
            kind = tokens.kinds[at]
            if depth == 0 and tokens.starts[at] > start and kind in (":", NEWLINE):
                return tokens.starts[at]
            depth += (kind in _OPENING) - (kind in _CLOSING)
            at += 1

    def _dedented(self, start: int, end: int) -> str:
        _, column = self.source.location(start)
        first, *others = self.source.text[start:end].rstrip().split("\n")
        margin = " " * (column - 1)
        return "\n".join([first, *(line.removeprefix(margin) for line in others)])


def _name_only(span: Span) -> Span:
    """A span that stays on its line, for the caret of a diagnostic."""
    end = span.file.text.find("\n", span.start)
    return Span(span.file, span.start, span.end if end < 0 else min(end, span.end))


def _clean(text: str) -> str:
    """The docstring without the indentation of its lines, which keep their numbers."""
    first, *others = text.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in others if line.strip()]
    margin = min(margins, default=0)
    return "\n".join([first.strip(), *(line[margin:].rstrip() for line in others)]).rstrip()


# -- extensions ------------------------------------------------------------------------------------


def _extend_structs(module: Module, library: Library) -> None:
    """Puts what a file adds to structs among their members, and says what to import where that is needed."""
    for extension in module.extensions:
        found = follow(library, module.name, extension.target) or follow(
            library, _PRELUDE, extension.target
        )
        if found is None:
            continue
        holder, struct = found
        if holder.package != module.package:
            _name_import(extension, module)
        struct.extend(extension)


def _name_import(extension: Extension, module: Module) -> None:
    origin = module.package if module.is_private else module.name
    for member in extension.members:
        for declaration in member.declarations:
            declaration.signature = f"# from {origin} import *\n{declaration.signature}"


# -- imports ---------------------------------------------------------------------------------------


def _add_imports(module: Module, statement: tree.ImportFrom) -> None:
    path = list(statement.path)
    if statement.level:
        package = module.name.split(".")
        drop = statement.level - (1 if module.is_package else 0)
        path = package[: len(package) - drop] + path
    origin = ".".join(path)
    if statement.wildcard:
        module.wildcards.append(origin)
    for imported in statement.names:
        name = imported.path[0]
        module.imports[imported.alias or name] = (origin, name)


def _collect_exports(module: Module, library: Library) -> None:
    """What a package passes on; in a module that declares nothing, imports are there to be passed on, too."""
    if not module.is_package and module.entries:
        return
    names = dict(module.imports)
    for origin in module.wildcards:
        source = library.modules.get(origin)
        if source is not None:
            names.update({entry.name: (origin, entry.name) for entry in source.entries})
    for name, (origin, original) in names.items():
        found = follow(library, origin, original) if original and is_public(name) else None
        if found is None:
            continue
        holder, entry = found
        home = holder.name
        if holder.is_private:
            home = library.adopted.setdefault((holder.name, entry.name), module.name)
        if home == module.name:
            module.entries.append(entry)
        else:
            module.exports.append(Export(name, home, entry.name))


def follow(library: Library, origin: str, name: str) -> tuple[Module, Entry] | None:
    """The module that declares what `from origin import name` gives."""
    for _ in range(len(library.modules)):
        module = library.modules.get(origin) or library.modules.get(f"std.{origin}")
        if module is None:
            return None
        entry = module.entry(name)
        if entry is not None:
            return module, entry
        if name not in module.imports:
            return None
        origin, name = module.imports[name]
    return None
