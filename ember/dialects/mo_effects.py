"""`mo`: memory that is made and changed in part, printing, random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ember.dialects.mo_indexing import checked
from ember.dialects.mo_indexing_rules import scalar_on_host
from ember.dialects.mo_rules import Attributes, RuleViolation, chains, fits, ordered, tensors
from ember.dialects.mo_types import CHAIN, BufferType, TensorType
from ember.ir.nodes import Op, Operand, Result
from ember.ir.types import Type

# -- rules -----------------------------------------------------------------------------------------------


def _stored_slice(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    target, value = types[0], types[1]
    if not isinstance(target, BufferType) or not isinstance(value, TensorType):
        raise RuleViolation(f"takes a buffer and a tensor, not {target} and {value}")
    if (value.dtype, value.rank, value.device) != (target.dtype, target.rank, target.device):
        raise RuleViolation(f"cannot store {value} in a part of {target}")
    for name in ("starts", "steps"):
        if len(attrs[name]) != target.rank:
            raise RuleViolation(f"needs {name} for each axis of the buffer")
    return [CHAIN]


def _random(op: Op) -> str | None:
    (seed,) = tensors([v.type for v in op.operands])
    scalar_on_host(seed, "seed")
    result = op.results[0].type
    if not isinstance(result, TensorType) or not result.dtype.is_float:
        return f"gives floating-point numbers, not {result}"
    return None


# -- memory ----------------------------------------------------------------------------------------------


class BufferCreate(Op, name="mo.buffer.create", check=ordered, form="({chain}){attrs}{:all}"):
    """Memory of the graph's own: `%1:2 = mo.buffer.create(%0) : (!mo.chain) -> (!mo.buffer<[n], f32>, !mo.chain)`."""

    chain: Operand
    result: Result
    after: Result


class StoreSlice(Op, name="mo.mutable.store.slice", results=_stored_slice, check=fits, form="({buffer}, {value}, {chain}){attrs}{:all}"):  # fmt: skip
    """A part of a buffer gets a value: along each axis as many elements as the value has, from `starts` in `steps`.

    `%3 = mo.mutable.store.slice(%0, %1, %2) {starts = [#dim<"1">], steps = [1]} : (!mo.buffer<[n], f32>, !mo.tensor<[2], f32>, !mo.chain) -> !mo.chain`
    """

    starts: tuple[Any, ...]
    steps: tuple[int, ...]
    buffer: Operand
    value: Operand
    chain: Operand
    after: Result


# -- printing --------------------------------------------------------------------------------------------


class DebugPrint(Op, name="mo.debug.print", results=chains, form="({chain}){attrs}{:all}"):
    """A text: `%1 = mo.debug.print(%0) {message = "here"} : (!mo.chain) -> !mo.chain`."""

    message: str
    chain: Operand
    after: Result


class DebugTensorPrint(Op, name="mo.debug.tensor.print", results=chains, form="({x}, {chain}){attrs}{:all}"):  # fmt: skip
    """A tensor with a label: `%2 = mo.debug.tensor.print(%0, %1) {label = "x"} : (!mo.tensor<[n], f32>, !mo.chain) -> !mo.chain`."""

    label: str
    x: Operand
    chain: Operand
    after: Result


# -- random numbers --------------------------------------------------------------------------------------


class RandomUniform(Op, name="mo.random.uniform", pure=True, check=checked(_random), form="({seed}){attrs}{:all}"):  # fmt: skip
    """Numbers between two: `%1 = mo.random.uniform(%0) {low = 0.0, high = 1.0} : (!mo.tensor<[], si64>) -> !mo.tensor<[n], f32>`."""

    low: float
    high: float
    seed: Operand
    result: Result


class RandomNormal(Op, name="mo.random.normal", pure=True, check=checked(_random), form="({seed}){attrs}{:all}"):  # fmt: skip
    """Numbers around a mean: `%1 = mo.random.normal(%0) {mean = 0.0, std = 1.0} : (!mo.tensor<[], si64>) -> !mo.tensor<[n], f32>`."""

    mean: float
    std: float
    seed: Operand
    result: Result
