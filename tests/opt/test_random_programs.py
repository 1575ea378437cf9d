"""Every pass keeps random programs valid and their results unchanged (the interpreter runs them before and after)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ember.dialects import kgen
from ember.interpreter.interpreter import Interpreter, Limits
from ember.ir.nodes import Op
from ember.ir.parser import parse_module
from ember.ir.passes import PassManager
from ember.ir.printer import print_op
from ember.ir.verifier import verify
from ember.opt import inline, outline, pipeline

from .random_programs import random_program

INPUTS = ((0, 0), (3, -5), (2**62, 7))

PIPELINES = [
    ["dce"],
    ["cse"],
    ["canonicalize"],
    ["simplify-cf"],
    ["mem2reg"],
    ["sroa", "mem2reg"],
    ["inline"],
    ["inline-always"],
    ["dead-arguments"],
    ["merge-functions"],
    ["sccp"],
    ["licm"],
    ["unroll"],
    ["stack-reuse"],
    ["mem2reg", "unroll", "sccp", "licm", "simplify-cf", "dce"],
    list(pipeline.PROMOTE + pipeline.CLEAN_UP),
    ["simplify"],
    *(list(passes) for passes in pipeline.LEVELS.values()),
]


def results(module: Op) -> list[list[object]]:
    symbols = {op.attrs["name"]: op for op in module.regions[0]}
    main = symbols["main"]
    assert isinstance(main, kgen.Func)
    interpreter = Interpreter(symbols.get, Limits())  # type: ignore[arg-type]
    return [interpreter.run(main, list(arguments)) for arguments in INPUTS]


@pytest.mark.parametrize("passes", PIPELINES, ids=lambda passes: "+".join(passes)[:40])
@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False))
def test_results_are_kept(passes: list[str], rng: Random) -> None:
    text = random_program(rng)
    module = parse_module(text)
    verify(module)
    expected = results(module)
    PassManager(passes, verify_each=True).run(module)
    assert results(module) == expected, text


@pytest.mark.parametrize(("longest", "piece"), [(8, 8), (30, 12)])
@settings(max_examples=15, deadline=None)
@given(st.randoms(use_true_random=False))
def test_pieces_of_functions_do_the_same(longest: int, piece: int, rng: Random) -> None:
    text = random_program(rng)
    module = parse_module(text)
    expected = results(module)
    outline.outline(module, longest, longest, piece)
    verify(module)
    assert results(module) == expected, text


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False))
def test_optimised_text_round_trips(rng: Random) -> None:
    module = parse_module(random_program(rng))
    pipeline.optimize(module, 3)
    text = print_op(module)
    assert print_op(parse_module(text)) == text


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False))
def test_threads_inline_alike(rng: Random) -> None:
    text = random_program(rng)
    alone, together = parse_module(text), parse_module(text)
    inline.inline_calls(alone, pipeline.simplify)
    inline.inline_calls(together, pipeline.simplify, jobs=3)
    assert print_op(alone) == print_op(together)
