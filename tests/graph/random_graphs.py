"""Random graphs: op DAGs with symbolic dimensions, broadcasts, views, reductions, several element types.

What it cannot produce: effects (buffers, chains), control flow, custom ops, float16 and smaller types, empty tensors, more
than one device. Numbers stay small, so that integer arithmetic is exact and floats are finite.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ember.dtype import DType
from ember.graph import DeviceRef, Dim, Graph, TensorType, TensorValue, ops

CPU = DeviceRef.CPU()
SIZES = {"m": 3, "n": 4, "k": 2}
FLOATS = (DType.float32, DType.float64)
INTEGERS = (DType.int32, DType.int64)
UNARY = (
    ops.abs,
    ops.negate,
    ops.relu,
    ops.tanh,
    ops.sigmoid,
    ops.silu,
    ops.sin,
    ops.cos,
    ops.floor,
)
BINARY = (ops.add, ops.sub, ops.mul, ops.max, ops.min)
COMPARISONS = (ops.equal, ops.greater, ops.greater_equal, ops.not_equal)
REDUCTIONS = (ops.sum, ops.mean, ops.softmax, lambda x, axis: ops.max(x, axis=axis))


class Maker:
    """Builds one random graph."""

    def __init__(self, seed: int, length: int) -> None:
        self.random = random.Random(seed)
        self.length = length

    def graph(self) -> tuple[Graph, list[np.ndarray[Any, Any]]]:
        types = [self.input_type() for _ in range(self.random.randint(1, 3))]
        numbers = np.random.default_rng(self.random.randrange(1 << 32))
        arrays = [self.array(type, numbers) for type in types]
        with Graph("random", input_types=types) as graph:
            values = [value.tensor for value in graph.inputs]
            for _ in range(self.length):
                made = self.step(values)
                if made is not None:
                    values.append(made)
            count = self.random.randint(1, min(3, len(values)))
            graph.output(*self.random.sample(values, count))
        return graph, arrays

    def input_type(self) -> TensorType:
        dims: list[str | int] = [
            self.random.choice(("m", "n", "k", 1, 2, 4)) for _ in range(self.random.randint(0, 3))
        ]
        return TensorType(self.random.choice(FLOATS + INTEGERS), dims, CPU)

    def array(self, type: TensorType, numbers: np.random.Generator) -> np.ndarray[Any, Any]:
        shape = [SIZES[str(dim)] if str(dim) in SIZES else int(dim) for dim in type.shape]
        return numbers.integers(-4, 5, shape).astype(type.dtype.to_numpy())

    def step(self, values: list[TensorValue]) -> TensorValue | None:
        """One more op on values so far; None where it does not fit them."""
        kind = self.random.choice(
            (
                self.unary,
                self.binary,
                self.binary,
                self.view,
                self.view,
                self.reduce,
                self.product,
                self.select,
            )
        )
        try:
            return kind(values)
        except ValueError:
            return None

    def pick(self, values: list[TensorValue]) -> TensorValue:
        return self.random.choice(values[-6:])

    def unary(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        if self.random.random() < 0.2:
            return (
                ops.cast(x, self.random.choice(FLOATS + INTEGERS))
                if x.dtype is not DType.bool
                else None
            )
        return self.random.choice(UNARY)(x) if x.dtype.is_float() else None

    def binary(self, values: list[TensorValue]) -> TensorValue | None:
        x, y = self.pick(values), self.pick(values)
        if x.dtype is DType.bool or y.dtype is DType.bool:
            return ops.logical_and(x, y)
        if self.random.random() < 0.3:
            return self.random.choice(BINARY)(x, self.random.randint(-2, 2))
        return self.random.choice(BINARY if self.random.random() < 0.8 else COMPARISONS)(x, y)

    def view(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        if not x.rank:
            return x.broadcast_to([self.random.choice(("m", 3))])
        axis = self.random.randrange(x.rank)
        match self.random.randrange(8):
            case 0:
                return x.permute(self.random.sample(range(x.rank), x.rank))
            case 1:
                return x.flatten()
            case 2:
                return ops.unsqueeze(x, axis)
            case 3:
                return ops.concat([x, self.pick(values)], axis)
            case 4:
                return x[(slice(None),) * axis + (slice(None, None, self.random.randint(1, 2)),)]
            case 5:
                return x[(slice(None),) * axis + (0,)]
            case 6:
                return x.broadcast_to([Dim("k"), *x.shape])
            case _:
                return ops.pad(x, [0, 1] * x.rank)

    def reduce(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        if not x.rank or x.dtype is DType.bool:
            return None
        axis = self.random.randrange(x.rank)
        if not x.dtype.is_float():
            return ops.sum(x, axis)
        return self.random.choice(REDUCTIONS)(x, axis)

    def product(self, values: list[TensorValue]) -> TensorValue | None:
        x, y = self.pick(values), self.pick(values)
        if x.dtype is DType.bool or y.dtype is DType.bool:
            return None
        return x @ (y.T if y.rank > 1 and self.random.random() < 0.5 else y)

    def select(self, values: list[TensorValue]) -> TensorValue | None:
        x, y = self.pick(values), self.pick(values)
        return ops.where(x > 0, x, y) if x.dtype is not DType.bool else None
