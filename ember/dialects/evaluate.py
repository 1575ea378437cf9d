"""The one meaning of every pure op: `evaluate(op, operand values) -> result values`.

Constant folding in the builder, sparse constant propagation and the compile-time interpreter all come here, so they
cannot disagree. Values have the forms of `constants.py`. None means that the op has no compile-time value for these
operands (a zero divisor, arithmetic on an address that is not known yet); the op then stays as it is.

The declaration of an op names its *meaning* (`meanings.py`), which looks at types and attributes once and gives a *kernel*, a
plain function of the operand values; kernels are cached, so that evaluating an op is two dict lookups and a call.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from ember.dialects.arithmetic import CannotEvaluate, expression, lane_of
from ember.dialects.intrinsics import evaluate_intrinsic
from ember.dialects.meanings import (
    PREDICATES,
    Kernel,
    Meaning,
    arithmetic,
    compare,
    element_offset,
    operation_of,
)
from ember.ir.nodes import Op

__all__ = [
    "CannotEvaluate",
    "element_offset",
    "evaluate",
    "evaluate_intrinsic",
    "kernel_for",
    "lane_expression",
]


def evaluate(op: Op, operands: Sequence[object]) -> tuple[object, ...] | None:
    """The results of a pure op for these operand values, or None when it has none."""
    try:
        kernel = kernel_for(op)
        return None if kernel is None else (kernel(*operands),)
    except (CannotEvaluate, ZeroDivisionError):
        return None


def kernel_for(op: Op) -> Kernel | None:
    """The function from operand values to the result value; it raises `CannotEvaluate` or `ZeroDivisionError`."""
    cls = op.__class__
    meaning: Meaning | None = cls.meaning
    if meaning is None:
        return None
    key_of = cls.meaning_key
    if key_of is None:
        return meaning(op)
    key = (cls, *key_of(op))
    try:
        return _KERNELS[key]
    except KeyError:
        kernel = _KERNELS[key] = meaning(op)
        return kernel


_KERNELS: Final[dict[Hashable, Kernel | None]] = {}


def lane_expression(op: Op) -> str | None:
    """The Python expression of an arithmetic op or comparison on one lane, for code generators; else None."""
    if op.__class__.meaning is arithmetic:
        lane = lane_of(op.results[0].type)
        return expression(operation_of(op), lane) if lane is not None and lane.width == 1 else None
    if op.__class__.meaning is compare:
        lane = lane_of(op.operands[0].type)
        predicate = PREDICATES[op.attrs["predicate"]]
        return f"({{0}} {predicate} {{1}})" if lane and lane.width == 1 else None
    return None
