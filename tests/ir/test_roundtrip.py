"""Printing and parsing are inverse: for random IR, for every op, and for the text form in each op's docstring."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ember.dialects.mgp_staged  # noqa: F401  (it has an op of 'pop')
from ember.ir.nodes import REGISTRY, Op, Region
from ember.ir.parser import parse_module
from ember.ir.printer import print_op

from .random_ir import NESTED, Generator, random_module


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_ir_round_trips(rng: Random) -> None:
    text = print_op(random_module(rng))
    assert print_op(parse_module(text)) == text


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_generic_ir_round_trips(rng: Random) -> None:
    text = print_op(random_module(rng), generic=True)
    again = parse_module(text)
    assert print_op(parse_module(print_op(again, generic=True)), generic=True) == print_op(
        again, generic=True
    )


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_attributes_survive(rng: Random) -> None:
    module = random_module(rng)
    again = parse_module(print_op(module))
    for before, after in zip(module.walk(), again.walk(), strict=True):
        assert type(before) is type(after)
        if before.op_name in ("kgen.param.constant", "kgen.global"):
            continue  # their random values do not fit their random types
        for name, value in before.attrs.items():
            assert repr(after.attrs.get(name)) == repr(value), (before.op_name, name)


@pytest.mark.parametrize("name", NESTED)
def test_every_op_round_trips(name: str) -> None:
    op_class = REGISTRY[name]
    for seed in range(5):
        generator = Generator(Random(seed))
        function = generator.function("f")
        body = function.regions[0]
        generator.visible = [v for op in body for v in op.results] + body.args
        op = generator.op(op_class, 2)
        if len(op.operands) < len(op_class.operand_names) - (
            "operands" in op_class.variadic_groups
        ):
            continue
        body.append(op)
        text = print_op(_module(function))
        assert print_op(parse_module(text)) == text


def _module(function: Op) -> Op:
    module = REGISTRY["kgen.module"](regions=[Region()])
    module.regions[0].append(function)
    return module


GENERATOR = """\
lit.module {name = "pkg.mod", edition = "1"} {
  kgen.generator @f(%a, %b) attributes {keyword = "fn", has_body = true} params {
    lit.param "T" type {
      %0 = lit.name "AnyType"
      lit.yield %0
    }
  } args {
    lit.arg "a"
    lit.arg "b"
  } {
    %x = lit.var "x" {kind = "var"}
    %1 = lit.literal int 5
    lit.init %x, %1
    %2 = lit.compare "<" %a, %b
    lit.if %2 {
      lit.return %x
    } else {
      lit.return
    }
    %3 = lit.closure {
      kgen.generator @inner(%a_0) {
        lit.return %x
      }
    }
    lit.for %3 body (%i) {
      lit.continue
    }
    lit.match %x {
      lit.case pattern {
        %y = lit.var "y"
        lit.pattern "capture" %y
      } body {
        lit.return %y
      }
    }
  }
}"""


def test_lit_generator_round_trips() -> None:
    assert print_op(parse_module(GENERATOR)) == GENERATOR


# -- the text forms in docstrings --------------------------------------------------------------------------

_FORM = re.compile(r"`((?:%[^`=]* = )?(?:kgen|pop|hlcf|lit)\.[a-z_.0-9]+[^`]*)`")
_DIALECTS = ("kgen.", "pop.", "hlcf.", "lit.")
_STRUCT = "!kgen.struct<(index, i1)>"
_OPERAND_TYPES = {
    "kgen.struct.extract": _STRUCT,
    "kgen.struct.replace": _STRUCT,
    "pop.simd.extractelement": "!pop.simd<4, f32>",
    "pop.simd.insertelement": "!pop.simd<4, f32>",
    "pop.simd.shuffle": "!pop.simd<4, f32>",
    "pop.simd.reduce": "!pop.simd<4, f32>",
    "pop.fma": "!pop.scalar<f32>",
    "pop.cast_from_builtin": "si64",
}


def _documented_forms() -> list[tuple[str, str]]:
    forms = []
    for name, op_class in sorted(REGISTRY.items()):
        if not name.startswith(_DIALECTS):  # tests/graph has its own
            continue
        for form in _FORM.findall(op_class.__doc__ or ""):
            if re.search(rf"(^|= ){re.escape(name)}(?![\w.])", form):
                forms.append((name, form))
    return forms


@pytest.mark.parametrize(("name", "form"), _documented_forms())
def test_documented_form_is_read(name: str, form: str) -> None:
    text = re.sub(r"\{ … \}", "{ }", form).replace("= <…>", "= <0>").replace("…", "index")
    text = re.sub(r": T\b", ": index", text)
    results, _, rest = text.partition(" = ") if text.startswith("%") else ("", "", text)
    used = sorted(set(re.findall(r"%\w+", re.sub(r" \(%\w+\) \{", " {", rest))))
    defined = set(re.findall(r"%\w+", results))
    operand_type = _OPERAND_TYPES.get(name, "index")
    arguments = ", ".join(f"{value}: {operand_type}" for value in used if value not in defined)
    if name in ("kgen.func", "kgen.generator", "kgen.module", "lit.module", "kgen.global"):
        module = parse_module(text)
    else:
        module = parse_module(f"kgen.func @f({arguments}) {{\n hlcf.loop {{\n {text}\n }}\n}}")
    assert any(op.op_name == name for op in module.walk())


def test_every_op_documents_its_form() -> None:
    documented = {name for name, _ in _documented_forms()}
    assert {name for name in REGISTRY if name.startswith(_DIALECTS)} <= documented
