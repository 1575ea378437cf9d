"""The verifier finds each kind of malformed IR, and nothing wrong with good IR."""

from __future__ import annotations

import pytest

from ember.dialects import hlcf, kgen, lit, pop
from ember.ir.nodes import Op, Region
from ember.ir.parser import parse_module
from ember.ir.verifier import check, verify
from ember.support.diagnostics import CompileError

DIALECTS = (hlcf, kgen, lit, pop)

GOOD = """
kgen.func @g(%x: index) -> index {
  kgen.return %x : index
}
kgen.func export @f(%n: index, %p: !kgen.pointer<none>) -> index {
  %c = pop.cmp lt %n, %n : i1
  hlcf.block {
    hlcf.loop {
      hlcf.if %c {
        hlcf.break 1
      } else {
        hlcf.continue
      }
    }
  }
  %v = hlcf.if %c -> index {
    hlcf.yield %n : index
  } else {
    kgen.unreachable
  }
  %s = kgen.struct.create(%v, %c) : !kgen.struct<(index, i1)>
  %f = kgen.struct.extract %s[0]
  %r = kgen.call @g(%f) : (index) -> index
  kgen.return %r : index
}
"""


def test_good_ir() -> None:
    verify(parse_module(GOOD), complete=True)


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("kgen.return %n : index\nkgen.unreachable", "ir-terminator", "nothing may follow"),
        ("hlcf.break\n", "ir-placement", "has depth 0, but 0 loops"),
        ("hlcf.loop {\nhlcf.break 1\n}", "ir-placement", "has depth 1, but 1 loops"),
        ("hlcf.block {\nhlcf.continue\n}", "ir-placement", "targets a block"),
        ("hlcf.yield", "ir-placement", "stands outside an arm"),
        ("kgen.return %c : i1", "ir-placement", "gives (i1) in a function"),
        (
            "%x = hlcf.if %c -> index {\nhlcf.yield %n : index\n}\nkgen.return %x : index",
            "ir-placement",
            "an arm does not end in 'hlcf.yield'",
        ),
        ("hlcf.if %n {\n}", "ir-type", "not by a index"),
        ("%x = pop.add %n, %c : index", "ir-type", "has an operand of type i1"),
        ("%x = pop.cmp lt %n, %c : i1", "ir-type", "compares a index with a i1"),
        ("%x = pop.cmp lt %n, %n : index", "ir-type", "gives i1, not index"),
        ("%x = pop.cmp zz %n, %n : i1", "ir-type", "has the predicate 'zz'"),
        ("%x = pop.load %n : index", "ir-type", "cannot take a index as operand 0"),
        ("%x = pop.bitcast %n : i1", "ir-type", "of 8 bytes"),
        ("%x = kgen.param.constant = <1.5> : index", "ir-type", "no value of type index"),
        ("%x = pop.simd.splat %n : !pop.simd<4, f32>", "ir-type", "puts a index into"),
        ("%x = kgen.call @f(%n) : (index) -> index", "ir-type", "is called with (index)"),
        ("kgen.call @nowhere() : () -> ()", "ir-symbol", "which does not exist"),
        ("", "ir-placement", "control reaches the end"),
    ],
)
def test_bad_ir(body: str, code: str, message: str) -> None:
    needs_return = body and not body.startswith(
        ("kgen.return", "hlcf.yield", "hlcf.break\n", "%x = hlcf")
    )
    text = f"kgen.func @f(%n: index, %c: i1) -> index {{\n{body}\n"
    text += "kgen.return %n : index\n}" if needs_return else "}"
    problems = check(parse_module(text), complete=True)
    assert [p.code for p in problems][:1] == [code], problems
    assert message in problems[0].message
    assert problems[0].span is not None and problems[0].span.line >= 1


def function() -> tuple[Op, Op]:
    """A module with a function, and its first op."""
    module = parse_module(
        "kgen.func @f(%a: index) {\n%x = pop.neg %a : index\n%y = pop.neg %x : index\nkgen.return\n}"
    )
    func = module.regions[0].first
    assert func is not None and func.regions[0].first is not None
    return module, func.regions[0].first


def codes(module: Op) -> set[str]:
    return {problem.code for problem in check(module)}


def test_use_before_definition() -> None:
    module, first = function()
    second = first.next
    assert second is not None and first.parent is not None
    second.remove()
    first.parent.insert_before(first, second)
    assert codes(module) == {"ir-visibility"}


def test_value_of_another_function() -> None:
    module, first = function()
    _, foreign = function()
    first.set_operand(0, foreign.results[0])
    assert "ir-visibility" in codes(module)


def test_value_of_an_inner_region() -> None:
    module, first = function()
    assert first.parent is not None and first.next is not None
    block = hlcf.Block(regions=[Region()])
    first.parent.insert_before(first, block)
    first.remove()
    block.regions[0].append(first)
    assert codes(module) == {"ir-visibility"}


def test_lost_use() -> None:
    module, first = function()
    first.operands[0].uses.clear()
    assert codes(module) == {"ir-invalid"}


def test_wrong_counts() -> None:
    module, first = function()
    first.operands.append(first.operands[0])
    assert "ir-invalid" in codes(module)


def test_broken_links() -> None:
    module, first = function()
    assert first.next is not None
    first.next.prev = None
    assert "ir-invalid" in codes(module)


def test_verify_raises_with_all_problems() -> None:
    text = "kgen.func @f(%n: index) {\nhlcf.if %n {\n}\nhlcf.if %n {\n}\nkgen.return\n}"
    with pytest.raises(CompileError) as caught:
        verify(parse_module(text))
    assert len(caught.value.diagnostics) == 2


def test_duplicate_symbols() -> None:
    text = "kgen.func @f() {\nkgen.return\n}\nkgen.func @f() {\nkgen.return\n}"
    assert codes(parse_module(text)) == {"ir-symbol"}


def test_types_of_constants_of_simd() -> None:
    bad = (
        "kgen.func @f() {\n%x = kgen.param.constant = <[1, 2]> : !pop.simd<4, si32>\nkgen.return\n}"
    )
    assert codes(parse_module(bad)) == {"ir-type"}
