"""The generic form is MLIR's: xDSL, an independent reader, reads it with our dialects unregistered."""

from __future__ import annotations

from random import Random

import pytest

from ember.ir.nodes import Op
from ember.ir.parser import parse_module
from ember.ir.printer import print_op

from .random_ir import random_module

pytest.importorskip("xdsl")

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp, UnregisteredOp
from xdsl.parser import Parser

PROGRAM = r"""
kgen.func export @entry(%arg0: !kgen.pointer<none>, %n: index) -> index attributes {inline = "never"} {
  %string = kgen.param.constant = <"a\0A\22b\5C"> : !kgen.string
  %0:2 = kgen.call @"std::f[1]"(%string, %n) : (!kgen.string, index) -> (index, i1)
  hlcf.loop {
    hlcf.if %0#1 {
      hlcf.break
    }
  }
  %x = hlcf.if %0#1 -> index {
    hlcf.yield %n : index
  } else {
    kgen.unreachable
  }
  kgen.return %x : index
}
"""


def read_with_xdsl(module: Op) -> ModuleOp:
    context = Context(allow_unregistered=True)
    context.load_dialect(Builtin)
    return Parser(context, print_op(module, generic=True)).parse_module()


def names(module: ModuleOp) -> list[str]:
    return [op.op_name.data for op in module.walk() if isinstance(op, UnregisteredOp)]


def test_same_ops_in_the_same_order() -> None:
    module = parse_module(PROGRAM)
    assert names(read_with_xdsl(module)) == [op.op_name for op in module.walk()]


@pytest.mark.parametrize("seed", range(40))
def test_random_ir(seed: int) -> None:
    module = random_module(Random(seed))
    read = read_with_xdsl(module)
    assert names(read) == [op.op_name for op in module.walk()]
