"""Which edition a file is written in.

A first-line comment `# edition: 2025` (or `1`) decides. Otherwise a form only 1.x has makes the file
edition 1; failing that, a form only the old language had makes it 2025; otherwise it is 1.
"""

from __future__ import annotations

from typing import Final

from ember.support.edition import Edition
from ember.support.patterns import lazy
from ember.syntax.tokens import BACKTICK, NAME, TSTART, TokenStream

_DECLARED: Final = lazy(r"\ufeff?[ \t]*#[ \t]*edition:[ \t]*(2025|1)\b")

_OLD_BEFORE_NAME: Final = frozenset(("alias", "let", "inout", "owned", "borrowed"))
_OLD_DECORATORS: Final = frozenset(
    ("parameter", "value", "register_passable", "unroll", "nonmaterializable")
)
_OLD_DEFINITIONS: Final = frozenset(("__copyinit__", "__moveinit__", "__del__"))
_OLD_CALLS: Final = frozenset(("constrained", "__type_of", "__origin_of", "__lifetime_of"))
_OLD_MODULES: Final = frozenset(
    (
        *("algorithm", "benchmark", "bit", "collections", "complex", "gpu", "math", "memory", "os"),
        *("pathlib", "python", "random", "subprocess", "sys", "tempfile", "testing", "time"),
    )
)
"""Library modules that 1.x only knows as `std.name`."""


def declared_edition(text: str) -> Edition | None:
    """What the first line says, if it says anything."""
    found = _DECLARED.match(text)
    return Edition(found[1]) if found else None


def detect_edition(tokens: TokenStream) -> Edition:
    """The edition of a file by its first line, else by the forms it uses."""
    declared = declared_edition(tokens.file.text)
    if declared is not None:
        return declared
    kinds = tokens.kinds
    if "comptime" in kinds or TSTART in kinds or _has_new_form(tokens):
        return Edition.V1
    if "fn" in kinds or _has_old_form(tokens):
        return Edition.V2025
    return Edition.V1


def _has_new_form(tokens: TokenStream) -> bool:
    """A `std.` import, `imm x`, `deinit x`, `__extension`, `__deinit__`."""
    kinds, texts = tokens.kinds, tokens.texts
    for at, text in enumerate(texts):
        if text == "std":
            if kinds[at - 1] in ("from", "import") and kinds[at] == NAME:
                return True
        elif text in ("imm", "deinit"):
            if kinds[at] == NAME and kinds[at + 1] in (NAME, BACKTICK):
                return True
        elif text in ("__extension", "__deinit__") and kinds[at] == NAME:
            return True
    return False


def _has_old_form(tokens: TokenStream) -> bool:
    """`inout x`, `@value`, `def __copyinit__`, `constrained[...]`, `from math import ...`."""
    kinds, texts = tokens.kinds, tokens.texts
    for at, text in enumerate(texts):
        if kinds[at] != NAME:
            continue
        if text in _OLD_BEFORE_NAME:
            if kinds[at + 1] in (NAME, BACKTICK, "*", "**"):
                return True
        elif text in _OLD_DECORATORS:
            if kinds[at - 1] == "@":
                return True
        elif text in _OLD_DEFINITIONS:
            if kinds[at - 1] == "def":
                return True
        elif text in _OLD_CALLS:
            if kinds[at + 1] in ("[", "(") and kinds[at - 1] not in (".", "def"):
                return True
        elif text in _OLD_MODULES and kinds[at - 1] in ("from", "import"):
            return True
    return False
