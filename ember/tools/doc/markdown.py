"""The reference as Markdown: a file for each module, and an index of all of them."""

from __future__ import annotations

import re
from typing import Final

from ember.tools.doc.links import Links, Target
from ember.tools.doc.model import Docstring, Entry, Library, Module
from ember.tools.doc.prose import Block, Bullets, Code, Definitions, Paragraph, parse_docstring

HEADINGS: Final = {
    "alias": "Compile-time values",
    "struct": "Structs",
    "trait": "Traits",
    "function": "Functions",
    "field": "Fields",
    "method": "Methods",
}
"""The kinds of entries in the order they are shown, with the headings above them."""

_CODE_NAME: Final = re.compile(r"(?<![\[`])`([A-Za-z_][\w.]*(?:\(\))?)`(?!`)")


def markdown_pages(library: Library, title: str) -> dict[str, str]:
    """All files, by name."""
    links = Links(library, ".md")
    pages = {"index.md": _index(library, links, title)}
    for module in library.public:
        pages[links.page(module.name)] = _Page(module, links).text()
    return pages


def _index(library: Library, links: Links, title: str) -> str:
    lines = [f"# {title}", "", "| module | |", "| --- | --- |"]
    for module in library.public:
        summary = module.summary.replace("|", "\\|")
        lines.append(f"| [`{module.name}`]({links.page(module.name)}) | {summary} |")
    return "\n".join(lines) + "\n"


class _Page:
    """The text of one module's file."""

    def __init__(self, module: Module, links: Links) -> None:
        self.module = module
        self.links = links
        self.lines: list[str] = []

    def text(self) -> str:
        self.add(f"# `{self.module.name}`")
        self.docstring(self.module.docstring)
        self.submodules()
        self.exports()
        self.entries(self.module.entries, level=2)
        return "\n".join(self.lines).rstrip() + "\n"

    def add(self, *lines: str) -> None:
        self.lines += [*lines, ""]

    def submodules(self) -> None:
        names = self.links.library.children[self.module.name]
        if names:
            self.add("## Modules")
            self.add(*(f"- [`{name}`]({self.links.page(name)})" for name in names))

    def exports(self) -> None:
        if not self.module.exports:
            return
        self.add("## Names from other modules")
        library = self.links.library
        for export in self.module.exports:
            entry = library.modules[export.module].entry(export.original)
            assert entry is not None
            address = self.links.address(Target(export.module, export.original))
            self.lines.append(f"- [`{export.name}`]({address}): {entry.summary}")
        self.lines.append("")

    def entries(self, entries: list[Entry], level: int) -> None:
        for kind, heading in HEADINGS.items():
            chosen = [entry for entry in entries if entry.kind == kind]
            if chosen:
                self.add(f"{'#' * level} {heading}")
            for entry in chosen:
                self.entry(entry, level + 1)

    def entry(self, entry: Entry, level: int) -> None:
        self.add(f'<a id="{entry.qualified}"></a>', "", f"{'#' * level} `{entry.qualified}`")
        for declaration in entry.declarations:
            self.add("```mojo", declaration.signature, "```")
            self.docstring(declaration.docstring)
        if entry.conformances:
            traits = ", ".join(self.linked(f"`{name}`") for name in entry.conformances)
            self.add(f"Conforms to {traits}.")
        self.entries(entry.members, level + 1)

    def docstring(self, docstring: Docstring | None) -> None:
        for section in parse_docstring(docstring) if docstring is not None else []:
            if section.title:
                self.add(f"**{section.title}**")
            for block in section.blocks:
                self.block(block)

    def block(self, block: Block) -> None:
        match block:
            case Paragraph(text):
                self.add(self.linked(text))
            case Bullets(items):
                self.add(*(f"- {self.linked(item)}" for item in items))
            case Definitions(pairs):
                self.add(*(f"- `{name}`: {self.linked(meaning)}" for name, meaning in pairs))
            case Code(language, _, text, _):
                self.add(f"```{language}", text, "```")

    def linked(self, text: str) -> str:
        """Names between backticks become links to their documentation."""

        def replace(match: re.Match[str]) -> str:
            address = self.links.link(self.module, match[1])
            return match[0] if address is None else f"[{match[0]}]({address})"

        return _CODE_NAME.sub(replace, text)
