"""Tokens as parallel lists, and the words and operators of the language.

A token is an index into the lists of a `TokenStream`. Its kind is a short string: a keyword or an
operator is its own kind (`"if"`, `"->"`); the other kinds are the constants below. Soft keywords
(`mut`, `raises`, `where`, `match`, ...) are plain names: the parser knows where they matter.
"""

from __future__ import annotations

from typing import Final

from ember.support.source import SourceFile

NAME: Final[str] = "name"
BACKTICK: Final[str] = "backtick"
INT: Final[str] = "int"
FLOAT: Final[str] = "float"
STRING: Final[str] = "string"
NEWLINE: Final[str] = "newline"
INDENT: Final[str] = "indent"
DEDENT: Final[str] = "dedent"
EOF: Final[str] = "eof"
ERROR: Final[str] = "error"

# A template string is a sequence: TSTART, then TTEXT pieces and TBEGIN ... TEND groups, then TSTOP.
TSTART: Final[str] = "tstart"
TTEXT: Final[str] = "ttext"
TBEGIN: Final[str] = "tbegin"
TEND: Final[str] = "tend"
TSTOP: Final[str] = "tstop"

KEYWORDS: Final = frozenset(
    (
        *(
            "and",
            "as",
            "assert",
            "await",
            "break",
            "comptime",
            "continue",
            "def",
            "elif",
            "else",
        ),
        *(
            "except",
            "finally",
            "fn",
            "for",
            "from",
            "if",
            "import",
            "in",
            "is",
            "lambda",
            "not",
        ),
        *(
            "or",
            "pass",
            "raise",
            "ref",
            "return",
            "struct",
            "trait",
            "try",
            "var",
            "while",
            "with",
        ),
        *("True", "False", "None"),
    )
)

OPERATORS: Final = (
    "...",
    *("**=", "//=", ">>=", "<<="),
    *("->", ":=", "==", "!=", "<=", ">=", "**", "//", "<<", ">>"),
    *("+=", "-=", "*=", "/=", "%=", "@=", "&=", "|=", "^="),
    *"+-*/%@&|^~<>()[]{}.,:;=",
)

CONVENTIONS: Final = {
    "read": "read",
    "imm": "read",
    "borrowed": "read",
    "mut": "mut",
    "inout": "mut",
    "var": "var",
    "owned": "var",
    "ref": "ref",
    "out": "out",
    "deinit": "deinit",
}
"""Every spelling of an argument convention, old and new, and the one the tree uses."""


class TokenStream:
    """All tokens of a file; the last one is EOF."""

    __slots__ = (
        "comments",
        "ends",
        "error_offsets",
        "file",
        "kinds",
        "starts",
        "texts",
    )

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.kinds: list[str] = []
        self.texts: list[str] = []
        """The source text of names, literals and text pieces; the kind for the others."""
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.comments: list[tuple[int, int]] = []
        """Where the comments are, from the `#` to the end of the line."""
        self.error_offsets: list[int] = []
        """Where the lexer reported errors, so that the parser can stay silent about them."""

    def add(self, kind: str, text: str, start: int, end: int) -> None:
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(start)
        self.ends.append(end)

    def __len__(self) -> int:
        return len(self.kinds)


def describe(kind: str, text: str) -> str:
    """How a message names a token that was found."""
    if kind in _DESCRIPTIONS:
        return _DESCRIPTIONS[kind]
    if kind in (NAME, INT, FLOAT, BACKTICK):
        shown = text if len(text) <= 40 else text[:37] + "..."
        return f"'{shown}'"
    return f"'{kind}'"


_DESCRIPTIONS: Final = {
    NEWLINE: "the end of the line",
    INDENT: "an indented line",
    DEDENT: "the end of the block",
    EOF: "the end of the file",
    STRING: "a string",
    TSTART: "a template string",
    TTEXT: "template text",
    TBEGIN: "'{'",
    TEND: "'}'",
    TSTOP: "the end of the template string",
    ERROR: "text that is not Mojo",
}
