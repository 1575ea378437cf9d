"""Stage boundaries: what each stage hands on, and that strangers are found."""

from __future__ import annotations

import pytest

from ember.dialects import hlcf, kgen, lit, pop
from ember.dialects.stages import Stage, check_stage
from ember.ir.parser import parse_module

DIALECTS = (hlcf, kgen, lit, pop)

CONCRETE = """
kgen.func @f(%a: index) -> index {
  %0 = pop.neg %a : index
  kgen.return %0 : index
}
"""
ELABORATED = """
kgen.func @f() {
  %x = kgen.var "x" {type = index} : !kgen.pointer<none>
  %0 = kgen.param.constant = <5> : !pop.int_literal
  kgen.return
}
"""
LIT = """
lit.module {name = "m"} {
  kgen.generator @f(%a) {
    lit.return %a
  }
}
"""


@pytest.mark.parametrize(
    ("text", "stage", "count"),
    [
        (CONCRETE, "concrete", 0),
        (CONCRETE, "elaborated", 0),
        (CONCRETE, "lit", 6),
        (ELABORATED, "elaborated", 0),
        (ELABORATED, "concrete", 2),
        (LIT, "lit", 0),
        (LIT, "elaborated", 4),
    ],
)
def test_what_may_stand_where(text: str, stage: Stage, count: int) -> None:
    problems = check_stage(parse_module(text), stage)
    assert len(problems) == count, problems
    assert all(problem.code == "ir-invalid" for problem in problems)
