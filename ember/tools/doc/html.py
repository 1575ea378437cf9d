"""The reference as a static site: a page for each module, an index, a style sheet and a script that searches.

Pages use no network and work when opened from disk. All are in one folder, so every link is a file name.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Final

from ember.tools.doc.data import search_index
from ember.tools.doc.highlight import highlight
from ember.tools.doc.links import Links, Target
from ember.tools.doc.markdown import HEADINGS
from ember.tools.doc.model import Declaration, Docstring, Entry, Library, Module
from ember.tools.doc.prose import Block, Bullets, Code, Definitions, Paragraph, parse_docstring

_ASSETS: Final = Path(__file__).parent / "assets"
_INLINE: Final = re.compile(
    r"`(?P<code>[^`]+)`|\[(?P<text>[^\]]+)\]\((?P<address>[^)\s]+)\)|\*\*(?P<strong>[^*]+)\*\*"
)


def html_pages(library: Library, title: str) -> dict[str, str]:
    """All files of the site, by name."""
    links = Links(library, ".html")
    site = _Site(library, links, title)
    pages = {"index.html": site.index()}
    for module in library.public:
        pages[links.page(module.name)] = site.page(module)
    for name in ("style.css", "search.js"):
        pages[name] = (_ASSETS / name).read_text(encoding="utf-8")
    pages["search-index.js"] = search_index(library, links)
    return pages


class _Site:
    """What all pages share."""

    def __init__(self, library: Library, links: Links, title: str) -> None:
        self.library = library
        self.links = links
        self.title = title

    def index(self) -> str:
        rows = "".join(
            f'<tr><td><a href="{self.links.page(module.name)}"><code>{module.name}</code></a></td>'
            f"<td>{escape(module.summary)}</td></tr>\n"
            for module in self.library.public
        )
        body = f'<h1>{escape(self.title)}</h1>\n<table class="names">\n{rows}</table>\n'
        return self.frame(self.title, body, "")

    def page(self, module: Module) -> str:
        body = _Page(module, self.links).body()
        return self.frame(f"{module.name} · {self.title}", body, module.name)

    def frame(self, title: str, body: str, current: str) -> str:
        return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<header>
<a class="home" href="index.html">{escape(self.title)}</a>
<input id="search" type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off">
<button id="theme" type="button" aria-label="Light or dark">◐</button>
<ol id="results" hidden></ol>
</header>
<div class="columns">
<nav><details id="menu" open><summary>Modules</summary>
{self.tree(current)}</details></nav>
<main>
{body}</main>
</div>
<script src="search-index.js"></script>
<script src="search.js"></script>
</body>
</html>
"""

    def tree(self, current: str) -> str:
        """The side bar: packages fold, those around the current page are open."""
        roots = self.library.children[""]
        return f"<ul>\n{''.join(self.branch(name, current) for name in roots)}</ul>\n"

    def branch(self, name: str, current: str) -> str:
        mark = ' aria-current="page"' if name == current else ""
        link = f'<a href="{self.links.page(name)}"{mark}>{name.rpartition(".")[2]}</a>'
        inner = self.library.children[name]
        if not inner:
            return f"<li>{link}</li>\n"
        opened = " open" if "." not in name or f"{current}.".startswith(f"{name}.") else ""
        branches = "".join(self.branch(item, current) for item in inner)
        return (
            f"<li><details{opened}><summary>{link}</summary><ul>\n{branches}</ul></details></li>\n"
        )


class _Page:
    """The body of one module's page."""

    def __init__(self, module: Module, links: Links) -> None:
        self.module = module
        self.links = links

    def body(self) -> str:
        module = self.module
        return "".join(
            (
                f"<h1><code>{module.name}</code></h1>\n",
                self.docstring(module.docstring),
                self.submodules(),
                self.exports(),
                self.contents(),
                self.entries(module.entries, 2),
            )
        )

    def submodules(self) -> str:
        names = self.links.library.children[self.module.name]
        modules = self.links.library.modules
        rows = [(self.links.page(name), name, modules[name].summary) for name in names]
        return self.table("Modules", rows)

    def exports(self) -> str:
        rows = []
        for export in self.module.exports:
            entry = self.links.library.modules[export.module].entry(export.original)
            assert entry is not None
            address = self.links.address(Target(export.module, export.original))
            rows.append((address, export.name, entry.summary))
        return self.table("Names from other modules", rows)

    def contents(self) -> str:
        rows = [(f"#{entry.qualified}", entry.name, entry.summary) for entry in self.module.entries]
        return self.table("Contents", rows) if len(rows) > 1 else ""

    def table(self, heading: str, rows: list[tuple[str, str, str]]) -> str:
        if not rows:
            return ""
        lines = "".join(
            f'<tr><td><a href="{escape(address)}"><code>{escape(name)}</code></a></td>'
            f"<td>{self.inline(summary)}</td></tr>\n"
            for address, name, summary in rows
        )
        return f'<h2>{heading}</h2>\n<table class="names">\n{lines}</table>\n'

    def entries(self, entries: list[Entry], level: int) -> str:
        parts = []
        for kind, heading in HEADINGS.items():
            chosen = [entry for entry in entries if entry.kind == kind]
            if chosen:
                parts.append(f"<h{level}>{heading}</h{level}>\n")
            parts += [self.entry(entry, min(level + 1, 6)) for entry in chosen]
        return "".join(parts)

    def entry(self, entry: Entry, level: int) -> str:
        name = escape(entry.qualified)
        parts = [
            f'<section class="{entry.kind}" id="{name}">\n',
            f'<h{level}><a class="anchor" href="#{name}"><code>{name}</code></a></h{level}>\n',
        ]
        parts += [self.declaration(declaration) for declaration in entry.declarations]
        if entry.conformances:
            traits = ", ".join(self.inline(f"`{trait}`") for trait in entry.conformances)
            parts.append(f'<p class="traits">Conforms to {traits}.</p>\n')
        parts += [self.entries(entry.members, min(level + 1, 6)), "</section>\n"]
        return "".join(parts)

    def declaration(self, declaration: Declaration) -> str:
        return (
            f'<div class="declaration">\n{self.code(declaration.signature, "signature")}'
            f"{self.docstring(declaration.docstring)}</div>\n"
        )

    def docstring(self, docstring: Docstring | None) -> str:
        parts = []
        for section in parse_docstring(docstring) if docstring is not None else []:
            if section.title:
                parts.append(f'<p class="title">{section.title}</p>\n')
            parts += [self.block(block) for block in section.blocks]
        return "".join(parts)

    def block(self, block: Block) -> str:
        match block:
            case Paragraph(text):
                return f"<p>{self.inline(text)}</p>\n"
            case Bullets(items):
                rows = "".join(f"<li>{self.inline(item)}</li>\n" for item in items)
                return f"<ul>\n{rows}</ul>\n"
            case Definitions(pairs):
                rows = "".join(
                    f"<dt><code>{escape(name)}</code></dt><dd>{self.inline(meaning)}</dd>\n"
                    for name, meaning in pairs
                )
                return f"<dl>\n{rows}</dl>\n"
            case Code("mojo", _, text, _):
                return self.code(text, "example")
            case Code(_, _, text, _):
                return f"<pre><code>{escape(text)}</code></pre>\n"

    def code(self, text: str, style: str) -> str:
        shown = highlight(text, lambda name: self.links.link(self.module, name))
        return f'<pre class="{style}"><code>{shown}</code></pre>\n'

    def inline(self, text: str) -> str:
        """Code between backticks, links, bold text."""
        pieces = []
        done = 0
        for match in _INLINE.finditer(text):
            pieces += [escape(text[done : match.start()]), self.marked(match)]
            done = match.end()
        return "".join([*pieces, escape(text[done:])])

    def marked(self, match: re.Match[str]) -> str:
        if match["code"] is not None:
            shown = f"<code>{escape(match['code'])}</code>"
            address = self.links.link(self.module, match["code"])
            return shown if address is None else f'<a href="{escape(address)}">{shown}</a>'
        if match["strong"] is not None:
            return f"<strong>{escape(match['strong'])}</strong>"
        return f'<a href="{escape(match["address"])}">{escape(match["text"])}</a>'
