"""`mo`: the operators of tensor graphs. A value is a tensor that never changes; shapes are known up to symbols.

    mo.graph @model<M, N, K>(%A: !mo.tensor<[M, K], f32>, %B: !mo.tensor<[K, N], f32>) -> !mo.tensor<[M, N], f32> {
      %C = mo.matmul(%A, %B) : (!mo.tensor<[M, K], f32>, !mo.tensor<[K, N], f32>) -> !mo.tensor<[M, N], f32>
      %out = mo.relu(%C) : !mo.tensor<[M, N], f32>
      mo.output %out : !mo.tensor<[M, N], f32>
    }

An op is its name, its operands and attributes, and a rule for its type (`mo_rules.py`); what it computes is the registered
Mojo kernel of the same name, of which the graph compiler reads the signature alone. Buffers change; the order of what
reads and changes them is a value, too: a chain.
"""

from __future__ import annotations

from typing import Any, Final

from ember.dialects import mo_rules as rules
from ember.dialects.mo_text import GRAPH_FORM
from ember.ir.nodes import Body, Op, Operand, Operands, Result, Results
from ember.ir.types import Type
from ember.support.dtype import DType

# -- graphs ----------------------------------------------------------------------------------------------


class Module(Op, name="mo.module", module=True, symbols=True, isolated=True):
    """Graphs that are compiled together: `mo.module { … }`."""

    body: Body


class Graph(Op, name="mo.graph", function=True, isolated=True, form=GRAPH_FORM):
    """A graph: its inputs are the body's arguments, its outputs those of `mo.output`.

    `mo.graph @model<n>(%x: !mo.tensor<[n], f32>) -> !mo.tensor<[n], f32> { … }`
    """

    name: str
    parameters: tuple[str, ...]
    output_types: tuple[Type, ...]
    body: Body


class Output(Op, name="mo.output", terminator=True, form="{ values}{attrs}{:types values}"):
    """What the graph gives: `mo.output %0 : !mo.tensor<[n], f32>`."""

    values: Operands


# -- elementwise -----------------------------------------------------------------------------------------


class _Unary(Op, pure=True, results=rules.unary, check=rules.fits, form="({x}){attrs}{:results}"):
    x: Operand
    result: Result


class Abs(_Unary, name="mo.abs"):
    """Absolute value: `%1 = mo.abs(%0) : !mo.tensor<[n], f32>`."""


class Acos(_Unary, name="mo.acos"):
    """Arc cosine: `%1 = mo.acos(%0) : !mo.tensor<[n], f32>`."""


class Atanh(_Unary, name="mo.atanh"):
    """Inverse hyperbolic tangent: `%1 = mo.atanh(%0) : !mo.tensor<[n], f32>`."""


class Ceil(_Unary, name="mo.ceil"):
    """Rounds up: `%1 = mo.ceil(%0) : !mo.tensor<[n], f32>`."""


class Cos(_Unary, name="mo.cos"):
    """Cosine: `%1 = mo.cos(%0) : !mo.tensor<[n], f32>`."""


class Erf(_Unary, name="mo.erf"):
    """Error function: `%1 = mo.erf(%0) : !mo.tensor<[n], f32>`."""


class Exp(_Unary, name="mo.exp"):
    """Exponential: `%1 = mo.exp(%0) : !mo.tensor<[n], f32>`."""


class Floor(_Unary, name="mo.floor"):
    """Rounds down: `%1 = mo.floor(%0) : !mo.tensor<[n], f32>`."""


class Gelu(_Unary, name="mo.gelu"):
    """x·Φ(x), Φ by the error function: `%1 = mo.gelu(%0) : !mo.tensor<[n], f32>`."""


class GeluQuick(_Unary, name="mo.gelu_quick"):
    """x·sigmoid(1.702·x): `%1 = mo.gelu_quick(%0) : !mo.tensor<[n], f32>`."""


class GeluTanh(_Unary, name="mo.gelu_tanh"):
    """Gelu with Φ by tanh: `%1 = mo.gelu_tanh(%0) : !mo.tensor<[n], f32>`."""


class Log(_Unary, name="mo.log"):
    """Natural logarithm: `%1 = mo.log(%0) : !mo.tensor<[n], f32>`."""


class Log1p(_Unary, name="mo.log1p"):
    """Logarithm of 1 + x: `%1 = mo.log1p(%0) : !mo.tensor<[n], f32>`."""


class Negative(_Unary, name="mo.negative"):
    """-x: `%1 = mo.negative(%0) : !mo.tensor<[n], f32>`."""


class Relu(_Unary, name="mo.relu"):
    """The larger of x and 0: `%1 = mo.relu(%0) : !mo.tensor<[n], f32>`."""


class Round(_Unary, name="mo.round"):
    """Rounds to nearest, ties to even: `%1 = mo.round(%0) : !mo.tensor<[n], f32>`."""


class Rsqrt(_Unary, name="mo.rsqrt"):
    """Reciprocal square root: `%1 = mo.rsqrt(%0) : !mo.tensor<[n], f32>`."""


class Sigmoid(_Unary, name="mo.sigmoid"):
    """1 / (1 + exp(-x)): `%1 = mo.sigmoid(%0) : !mo.tensor<[n], f32>`."""


class Silu(_Unary, name="mo.silu"):
    """x·sigmoid(x): `%1 = mo.silu(%0) : !mo.tensor<[n], f32>`."""


class Sin(_Unary, name="mo.sin"):
    """Sine: `%1 = mo.sin(%0) : !mo.tensor<[n], f32>`."""


class Sqrt(_Unary, name="mo.sqrt"):
    """Square root: `%1 = mo.sqrt(%0) : !mo.tensor<[n], f32>`."""


class Tanh(_Unary, name="mo.tanh"):
    """Hyperbolic tangent: `%1 = mo.tanh(%0) : !mo.tensor<[n], f32>`."""


class Trunc(_Unary, name="mo.trunc"):
    """Rounds toward zero: `%1 = mo.trunc(%0) : !mo.tensor<[n], f32>`."""


class Not(_Unary, name="mo.not", results=rules.unary_bool):
    """Logical not: `%1 = mo.not(%0) : !mo.tensor<[n], bool>`."""


class IsNan(_Unary, name="mo.is_nan", results=rules.question, form="({x}){attrs}{:all}"):
    """Where x is no number: `%1 = mo.is_nan(%0) : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], bool>`."""


class IsInf(_Unary, name="mo.is_inf", results=rules.question, form="({x}){attrs}{:all}"):
    """Where x is infinite: `%1 = mo.is_inf(%0) : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], bool>`."""


class Cast(
    Op,
    name="mo.cast",
    pure=True,
    results=rules.cast,
    check=rules.fits,
    form="({x}){attrs}{:all}",
):
    """Other elements: `%1 = mo.cast(%0) {dtype = #kgen.dtype.constant<si32>} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], si32>`."""

    dtype: DType
    x: Operand
    result: Result


class Bitcast(
    Op,
    name="mo.bitcast",
    pure=True,
    results=rules.bitcast,
    check=rules.fits,
    form="({x}){attrs}{:all}",
):
    """The same bits as other elements: `%1 = mo.bitcast(%0) {dtype = #kgen.dtype.constant<si32>} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], si32>`."""

    dtype: DType
    x: Operand
    result: Result


class _Binary(
    Op,
    pure=True,
    results=rules.exact_binary,
    check=rules.fits,
    form="({lhs}, {rhs}){attrs}{:results}",
):
    lhs: Operand
    rhs: Operand
    result: Result


class Add(_Binary, name="mo.add"):
    """Sum: `%2 = mo.add(%0, %1) : !mo.tensor<[n], f32>`."""


class Sub(_Binary, name="mo.sub"):
    """Difference: `%2 = mo.sub(%0, %1) : !mo.tensor<[n], f32>`."""


class Mul(_Binary, name="mo.mul"):
    """Product: `%2 = mo.mul(%0, %1) : !mo.tensor<[n], f32>`."""


class Div(_Binary, name="mo.div"):
    """Quotient: `%2 = mo.div(%0, %1) : !mo.tensor<[n], f32>`."""


class Mod(_Binary, name="mo.mod"):
    """Remainder with the sign of the divisor: `%2 = mo.mod(%0, %1) : !mo.tensor<[n], f32>`."""


class Pow(_Binary, name="mo.pow"):
    """Power: `%2 = mo.pow(%0, %1) : !mo.tensor<[n], f32>`."""


class Max(_Binary, name="mo.max"):
    """The larger: `%2 = mo.max(%0, %1) : !mo.tensor<[n], f32>`."""


class Min(_Binary, name="mo.min"):
    """The smaller: `%2 = mo.min(%0, %1) : !mo.tensor<[n], f32>`."""


class _Logical(_Binary, results=rules.exact_bits):
    pass


class And(_Logical, name="mo.and"):
    """Logical and, of whole numbers bit by bit: `%2 = mo.and(%0, %1) : !mo.tensor<[n], bool>`."""


class Or(_Logical, name="mo.or"):
    """Logical or, of whole numbers bit by bit: `%2 = mo.or(%0, %1) : !mo.tensor<[n], bool>`."""


class Xor(_Logical, name="mo.xor"):
    """Exclusive or, of whole numbers bit by bit: `%2 = mo.xor(%0, %1) : !mo.tensor<[n], bool>`."""


class _Shift(_Binary, results=rules.exact_shift):
    pass


class ShiftLeft(_Shift, name="mo.shift_left"):
    """Bits to the left; by less than 0 or by all bits, none is left: `%2 = mo.shift_left(%0, %1) : !mo.tensor<[n], si32>`."""


class ShiftRight(_Shift, name="mo.shift_right"):
    """Bits to the right, the sign staying; by less than 0 or by all bits, it alone is left: `%2 = mo.shift_right(%0, %1) : !mo.tensor<[n], si32>`."""


class _Comparison(_Binary, results=rules.exact_comparison, form="({lhs}, {rhs}){attrs}{:all}"):
    pass


class Equal(_Comparison, name="mo.equal"):
    """`%2 = mo.equal(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[n], f32>) -> !mo.tensor<[n], bool>`."""


class NotEqual(_Comparison, name="mo.not_equal"):
    """`%2 = mo.not_equal(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[n], f32>) -> !mo.tensor<[n], bool>`."""


class Greater(_Comparison, name="mo.greater"):
    """`%2 = mo.greater(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[n], f32>) -> !mo.tensor<[n], bool>`."""


class GreaterEqual(_Comparison, name="mo.greater_equal"):
    """`%2 = mo.greater_equal(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[n], f32>) -> !mo.tensor<[n], bool>`."""


class Select(
    Op,
    name="mo.select",
    pure=True,
    results=rules.exact_select,
    check=rules.fits,
    form="({condition}, {yes}, {no}){attrs}{:all}",
):
    """Element by element one or the other.

    `%3 = mo.select(%0, %1, %2) : (!mo.tensor<[n], bool>, !mo.tensor<[n], f32>, !mo.tensor<[n], f32>) -> !mo.tensor<[n], f32>`
    """

    condition: Operand
    yes: Operand
    no: Operand
    result: Result


ELEMENTWISE: Final = (_Unary, _Binary)
"""Ops whose result has at each place what they make of the operands there."""


# -- along an axis ---------------------------------------------------------------------------------------


class _Reduction(
    Op, pure=True, results=rules.reduction, check=rules.fits, form="({x}){attrs}{:all}"
):
    axis: int
    x: Operand
    result: Result


class ReduceAdd(_Reduction, name="mo.reduce.add"):
    """`%1 = mo.reduce.add(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[1], f32>`."""


class ReduceMul(_Reduction, name="mo.reduce.mul"):
    """`%1 = mo.reduce.mul(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[1], f32>`."""


class ReduceMax(_Reduction, name="mo.reduce.max"):
    """`%1 = mo.reduce.max(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[1], f32>`."""


class ReduceMin(_Reduction, name="mo.reduce.min"):
    """`%1 = mo.reduce.min(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[1], f32>`."""


class ReduceMean(_Reduction, name="mo.reduce.mean"):
    """`%1 = mo.reduce.mean(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[1], f32>`."""


class ReduceArgMax(_Reduction, name="mo.reduce.arg_max", results=rules.arg_reduction):
    """`%1 = mo.reduce.arg_max(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[1], si64>`."""


class ReduceArgMin(_Reduction, name="mo.reduce.arg_min", results=rules.arg_reduction):
    """`%1 = mo.reduce.arg_min(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[1], si64>`."""


class Softmax(_Reduction, name="mo.softmax", results=rules.along_axis):
    """`%1 = mo.softmax(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], f32>`."""


class Logsoftmax(_Reduction, name="mo.logsoftmax", results=rules.along_axis):
    """`%1 = mo.logsoftmax(%0) {axis = 0} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], f32>`."""


class Cumsum(_Reduction, name="mo.cumsum", results=rules.along_axis):
    """`%1 = mo.cumsum(%0) {axis = 0, exclusive = false, reverse = false} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], f32>`."""

    exclusive: bool
    reverse: bool


class LayerNorm(
    Op,
    name="mo.reduce.layer_norm",
    pure=True,
    results=rules.normalization,
    check=rules.fits,
    form="({x}, {gamma}, {beta}){attrs}{:all}",
):
    """(x - mean) / sqrt(variance + epsilon) · gamma + beta over the last axis.

    `%3 = mo.reduce.layer_norm(%0, %1, %2) {epsilon = 1.0e-05} : (!mo.tensor<[m, n], f32>, !mo.tensor<[n], f32>, !mo.tensor<[n], f32>) -> !mo.tensor<[m, n], f32>`
    """

    epsilon: float
    x: Operand
    gamma: Operand
    beta: Operand
    result: Result


class RmsNorm(
    Op,
    name="mo.reduce.rms_norm",
    pure=True,
    results=rules.normalization,
    check=rules.fits,
    form="({x}, {weight}){attrs}{:all}",
):
    """x / sqrt(mean(x²) + epsilon) · (weight + weight_offset) over the last axis.

    `%2 = mo.reduce.rms_norm(%0, %1) {epsilon = 1.0e-05, weight_offset = 0.0, multiply_before_cast = false} : (!mo.tensor<[m, n], f32>, !mo.tensor<[n], f32>) -> !mo.tensor<[m, n], f32>`
    """

    epsilon: float
    weight_offset: float
    multiply_before_cast: bool
    x: Operand
    weight: Operand
    result: Result


class GroupNorm(
    Op,
    name="mo.reduce.group_norm",
    pure=True,
    results=rules.group_normalization,
    check=rules.fits,
    form="({x}, {gamma}, {beta}){attrs}{:all}",
):
    """Each group of channels (axis 1) normalised with the axes behind it, then scaled and shifted by channel.

    `%3 = mo.reduce.group_norm(%0, %1, %2) {num_groups = 2, epsilon = 1.0e-05} : (!mo.tensor<[b, 4, n], f32>, !mo.tensor<[4], f32>, !mo.tensor<[4], f32>) -> !mo.tensor<[b, 4, n], f32>`
    """

    num_groups: int
    epsilon: float
    x: Operand
    gamma: Operand
    beta: Operand
    result: Result


# -- products --------------------------------------------------------------------------------------------


class Matmul(
    Op,
    name="mo.matmul",
    pure=True,
    results=rules.exact_matmul,
    check=rules.fits,
    form="({lhs}, {rhs}){attrs}{:all}",
):
    """Product of matrices.

    `%2 = mo.matmul(%0, %1) : (!mo.tensor<[m, k], f32>, !mo.tensor<[k, n], f32>) -> !mo.tensor<[m, n], f32>`
    """

    transpose_b: bool
    lhs: Operand
    rhs: Operand
    result: Result


class BatchMatmul(Matmul, name="mo.batch_matmul"):
    """Products of matrices, one for each of the batch.

    `%2 = mo.batch_matmul(%0, %1) : (!mo.tensor<[b, m, k], f32>, !mo.tensor<[b, k, n], f32>) -> !mo.tensor<[b, m, n], f32>`
    """


# -- views and movement ----------------------------------------------------------------------------------


class _ToShape(Op, pure=True, form="({x}){attrs}{:all}"):
    x: Operand
    result: Result


class Reshape(_ToShape, name="mo.static.reshape", check=rules.to_shape(rules.same_count)):
    """The same elements in order: `%1 = mo.static.reshape(%0) : (!mo.tensor<[m, n], f32>) -> !mo.tensor<["m * n"], f32>`."""


class BroadcastTo(_ToShape, name="mo.static.broadcast_to", check=rules.to_shape(rules.stretches)):
    """Stretched: `%1 = mo.static.broadcast_to(%0) : (!mo.tensor<[n], f32>) -> !mo.tensor<[m, n], f32>`."""


class Rebind(_ToShape, name="mo.rebind", check=rules.to_shape(rules.same_rank)):
    """The same tensor, whose shape is this, which is checked when it runs: `%1 = mo.rebind(%0) {message = "rows"} : (!mo.tensor<[n], f32>) -> !mo.tensor<[m], f32>`."""

    message: str


class Transpose(
    Op,
    name="mo.transpose",
    pure=True,
    results=rules.transpose,
    check=rules.fits,
    form="({x}){attrs}{:all}",
):
    """Axes in another order: `%1 = mo.transpose(%0) {permutation = [1, 0]} : (!mo.tensor<[m, n], f32>) -> !mo.tensor<[n, m], f32>`."""

    permutation: tuple[int, ...]
    x: Operand
    result: Result


class Slice(_ToShape, name="mo.slice", check=rules.slices):
    """A part: along each axis as many elements as the result has, from `starts` in `steps`.

    `%1 = mo.slice(%0) {starts = [#dim<"1">], steps = [1]} : (!mo.tensor<[n], f32>) -> !mo.tensor<["n - 1"], f32>`
    """

    starts: tuple[Any, ...]
    steps: tuple[int, ...]


class Concat(
    Op,
    name="mo.concat",
    pure=True,
    results=rules.concatenation,
    check=rules.fits,
    form="({parts}){attrs}{:all}",
):
    """One behind the other: `%2 = mo.concat(%0, %1) {axis = 0} : (!mo.tensor<[m], f32>, !mo.tensor<[n], f32>) -> !mo.tensor<["m + n"], f32>`."""

    axis: int
    parts: Operands
    result: Result


class Split(
    Op,
    name="mo.split",
    pure=True,
    results=rules.split,
    check=rules.fits,
    form="({x}){attrs}{:all}",
):
    """Parts of the sizes given: `%1:2 = mo.split(%0) {axis = 0, sizes = [#dim<"1">, #dim<"3">]} : (!mo.tensor<[4], f32>) -> (!mo.tensor<[1], f32>, !mo.tensor<[3], f32>)`."""

    axis: int
    sizes: tuple[Any, ...]
    x: Operand
    parts: Results


class Gather(
    Op,
    name="mo.gather",
    pure=True,
    results=rules.gather,
    check=rules.fits,
    form="({x}, {indices}){attrs}{:all}",
):
    """Slices along an axis by their numbers: `%2 = mo.gather(%0, %1) {axis = 0} : (!mo.tensor<[m, n], f32>, !mo.tensor<[k], si64>) -> !mo.tensor<[k, n], f32>`."""

    axis: int
    x: Operand
    indices: Operand
    result: Result


class PadConstant(
    Op,
    name="mo.pad.constant",
    pure=True,
    results=rules.padding,
    check=rules.fits,
    form="({x}){attrs}{:all}",
):
    """A value around: `%1 = mo.pad.constant(%0) {paddings = [1, 2], value = 0.0} : (!mo.tensor<[n], f32>) -> !mo.tensor<["n + 3"], f32>`."""

    paddings: tuple[int, ...]
    value: float
    x: Operand
    result: Result


# -- constants -------------------------------------------------------------------------------------------


class Constant(Op, name="mo.constant", pure=True):
    """Numbers known now, as the bytes of their elements: `%0 = mo.constant {value = b"\\01\\02"} : !mo.tensor<[2], ui8>`."""

    value: bytes
    result: Result


class ConstantExternal(Op, name="mo.constant.external", pure=True):
    """A weight, given by name when the model is loaded: `%0 = mo.constant.external "w" : !mo.tensor<[2], f32>`."""

    name: str
    align: int
    is_placeholder: bool  # the prefix of the call stands before its name
    result: Result


class IndexToTensor(Op, name="mo.index.to_tensor", pure=True):
    """A dimension as a number: `%0 = mo.index.to_tensor {size = #dim<"n * 2">} : !mo.tensor<[], si64>`."""

    size: Any
    result: Result


# -- memory, devices, effects ----------------------------------------------------------------------------


class ChainCreate(Op, name="mo.chain.create", results=rules.chains):
    """The start of an order: `%0 = mo.chain.create : !mo.chain`."""

    result: Result


class Load(Op, name="mo.mutable.load", results=rules.loaded, check=rules.fits, form="({buffer}, {chain}){attrs}{:all}"):  # fmt: skip
    """What a buffer holds: `%2:2 = mo.mutable.load(%0, %1) : (!mo.buffer<[n], f32>, !mo.chain) -> (!mo.tensor<[n], f32>, !mo.chain)`."""

    buffer: Operand
    chain: Operand
    result: Result
    after: Result


class Store(Op, name="mo.mutable.store", results=rules.stored, check=rules.fits, form="({buffer}, {value}, {chain}){attrs}{:all}"):  # fmt: skip
    """A buffer's new value: `%3 = mo.mutable.store(%0, %1, %2) : (!mo.buffer<[n], f32>, !mo.tensor<[n], f32>, !mo.chain) -> !mo.chain`."""

    buffer: Operand
    value: Operand
    chain: Operand
    after: Result


class Transfer(Op, name="mo.transfer", pure=True, results=rules.moved, check=rules.fits, form="({x}){attrs}{:all}"):  # fmt: skip
    """The same tensor on another device: `%1 = mo.transfer(%0) {device = "gpu:0"} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], f32, gpu:0>`."""

    device: str
    x: Operand
    result: Result


class Custom(Op, name="mo.custom", pure=True, form="({operands_}){attrs}{:all}"):
    """A kernel by its name, with parameters: `%1 = mo.custom(%0) {symbol = "scale", device = "cpu:0", parameters = {by = 2}} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], f32>`."""

    symbol: str
    device: str
    parameters: dict[str, Any]
    operands_: Operands
    results_: Results


class CustomInplace(Op, name="mo.custom.inplace", check=rules.ordered, form="({operands_}){attrs}{:all}"):  # fmt: skip
    """A kernel that changes operands; the last one is the chain before it, the last result the chain after.

    `%2 = mo.custom.inplace(%0, %1) {symbol = "grow", device = "cpu:0", parameters = {by = 2}} : (!mo.buffer<[n], f32>, !mo.chain) -> !mo.chain`
    """

    symbol: str
    device: str
    parameters: dict[str, Any]
    operands_: Operands
    results_: Results


# -- sizes that are found while the model runs -----------------------------------------------------------------


class InvokeShapeFunc(Op, name="mo.invoke_shape_func", pure=True, form="({operands_}){attrs}{:all}"):  # fmt: skip
    """What the shape function of a kernel says about its result: one number per axis, on the host.

    `%1 = mo.invoke_shape_func(%0) {symbol = "mo.arg_nonzero", parameters = {}} : (!mo.tensor<[n], f32>) -> !mo.tensor<[2], si64>`
    """

    symbol: str
    parameters: dict[str, Any]
    operands_: Operands
    shape: Result


class DeclareSizes(Op, name="mo.declare_sizes", form="({shape}){attrs}{:types shape}"):
    """Names get the numbers of a shape; sizes that are known already must be equal to them.

    `mo.declare_sizes(%0) {names = ["k"], dims = [#dim<"k">, #dim<"1">]} : !mo.tensor<[2], si64>`
    """

    names: tuple[str, ...]
    dims: tuple[Any, ...]
    shape: Operand
