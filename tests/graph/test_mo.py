"""The dialects of graphs: every op's documented text is read and printed back; wrong types are refused."""

from __future__ import annotations

import re

import pytest
from talk_listings import MATMUL_BIAS_RELU

from ember.dialects import (
    mo,
    mo_control,
    mo_effects,
    mo_experts,
    mo_images,
    mo_indexing,
    mo_packing,
    rmo,
)
from ember.ir.nodes import REGISTRY
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check
from ember.support.diagnostics import CompileError

OPS = {
    name: op
    for name, op in sorted(REGISTRY.items())
    if name.startswith(("mo.", "rmo.")) and not (op.is_module or op.is_function or op.is_terminator)
}
assert {
    mo_control.If,
    mo_effects.StoreSlice,
    mo_experts.GroupedMatmul,
    mo_packing.QMatmul,
    mo_images.Conv,
    mo_indexing.TopK,
} <= set(OPS.values())
_FORM = re.compile(r"`((?:%\S+ = )?r?mo\.[^`]*)`")
_TYPE = re.compile(r"!mo\.\w+(?:<(?:[^<>]|<[^<>]*>)*>)?")


def documented(name: str) -> str:
    found = _FORM.search(OPS[name].__doc__ or "")
    assert found, f"{name} documents no text form"
    return found.group(1)


def in_graph(line: str) -> str:
    """A graph around one line, whose operands are its inputs."""
    _, _, rest = line.partition(" = ") if line.startswith("%") else ("", "", line)
    operands = re.findall(r"%\w+", rest.split(" : ")[0])
    types = _TYPE.findall(rest.split(" : ")[1])
    types = (types * len(operands))[: len(operands)] if len(types) == 1 else types
    args = ", ".join(f"{name}: {type}" for name, type in zip(operands, types))
    callee = "mo.graph @layer() -> () { mo.output }" if "@layer" in line else ""
    return f"mo.module {{\n{callee}\n mo.graph @g({args}) -> () {{\n {line}\n mo.output\n }}\n}}"


@pytest.mark.parametrize("name", OPS)
def test_documented_form_is_read_verified_and_printed_back(name: str) -> None:
    module = parse_module(in_graph(documented(name)))
    assert any(op.op_name == name for op in module.walk())
    assert not check(module)
    text = print_op(module)
    assert print_op(parse_module(text)) == text


def test_the_talks_graph() -> None:
    module = parse_module(f"mo.module {{{MATMUL_BIAS_RELU}}}")
    assert not check(module)
    graph = module.regions[0].first
    assert isinstance(graph, mo.Graph) and graph.parameters == ("N", "M", "K")
    assert [op.op_name for op in graph.regions[0]] == [
        "mo.matmul",
        "mo.static.broadcast_to",
        "mo.add",
        "mo.relu",
        "mo.output",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("%2 = mo.add(%0, %1) : !mo.tensor<[n], f32>", None),
        ("%2 = rmo.add(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[m], f32>) -> !mo.tensor<[n], f32>", "do not broadcast"),
        ("%2 = rmo.add(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[n], f32, gpu:0>) -> !mo.tensor<[n], f32>", "different devices"),
        ("%1 = mo.relu(%0) : !mo.buffer<[n], f32>", "is no tensor"),
        ("%1 = mo.reduce.add(%0) {axis = 2} : (!mo.tensor<[n], f32>) -> !mo.tensor<[1], f32>", "axis 2 is out of range"),
        ("%1 = mo.reduce.add(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[2], f32>", "should give"),
        ("%1 = mo.static.reshape(%0) : (!mo.tensor<[n], f32>) -> !mo.tensor<[m], f32>", "not known to be equal"),
        ("%1 = mo.static.broadcast_to(%0) : (!mo.tensor<[2], f32>) -> !mo.tensor<[3], f32>", "do not broadcast"),
        ("%1 = mo.not(%0) : !mo.tensor<[n], f32>", "takes bool"),
        ("%2 = mo.matmul(%0, %1) : (!mo.tensor<[m, k], f32>, !mo.tensor<[n, k], f32>) -> !mo.tensor<[m, k], f32>", "inner dimensions"),
        ("%1 = mo.transpose(%0) {permutation = [0, 0]} : (!mo.tensor<[m, n], f32>) -> !mo.tensor<[m, m], f32>", "no order of 2 axes"),
        ("%2 = mo.gather(%0, %1) {axis = 0} : (!mo.tensor<[m], f32>, !mo.tensor<[k], f32>) -> !mo.tensor<[k], f32>", "whole numbers"),
    ],
)  # fmt: skip
def test_wrong_types_are_refused(line: str, words: str | None) -> None:
    problems = [problem.message for problem in check(parse_module(in_graph(line)))]
    if words is None:
        assert not problems
    else:
        assert any(words in problem for problem in problems), problems


@pytest.mark.parametrize(
    "type", ["!mo.tensor<[n], f33>", "!mo.tensor<[1.5], f32>", '!mo.tensor<["n +"], f32>', "!mo.tensor<n, f32>"]
)  # fmt: skip
def test_texts_that_are_no_types(type: str) -> None:
    with pytest.raises(CompileError):
        parse_module(in_graph(f"%1 = mo.relu(%0) : {type}"))


def test_relaxed_ops_have_exact_ones() -> None:
    relaxed = {name.removeprefix("r") for name in REGISTRY if name.startswith("rmo.")}
    assert rmo.Add.op_name == "rmo.add" and relaxed <= set(REGISTRY)
