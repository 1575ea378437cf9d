"""`mogg`: structured kernels. A fused kernel is one registered struct that is executed, or one loop, with functions bound to its tensors.

    %3 = mogg.kernel(%A, %B, %bias) {…} : (…) -> !mo.tensor<[M, N], f32> (%a: …, %b: …, %c: …) {
      %out = mogg.output_placeholders : !mo.tensor<[M, N], f32>
      %wide = mogg.call.view["mo.static.broadcast_to"](%c) : (!mo.tensor<[], f32>) -> !mo.tensor<[M, N], f32>
      %bound = mogg.bind(%out) output_lambda (%value: !pop.scalar<f32>, %index: !pop.array<2, index>) {
        %1 = mogg.tensor.load(%wide, %index) : …
        %2 = mogg.call.elementwise["mo.add"](%value, %1) : …
        mogg.output %2 : !pop.scalar<f32>
      } : (…) -> …
      mogg.call.execute["mo.matmul"] inputs(%a, %b : …) outputs(%bound : …)
    }

The talk's form is read as well: `mogg.experimental.kernel`, whose operands are its arguments, and in it `mogg.tensor.shape` and
`mogg.device_context_placeholder`, which say what is known anyway. Kernels know dimensions by the graph's names, and nothing of where their tensors lie: outputs are passed in, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ember.dialects.mo_types import ShapedType
from ember.dialects.mogg_text import EXECUTE_FORM, KERNEL_FORM
from ember.dialects.types import INDEX, ArrayType, SimdType, scalar
from ember.ir.nodes import Body, Op, Operand, Operands, Result, Results
from ember.ir.types import NamedType, Type

LAMBDAS: Final = ("input_lambda", "output_lambda", "store_lambda")
"""What a bound function does: computes elements, changes them before the kernel stores them, or takes them away."""


SHAPE: Final = NamedType("mogg.shape")


def index_type(rank: int) -> Type:
    """The type of a place in a tensor."""
    return ArrayType(rank, INDEX)


def _shape(operands: list[Type], attrs: Mapping[str, Any], count: int) -> list[Type]:
    return [SHAPE]


def _loads(op: Any) -> str | None:
    tensor, result = op.tensor.type, op.result.type
    if not isinstance(tensor, ShapedType) or result is not scalar(tensor.dtype):
        return f"an element of {tensor} is loaded as {result}"
    return None


def _stores(op: Any) -> str | None:
    tensor, value = op.tensor.type, op.value.type
    if not isinstance(tensor, ShapedType) or value is not scalar(tensor.dtype):
        return f"{value} is stored into {tensor}"
    return None


def _binds(op: Any) -> str | None:
    if op.attrs.get("kind") not in LAMBDAS:
        return f"a bound function is one of {', '.join(LAMBDAS)}"
    if op.tensor.type is not op.result.type:
        return "a tensor keeps its type when a function is bound to it"
    return None


class Kernel(
    Op,
    name="mogg.kernel",
    isolated=True,
    spellings=("mogg.experimental.kernel",),
    form=KERNEL_FORM,
):
    """A fused kernel: `%1 = mogg.kernel(%0) {summary = "relu"} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], f32> (%x: !mo.tensor<[n], f32>) { … }`."""

    summary: str
    device: str
    source: tuple[str, ...]
    is_invariant: bool
    in_place: tuple[int, ...]
    inputs: Operands
    outputs: Results
    body: Body


class OutputPlaceholders(Op, name="mogg.output_placeholders"):
    """The tensors to be written: `%0 = mogg.output_placeholders : !mo.tensor<[n], f32>`."""

    outputs: Results


class TensorShape(
    Op, name="mogg.tensor.shape", pure=True, results=_shape, form="<{of}>{:results?}"
):
    """The shape of a type: `%0 = mogg.tensor.shape<!mo.tensor<[n], f32>>`."""

    of: Any
    result: Result


class ContextPlaceholder(Op, name="mogg.device_context_placeholder", pure=True):
    """Where the kernel runs: `%0 = mogg.device_context_placeholder {device = "cpu:0"} : !mogg.context`."""

    device: Any
    result: Result


class CallView(Op, name="mogg.call.view", form="[{kernel}]({tensor}{, shape}){attrs}{:all}"):
    """A tensor seen otherwise: `%1 = mogg.call.view["mo.static.broadcast_to"](%0) : (!mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`.

    The shape may be said, too: it is that of the result.
    """

    kernel: str
    kernel_param: dict[str, Any]
    tensor: Operand
    shape: Operands
    result: Result


class CallElementwise(
    Op, name="mogg.call.elementwise", pure=True, form="[{kernel}]({values}){attrs}{:all}"
):
    """One element: `%2 = mogg.call.elementwise["mo.add"](%0, %1) : (!pop.scalar<f32>, !pop.scalar<f32>) -> !pop.scalar<f32>`."""

    kernel: str
    kernel_param: dict[str, Any]
    values: Operands
    result: Result


class CallExecute(Op, name="mogg.call.execute", form=EXECUTE_FORM):
    """The kernel itself; its operands are the outputs and then the inputs.

    `mogg.call.execute["mo.matmul"] inputs(%a, %b : !mo.tensor<[m, k], f32>, !mo.tensor<[k, n], f32>) outputs(%c : !mo.tensor<[m, n], f32>) {kernel_param = {transpose_b = false}}`

    With `returns` it gives a value of a Mojo type, and the first operand is where that goes; `makers` are the kernels that such operands come from.
    """

    kernel: str
    outputs: int
    kernel_param: dict[str, Any]
    returns: bool
    makers: tuple[str, ...]
    tensors: Operands


class CallShape(Op, name="mogg.call.shape", form="[{kernel}]({tensors}){attrs}{:types tensors}"):
    """The shape function of a kernel, which fills the first tensor.

    `mogg.call.shape["mo.arg_nonzero"](%0, %x) {kernel_param = {}} : !mo.tensor<[2], si64>, !mo.tensor<[n], f32>`
    """

    kernel: str
    kernel_param: dict[str, Any]
    tensors: Operands


class Foreach(Op, name="mogg.foreach", form="{attrs}{region body}"):
    """A loop over all places of a shape: `mogg.foreach {shape = [#dim<"n">]} (%index: !pop.array<1, index>) { … }`."""

    shape: tuple[Any, ...]
    body: Body


class Bind(
    Op, name="mogg.bind", check=_binds, form="({tensor}) {kind|word}{attrs}{region body}{:all}"
):
    """A tensor with a function: `%1 = mogg.bind(%0) input_lambda (%index: !pop.array<1, index>) { … } : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], f32>`."""

    kind: str
    tensor: Operand
    result: Result
    body: Body


class Load(Op, name="mogg.tensor.load", check=_loads, form="({tensor}, {index}){attrs}{:all}"):
    """An element: `%1 = mogg.tensor.load(%0, %index) : (!mo.tensor<[n], f32>, !pop.array<1, index>) -> !pop.scalar<f32>`."""

    tensor: Operand
    index: Operand
    result: Result


class Store(Op, name="mogg.tensor.store", check=_stores, form="({value}, {tensor}, {index}){attrs}{:all}"):  # fmt: skip
    """Sets an element: `mogg.tensor.store(%value, %0, %index) : (!pop.scalar<f32>, !mo.tensor<[n], f32>, !pop.array<1, index>) -> ()`."""

    value: Operand
    tensor: Operand
    index: Operand


class Virtual(Op, name="mogg.tensor.virtual"):
    """A tensor that is nowhere in memory, for functions to be bound to: `%0 = mogg.tensor.virtual : !mo.tensor<[n], f32>`."""

    result: Result


class Scalar(Op, name="mogg.scalar", pure=True):
    """A number known now, as its bytes: `%0 = mogg.scalar {value = b"\\01"} : !pop.scalar<ui8>`."""

    value: bytes
    result: Result


class Size(Op, name="mogg.size", pure=True):
    """A dimension as a number: `%0 = mogg.size {size = #dim<"n * 2">} : !pop.scalar<si64>`."""

    size: Any
    result: Result


class Output(
    Op, name="mogg.output", terminator=True, form="{ value}{, index}{attrs}{:types value}"
):
    """What a bound function gives, and perhaps for which place: `mogg.output %0 : !pop.scalar<f32>`."""

    value: Operand
    index: Operands


def element(type: Type) -> SimdType:
    """The type of one element of a tensor."""
    assert isinstance(type, ShapedType)
    return scalar(type.dtype)
