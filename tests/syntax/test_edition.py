"""Which edition a file is taken for."""

from __future__ import annotations

import pytest

from ember.support.edition import Edition
from ember.syntax.parser import parse_text

OLD, NEW = Edition.V2025, Edition.V1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", NEW),
        ("def main(): pass\n", NEW),
        ("def main(mut x: Int, out y: Int): pass\n", NEW),
        ("# edition: 2025\ndef main(): pass\n", OLD),
        ("# edition: 2025\ncomptime N = 1\n", OLD),
        ("#edition: 1\nfn main(): pass\n", NEW),
        ("\ufeff# edition: 2025\n", OLD),
        ("def f(): pass\n# edition: 2025\n", NEW),
        ("fn main(): pass\n", OLD),
        ("alias N = 1\n", OLD),
        ("def main():\n    let x = 1\n", OLD),
        ("def f(inout x: Int): pass\n", OLD),
        ("def f(owned x: Int): pass\n", OLD),
        ("def f(owned *x: Int): pass\n", OLD),
        ("def f(borrowed x: Int): pass\n", OLD),
        ("@value\nstruct S: pass\n", OLD),
        ("def f():\n    @parameter\n    if x: pass\n", OLD),
        ("struct S:\n    def __copyinit__(out self, other: Self): pass\n", OLD),
        ("comptime N = 1\nalias M = 2\n", NEW),
        ("from std.math import sqrt\nfn main(): pass\n", NEW),
        ("import std.math\nfn main(): pass\n", NEW),
        ("from math import sqrt\ndef main(): pass\n", OLD),
        ("import math\ndef main(): pass\n", OLD),
        ("from my.math import sqrt\ndef main(): pass\n", NEW),
        ("from .math import sqrt\ndef main(): pass\n", NEW),
        ("from geometry import sqrt\ndef main(): pass\n", NEW),
        ('def main():\n    constrained[True, "x"]()\n', OLD),
        ("def constrained[x: Int](): pass\n", NEW),
        ('fn main(): print(t"{x}")\n', NEW),
        ("struct S:\n    fn f(deinit self): pass\n", NEW),
        ("def f(alias: Int, let: Int): print(alias, inout, owned)\n", NEW),
        ('def f(): print("fn alias inout")  # fn alias\n', NEW),
    ],
)
def test_detection(text: str, expected: Edition) -> None:
    module, _ = parse_text(text)
    assert module.edition is expected


def test_option_yields_to_the_first_line() -> None:
    assert parse_text("def f(): pass\n", edition=OLD)[0].edition is OLD
    assert parse_text("# edition: 1\ndef f(): pass\n", edition=OLD)[0].edition is NEW
    assert parse_text("fn f(): pass\n", edition=NEW)[0].edition is NEW
