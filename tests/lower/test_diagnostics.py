"""What the lowering complains about: each line says so itself, `# code: text under the caret`."""

from __future__ import annotations

import re

import pytest

from ember.lower import lower_module
from ember.syntax.parser import parse_text

PROGRAMS = {
    "undeclared variable": """
# edition: 1
def f():
    x = 1  # undeclared-variable: x
    x = 2
    var y: Int
    y = 1
    (z := 3)  # undeclared-variable: z
    w: Int = 3  # undeclared-variable: w
""",
    "redeclared variable": """
def f(a: Int):
    var a = 1  # redeclared-variable: a
    var b = 1
    if b:
        var b = 2
    ref b = a  # redeclared-variable: b
    for i in b:
        var i = 1  # redeclared-variable: i
    comptime c = 1
    var c = 2  # redeclared-variable: c
    def g(): pass
    var g = 1  # redeclared-variable: g
    var d, d = b  # redeclared-variable: d
""",
    "nested overload": """
def f():
    def g(): pass
    def g(x: Int): pass  # unsupported-syntax: g
""",
    "loops": """
def f():
    break  # outside-loop: break
    while f():
        def g():
            continue  # outside-loop: continue
        break
    else:
        break  # outside-loop: break
""",
    "unreachable": """
def f() -> Int:
    while f():
        break
        f()  # unreachable-code: f()
        f()
    return 1
    f()  # unreachable-code: f()
""",
    "signatures": """
def f(a: Int, a: Int): pass  # duplicate-name: a: Int
def g(a: Int = 1, b: Int): pass  # default-order: b: Int
def h[n: Int, n: Int](): pass  # duplicate-name: n: Int
def k[n: Int = 1, m: Int](): pass  # default-order: m: Int
def ok[a: Int = 1, //, b: Int](x: Int = 1, *, y: Int, out r: Int): pass
""",
    "exceptions": """
def f():
    try:
        pass
    except Error as e:  # unsupported-syntax: Error
        raise e from f  # unsupported-syntax: f
""",
    "members": """
struct S:
    var a: Int = 1  # invalid-field: 1
    struct T: pass  # misplaced-member: struct T: pass
trait T[n: Int]:  # unsupported-syntax: n: Int
    var a: Int  # misplaced-member: var a: Int
def f():
    struct S: pass  # nested-type: struct S: pass
""",
    "file scope": """
comptime assert True  # top-level-code: comptime assert True
""",
    "calls": """
def f(a: Int):
    f(a=1, a=2)  # duplicate-name: a=2
    type_of(a, a)  # no-matching-call: type_of(a, a)
    {**a, 1: 2}  # misplaced-unpack: a
    (x for x in a)  # unsupported-syntax: (x for x in a)
""",
    "targets": """
def f(a: Int):
    for a.b in a:  # invalid-target: a.b
        pass
    with a as a[0]:  # invalid-target: a[0]
        pass
""",
    "patterns": """
def f(a: Int):
    match a:
        case (b, b):  # invalid-pattern: b
            pass
        case (1, c) | c:
            pass
        case (1, d) | 2:  # invalid-pattern: 2
            pass
""",
    "decorators": """
@a[1]  # invalid-decorator: a[1]
def f():
    @unroll(n)  # invalid-decorator: unroll(n)
    for i in f(): pass
    @other  # invalid-decorator: other
    for i in f(): pass
""",
    "mlir": """
def f():
    __mlir_op.`a`  # invalid-mlir: __mlir_op.`a`
    __mlir_op.`a`[1](f)  # invalid-mlir: 1
    __mlir_type[a=1]  # invalid-mlir: a=1
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_reports_what_the_lines_say(name: str) -> None:
    text = PROGRAMS[name].lstrip()
    module, sink = parse_text(text)
    assert not sink.diagnostics, sink.diagnostics
    lower_module(module, "m", sink)
    found = [
        (d.span.line, d.code, d.span.text.split("  #")[0].strip())
        for d in sink.diagnostics
        if d.span
    ]
    expected = []
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.search(r"  # ([a-z-]+): (.*)$", line):
            expected.append((number, match[1], match[2]))
    assert sorted(found) == sorted(expected)


def test_absurd_nesting_is_reported() -> None:
    text = "def f():\n    if a: pass\n" + "    elif b: pass\n" * 900 + "def g(): pass\n"
    module, sink = parse_text(text)
    assert not sink.diagnostics
    lowered = lower_module(module, "m", sink)
    assert [d.code for d in sink.diagnostics] == ["nested-too-deeply"]
    assert [op.attrs["name"] for op in lowered.body] == ["g"]
