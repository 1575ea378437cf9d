"""The text of a docstring to sections and blocks.

A line with nothing but `Args:` (or another known title) at the left margin opens a section; what is before the first one
is the description. Sections hold paragraphs, `- ` lists, fenced code, and, under `Args:` and `Parameters:`, definitions:

    Args:
        count: How many there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ember.tools.doc.model import Docstring

DEFINITION_TITLES: Final = ("Parameters", "Args", "Arguments", "Fields")
_TITLES: Final = (
    *DEFINITION_TITLES,
    *("Returns", "Raises", "Yields", "Constraints", "Safety", "Performance"),
    *("Example", "Examples", "Note", "Notes", "See also", "Deprecated"),
)
_TITLE: Final = re.compile(rf"({'|'.join(_TITLES)}):\s*$")
_FENCE: Final = re.compile(r"(\s*)(```+)\s*(\S*)\s*(.*?)\s*$")
_ITEM: Final = re.compile(r"(?:[-*]|\d+\.)\s+(.*)")
_DEFINITION: Final = re.compile(r"(\*{0,2}\w+)(?:\s*\([^)]*\))?:\s*(.*)")


@dataclass(slots=True)
class Paragraph:
    text: str


@dataclass(slots=True)
class Bullets:
    items: list[str]


@dataclass(slots=True)
class Definitions:
    items: list[tuple[str, str]]


@dataclass(slots=True)
class Code:
    """Fenced code; `flags` are the words after the language, `line` is where its first line is in the file."""

    language: str
    flags: str
    text: str
    line: int


Block = Paragraph | Bullets | Definitions | Code


@dataclass(slots=True)
class Section:
    """The blocks under a title; the description has none."""

    title: str
    blocks: list[Block]


_Line = tuple[int, str]


def parse_docstring(docstring: Docstring) -> list[Section]:
    """The description and then the titled sections, empty ones left out."""
    sections = []
    for title, lines in _split(docstring):
        blocks = list(_blocks(lines, title in DEFINITION_TITLES))
        if blocks:
            sections.append(Section(title, blocks))
    return sections


def code_blocks(docstring: Docstring) -> list[Code]:
    """All fenced code of a docstring."""
    return [
        block
        for section in parse_docstring(docstring)
        for block in section.blocks
        if isinstance(block, Code)
    ]


def _split(docstring: Docstring) -> Iterator[tuple[str, list[_Line]]]:
    title = ""
    lines: list[_Line] = []
    fence = ""
    for number, line in enumerate(docstring.text.split("\n"), start=docstring.line):
        found = _FENCE.match(line)
        if found is not None and (not fence or found[2] == fence):
            fence = "" if fence else found[2]
        heading = None if fence else _TITLE.match(line)
        if heading is not None:
            yield title, lines
            title, lines = heading[1], []
        else:
            lines.append((number, line))
    yield title, lines


def _blocks(lines: list[_Line], has_definitions: bool) -> Iterator[Block]:
    margin = min((_indent(text) for _, text in lines if text.strip()), default=0)
    rest = [(number, text[margin:]) for number, text in lines]
    at = 0
    while at < len(rest):
        number, text = rest[at]
        fence = _FENCE.match(text)
        if not text.strip():
            at += 1
        elif fence is not None:
            code, at = _code(rest, at, fence)
            yield code
        elif _ITEM.match(text):
            items, at = _items(rest, at)
            yield Bullets(items)
        elif has_definitions and _DEFINITION.match(text):
            definitions, at = _definitions(rest, at)
            yield Definitions(definitions)
        else:
            start = at
            while at < len(rest) and _continues(rest[at][1]):
                at += 1
            yield Paragraph(" ".join(line.strip() for _, line in rest[start:at]))


def _continues(text: str) -> bool:
    return bool(text.strip()) and not _FENCE.match(text) and not _ITEM.match(text)


def _code(lines: list[_Line], at: int, fence: re.Match[str]) -> tuple[Code, int]:
    """Everything up to the closing fence, without the fence's own indentation."""
    margin = len(fence[1])
    start = at = at + 1
    while at < len(lines) and lines[at][1].strip() != fence[2]:
        at += 1
    body = "\n".join(text[min(margin, _indent(text)) :] for _, text in lines[start:at])
    return Code(fence[3], fence[4], body, lines[start - 1][0] + 1), at + 1


def _items(lines: list[_Line], at: int) -> tuple[list[str], int]:
    items: list[str] = []
    while at < len(lines):
        text = lines[at][1]
        item = _ITEM.match(text)
        if item is not None:
            items.append(item[1].strip())
        elif text.strip() and _indent(text) > 0 and not _FENCE.match(text):
            items[-1] += " " + text.strip()
        else:
            break
        at += 1
    return items, at


def _definitions(lines: list[_Line], at: int) -> tuple[list[tuple[str, str]], int]:
    items: list[tuple[str, str]] = []
    while at < len(lines):
        text = lines[at][1]
        found = _DEFINITION.match(text)
        if found is not None:
            items.append((found[1], found[2].strip()))
        elif text.strip() and _indent(text) > 0:
            name, meaning = items[-1]
            items[-1] = (name, f"{meaning} {text.strip()}")
        else:
            break
        at += 1
    return items, at


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
