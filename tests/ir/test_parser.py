"""The parser: the talks' spelling, and errors with their place."""

from __future__ import annotations

from fractions import Fraction

import pytest
from talk_listings import STRUCTURED_LOOP

from ember.dialects import hlcf, kgen, lit, pop
from ember.dialects import types as t
from ember.dialects.constants import FrozenBlock, HeapRef, SymbolOffset
from ember.ir.nodes import SymbolRef
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.reader import parse_attribute, parse_type
from ember.ir.text_values import value_text
from ember.support import dtype as dt
from ember.support.diagnostics import CompileError

DIALECTS = (hlcf, kgen, lit, pop)

OFFLOADED = r"""
module attributes {M.target_info = #M.target<triple = "arm64", features = "+a,>b", simd_bit_width = 128>, kgen.env = #kgen.env<{}>} {
  kgen.generator @hello() -> !kgen.none {
    %none = kgen.param.constant none = <#kgen.none>
    kgen.return %none : !kgen.none
  }
  kgen.generator export @entry(%arg0: !kgen.pointer<none>) {
    %string = kgen.param.constant string = <"//\0A// Generated">
    %index0 = kgen.param.constant = <0>
    kgen.call @launch_kernel(%string, %index0) : (!kgen.string, index) -> !kgen.none
    kgen.return
  }
}
"""


def test_talk_of_2024() -> None:
    assert print_op(parse_module(STRUCTURED_LOOP)) == (
        """\
kgen.module {
  kgen.func @foobar() {
    hlcf.loop {
      %0 = kgen.call @rand_bool() : () -> i1
      hlcf.if %0 {
        hlcf.break
      }
      kgen.call @do_something() : () -> ()
      hlcf.continue
    }
    kgen.return
  }
}"""
    )


def test_talk_of_2025() -> None:
    assert print_op(parse_module(OFFLOADED)) == (
        r"""kgen.module {M.target_info = #M.target<triple = "arm64", features = "+a,>b", simd_bit_width = 128>, kgen.env = #kgen.env<{}>} {
  kgen.func @hello() -> !kgen.none {
    %none = kgen.param.constant = <none> : !kgen.none
    kgen.return %none : !kgen.none
  }
  kgen.func export @entry(%arg0: !kgen.pointer<none>) {
    %string = kgen.param.constant = <"//\0A// Generated"> : !kgen.string
    %index0 = kgen.param.constant = <0> : index
    %0 = kgen.call @launch_kernel(%string, %index0) : (!kgen.string, index) -> !kgen.none
    kgen.return
  }
}"""
    )


def test_index_constant() -> None:
    module = parse_module(
        "func.func @f() -> index {\n %0 = index.constant 7\n return %0 : index\n}"
    )
    constant = next(op for op in module.walk() if isinstance(op, kgen.Constant))
    assert constant.value == 7 and constant.results[0].type is t.INDEX


def test_missing_attributes_have_their_defaults() -> None:
    module = parse_module("kgen.func @f() {\n hlcf.loop {\n hlcf.break\n }\n kgen.return\n}")
    jump = next(op for op in module.walk() if isinstance(op, hlcf.Break))
    assert jump.depth == 0
    function = module.regions[0].first
    assert function is not None
    assert function.attrs["linkage"] == "internal" and function.attrs["inline"] == ""


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("index", t.INDEX),
        ("i1", t.I1),
        ("!pop.scalar<f32>", t.scalar(dt.F32)),
        ("!pop.simd<4, si8>", t.SimdType(4, dt.BY_NAME["si8"])),
        ("!kgen.pointer<none, 3>", t.PointerType(3)),
        ("!kgen.pointer<index>", t.POINTER),
        ("!kgen.struct<(index, i1), 16>", t.StructType((t.INDEX, t.I1), 16)),
        ("(index) -> () -> i1", t.FunctionType((t.INDEX,), (t.FunctionType((), (t.I1,)),))),
        ("!kgen.target<a = [1, 2]>", t.NamedType("kgen.target<a = [1, 2]>")),
    ],
)
def test_types(text: str, type: t.Type) -> None:
    assert parse_type(text) is type


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 : index", (1, t.INDEX)),
        ("-5", (-5, None)),
        ("1.5e3", (1500.0, None)),
        ("true", (True, None)),
        ('"a\\0Ab\\n"', ("a\nb\n", None)),
        ('b"\\FF"', (b"\xff", None)),
        ("#kgen.dtype.constant<f32> : !kgen.dtype", (dt.F32, t.DTYPE)),
        ("#kgen.rational<-1/3>", (Fraction(-1, 3), None)),
        ("[1, [true], none]", ((1, (True,), None), None)),
    ],
)
def test_attributes(text: str, value: object) -> None:
    assert parse_attribute(text) == value


@pytest.mark.parametrize(
    ("body", "place", "message"),
    [
        ("%0 = pop.bad %1", "x:2:6", "there is no op 'pop.bad'"),
        ("%0 = pop.add %a, %zz : index", "x:2:18", "there is no value %zz here"),
        ("pop.store %a, %a : i1", "x:2:18", "a value has type index, not i1"),
        ("%0 = pop.cast %a", "x:2:6", "'pop.cast' needs its result type"),
        ("%a = pop.neg %a : index", "x:2:1", "the value %a is already defined"),
        ("%0:2 = pop.neg %a : index", "x:2:1", "'pop.neg' has 1 results, not 2"),
        ("%0 = pop.load %a : !pop.simd<4, g32>", "x:2:33", "'g32' is not a dtype"),
        ("hlcf.loop {", "x:2:11", "this '{' is never closed"),
        ("pop.fence {ordering = }", "x:2:23", "expected an attribute value, found '}'"),
        ("pop.fence {a = 1, a = 2}", "x:2:19", "the attribute 'a' is given twice"),
        ("hlcf.loop }", "x:2:11", "expected '{', found '}'"),
        ("?", "x:2:1", "expected an op, found '?'"),
        ("`", "x:2:1", "unexpected character '`'"),
    ],
)
def test_errors(body: str, place: str, message: str) -> None:
    closing = "" if body.endswith("loop {") else "\n}"
    with pytest.raises(CompileError) as caught:
        parse_module(f"kgen.func @f(%a: index) {{\n{body}{closing}", "x")
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.message == message
    assert str(diagnostic.span) == place


def test_registered_value_classes() -> None:
    block = FrozenBlock(b"ab", 8, ((0, SymbolRef("g")), (8, SymbolOffset(SymbolRef("g"), 4))))
    for value in (SymbolOffset(SymbolRef("g"), 16), HeapRef(block, 1), block):
        assert parse_attribute(value_text(value)) == (value, None)
    with pytest.raises(CompileError, match=r"no parts of a '#kgen\.heap_ref'"):
        parse_attribute("#kgen.heap_ref<[1]>")


def test_values_of_a_region_end_with_it() -> None:
    text = "kgen.func @f(%a: index) {\nhlcf.block {\n%b = pop.neg %a : index\n}\nkgen.return %b : index\n}"
    with pytest.raises(CompileError, match="there is no value %b here"):
        parse_module(text)
