"""`run_passes`: text in, passes by name, text out; mistakes are diagnostics."""

from __future__ import annotations

import pytest

from ember.ir.parser import parse_module
from ember.opt.driver import pass_names, run_passes
from ember.opt.pipeline import optimize
from ember.support.diagnostics import CompileError

TEXT = """
kgen.func export @main(%a: index) -> index {
  %0 = pop.neg %a : index
  kgen.return %a : index
}
"""


def test_runs_passes_in_order() -> None:
    seen: list[str] = []
    text = run_passes(TEXT, ["cse", "dce"], after_each=lambda name, module: seen.append(name))
    assert seen == ["cse", "dce"]
    assert "pop.neg" not in text and text.endswith("}\n")


def test_levels_stand_for_their_passes() -> None:
    assert "pop.neg" in run_passes(TEXT, ["O0"])
    assert "pop.neg" not in run_passes(TEXT, ["O1"])
    assert run_passes(TEXT, ["O2"]) == run_passes(TEXT, ["O3"])


def test_passes_inside_others_are_seen() -> None:
    seen: list[tuple[str, str]] = []
    module = parse_module(TEXT)
    optimize(module, 2, after_each=lambda name, op: seen.append((name, op.op_name)))
    assert ("mem2reg", "kgen.func") in seen and ("inline-simplify", "kgen.module") in seen
    assert seen[-1] == ("dead-symbols", "kgen.module")


def test_generic_output() -> None:
    assert run_passes(TEXT, ["dce"], generic=True).startswith('"kgen.module"()')


def test_unknown_pass() -> None:
    with pytest.raises(CompileError, match="there is no pass 'dse'"):
        run_passes(TEXT, ["dse"])


def test_text_that_does_not_parse() -> None:
    with pytest.raises(CompileError) as caught:
        run_passes("kgen.func @f( {", ["dce"], "bad.mlir")
    assert str(caught.value.diagnostics[0].span).startswith("bad.mlir:1:")


def test_text_that_is_not_valid() -> None:
    with pytest.raises(CompileError, match="has depth 0"):
        run_passes("kgen.func @f() {\n hlcf.break\n}", ["dce"])


def test_pass_names() -> None:
    names = pass_names()
    expected = {
        "canonicalize",
        "cse",
        "dce",
        "dead-symbols",
        "inline",
        "mem2reg",
        "simplify-cf",
        "sroa",
    }
    assert expected <= set(names) and names == sorted(names)
