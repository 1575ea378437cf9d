"""The reference as data: JSON for other tools, and the index that the HTML pages search."""

from __future__ import annotations

import json

from ember.tools.doc.links import Links
from ember.tools.doc.model import Declaration, Entry, Library, Module


def library_json(library: Library) -> str:
    """Everything the reference knows, as JSON."""
    return json.dumps([_module(module) for module in library.public], indent=1) + "\n"


def _module(module: Module) -> dict[str, object]:
    return {
        "name": module.name,
        "path": module.source.path,
        "docstring": module.docstring.text if module.docstring is not None else None,
        "exports": [
            {"name": export.name, "module": export.module, "original": export.original}
            for export in module.exports
        ],
        "entries": [_entry(entry) for entry in module.entries],
    }


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "kind": entry.kind,
        "name": entry.name,
        "conformances": entry.conformances,
        "declarations": [_declaration(item) for item in entry.declarations],
        "members": [_entry(member) for member in entry.members],
    }


def _declaration(declaration: Declaration) -> dict[str, object]:
    return {
        "signature": declaration.signature,
        "docstring": declaration.docstring.text if declaration.docstring is not None else None,
        "path": declaration.span.file.path,
        "line": declaration.span.line,
    }


def search_index(library: Library, links: Links) -> str:
    """A script that defines the index: rows of name, qualified name, kind, address and summary.

    A script and not a bare JSON file, since pages opened from disk may not fetch files.
    """
    rows = []
    for module in library.public:
        last = module.name.split(".")[-1]
        rows.append([last, module.name, "module", links.page(module.name), module.summary])
        for entry in module.walk():
            address = f"{links.page(module.name)}#{entry.qualified}"
            qualified = f"{module.name}.{entry.qualified}"
            rows.append([entry.name, qualified, entry.kind, address, entry.summary])
    lines = ",\n".join(json.dumps(row) for row in rows)
    return f"const SEARCH_INDEX = [\n{lines}\n];\n"
