"""Which public names have no docstring, and which have no example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ember.support.diagnostics import Diagnostic, warning
from ember.support.source import Span
from ember.tools.doc.model import Entry, Library, Module
from ember.tools.doc.prose import code_blocks

_WORD: Final = re.compile(r"\w+")


def missing_docs(library: Library) -> Iterator[Diagnostic]:
    """A warning for every module and declaration without a docstring."""
    for module in library.public:
        if module.docstring is None:
            place = Span(module.source, 0, 0)
            yield warning(
                "missing-docs",
                place,
                f"module '{module.name}' has no docstring; begin the file with one",
            )
        for entry in module.walk():
            for declaration in entry.declarations:
                if declaration.docstring is None:
                    message = f"{entry.kind} '{entry.qualified}' has no docstring"
                    yield warning("missing-docs", declaration.span, message)


def missing_examples(library: Library) -> Iterator[Diagnostic]:
    """A warning for every name without an example.

    One overload's example is enough for all, a member's for its struct, and one in a run of aliases for the run.
    A method has one if an example of its struct calls it; what operators and traits ask for needs none.
    """
    asked_for = _names_in_traits(library)
    for module in library.public:
        for group in _groups(module):
            if not any(_has_example(entry) for entry in group):
                entry = group[0]
                message = f"{entry.kind} '{entry.qualified}' has no example"
                yield warning("missing-example", entry.declarations[0].span, message)
        for entry in module.entries:
            for method in _unused_methods(entry, asked_for):
                message = f"no example of '{entry.name}' calls '{method.name}'"
                yield warning("missing-example", method.declarations[0].span, message)


def _groups(module: Module) -> Iterator[list[Entry]]:
    """The entries one by one, but aliases that follow each other together."""
    run: list[Entry] = []
    for entry in module.entries:
        if entry.kind == "alias":
            run.append(entry)
            continue
        if run:
            yield run
            run = []
        yield [entry]
    if run:
        yield run


def _names_in_traits(library: Library) -> set[str]:
    return {
        member.name
        for module in library.public
        for entry in module.entries
        if entry.kind == "trait"
        for member in entry.members
    }


def _unused_methods(entry: Entry, asked_for: set[str]) -> Iterator[Entry]:
    """The methods of a struct that no example of it names."""
    if entry.kind != "struct":
        return
    used = set(_WORD.findall("\n".join(_examples(entry))))
    for member in entry.members:
        is_plain = member.kind == "method" and not member.name.startswith("__")
        if is_plain and member.name not in used and member.name not in asked_for:
            yield member


def _has_example(entry: Entry) -> bool:
    return any(True for _ in _examples(entry))


def _examples(entry: Entry) -> Iterator[str]:
    """The code of all examples of a name and its members."""
    for item in entry.walk():
        for declaration in item.declarations:
            if declaration.docstring is not None:
                for block in code_blocks(declaration.docstring):
                    if block.language == "mojo":
                        yield block.text
