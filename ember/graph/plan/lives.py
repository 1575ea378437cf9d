"""When each tensor of a graph of kernels is written first and read last.

Time runs through branches and loops as they are written. What a loop reads from outside lives until the loop ends; what goes
round in a loop is one memory, that of the loop's results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ember.dialects import mo, mo_control, mo_effects, mogg
from ember.dialects.mo_types import ShapedType
from ember.ir.nodes import Op, Region, Value

CONTROL: Final = (mo_control.If, mo_control.While)
ENDS: Final = (mo_control.Yield, mo_control.WhileCondition)
_OWNERS: Final = (mogg.Kernel, mo.Constant, mo.ConstantExternal, mo.Transfer, mo_effects.BufferCreate, *CONTROL)  # fmt: skip
"""Ops whose results are memory of their own."""


def memory_of(value: Value) -> Value:
    """The tensor whose memory a value is."""
    while True:
        owner = value.owner
        if isinstance(owner, Region):
            loop = owner.parent
            if not isinstance(loop, mo_control.While):
                return value
            return loop.results[value.index]
        if isinstance(owner, _OWNERS):
            return value
        value = owner.operands[0]


def around_kernels(ops: Iterable[Op]) -> Iterator[Op]:
    """These ops and what is inside of them, but not what kernels are made of: that sees nothing but the kernel's operands."""
    for op in ops:
        yield op
        if not isinstance(op, mogg.Kernel):
            for inner in op.regions:
                yield from around_kernels(inner)


class Lives:
    """`first` and `last` by memory, in the order of `first`; `time_of` each kernel."""

    def __init__(self, graph: Op) -> None:
        self.first: dict[Value, int] = {}
        self.last: dict[Value, int] = {}
        self.time_of: dict[Op, int] = {}
        self._now = 0
        self._walk(graph.regions[0])

    def _walk(self, region: Region) -> None:
        for op in region:
            if isinstance(op, mogg.Kernel | mo.Transfer | mo_control.Yield | mo_control.WhileCondition):  # fmt: skip
                self._tick(op)
                for value in op.operands:
                    self._use(value)
                for value in op.results:
                    self._begin(value)
            elif isinstance(op, CONTROL):
                self._control(op)

    def _control(self, op: Op) -> None:
        self._tick(op)
        start = self._now
        for value in op.operands:
            self._use(value)
        for value in op.results:
            self._begin(value)
        for region in op.regions:
            self._walk(region)
        self._now += 1
        for value in op.results:
            self.last[value] = self._now
        if isinstance(op, mo_control.While):
            for memory, first in self.first.items():
                if first <= start <= self.last[memory]:
                    self.last[memory] = self._now

    def _tick(self, op: Op) -> None:
        self._now += 1
        self.time_of[op] = self._now

    def _begin(self, value: Value) -> None:
        if isinstance(value.type, ShapedType):
            self.first.setdefault(value, self._now)
            self.last[value] = self._now

    def _use(self, value: Value) -> None:
        if isinstance(value.type, ShapedType):
            memory = memory_of(value)
            self.last[memory] = self._now
            self.first.setdefault(memory, self._now)
