"""The good inputs that damage starts from."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

TESTS = Path(__file__).parent.parent
REPOSITORY = TESTS.parent
_LONGEST = 6000


@cache
def programs() -> tuple[str, ...]:
    """Whole programs, both editions, right and wrong ones; long ones are left out."""
    paths = [*(TESTS / "programs").rglob("*.mojo"), *(REPOSITORY / "examples").glob("*.mojo")]
    return _texts(paths)


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
