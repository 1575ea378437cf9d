"""The good inputs that damage starts from."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from random import Random

TESTS = Path(__file__).parent.parent
REPOSITORY = TESTS.parent
SEEDS = "EMBER_FUZZ_SEEDS"
"""The variable with folders of other people's programs, apart by colons."""
_LONGEST = 6000
_SEED_SUFFIXES = (".mojo", ".🔥", ".md", ".txt")
_LISTING = re.compile(r"^```(?:mojo\b[^\n]*)?\n(.*?)^```", re.MULTILINE | re.DOTALL)


@cache
def programs() -> tuple[str, ...]:
    """Whole programs, both editions, right and wrong ones, and the seeds; long ones are left out."""
    paths = [*(TESTS / "programs").rglob("*.mojo"), *(REPOSITORY / "examples").glob("*.mojo")]
    return _texts(paths) + seeds()


@cache
def seeds() -> tuple[str, ...]:
    """Programs in the folders the user gave: Mojo files, and the listings in documents; long files in pieces."""
    found = []
    for folder in filter(None, os.environ.get(SEEDS, "").split(os.pathsep)):
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in _SEED_SUFFIXES and path.is_file():
                text = path.read_text("utf-8", "replace")
                listings = [text] if path.suffix in (".mojo", ".🔥") else _LISTING.findall(text)
                found += [piece for listing in listings for piece in _pieces(listing)]
    return tuple(dict.fromkeys(found))


def _pieces(text: str) -> list[str]:
    """A text in pieces that are short enough, cut where a line begins at the margin."""
    pieces, current = [], ""
    for block in re.split(r"(?m)^(?=\S)", text):
        if current and len(current) + len(block) > _LONGEST:
            pieces.append(current)
            current = ""
        current += block
    return [piece for piece in [*pieces, current] if piece.strip() and len(piece) <= 2 * _LONGEST]


@cache
def sources() -> tuple[str, ...]:
    """Programs, library modules and the parser's own cases."""
    library = (REPOSITORY / "ember" / "lib").rglob("*.mojo")
    return programs() + _texts([*library, *(TESTS / "syntax").rglob("*.mojo")])


@cache
def ir_texts() -> tuple[str, ...]:
    """IR of all dialects: the passes' cases, and the library as parametric IR."""
    texts = list(_texts(TESTS.rglob("*.mlir")))
    from ember.ir.printer import print_op
    from ember.lower import lower_module
    from ember.support.diagnostics import DiagnosticSink
    from ember.syntax.parser import parse_text

    for text in sources()[::12]:
        tree, sink = parse_text(text)
        if not sink.has_errors:
            module = lower_module(tree, "m", DiagnosticSink())
            printed = print_op(module)
            texts.append(printed[:_LONGEST])
            texts.append(print_op(module, generic=True)[:_LONGEST])
    return tuple(texts)


def _texts(paths: object) -> tuple[str, ...]:
    found = []
    for path in sorted(paths):  # type: ignore[call-overload]
        text = path.read_text("utf-8", "replace")
        if len(text) <= _LONGEST:
            found.append(text)
    return tuple(found)


class Growing:
    """A corpus that keeps inputs which reached something new."""

    def __init__(self, limit: int = 400) -> None:
        self.kept: list[bytes] = []
        self.limit = limit

    def add(self, data: bytes, rng: Random) -> None:
        if len(data) > 2 * _LONGEST:
            return
        if len(self.kept) < self.limit:
            self.kept.append(data)
        else:
            self.kept[rng.randrange(self.limit)] = data
