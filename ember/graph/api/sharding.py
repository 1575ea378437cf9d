"""How a weight is shared out among devices: which part of it each device gets.

    weight.sharding_strategy = ShardingStrategy.rowwise(2)
    first, second = weight.shard([DeviceRef.GPU(0), DeviceRef.GPU(1)])

Where sizes do not divide, the first devices get one more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ember.graph.api.ops.views import concat

if TYPE_CHECKING:
    from ember.graph.api.values import TensorValue
    from ember.graph.api.weights import Weight


def _span(total: int, number: int, count: int) -> tuple[int, int]:
    """The part of `total` things that the device `number` of `count` gets."""
    each, left = divmod(total, count)
    start = number * each + min(number, left)
    return start, start + each + (number < left)


class Segment(NamedTuple):
    """A stretch of an axis that is shared out by itself, in units that stay whole."""

    size: int
    unit: int = 1

    @staticmethod
    def even(size: int) -> Segment:
        return Segment(size)

    @staticmethod
    def head_aware(num_heads: int, head_dim: int) -> Segment:
        """Heads stay whole."""
        return Segment(num_heads * head_dim, head_dim)

    def shard_range(self, i: int, num_devices: int) -> tuple[int, int]:
        start, end = _span(self.size // self.unit, i, num_devices)
        return start * self.unit, end * self.unit


_WHOLE_MODULES: Final = ("tensor_parallel", "expert_parallel")
"""Strategies of modules: they say themselves how their weights are shared out."""


class ShardingStrategy(NamedTuple):
    """Which part of a weight each of `num_devices` gets: `strategy(weight, i)`."""

    num_devices: int
    kind: str
    axis: int | None = None
    segments: tuple[Segment, ...] = ()

    def __call__(self, weight: Weight, i: int) -> TensorValue:
        """The part of device `i`, in the graph being built."""
        if self.kind in _WHOLE_MODULES:
            raise NotImplementedError(f"a module that is {self.kind} says itself how its weights are shared out")  # fmt: skip
        if self.axis is None:
            return weight.__tensorvalue__()
        total = int(weight.shape[self.axis])
        parts, start = [], 0
        for segment in self._segments(total):
            first, last = segment.shard_range(i, self.num_devices)
            if first != last or len(self.segments) < 2:
                parts.append(_part(weight, self.axis, start + first, start + last))
            start += segment.size
        if start != total:
            raise ValueError(f"axis {self.axis} of the weight '{weight.name}' has {total} elements; the strategy shares out {start}")  # fmt: skip
        return parts[0] if len(parts) == 1 else concat(parts, self.axis)

    def _segments(self, total: int) -> tuple[Segment, ...]:
        if self.kind == "gate_up":
            return (Segment(total // 2), Segment(total - total // 2))
        return self.segments or (Segment(total),)

    @property
    def sharded_axis(self) -> int | None:
        """The axis that is cut; None where every device gets everything."""
        return self.axis

    @property
    def is_rowwise(self) -> bool:
        return self.kind == "rowwise"

    @property
    def is_colwise(self) -> bool:
        return self.kind == "columnwise"

    @property
    def is_axiswise(self) -> bool:
        return self.kind == "axiswise"

    @property
    def is_replicate(self) -> bool:
        return self.kind == "replicate"

    @property
    def is_stacked_qkv(self) -> bool:
        return self.kind == "stacked_qkv"

    @property
    def is_head_aware_colwise(self) -> bool:
        return self.kind == "head_aware_columnwise"

    @property
    def is_tensor_parallel(self) -> bool:
        return self.kind == "tensor_parallel"

    @property
    def is_expert_parallel(self) -> bool:
        return self.kind == "expert_parallel"

    @property
    def is_gate_up(self) -> bool:
        return self.kind == "gate_up"

    @property
    def is_segmented(self) -> bool:
        return self.kind == "segmented"

    @staticmethod
    def rowwise(num_devices: int) -> ShardingStrategy:
        """Rows, axis 0."""
        return ShardingStrategy(num_devices, "rowwise", 0)

    @staticmethod
    def columnwise(num_devices: int) -> ShardingStrategy:
        """Columns, axis 1."""
        return ShardingStrategy(num_devices, "columnwise", 1)

    @staticmethod
    def axiswise(axis: int, num_devices: int) -> ShardingStrategy:
        return ShardingStrategy(num_devices, "axiswise", axis)

    @staticmethod
    def replicate(num_devices: int) -> ShardingStrategy:
        """Everything for everybody."""
        return ShardingStrategy(num_devices, "replicate")

    @staticmethod
    def stacked_qkv(num_devices: int, num_heads: int, head_dim: int) -> ShardingStrategy:
        """Three matrices in a row along axis 0, each cut between heads."""
        heads = Segment.head_aware(num_heads, head_dim)
        return ShardingStrategy(num_devices, "stacked_qkv", 0, (heads, heads, heads))

    @staticmethod
    def head_aware_columnwise(num_devices: int, num_heads: int, head_dim: int) -> ShardingStrategy:
        """Columns, cut between heads."""
        heads = Segment.head_aware(num_heads, head_dim)
        return ShardingStrategy(num_devices, "head_aware_columnwise", 1, (heads,))

    @staticmethod
    def gate_up(num_devices: int, axis: int = 2) -> ShardingStrategy:
        """Two halves along an axis, each cut."""
        return ShardingStrategy(num_devices, "gate_up", axis)

    @staticmethod
    def segmented(num_devices: int, axis: int, segments: Sequence[Segment]) -> ShardingStrategy:
        """Stretches of an axis, each cut by itself."""
        return ShardingStrategy(num_devices, "segmented", axis, tuple(segments))

    @staticmethod
    def tensor_parallel(num_devices: int) -> ShardingStrategy:
        """Of a module, which says itself how its weights are shared out."""
        return ShardingStrategy(num_devices, "tensor_parallel", None)

    @staticmethod
    def expert_parallel(num_devices: int) -> ShardingStrategy:
        """The same for a module of experts."""
        return ShardingStrategy(num_devices, "expert_parallel", None)


def _part(weight: Weight, axis: int, start: int, end: int) -> TensorValue:
    """Elements from `start` to `end` of an axis."""
    before = axis % weight.rank
    return weight.__tensorvalue__()[(*[slice(None)] * before, slice(start, end))]
