"""Nothing a file contains may raise: random bytes, mutated programs, absurd nesting."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ember.support.diagnostics import DiagnosticSink
from ember.support.rendering import render_all
from ember.support.source import SourceFile
from ember.syntax import tree
from ember.syntax.lexer import tokenize
from ember.syntax.parser import parse_source, parse_text

PROGRAMS = [
    path.read_text("utf-8") for path in sorted((Path(__file__).parent / "cases").glob("*.mojo"))
]
WORDS = (
    *("def", "fn", "struct", "trait", "if", "else", "for", "in", "var", "ref", "comptime", "match"),
    *("case", "lambda", "async", "await", "alias", "raises", "where", "mut", "return", "try", "as"),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        ".",
        "=",
        "->",
        "^",
        "*",
        "**",
        "//",
        "@",
        ";",
        "not",
    ),
    *(
        "x",
        "1",
        "1.5",
        '"s"',
        't"{',
        '}"',
        '"',
        "'''",
        "`",
        "\\",
        "\n",
        "\n    ",
        "\n\t",
        "#",
        "\0",
    ),
)


def parse_quietly(file: SourceFile) -> None:
    sink = DiagnosticSink()
    module = parse_source(file, sink)
    assert isinstance(module, tree.Module)
    render_all(sink.diagnostics, color=True)
    for diagnostic in sink.diagnostics:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(file.text) + 1


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    parse_quietly(SourceFile.from_bytes("random", data))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=60), st.booleans())
def test_random_words(words: list[str], spaced: bool) -> None:
    parse_quietly(SourceFile("random", (" " if spaced else "").join(words)))


@pytest.mark.parametrize("seed", range(60))
def test_mutated_programs(seed: int) -> None:
    """Deletes, doubles, swaps and replaces pieces of good programs."""
    rng = random.Random(seed)
    text = rng.choice(PROGRAMS)
    for _ in range(rng.randint(1, 6)):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        end = min(end, at + rng.choice((1, 3, 20)))
        text = text[:at] + rng.choice(("", rng.choice(WORDS), text[at:end] * 2)) + text[end:]
    parse_quietly(SourceFile("mutated", text))


@pytest.mark.parametrize("seed", range(20))
def test_cut_programs(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(PROGRAMS)
    parse_quietly(SourceFile("cut", text[: rng.randrange(len(text))]))


DEEP = {
    "open parentheses": "(" * 1000,
    "parentheses": "x = " + "(" * 1000 + ")" * 1000,
    "brackets": "x = " + "[" * 1000 + "]" * 1000,
    "braces": "x = " + "{" * 1000 + "}" * 1000,
    "calls": "x = " + "f(" * 1000 + ")" * 1000,
    "blocks": "".join(" " * i + "if x:\n" for i in range(1000)) + " " * 1000 + "pass\n",
    "functions": "".join(" " * i + "def f():\n" for i in range(1000)) + " " * 1000 + "pass\n",
    "minus": "x = " + "-" * 3000 + "1",
    "not": "x = " + "not " * 3000 + "y",
    "await": "x = " + "await " * 3000 + "y",
    "ternary": "x = " + "a if b else " * 3000 + "c",
    "power": "x = " + "2 ** " * 3000 + "2",
    "lambda": "x = " + "lambda (): " * 3000 + "1",
    "walrus": "x := " * 3000 + "1",
    "sum": "x = " + "1 + " * 20000 + "1",
    "members": "x" + ".y" * 20000,
    "elif": "if a: pass\n" + "elif b: pass\n" * 3000,
    "templates": "x = " + 't"{' * 500 + "1" + '}"' * 500,
    "open templates": "x = " + 't"{' * 500,
    "template braces": 'x = t"' + "} " * 3000 + '"',
    "patterns": "match x:\n  case " + "(" * 1000 + ")" * 1000 + ": pass\n",
    "function types": "def f(x: " + "def(x: " * 1000,
    "decorators": "@a\n" * 3000 + "def f(): pass",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_deep_nesting(text: str) -> None:
    """A diagnostic or a tree, never a `RecursionError`."""
    parse_quietly(SourceFile("deep", text))


def test_sensible_nesting_is_fine() -> None:
    depth = 40
    text = "def f():\n    x = " + "(" * depth + "1" + ")" * depth + "\n"
    text += "".join("    " * (i + 1) + "if x:\n" for i in range(30)) + "    " * 31 + "pass\n"
    _, sink = parse_text(text)
    assert not sink.diagnostics


@pytest.mark.parametrize("text", PROGRAMS)
def test_tokens_cover_the_text(text: str) -> None:
    """Tokens are in order and, with comments and white space, lose nothing of the text."""
    file = SourceFile("cover", text)
    tokens = tokenize(file, DiagnosticSink())
    at = 0
    pieces = sorted([*zip(tokens.starts, tokens.ends, strict=True), *tokens.comments])
    for start, end in pieces:
        assert start >= at or start == end
        assert not text[at:start].strip(" \t\r\n\\\ufeff")
        at = max(at, end)
    assert not text[at:].strip()


def test_spans_end_with_the_last_token() -> None:
    """A statement's span stops at its last token, not at the next statement."""
    text = "def f():\n    if a:\n        b()\n\n# comment\n\ndef g(): pass\n"
    module, _ = parse_text(text)
    assert [statement.span.text for statement in module.body] == [
        "def f():\n    if a:\n        b()",
        "def g(): pass",
    ]
