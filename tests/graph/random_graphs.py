"""Random graphs: op DAGs with symbolic dimensions, broadcasts, views, reductions, several element types; with `MORE`, also custom ops
(`random_kernels`), random numbers and buffers of the caller that are changed; with `ALL`, small element types, empty tensors, loops with several
results, norms, parts and new shapes, subgraphs, weights and arrays among the constants; with `WHOLE`, bfloat16, values of Mojo types, loops in branches and
branches in loops. With a device, everything is there, and some of it goes to the host and back.

What it cannot produce: floats smaller than 16 bits, values of Mojo types in loops. Numbers stay small, so that arithmetic of integers of 32 bits is exact and
floats are finite; float16 and bfloat16 take part in what is rounded once an element.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from ember.dtype import DType
from ember.graph import (
    BufferType,
    BufferValue,
    DeviceRef,
    Dim,
    Graph,
    OpaqueType,
    StaticDim,
    TensorType,
    TensorValue,
    Weight,
    ops,
)

CPU = DeviceRef.CPU()
SIZES = {"m": 3, "n": 4, "k": 2}
EMPTY = {"m": 0, "n": 4, "k": 2}
SMALL = (DType.float16, DType.int8, DType.uint8, DType.int16)
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
EXACT = (ops.abs, ops.negate, ops.relu, ops.floor)
BINARY = (ops.add, ops.sub, ops.mul, ops.max, ops.min)
COMPARISONS = (ops.equal, ops.greater, ops.greater_equal, ops.not_equal)
KINDS = ("unary", "binary", "binary", "view", "view", "reduce", "product", "select", "position", "repeat", "control", "effect", "found", "image")  # fmt: skip
"""What is drawn from; a name that comes twice is drawn twice as often."""
MORE = (*KINDS, "custom", "custom", "chance", "mutation", "unary", "binary")
"""The same with kernels of a user, random numbers and the caller's buffers."""
ALL = (
    *MORE,
    "several",
    "several",
    "norm",
    "part",
    "reshaped",
    "called",
    "weighted",
    "array_constant",
    "moved",
)
"""The same with much more."""
WHOLE = (*ALL, "rounded", "nested", "tallied")
"""The same with everything there is."""
ON_DEVICE = tuple(kind for kind in WHOLE if kind != "tallied")
"""What graphs of a device may do: values of Mojo types live on the host."""
FOLDER = Path(__file__).parent / "random_kernels"
REDUCTIONS = (ops.sum, ops.mean, ops.softmax, lambda x, axis: ops.max(x, axis=axis))


class Maker:
    """Builds one random graph of ops of these kinds."""

    def __init__(
        self, seed: int, length: int, kinds: tuple[str, ...] = KINDS, device: DeviceRef = CPU
    ) -> None:
        self.random = random.Random(seed)
        self.length = length
        self.kinds = kinds
        self.device = device
        self.has_all = "several" in kinds
        self.sizes = EMPTY if self.has_all and self.random.random() < 0.05 else SIZES
        self.weights: dict[str, np.ndarray[Any, Any]] = {}
        """Numbers that the graph is loaded with."""
        self.buffers: list[BufferValue] = []
        self.given: list[BufferValue] = []
        """Buffers of the caller."""
        self.names = 0
        """How many sizes have names of their own."""

    def graph(self) -> tuple[Graph, list[np.ndarray[Any, Any]]]:
        types: list[TensorType | BufferType] = [self.input_type() for _ in range(self.random.randint(1, 3))]  # fmt: skip
        if "mutation" in self.kinds and self.random.random() < 0.5:
            types.append(self.input_type().as_buffer())
        numbers = np.random.default_rng(self.random.randrange(1 << 32))
        arrays = [self.array(type, numbers) for type in types]
        folders = [FOLDER] if "custom" in self.kinds else []
        with Graph("random", input_types=types, custom_extensions=folders) as graph:
            values = [value.tensor for value in graph.inputs if isinstance(value, TensorValue)]
            self.given = [value for value in graph.inputs if isinstance(value, BufferValue)]
            for _ in range(self.length):
                values += self.step(values)
            most = 3 if self.kinds is KINDS else 6
            count = self.random.randint(1, min(most, len(values)))
            graph.output(*self.random.sample(values, count))
        return graph, arrays

    def input_type(self) -> TensorType:
        dims: list[str | int] = [
            self.random.choice(("m", "n", "k", 1, 2, 4)) for _ in range(self.random.randint(0, 3))
        ]
        chosen = SMALL if self.has_all and self.random.random() < 0.25 else FLOATS + INTEGERS
        return TensorType(self.random.choice(chosen), dims, self.device)

    def array(
        self, type: TensorType | BufferType, numbers: np.random.Generator
    ) -> np.ndarray[Any, Any]:
        shape = [self.sizes[str(dim)] if str(dim) in SIZES else int(dim) for dim in type.shape]
        return numbers.integers(-4, 5, shape).astype(type.dtype.to_numpy())

    def step(self, values: list[TensorValue]) -> list[TensorValue]:
        """What one more op makes of values so far; nothing where it does not fit them."""
        kind = getattr(self, self.random.choice(self.kinds))
        try:
            made: TensorValue | list[TensorValue] | None = kind(values)
        except ValueError:
            return []
        return made if isinstance(made, list) else [] if made is None else [made]

    def pick(self, values: list[TensorValue]) -> TensorValue:
        return self.random.choice(values[-6:])

    def unary(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        if self.random.random() < 0.2:
            return self.cast(x) if x.dtype is not DType.bool else None
        if x.dtype is DType.float16:
            return self.random.choice(EXACT)(x)
        return self.random.choice(UNARY)(x) if x.dtype.is_float() else None

    def cast(self, x: TensorValue) -> TensorValue:
        """To another element type, whose limits only whole numbers are taken past."""
        is_whole = self.has_all and not x.dtype.is_float()
        return ops.cast(x, self.random.choice(FLOATS + INTEGERS + (SMALL if is_whole else ())))

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
        if not x.rank or x.dtype in (DType.bool, DType.float16):
            return None
        axis = self.random.randrange(x.rank)
        if not x.dtype.is_float():
            return ops.sum(x, axis)
        return self.random.choice(REDUCTIONS)(x, axis)

    def product(self, values: list[TensorValue]) -> TensorValue | None:
        x, y = self.pick(values), self.pick(values)
        if not {x.dtype, y.dtype}.isdisjoint((DType.bool, DType.float16)):
            return None
        return x @ (y.T if y.rank > 1 and self.random.random() < 0.5 else y)

    def select(self, values: list[TensorValue]) -> TensorValue | None:
        x, y = self.pick(values), self.pick(values)
        return ops.where(x > 0, x, y) if x.dtype is not DType.bool else None

    # -- ops that select, place and repeat ---------------------------------------------------------

    def indices(self, shape: list[int], below: int) -> TensorValue:
        numbers = [self.random.randrange(below) for _ in range(int(np.prod(shape)))]
        array = np.array(numbers, np.int64).reshape(shape)
        return ops.constant(array, device=self.device)

    def static(self, values: list[TensorValue]) -> tuple[TensorValue, int] | None:
        """A tensor and one of its axes whose size is known."""
        x = self.pick(values)
        axes = [i for i, dim in enumerate(x.shape) if isinstance(dim, StaticDim) and dim.dim > 0]
        return (x, self.random.choice(axes)) if axes and x.dtype is not DType.bool else None

    def position(self, values: list[TensorValue]) -> TensorValue | None:
        found = self.static(values)
        if found is None:
            return None
        x, axis = found
        size = int(x.shape[axis])
        match self.random.randrange(6):
            case 0:
                return ops.top_k(x, self.random.randint(1, size), axis)[self.random.randrange(2)]
            case 1:
                return ops.bottom_k(x, self.random.randint(1, size), axis)[0]
            case 2:
                return ops.gather(x, self.indices([self.random.randint(1, 3)], size), axis)
            case 3:
                if x.dtype is DType.float16:
                    return None
                return ops.cumsum(x, axis, self.random.random() < 0.5, self.random.random() < 0.5)
            case 4:
                return self.scatter(x)
            case _:
                return ops.argsort(x) if x.rank == 1 else ops.band_part(x, 0, None)

    def scatter(self, x: TensorValue) -> TensorValue | None:
        """One row replaced or changed."""
        if not isinstance(x.shape[0], StaticDim):
            return None
        places = self.indices([1, 1], x.shape[0].dim)
        updates = ops.unsqueeze(x[0], 0) * 2
        choose = self.random.choice((ops.scatter_nd, ops.scatter_nd_add, ops.scatter_nd_max))
        return choose(x, updates, places)

    def repeat(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        if not x.rank:
            return None
        axis = self.random.randrange(x.rank)
        match self.random.randrange(4):
            case 0:
                return ops.tile(x, [self.random.randint(1, 2) for _ in range(x.rank)])
            case 1:
                return ops.repeat_interleave(x, 2, axis)
            case 2:
                return ops.pad(x, [1, 1] * x.rank, mode="edge")
            case _:
                return ops.stack([x, x], axis)

    # -- control flow and memory -------------------------------------------------------------------

    def control(self, values: list[TensorValue]) -> TensorValue | None:
        x, y = self.pick(values), self.pick(values)
        if x.dtype is DType.bool:
            return None
        if self.random.random() < 0.5:
            at = [0] * x.rank
            total = x[tuple(at)] if x.rank else x
            is_positive = (total > 0).to(CPU) if self.device != CPU else total > 0
            return ops.cond(is_positive, [x.type], lambda: x + 1, lambda: self.chosen(x, y))[
                0
            ].tensor
        count = ops.constant(0, DType.int64, CPU)
        rounds = self.random.randint(0, 3)
        done = ops.while_loop(
            [count, x], lambda i, v: i < rounds, lambda i, v: [i + 1, ops.max(v - 1, -v)]
        )
        return done[1].tensor

    def nested(self, values: list[TensorValue]) -> TensorValue | None:
        """A choice in a loop, or a loop in a choice."""
        x = self.pick(values)
        if x.dtype is DType.bool:
            return None
        rounds = self.random.randint(0, 3)
        zero = ops.constant(0, DType.int64, CPU)

        def counted(start: TensorValue) -> TensorValue:
            done = ops.while_loop([zero, start], lambda i, v: i < rounds, lambda i, v: [i + 1, ops.negate(v) - 1])  # fmt: skip
            return done[1].tensor

        def one_round(i: TensorValue, v: TensorValue) -> list[TensorValue]:
            made = ops.cond(i > 0, [v.type], lambda: v + 1, lambda: ops.negate(v))
            return [i + 1, made[0].tensor]

        if self.random.random() < 0.5:
            return ops.while_loop([zero, x], lambda i, v: i < rounds, one_round)[1].tensor
        first = x[(0,) * x.rank] if x.rank else x
        is_positive = (first > 0).to(CPU)
        return ops.cond(is_positive, [x.type], lambda: counted(x), lambda: x - 1)[0].tensor

    def rounded(self, values: list[TensorValue]) -> TensorValue | None:
        """bfloat16 on the way, rounded once."""
        x = self.pick(values)
        if x.dtype not in (*FLOATS, *INTEGERS):
            return None
        small = x.cast(DType.bfloat16)
        made = self.random.choice((ops.abs, ops.negate, ops.relu, lambda v: ops.max(v, 1), lambda v: v + v))(small)  # fmt: skip
        return made.cast(x.dtype)

    def tallied(self, values: list[TensorValue]) -> TensorValue | None:
        """A value of a Mojo type: made of one tensor, changed by another, read."""
        x, y = self.pick(values), self.pick(values)
        if not x.rank or x.dtype is not DType.float32 or y.dtype is not DType.float32:
            return None
        tally = ops.custom("random_tally", CPU, [ops.flatten(x)], [OpaqueType("Tally")])[0]
        if y.rank:
            ops.inplace_custom("random_tally_more", CPU, [tally, ops.flatten(y)])
        result = TensorType(DType.float32, [2], CPU)
        return ops.custom("random_tally_read", CPU, [tally], [result])[0].tensor

    def chosen(self, x: TensorValue, y: TensorValue) -> TensorValue:
        return ops.max(x, y) if x.type == y.type else x

    def effect(self, values: list[TensorValue]) -> TensorValue | None:
        """A buffer of the graph's own is made, changed, read."""
        x = self.pick(values)
        if not self.buffers or self.random.random() < 0.4:
            buffer = ops.buffer_create(x.type.as_buffer())
            buffer[...] = x
            self.buffers.append(buffer)
            return buffer[...]
        buffer = self.random.choice(self.buffers)
        before = buffer[...]
        buffer[...] = ops.where(before == before, before, before) if before.rank else before
        if before.rank and self.random.random() < 0.5:
            part = buffer[0]
            buffer[0] = ops.negate(part) if part.dtype is not DType.bool else ~part
        return before

    # -- what a user adds ----------------------------------------------------------------------------

    def custom(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        if x.dtype is DType.bool:
            return None
        match self.random.randrange(3):
            case 0:
                return ops.custom("random_twice", self.device, [x], [x.type])[0].tensor
            case 1:
                by = {"by": self.random.randint(-3, 3)}
                return ops.custom("random_shift", self.device, [x], [x.type], by)[0].tensor
            case _ if self.device != CPU:
                return None
            case _:
                return ops.custom("random_backwards", CPU, [x], [x.type])[0].tensor if x.rank == 1 else None  # fmt: skip

    def chance(self, values: list[TensorValue]) -> TensorValue | None:
        """Random numbers, which NumPy does not know; fused and not, they are the same."""
        x = self.pick(values)
        if x.dtype is not DType.float32 or self.random.random() < 0.7:
            return None
        ops.random.set_seed(self.random.randrange(100))
        return x + ops.random.uniform(TensorType(DType.float32, x.shape, self.device))

    def mutation(self, values: list[TensorValue]) -> TensorValue | None:
        """A buffer of the caller is read and changed."""
        if not self.given:
            return None
        buffer = self.given[0]
        match self.random.randrange(4):
            case 0 if self.device == CPU:
                ops.inplace_custom("random_negate_buffer", CPU, [buffer])
            case 1:
                buffer[...] = buffer[...] + 1
            case 2 if buffer.rank:
                buffer[0] = buffer[0] * 2
            case _:
                fitting = [value for value in values if value.type == buffer.type.as_tensor()]
                if fitting:
                    buffer[...] = self.random.choice(fitting)
        return buffer[...]

    # -- several values at once, and what is elsewhere --------------------------------------------------

    def several(self, values: list[TensorValue]) -> list[TensorValue]:
        """Loops over one shape beside each other, with and without a temporary between them."""
        x = self.pick(values)
        if x.dtype is DType.bool:
            return []
        shared = x * 2 if self.random.random() < 0.5 else x
        made = [self.random.choice(BINARY)(shared, n) for n in range(self.random.randint(2, 4))]
        if self.random.random() < 0.5:
            made.append(self.random.choice(BINARY)(made[0], made[1]))
        return self.random.sample(made, self.random.randint(1, len(made)))

    def norm(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        if x.dtype is not DType.float32 or not x.rank or not isinstance(x.shape[-1], StaticDim):
            return None
        scale = self.numbers([int(x.shape[-1])])
        match self.random.randrange(3):
            case 0:
                made = ops.layer_norm(x, scale, scale, 1e-3)
            case 1:
                made = ops.rms_norm(x, scale, 1e-3)
            case _:
                made = ops.softmax(x)
        return made * 2 + x if self.random.random() < 0.5 else made

    def part(self, values: list[TensorValue]) -> list[TensorValue]:
        """Pieces of a tensor, some of which nobody needs."""
        found = self.static(values)
        if found is None:
            return []
        x, axis = found
        size = int(x.shape[axis])
        first = self.random.randint(0, size)
        return self.random.sample(
            ops.split(x, [first, size - first], axis), self.random.randint(1, 2)
        )

    def reshaped(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        if not x.rank:
            return ops.reshape(x, [1, 1])
        match self.random.randrange(3):
            case 0:
                return ops.reshape(x, [1, -1])
            case 1:
                return ops.reshape(x, [-1, *x.shape[1:], 1])
            case _:
                return (
                    x.rebind(list(x.shape))
                    if self.random.random() < 0.5
                    else ops.reshape(x, [*x.shape[::-1]])
                )

    def called(self, values: list[TensorValue]) -> TensorValue | None:
        """A graph of its own, called twice."""
        x = self.pick(values)
        if x.dtype is DType.bool:
            return None
        self.names += 1
        inner = Graph.current.add_subgraph(
            f"inner{self.names}", lambda v: ops.max(v * 2, v - 1), [x.type]
        )
        once = ops.call(inner, x)[0].tensor
        return ops.call(inner, once)[0].tensor if self.random.random() < 0.5 else once

    def weighted(self, values: list[TensorValue]) -> TensorValue | None:
        """Numbers given when the model is loaded, and what is computed of them alone."""
        found = self.static(values)
        if found is None:
            return None
        x, _ = found
        if x.dtype not in FLOATS or not isinstance(x.shape[-1], StaticDim):
            return None
        name = f"weight{len(self.weights)}"
        size = int(x.shape[-1])
        numbers = np.random.default_rng(self.random.randrange(100)).integers(-3, 4, size)
        self.weights[name] = numbers.astype(x.dtype.to_numpy())
        weight = Weight(name, x.dtype, [size], self.device)
        return x * (ops.abs(weight) + 1 if self.random.random() < 0.5 else weight)

    def numbers(self, shape: list[int]) -> TensorValue:
        count = int(np.prod(shape))
        array = np.array([self.random.randint(-3, 3) for _ in range(count)], np.float32)
        return ops.constant(array.reshape(shape), device=self.device)

    def array_constant(self, values: list[TensorValue]) -> TensorValue | None:
        x = self.pick(values)
        return x + self.numbers([4]) if x.dtype is DType.float32 else self.numbers([2, 4])

    def moved(self, values: list[TensorValue]) -> TensorValue | None:
        """To the host, changed there, and back."""
        x = self.pick(values)
        if self.device == CPU or x.dtype is DType.bool:
            return None
        return (x.to(CPU) + 1).to(self.device)

    # -- sizes that are found, and images ------------------------------------------------------------

    def found(self, values: list[TensorValue]) -> TensorValue | None:
        """A tensor whose size depends on numbers."""
        x = self.pick(values)
        if not x.rank or x.dtype is DType.bool:
            return None
        self.names += 1
        name = f"found{self.names}"
        match self.random.randrange(4):
            case 0:
                return ops.nonzero(x, name)
            case 1:
                end = ops.where((x[(0,) * x.rank] > 0).to(CPU), TensorValue(x.shape[0]), 0)
                return x[(slice(0, end), name),]
            case 2:
                places = ops.nonzero(x > 0, name)
                return ops.gather_nd(x, places)
            case _:
                start = ops.constant(-1, DType.int64, CPU)
                made = ops.range(start, TensorValue(x.shape[0]), 2, name, dtype=DType.int64, device=CPU)  # fmt: skip
                return made.to(self.device)

    def image(self, values: list[TensorValue]) -> TensorValue | None:
        """Windows and sizes of a picture."""
        x = self.pick(values)
        if x.rank != 3 or not x.dtype.is_float():
            return None
        picture = ops.unsqueeze(x, 0)
        match self.random.randrange(3):
            case 0:
                made = ops.max_pool2d(picture, (2, 2), padding=1)
            case 1:
                made = ops.avg_pool2d(picture, (1, 2), padding=1)
            case _:
                made = ops.resize_nearest(picture, [1, 2, 3, 5])
        return ops.squeeze(made, 0)
