"""Programs in the language of 2025: the same text in the words of that time.

`fn`, `owned`, `alias`, `__copyinit__`, bare parameters, structs that are copied because they can be, nested functions that capture
by use where all they capture is referred to.
"""

from __future__ import annotations

import re

_WORDS = (
    (r"(?m)^( *)comptime for ", r"\1@parameter\n\1for "),
    (r"(?m)^comptime ", "alias "),
    (r"\bdef(?=[ (])", "fn"),
    (r"(?<=[(,] )var (?=\*?\w+[:,)])|(?<=\()var (?=\*?\w+[:,)])", "owned "),
    (r"__init__\(out self, \*, copy: Self\)", "__copyinit__(out self, copy: Self)"),
    (r"__init__\(out self, \*, deinit move: Self\)", "__moveinit__(out self, owned move: Self)"),
    (r"__deinit__\(deinit self\)", "__del__(owned self)"),
    (r"\bImplicitlyCopyable\b", "Copyable, Movable"),
    (r"\bSelf\.(?=[TF]\b)", ""),
    (r"(?m)^( +fn \w+\(.*\)(?: raises)?) \{(?:(?:imm|mut|ref) \w+(?:, )?|imm|mut|ref)+\}", r"\1"),
)


def in_2025(text: str) -> str:
    """The text of a program of edition 1 as one of 2025."""
    for pattern, words in _WORDS:
        text = re.sub(pattern, words, text)
    return f"# edition: 2025\n{text}"
