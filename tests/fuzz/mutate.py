"""Damage to good inputs: single bytes, tokens, lines, and pieces of other inputs."""

from __future__ import annotations

import re
from random import Random

_TOKEN = re.compile(r"\s+|[A-Za-z_]\w*|\d+|\"[^\"\n]*\"|.", re.DOTALL)
_WORDS = (
    *("None", "0", "-1", '""', "[]", "{}", "()", "_", "...", "Self", "Int", "String", "List"),
    *("self", "^", ".x", "[0]", "(1)", "raise", "mut", "var", "ref", "comptime", "1.5", "range"),
    *("lambda (): 0", "if", "else", "for", "in", "while", "def", "struct", "trait", "return"),
    *("match", "case", "try", "except", "with", "as", "import", "from", "where", "raises", "->"),
    *("@parameter", "alias", "fn", "inout", "owned", "*", "**", "//", "(", ")", "[", "]", "{", "}"),
    *(":", ",", ".", "=", ":=", "\n", "\n    ", "\t", "#", '"', "'", '"""', "`", "\\", "\0", "é"),
    *("9" * 30, "1e999", "0x", "999999999", "IntLiteral", "SIMD[DType.float32, 4]", "AnyType"),
)
_BYTES = (
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x94\xa5",
    b"\r",
    b"\xef\xbb\xbf",
    b"\x7f",
)


def splice(rng: Random, text: str, other: str) -> str:
    """Blocks of two programs side by side, as somebody would paste them; sometimes one inside the other."""
    if rng.random() < 0.5:
        mine, theirs = _blocks(text), _blocks(other)
        for block in rng.sample(theirs, min(len(theirs), rng.choice((1, 1, 2, 4)))):
            place = rng.randrange(len(mine) + 1)
            mine[place : place + rng.choice((0, 0, 1))] = [block]
        return "".join(mine)
    names = sorted(set(re.findall(r"\b[A-Za-z_]\w{2,}\b", other)) or {"x"})
    tokens = _TOKEN.findall(text)
    places = [at for at, token in enumerate(tokens) if re.match(r"[A-Za-z_]\w{2,}$", token)]
    if rng.random() < 0.5 and places:
        for _ in range(rng.randrange(1, 4)):
            tokens[rng.choice(places)] = rng.choice(names)
        return "".join(tokens)
    lines, theirs = text.splitlines(keepends=True), other.splitlines(keepends=True)
    if not lines or not theirs:
        return text + other
    at, start = rng.randrange(len(lines)), rng.randrange(len(theirs))
    margin = lines[at][: len(lines[at]) - len(lines[at].lstrip(" "))]
    taken = theirs[start : start + rng.randrange(1, 12)]
    lines[at:at] = [margin + line.lstrip(" ") for line in taken]
    return "".join(lines)


def _blocks(text: str) -> list[str]:
    """The declarations of a file, one by one."""
    return [block for block in re.split(r"(?m)^(?=\S)", text) if block]


def mutate_text(rng: Random, text: str, other: str = "") -> str:
    """A few changes to tokens and lines, after pieces of another text were put in, now and then."""
    if other and rng.random() < 0.3:
        text = splice(rng, text, other)
        if rng.random() < 0.5:
            return text
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = _mutate_lines(rng, text, other) if rng.random() < 0.15 else _mutate_token(rng, text)
    return text


def _mutate_token(rng: Random, text: str) -> str:
    tokens = _TOKEN.findall(text)
    places = [at for at, token in enumerate(tokens) if token.strip()]
    if not places:
        return rng.choice(_WORDS)
    at = rng.choice(places)
    kind = rng.random()
    if kind < 0.25:
        tokens[at] = ""
    elif kind < 0.5:
        tokens[at] = tokens[rng.choice(places)]
    elif kind < 0.62:
        tokens[at] += " " + tokens[at]
    elif kind < 0.75:
        to = rng.choice(places)
        tokens[at], tokens[to] = tokens[to], tokens[at]
    else:
        tokens[at] = rng.choice(_WORDS)
    return "".join(tokens)


def _mutate_lines(rng: Random, text: str, other: str) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return other
    at = rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif kind == 2:
        lines[at] = rng.choice(("    ", "  ", "\t")) + lines[at]
    elif kind == 3:
        lines[at] = lines[at].lstrip(" ")
    elif kind == 4:
        del lines[at:]
    elif other:
        source = other.splitlines(keepends=True)
        start = rng.randrange(len(source))
        lines[at:at] = source[start : start + rng.randrange(1, 8)]
    return "".join(lines)


def mutate_bytes(rng: Random, data: bytes) -> bytes:
    """A few changes to single bytes and short stretches."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        at = rng.randrange(len(changed) + 1)
        kind = rng.randrange(6)
        if kind == 0 and at < len(changed):
            changed[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            changed[at:at] = rng.choice(_BYTES)
        elif kind == 2:
            del changed[at : at + rng.randrange(1, 20)]
        elif kind == 3:
            changed[at:at] = changed[at : at + rng.randrange(1, 50)] * rng.randrange(1, 4)
        elif kind == 4:
            changed[at:at] = rng.randbytes(rng.randrange(1, 8))
        else:
            del changed[at:]
    return bytes(changed)


def token_soup(rng: Random) -> str:
    """Words in no order at all."""
    glue = rng.choice((" ", "", " "))
    return glue.join(rng.choice(_WORDS) for _ in range(rng.randrange(80)))


def deep(rng: Random) -> str:
    """One construct inside itself, often enough to break whatever is not prepared."""
    count = rng.choice((50, 89, 200, 1000, 3000))
    opening, closing = rng.choice(
        (
            ("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("a[", "]"), ("-", ""), ("not ", ""),
            ("a + ", ""), ("a if b else ", ""), ("2 ** ", ""), ("a.", ""), ("lambda (): ", ""),
            ('t"{', '}"'), ("List[", "]"), ("a and ", ""), ("a < ", ""), ("(a, ", ")"), ("a^", ""),
            ("[a for a in ", "]"), ("await ", ""), ("a := ", ""), ("def(", ")"), ("a()", ""),
        )
    )  # fmt: skip
    expression = opening * count + "x" + closing * count
    blocks = "".join("    " * (level + 1) + "if x:\n" for level in range(min(count, 300)))
    return rng.choice(
        (
            f"def main():\n    var x = 1\n    var y = {expression}\n",
            f"def f(x: {expression}):\n    pass\n",
            f"comptime x = {expression}\n",
            f"def main():\n{blocks}{'    ' * (min(count, 300) + 1)}pass\n",
            "def main():\n    if x: pass\n" + "    elif x: pass\n" * count,
            "".join("    " * level + "struct S:\n" for level in range(min(count, 200))),
        )
    )
