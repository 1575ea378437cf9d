"""Every syntax error: its code and the place it points at.

A case is source text with a marker `⟦` before the character the caret must be under and the code it
expects; several markers mean several errors, in order, and nothing else may be reported.
"""

from __future__ import annotations

import re

import pytest

from ember.support.diagnostics import DiagnosticSink
from ember.support.rendering import render
from ember.support.source import SourceFile
from ember.syntax.parser import parse_source, parse_text

MARK = re.compile(r"⟦([a-z0-9-]+)⟧")

IN_FUNCTION = [
    # expressions
    "a = ⟦syntax-expected-expression⟧\n",
    "a = 1 +⟦syntax-expected-expression⟧\n",
    "a = ⟦syntax-expected-expression⟧/ 2\n",
    "a = ⟦misplaced-unpack⟧* 2\n",
    "a = f(⟦syntax-expected-expression⟧, 1)\n",
    "f(a ⟦syntax-missing-comma⟧b)\n",
    "f([1 ⟦syntax-missing-comma⟧2])\n",
    "f(x=1, ⟦syntax-positional-after-keyword⟧2)\n",
    "f(a ⟦syntax-expected-token⟧: 1)\n",
    "f(a.b ⟦syntax-unexpected-assignment⟧= 1)\n",
    "a = b ⟦syntax-expected-token⟧c\n",
    "a = x.⟦syntax-expected-name⟧\n",
    "a = x.⟦syntax-expected-name⟧(y)\n",
    "a = b if c⟦syntax-ternary-without-else⟧\n",
    "a = b == ⟦syntax-not-operand⟧not c\n",
    "a = ⟦syntax-expected-expression⟧return\n",
    "a = {1: 2, 3⟦syntax-expected-token⟧}\n",
    "a = lambda ⟦syntax-lambda-arguments⟧x: x\n",
    "a = 1 + ⟦syntax-comptime-expression⟧comptime x\n",
    "(a.b ⟦invalid-target⟧:= 1)\n",
    "if a ⟦syntax-not-mojo⟧&& b:\n        pass\n",
    "if a ⟦syntax-not-mojo⟧|| b:\n        pass\n",
    "if a ⟦syntax-not-mojo⟧=== b:\n        pass\n",
    "a⟦syntax-not-mojo⟧++\n",
    "a⟦syntax-not-mojo⟧--\n",
    # assignment and variables
    "⟦invalid-target⟧1 = a\n",
    "⟦invalid-target⟧a + b = c\n",
    'a, ⟦invalid-target⟧"x" = c\n',
    "⟦invalid-target⟧a == b = c\n",
    "⟦invalid-target⟧a, b += c\n",
    "a = ⟦invalid-target⟧None = b\n",
    "var a⟦invalid-target⟧.b = 1\n",
    "var ⟦syntax-keyword-as-name⟧if = 1\n",
    "var ⟦syntax-expected-name⟧1 = 2\n",
    "var a ⟦syntax-expected-token⟧Int\n",
    "comptime ⟦missing-value⟧N\n",
    # statements
    '⟦syntax-call-without-parentheses⟧print "x"\n',
    "⟦syntax-stray-clause⟧else:\n        pass\n",
    "if a ⟦syntax-expected-colon⟧= b:\n        pass\n    else:\n        pass\n",
    "if a⟦syntax-expected-colon⟧\n        pass\n",
    "if a:⟦syntax-expected-block⟧\n    b()\n",
    "if a: ⟦syntax-block-in-line⟧for b in c: pass\n",
    "if a:\n        pass\n    ⟦syntax-else-if⟧else if b:\n        pass\n",
    "for a ⟦syntax-expected-token⟧of b:\n        pass\n",
    "try:\n        pass\n⟦syntax-try-alone⟧",
    "import ⟦syntax-relative-import⟧.a\n",
    "from a import ⟦syntax-expected-name⟧\n",
    "from a ⟦syntax-expected-token⟧b\n",
    "⟦syntax-not-mojo⟧class A:\n        pass\n",
    "⟦syntax-not-mojo⟧global x\n",
    "⟦invalid-decorator⟧@value\n",
    "@⟦invalid-decorator⟧value\n    return\n",
    "a = 1\n        ⟦syntax-indentation⟧b = 2\n    c = 3\n",
    "match a:\n        case 1 ⟦syntax-expected-colon⟧2:\n            pass\n        case 3:\n            pass\n",
    "match a:\n        case 1:\n            pass\n        ⟦syntax-expected-token⟧b = 2\n",
    "match a:\n        case ⟦invalid-pattern⟧/:\n            pass\n",
    # strings and characters
    'a = ⟦syntax-unclosed-string⟧"abc\n',
    'f(⟦syntax-unclosed-string⟧"abc)\n',
    'a = "x⟦syntax-bad-escape⟧\\q"\n',
    'a = "⟦syntax-bad-escape⟧\\x4"\n',
    'a = "⟦syntax-bad-escape⟧\\ud800"\n',
    'a = ⟦syntax-f-string⟧f"x"\n',
    'a = ⟦syntax-string-prefix⟧b"x"\n',
    'a = t"{⟦syntax-template⟧}"\n',
    'a = t"{x⟦syntax-template⟧!r}"\n',
    'a = t"{x⟦syntax-template⟧:>4}"\n',
    'a = t"x ⟦syntax-template⟧} y"\n',
    'a = ⟦syntax-unclosed-string⟧t"abc\n',
    "a = b ⟦syntax-unexpected-character⟧? c\n",
    "a = ⟦syntax-unexpected-character⟧“x\n",
    "a = b ⟦syntax-unexpected-character⟧\\ c\n",
    "a = ⟦syntax-unexpected-character⟧`b\n",
    "a = 1⟦syntax-unexpected-character⟧\0\n",
    # numbers
    "a = ⟦syntax-bad-number⟧1abc\n",
    "a = ⟦syntax-bad-number⟧0b12\n",
    "a = ⟦syntax-bad-number⟧0x\n",
    "a = ⟦syntax-bad-number⟧0b_\n",
    "a = ⟦syntax-bad-number⟧007\n",
    # brackets
    "a = f⟦syntax-unclosed-bracket⟧(1\n    b = 2\n    c = ⟦syntax-expected-expression⟧\n",
    "a = (1, 2⟦syntax-mismatched-bracket⟧]\n",
    "a = 1⟦syntax-expected-token⟧)\n",
]

AT_TOP = [
    "def f(x: Int ⟦syntax-expected-token⟧-> Int):\n    pass\n",
    "def f⟦syntax-unclosed-bracket⟧(x: Int -> Int:\n    return x\n\ndef g():\n    pass\n",
    "def ⟦syntax-expected-name⟧1():\n    pass\n",
    "def f⟦syntax-expected-token⟧:\n    pass\n",
    "def f()⟦missing-body⟧\ndef g(): pass\n",
    "def f(a: Int, *, b: Int, ⟦syntax-misplaced-marker⟧*, c: Int): pass\n",
    "def f[⟦syntax-misplaced-marker⟧//, T: AnyType](): pass\n",
    "struct S:\n    ⟦invalid-field⟧x: Int\n",
    "struct S:\n    var ⟦invalid-field⟧x, y: Int\n",
    "struct S:\n    ⟦misplaced-member⟧print(1)\n",
    "struct ⟦syntax-keyword-as-name⟧if:\n    pass\n",
    "⟦top-level-code⟧print(1)\nprint(2)\n",
    "⟦top-level-code⟧var x = 1\n\ndef main(): pass\n\n⟦top-level-code⟧x = 2\n",
    "def f():\n    if a:\n        pass\n   ⟦syntax-indentation⟧b()\n",
    "def f():\n        a()\n\t⟦syntax-indentation⟧b()\n",
    "alias F = def ⟦syntax-function-in-expression⟧f(): pass\n",
]


def check(marked: str) -> None:
    expected: list[tuple[str, int, int]] = []
    text = ""
    for piece in re.split(r"(⟦[a-z0-9-]+⟧)", marked):
        found = MARK.fullmatch(piece)
        if found is None:
            text += piece
        else:
            line = text.count("\n") + 1
            expected.append((found[1], line, len(text) - text.rfind("\n")))
    _, sink = parse_text(text)
    actual = [
        (diagnostic.code, diagnostic.span.line, diagnostic.span.column)
        for diagnostic in sink.diagnostics
        if diagnostic.span is not None
    ]
    assert actual == expected, "\n".join(str(diagnostic) for diagnostic in sink.diagnostics)


@pytest.mark.parametrize("marked", IN_FUNCTION)
def test_error_in_function(marked: str) -> None:
    check(f"def main():\n    {marked}")


@pytest.mark.parametrize("marked", AT_TOP)
def test_error_at_top_level(marked: str) -> None:
    check(marked)


def test_several_errors_without_consequences() -> None:
    check(
        "def f(⟦syntax-expected-name⟧:):\n"
        + "    if x ⟦syntax-expected-colon⟧= 1:\n"
        + "        a = ⟦syntax-expected-expression⟧\n"
        + "    else:\n"
        + "        b = 1\n"
        + "    for ⟦syntax-expected-expression⟧in y:\n"
        + "        c()\n"
        + "struct S⟦syntax-expected-colon⟧\n"
        + "    var x: Int\n"
        + "def g():\n"
        + "    pass\n"
    )


def test_caret_is_under_the_span() -> None:
    _, sink = parse_text("def main():\n    x = 日本 + \n    y = a $$ b\n", "hello.mojo")
    assert render(sink.diagnostics[0]) == (
        "hello.mojo:2:14: error[syntax-expected-expression]: "
        "expected an expression, found the end of the line\n"
        "    2 |     x = 日本 + \n"
        "      |                ^"
    )
    assert render(sink.diagnostics[1]).splitlines()[1:] == [
        "    3 |     y = a $$ b",
        "      |           ^~",
    ]


def test_bytes_that_are_not_utf8() -> None:
    sink = DiagnosticSink()
    parse_source(SourceFile.from_bytes("x.mojo", b"# \xc3\xa9\ndef f(): a = \xff\n"), sink)
    assert [(d.code, d.span and (d.span.line, d.span.column)) for d in sink.diagnostics] == [
        ("source-not-utf8", (2, 14))
    ]
