"""`mo`: mixtures of experts. Rows are sorted by the expert that looks at them, and each group is multiplied with that expert's matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ember.dialects.dimensions import constant
from ember.dialects.mo_rules import Attributes, RuleViolation, fits, same_dimension, tensors
from ember.dialects.mo_types import tensor
from ember.ir.nodes import Op, Operand, Result
from ember.ir.types import Type
from ember.support.dtype import BY_NAME

_POSITION: Final = BY_NAME["ui32"]
_EXPERT: Final = BY_NAME["si32"]


def _grouped(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    rows, matrices, starts, ids = tensors(types)
    if rows.dtype is not matrices.dtype:
        raise RuleViolation(
            f"takes one element type, not {rows.dtype.source_name} and {matrices.dtype.source_name}"
        )
    if rows.rank != 2 or matrices.rank != 3:
        raise RuleViolation(
            f"takes rows of rank 2 and matrices of rank 3, not {rows.rank} and {matrices.rank}"
        )
    if starts.rank != 1 or starts.dtype is not _POSITION:
        raise RuleViolation(f"takes the starts of groups as uint32 [groups + 1], not {starts}")
    if ids.rank != 1 or ids.dtype is not _EXPERT:
        raise RuleViolation(f"takes the experts of groups as int32 [groups], not {ids}")
    same_dimension(rows.dims[1], matrices.dims[2], "the inner dimensions")
    return [rows.with_dims((rows.dims[0], matrices.dims[1]))]


def _indices(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (chosen,) = tensors(types)
    if chosen.rank != 1 or chosen.dtype is not _EXPERT:
        raise RuleViolation(f"takes the chosen experts as int32 [choices], not {chosen}")
    experts = attrs["experts"]
    if experts < 1:
        raise RuleViolation(f"is for at least one expert, not {experts}")
    each, device = chosen.dims[0], chosen.device
    return [
        tensor((each,), _POSITION, device),
        tensor((constant(experts + 1),), _POSITION, device),
        tensor((each,), _POSITION, device),
        tensor((constant(experts),), _EXPERT, device),
        tensor((constant(2),), _POSITION, device),
    ]


class GroupedMatmul(Op, name="mo.grouped.matmul.ragged", pure=True, results=_grouped, check=fits, form="({lhs}, {rhs}, {starts}, {ids}){attrs}{:all}"):  # fmt: skip
    """Rows `starts[i]` to `starts[i + 1]` times the transpose of matrix `ids[i]`; rows of no group are zeros.

    `%4 = mo.grouped.matmul.ragged(%0, %1, %2, %3) : (!mo.tensor<[m, k], f32>, !mo.tensor<[8, n, k], f32>, !mo.tensor<[9], ui32>, !mo.tensor<[8], si32>) -> !mo.tensor<[m, n], f32>`
    """

    lhs: Operand
    rhs: Operand
    starts: Operand
    ids: Operand
    result: Result


class MoeCreateIndices(Op, name="mo.moe.create.indices", pure=True, results=_indices, check=fits, form="({chosen}){attrs}{:all}"):  # fmt: skip
    """Choices of experts in the order of experts: where each came from, where experts begin, where each went, the experts, the most of one and how many there are.

    `%1:5 = mo.moe.create.indices(%0) {experts = 8} : (!mo.tensor<[m], si32>) -> (!mo.tensor<[m], ui32>, !mo.tensor<[9], ui32>, !mo.tensor<[m], ui32>, !mo.tensor<[8], si32>, !mo.tensor<[2], ui32>)`
    """

    experts: int
    chosen: Operand
    order: Result
    starts: Result
    restore: Result
    ids: Result
    usage: Result
