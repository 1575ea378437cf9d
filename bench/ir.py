"""Microseconds per op of the IR's basic work, beside xDSL's in the same run: `python bench/ir.py`.

Both do the same to the same function: a chain of additions of constants. Both run with Python's garbage collector set as
the compiler sets it for itself: collections are rare.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter
from typing import Any

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Builder, Op, Region
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check
from ember.opt.canonicalize import canonicalize
from ember.opt.cse import eliminate_common_subexpressions
from ember.support.deep_stack import GC_THRESHOLDS

SIZE = 2000
ROUNDS = 5


def best(work: Callable[[Any], object], prepare: Callable[[], Any]) -> float:
    """Microseconds per op of the fastest of a few rounds; preparation is not counted."""
    seconds = []
    for _ in range(ROUNDS):
        subject = prepare()
        gc.collect()
        start = perf_counter()
        work(subject)
        seconds.append(perf_counter() - start)
    return min(seconds) / SIZE * 1e6


def build_ours(_: object = None) -> Op:
    body = Region([t.INDEX], ["x"])
    type = t.FunctionType((t.INDEX,), (t.INDEX,))
    function = kgen.Func((), (), {"name": "f", "type": type, "linkage": "export"}, (body,))
    insert = Builder(body).insert
    value = body.args[0]
    for i in range(SIZE // 2):
        constant = insert(kgen.Constant((), (t.INDEX,), {"value": i % 7}))
        value = insert(pop.Add((value, constant.results[0]), (t.INDEX,))).results[0]
    insert(kgen.Return((value,)))
    module = kgen.Module(regions=(Region(),))
    module.regions[0].append(function)
    return module


def walk_ours(module: Op) -> int:
    return sum(1 for _ in module.walk())


def only_function(module: Op) -> Op:
    return next(iter(module.regions[0]))


OURS: dict[str, tuple[Callable[[Any], object], Callable[[], Any]]] = {
    "create": (build_ours, lambda: None),
    "walk": (walk_ours, build_ours),
    "clone": (lambda module: module.clone({}), build_ours),
    "verify": (check, build_ours),
    "print": (print_op, build_ours),
    "parse": (parse_module, lambda: print_op(build_ours())),
    "canonicalise": (lambda module: canonicalize(only_function(module)), build_ours),
    "cse": (
        lambda module: eliminate_common_subexpressions(only_function(module)),
        build_ours,
    ),
}


def xdsl_work() -> dict[str, tuple[Callable[[Any], object], Callable[[], Any]]]:
    """The same work in xDSL's own dialects; empty when it is not installed."""
    try:
        from xdsl.context import Context
        from xdsl.dialects import arith, builtin, func
        from xdsl.ir import Block
        from xdsl.ir import Region as XRegion
        from xdsl.parser import Parser
        from xdsl.transforms.canonicalize import CanonicalizePass
        from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination
    except ImportError:
        return {}

    def context() -> Any:
        made = Context()
        for dialect in (builtin.Builtin, arith.Arith, func.Func):
            made.load_dialect(dialect)
        return made

    def build(_: object = None) -> Any:
        index = builtin.IndexType()
        block = Block(arg_types=[index])
        value: Any = block.args[0]
        for i in range(SIZE // 2):
            constant = arith.ConstantOp(builtin.IntegerAttr(i % 7, index))
            add = arith.AddiOp(value, constant.result)
            block.add_ops((constant, add))
            value = add.result
        block.add_op(func.ReturnOp(value))
        function = func.FuncOp("f", ((index,), (index,)), XRegion(block))
        return builtin.ModuleOp([function])

    return {
        "create": (build, lambda: None),
        "walk": (lambda module: sum(1 for _ in module.walk()), build),
        "clone": (lambda module: module.clone(), build),
        "verify": (lambda module: module.verify(), build),
        "print": (str, build),
        "parse": (lambda text: Parser(context(), text).parse_module(), lambda: str(build())),
        "canonicalise": (lambda module: CanonicalizePass().apply(context(), module), build),
        "cse": (lambda module: CommonSubexpressionElimination().apply(context(), module), build),
    }


def main() -> None:
    theirs = xdsl_work()
    gc.set_threshold(*GC_THRESHOLDS)
    print(f"{'µs per op':14}{'ember':>9}{'xdsl':>9}{'ratio':>8}")
    for name, (work, prepare) in OURS.items():
        ours = best(work, prepare)
        if name not in theirs:
            print(f"{name:14}{ours:9.2f}")
            continue
        peer = best(*theirs[name])
        print(f"{name:14}{ours:9.2f}{peer:9.2f}{peer / ours:7.1f}x")


if __name__ == "__main__":
    main()
