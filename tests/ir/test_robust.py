"""Damaged IR text gives diagnostics, never a Python error; IR that parses can be checked and printed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check
from ember.support.diagnostics import CompileError

from .random_ir import random_module

PIECES = (
    "%0", "%x =", "{", "}", "(", ")", "<", ">", "[", "]", ":", ",", "->", "=", "@f", '"', "index",
    "!pop.simd<", "!kgen.struct<(", "#kgen.rational<1/0>", "b\"\\FF\"", "hlcf.if", "kgen.func @g",
    "pop.add", "lit.case", "-", "1e999", "0x", "^bb0", "loc(", "attributes", "else", "\x00", "é",
)  # fmt: skip


def damage(rng: Random, text: str) -> str:
    """The text with a few pieces removed, doubled or put in."""
    for _ in range(rng.randrange(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.randrange(12))
        text = text[:start] + rng.choice(("", text[start:end] * 2, *PIECES)) + text[end:]
    return text


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False))
def test_damaged_text(rng: Random) -> None:
    text = damage(rng, print_op(random_module(rng), generic=rng.random() < 0.3))
    try:
        module = parse_module(text)
    except CompileError as failure:
        assert all(diagnostic.span is not None for diagnostic in failure.diagnostics)
        return
    check(module)
    print_op(module)


@pytest.mark.parametrize("text", ["hlcf.block {" * 5000, "kgen.func @f(" + "(" * 5000])
def test_deep_nesting(text: str) -> None:
    with pytest.raises(CompileError, match="nested too deeply"):
        parse_module(text)
