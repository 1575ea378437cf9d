"""`mo`: weights in another order of elements, for the machine's sake, or in blocks of bytes.

What `pack` gives has the shape of what it is given; in what order its elements lie only the op knows that takes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ember.dialects.mo_indexing import checked
from ember.dialects.mo_rules import Attributes, RuleViolation, exact_matmul, fits, tensors
from ember.dialects.mo_types import TensorType
from ember.ir.nodes import Op, Operand, Operands, Result
from ember.ir.types import Type


def _packed(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """A matrix [k, n], whichever way round it came."""
    (x,) = tensors(types)
    if x.rank != 2:
        raise RuleViolation(f"takes a matrix, not rank {x.rank}")
    return [x.with_dims(x.dims[::-1]) if attrs.get("transpose_b") else x]


def _reordered(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    return [x]


def _quantised(op: Op) -> str | None:
    weights = op.operands[-1].type
    result = op.results[0].type
    assert isinstance(weights, TensorType)
    if weights.dtype.name != "ui8" or weights.rank != 2:
        return f"takes weights as rows of bytes, uint8 [rows, bytes], not {weights}"
    return None if isinstance(result, TensorType) and result.rank == 2 else f"gives a matrix, not {result}"  # fmt: skip


class MatmulPack(Op, name="mo.matmul.pack", pure=True, results=_packed, check=fits, form="({x}){attrs}{:all}"):  # fmt: skip
    """The right side of products: `%1 = mo.matmul.pack(%0) {transpose_b = true} : (!mo.tensor<[n, k], f32>) -> !mo.tensor<[k, n], f32>`."""

    transpose_b: bool
    x: Operand
    result: Result


class MatmulPacked(Op, name="mo.matmul.packed", pure=True, results=exact_matmul, check=fits, form="({lhs}, {rhs}){attrs}{:all}"):  # fmt: skip
    """A matrix times a packed one: `%2 = mo.matmul.packed(%0, %1) : (!mo.tensor<[m, k], f32>, !mo.tensor<[k, n], f32>) -> !mo.tensor<[m, n], f32>`."""

    lhs: Operand
    rhs: Operand
    result: Result


class QMatmul(Op, name="mo.qmatmul", pure=True, check=checked(_quantised), form="({lhs}, {rhs}){attrs}{:all}"):  # fmt: skip
    """A matrix times the transpose of one in blocks of bytes.

    `%2 = mo.qmatmul(%0, %1) {encoding = "q4_0"} : (!mo.tensor<[m, 32], f32>, !mo.tensor<[n, 18], ui8>) -> !mo.tensor<[m, n], f32>`
    """

    encoding: str
    lhs: Operand
    rhs: Operands
    result: Result


class QMatmulPack(Op, name="mo.qmatmul.pack", pure=True, results=_reordered, check=fits, form="({x}){attrs}{:all}"):  # fmt: skip
    """Blocks of bytes in the machine's order: `%1 = mo.qmatmul.pack(%0) {encoding = "q4_0"} : (!mo.tensor<[n, 18], ui8>) -> !mo.tensor<[n, 18], ui8>`."""

    encoding: str
    x: Operand
    result: Result


class QMatmulPacked(Op, name="mo.qmatmul.packed", pure=True, check=checked(_quantised), form="({lhs}, {rhs}){attrs}{:all}"):  # fmt: skip
    """The same with packed blocks.

    `%2 = mo.qmatmul.packed(%0, %1) {encoding = "q4_0"} : (!mo.tensor<[m, 32], f32>, !mo.tensor<[n, 18], ui8>) -> !mo.tensor<[m, n], f32>`
    """

    encoding: str
    lhs: Operand
    rhs: Operand
    result: Result


class Dequantize(Op, name="mo.dequantize", pure=True, check=checked(_quantised), form="({x}){attrs}{:all}"):  # fmt: skip
    """The numbers of a matrix in blocks of bytes: `%1 = mo.dequantize(%0) {encoding = "q4_0"} : (!mo.tensor<[n, 18], ui8>) -> !mo.tensor<[n, 32], f32>`."""

    encoding: str
    x: Operand
    result: Result
