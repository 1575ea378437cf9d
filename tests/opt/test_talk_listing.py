"""The talk's structured control flow, as its slide writes it, from text to native code: every level, both meanings."""

from __future__ import annotations

import ctypes

import pytest
from talk_listings import STRUCTURED_LOOP

from ember.codegen.llvm.emit import compile_to_object
from ember.codegen.llvm.host import host_target
from ember.codegen.text.module import emit_llvm
from ember.dialects import kgen
from ember.interpreter.interpreter import Interpreter
from ember.ir.parser import parse_module
from ember.opt.driver import run_passes
from ember.runtime.jit import load_object

AROUND = """
kgen.global @seed : index = <1>
kgen.global @done : index = <0>
kgen.func @rand_bool() -> i1 {
  %p = kgen.addressof @seed
  %0 = pop.load %p : index
  %factor = kgen.param.constant = <75> : index
  %prime = kgen.param.constant = <65537> : index
  %1 = pop.mul %0, %factor : index
  %2 = pop.rem %1, %prime : index
  pop.store %2, %p : index
  %nine = kgen.param.constant = <9> : index
  %zero = kgen.param.constant = <0> : index
  %3 = pop.rem %2, %nine : index
  %4 = pop.cmp eq %3, %zero : i1
  kgen.return %4 : i1
}
kgen.func @do_something() {
  %p = kgen.addressof @done
  %0 = pop.load %p : index
  %one = kgen.param.constant = <1> : index
  %1 = pop.add %0, %one : index
  pop.store %1, %p : index
  kgen.return
}
kgen.func export @count() -> index {
  kgen.call @foobar() : () -> ()
  %p = kgen.addressof @done
  %0 = pop.load %p : index
  kgen.return %0 : index
}
"""


def rounds() -> int:
    """What the program counts, computed in Python."""
    seed, count = 1, 0
    while True:
        seed = seed * 75 % 65537
        if seed % 9 == 0:
            return count
        count += 1


@pytest.mark.parametrize("level", ["O0", "O1", "O2", "O3"])
def test_parses_verifies_optimises_lowers_and_runs(level: str) -> None:
    text = run_passes(STRUCTURED_LOOP + AROUND, [level])
    module = parse_module(text)
    symbols = {op.attrs["name"]: op for op in module.regions[0]}
    function = symbols["count"]
    assert isinstance(function, kgen.Func)
    assert Interpreter(symbols.get).run(function, []) == [rounds()]  # type: ignore[arg-type]
    target = host_target()
    loaded = load_object(compile_to_object(emit_llvm(module, target), target))
    assert loaded.function("count", ctypes.c_int64)() == rounds()
