"""The pass manager: order, reports, the hook, and naming the pass that broke the IR."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ember.dialects import kgen, pop
from ember.ir.nodes import Op
from ember.ir.parser import parse_module
from ember.ir.passes import PASSES, PassManager, function_pass, module_pass
from ember.support.diagnostics import CompileError

DIALECTS = (kgen, pop)
TEXT = """
kgen.func @declared(index) -> index
kgen.func @f(%a: index) {
  %x = pop.neg %a : index
  kgen.return
}
kgen.func @g() {
  kgen.return
}
"""


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    before = dict(PASSES)
    yield
    PASSES.clear()
    PASSES.update(before)


def test_function_passes_see_each_body_once() -> None:
    seen: list[str] = []

    @function_pass("test-collect")
    def collect(function: Op) -> bool:
        seen.append(function.attrs["name"])
        return False

    reports = PassManager(["test-collect"]).run(parse_module(TEXT))
    assert seen == ["f", "g"]
    assert [(r.name, r.changed) for r in reports] == [("test-collect", False)]


def test_counts_and_hook() -> None:
    @module_pass("test-erase")
    def erase(module: Op) -> bool:
        for op in list(module.walk()):
            if isinstance(op, pop.Neg):
                op.erase()
        return True

    after: list[str] = []
    manager = PassManager(
        ["test-erase"], after_each=lambda name, module: after.append(name), count_ops=True
    )
    (report,) = manager.run(parse_module(TEXT))
    assert report.ops_before - report.ops_after == 1 and report.changed and report.seconds > 0
    assert after == ["test-erase"]


def test_the_pass_that_broke_the_ir_is_named() -> None:
    @function_pass("test-break")
    def break_it(function: Op) -> bool:
        last = function.regions[0].last
        assert last is not None
        last.operands.append(function.regions[0].args[0] if function.regions[0].args else None)  # type: ignore[arg-type]
        return True

    text = "kgen.func @f(%a: index) {\n kgen.return\n}"
    with pytest.raises(CompileError) as caught:
        PassManager(["test-break"], verify_each=True).run(parse_module(text))
    assert any(
        "after the pass 'test-break'" in n.message
        for d in caught.value.diagnostics
        for n in d.notes
    )


def test_unknown_pass() -> None:
    with pytest.raises(CompileError, match="there is no pass 'nope'"):
        PassManager(["nope"])
