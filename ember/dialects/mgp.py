"""`mgp`: the host program of a model. Where every tensor lies, what is checked, which kernel is launched when.

    mgp.model @model<M, K, N>(%A: !mo.tensor<[M, K], f32>, %B: !mo.tensor<[K, N], f32>) -> !mo.tensor<[M, N], f32> {
      mgp.arena {device = "cpu:0", blocks = [[#dim<"M * N * 4">]]}
      %C = mgp.block {number = 0} : !mo.tensor<[M, N], f32>
      mgp.launch "matmul_1f2e" (%C, %A, %B) {outputs = 1} : …
      %out = mgp.result {number = 0} : !mo.tensor<[M, N], f32>
      mgp.launch "relu_77ac" (%out, %C) {outputs = 1} : …
      mgp.return
    }

Sizes are expressions of the model's dimensions, which are read off the inputs. What stands in `mgp.init` runs once, when the model
is loaded; its results are kept. Order is the order of the text. Work of a device is put on its stream and done in that order; the host
waits for it (`mgp.synchronize`) only before it uses what came from there. The talk's form of a model is in `mgp_staged.py`.
"""

from __future__ import annotations

from typing import Any

from ember.dialects.mgp_staged import is_staged, read_model
from ember.dialects.mo_text import GRAPH_FORM
from ember.ir.assembly import OwnForm
from ember.ir.nodes import Body, Op, Operand, Operands, Result
from ember.ir.types import Type


def _read(parser: Any, draft: Any) -> None:
    (read_model if is_staged(parser) else GRAPH_FORM.read)(parser, draft)


class Model(
    Op, name="mgp.model", function=True, isolated=True, form=OwnForm(GRAPH_FORM.write, _read)
):
    """A host program: `mgp.model @model<n>(%x: !mo.tensor<[n], f32>) -> !mo.tensor<[n], f32> { … }`."""

    name: str
    parameters: tuple[str, ...]
    output_types: tuple[Type, ...]
    body: Body


class Init(Op, name="mgp.init", shared_scope=True, form="{region body}"):
    """What is done once, when the model is loaded: `mgp.init { … }`."""

    body: Body


class Define(Op, name="mgp.define"):
    """A dimension that another one gives: `mgp.define {symbol = "m", size = #dim<"n * 2">}`."""

    symbol: str
    size: Any


class Guard(Op, name="mgp.guard"):
    """Sizes that must be equal, or the call ends with the message: `mgp.guard {left = #dim<"n">, right = #dim<"4">, message = "rows"}`."""

    left: Any
    right: Any
    message: str


class Arena(Op, name="mgp.arena"):
    """The memory of a call on a device: each block is as large as the largest of its sizes in bytes: `mgp.arena {device = "cpu:0", blocks = [[#dim<"n * 4">]]}`."""

    device: str
    blocks: tuple[Any, ...]


class Block(Op, name="mgp.block"):
    """A tensor in a block of the arena: `%0 = mgp.block {number = 0} : !mo.tensor<[n], f32>`."""

    number: int
    result: Result


class Kept(Op, name="mgp.kept"):
    """Memory that the loaded model keeps: `%0 = mgp.kept {number = 0} : !mo.tensor<[4], f32>`."""

    number: int
    result: Result


class OutputTensor(Op, name="mgp.result"):
    """Memory that the caller gets: `%0 = mgp.result {number = 0} : !mo.tensor<[n], f32>`."""

    number: int
    result: Result


class Same(Op, name="mgp.same", form="({value}){attrs}{:types value}"):
    """A value of a Mojo type that the caller gets, and gave, or gets as another result: `mgp.same(%0) {number = 0} : !mo.opaque<"Counter">`."""

    number: int
    value: Operand


class Handle(Op, name="mgp.handle"):
    """The word of a value of a Mojo type that a kernel makes, and ends: `%0 = mgp.handle {number = 0, kernel = "make_2f1e"} : !mo.opaque<"Counter">`."""

    number: int
    kernel: str
    result: Result


class Constant(Op, name="mgp.constant"):
    """Numbers known now, and their place among the constants: `%0 = mgp.constant {number = 0, value = b"\\01\\02"} : !mo.tensor<[2], ui8>`."""

    number: int
    value: bytes
    result: Result


class Weight(Op, name="mgp.weight"):
    """A tensor the model is loaded with: `%0 = mgp.weight "w" : !mo.tensor<[2], f32>`."""

    name: str
    result: Result


class Found(Op, name="mgp.found", form="({shape}){attrs}{:types shape}"):
    """A dimension that a kernel found, an element of a shape: `mgp.found(%0) {symbol = "k", axis = 0} : !mo.tensor<[2], si64>`."""

    symbol: str
    axis: int
    shape: Operand


class Check(Op, name="mgp.check", form="({shape}){attrs}{:types shape}"):
    """A size that a kernel found and that must be this one: `mgp.check(%0) {axis = 1, size = #dim<"3">, message = "axis 1"} : !mo.tensor<[2], si64>`."""

    axis: int
    size: Any
    message: str
    shape: Operand


class Reserve(Op, name="mgp.reserve"):
    """Memory for a tensor whose size is known only here, in place of what was there before: `%0 = mgp.reserve {number = 0} : !mo.tensor<[k], f32>`."""

    number: int
    result: Result


class CreateResult(Op, name="mgp.create_result"):
    """The same, for the caller: `%0 = mgp.create_result {number = 0} : !mo.tensor<[k], f32>`."""

    number: int
    result: Result


class Alias(Op, name="mgp.alias", form="({tensor}){attrs}{:all}"):
    """The same memory by another type, from some bytes on: `%1 = mgp.alias(%0) {offset = 0} : (!mo.tensor<[n, 1], f32>) -> !mo.tensor<[n], f32>`."""

    offset: int
    tensor: Operand
    result: Result


class Transfer(Op, name="mgp.transfer", form="({target}, {source}){attrs}{:all}"):
    """All bytes of a tensor into another device's memory: `mgp.transfer(%1, %0) : (!mo.tensor<[n], f32, gpu:0>, !mo.tensor<[n], f32>) -> ()`."""

    target: Operand
    source: Operand


class Synchronize(Op, name="mgp.synchronize"):
    """The host waits for all work of a device: `mgp.synchronize {device = "gpu:0"}`."""

    device: str


class Launch(Op, name="mgp.launch", form=" {kernel}({tensors}){attrs}{:types tensors}"):
    """A kernel on its outputs and inputs: `mgp.launch "relu_77ac"(%1, %0) {device = "cpu:0", outputs = 1} : !mo.tensor<[n], f32>, !mo.tensor<[n], f32>`."""

    kernel: str
    device: str
    outputs: int
    sizes: tuple[str, ...]
    summary: str
    source: tuple[str, ...]
    tensors: Operands


class Copy(Op, name="mgp.copy", form="({target}, {source}){attrs}{:types target}"):
    """All bytes of a tensor into another of the same type: `mgp.copy(%1, %0) : !mo.tensor<[n], f32>`."""

    target: Operand
    source: Operand


class If(
    Op, name="mgp.if", form="({condition}){attrs}{:types condition}{region then}{else otherwise}"
):
    """One region or the other: `mgp.if(%0) : !mo.tensor<[], bool> { … } else { … }`."""

    condition: Operand
    then: Body
    otherwise: Body


class While(Op, name="mgp.while", form="{attrs}{region before}{body?}"):
    """Regions in turn, until the first one ends with a false condition: `mgp.while { … } body { … }`."""

    before: Body
    body: Body


class Condition(
    Op, name="mgp.condition", terminator=True, form="({condition}){attrs}{:types condition}"
):
    """Whether another round follows: `mgp.condition(%0) : !mo.tensor<[], bool>`."""

    condition: Operand


class Return(Op, name="mgp.return", terminator=True, form="{attrs}"):
    """The end: `mgp.return`."""
