"""Real programs at the stage boundaries: concrete and well formed after elaboration and after every level."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.dialects.stages import check_stage
from ember.ir.parser import parse_module
from ember.ir.passes import count
from ember.ir.printer import print_op
from ember.ir.verifier import check
from ember.opt.pipeline import LEVELS, optimize
from ember.support.options import Options

PROGRAMS = Path(__file__).parent.parent / "programs"
SAMPLE = (
    "basics/bool_ops",
    "errors_handling/finally_order",
    "generics/heap",
    "simd/basic",
    "traits/basic",
)


@pytest.mark.parametrize("name", SAMPLE)
def test_stage_boundaries(name: str) -> None:
    module = Compilation(str(PROGRAMS / f"{name}.mojo"), Options()).elaborate()
    assert check_stage(module, "concrete") == []
    assert check(module, complete=True) == []
    text = print_op(module)
    assert print_op(parse_module(text)) == text
    size = count(module)
    for level in LEVELS:
        copy = module.clone({})
        optimize(copy, level)
        assert check(copy, complete=True) == []
        assert count(copy) <= size
