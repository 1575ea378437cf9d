"""The host program of a graph of kernels: `mo` with `mogg.kernel` in, `mgp` out.

Every tensor gets its place: an input, a result of the call, a block of the arena, or, if it depends on weights alone, memory that the
loaded model keeps. Dimensions are read off the inputs; what `rebind` says of them is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ember.dialects import mgp, mo, mo_effects, mogg
from ember.dialects.dimensions import Dimension
from ember.dialects.mo_types import ShapedType
from ember.graph.fusion.catalogue import Catalogue
from ember.graph.mojo_source.kernel import KernelSource, kernel_source
from ember.graph.plan.memory import Interval, Plan, bytes_of, plan_memory
from ember.ir.nodes import Op, Region, Value
from ember.ir.types import Type

_OWNERS: Final = (mogg.Kernel, mo.Constant, mo.ConstantExternal, mo_effects.BufferCreate)
"""Ops whose results are memory of their own."""


class Host(NamedTuple):
    """A host program, the files of its kernels by name, the numbers it has as constants, the types of what it keeps."""

    model: Op
    kernels: dict[str, KernelSource]
    constants: list[bytes]
    kept: list[Type]
    plan: Plan


def plan_host(graph: Op, catalogue: Catalogue) -> Host:
    """Plans a graph of kernels."""
    return _Planner(graph, catalogue).plan()


class _Planner:
    def __init__(self, graph: Op, catalogue: Catalogue) -> None:
        self.graph = graph
        self.catalogue = catalogue
        self.body = Region()
        self.values: dict[Value, Value] = {}
        self.constants: dict[bytes, int] = {}
        self.kernels: dict[str, KernelSource] = {}
        self.kept: list[Type] = []
        self.known: set[str] = set()
        """Dimensions that have a value so far."""
        self.init = Region()

    def plan(self) -> Host:
        old = self.graph
        for arg in old.regions[0].args:
            self.values[arg] = self.body.add_argument(arg.type, arg.name)
            if isinstance(arg.type, ShapedType):
                self.known.update(d.symbol for d in arg.type.dims if d.symbol is not None)
        self._check_dimensions()
        plan = self._place_tensors()
        self._add(mgp.Arena, [], (), {"blocks": tuple(plan.blocks)})
        self.body.append(mgp.Init((), (), {}, (self.init,)))
        self._launch_all()
        self._add(mgp.Return, [], ())
        names = {"parameters": tuple(sorted(self.known))}
        model = mgp.Model((), (), {**old.attrs, **names}, (self.body,))
        return Host(model, self.kernels, list(self.constants), self.kept, plan)

    def _add(self, kind: type[Op], operands: list[Value], types: tuple[Type, ...] | list[Type], attrs: dict[str, object] | None = None) -> Op:  # fmt: skip
        op = kind(operands, types, attrs or {})
        self.body.append(op)
        return op

    # -- dimensions ------------------------------------------------------------------------------------------

    def _check_dimensions(self) -> None:
        """What `rebind` says, as definitions of new names and as checks."""
        for op in self.graph.regions[0]:
            if isinstance(op, mo.Rebind):
                given, said = op.operands[0].type, op.results[0].type
                assert isinstance(given, ShapedType) and isinstance(said, ShapedType)
                for axis, (left, right) in enumerate(zip(given.dims, said.dims, strict=True)):
                    self._equate(left, right, axis, op)

    def _equate(self, left: Dimension, right: Dimension, axis: int, op: Op) -> None:
        if left == right:
            return
        name = right.symbol
        if name is not None and name not in self.known:
            self.known.add(name)
            self._add(mgp.Define, [], (), {"symbol": name, "size": left})
            return
        message = op.attrs.get("message") or f"rebind: axis {axis} is not '{right}'"
        where = f" ({op.loc})" if op.loc is not None else ""
        attrs: dict[str, object] = {"left": left, "right": right, "message": message + where}
        self._add(mgp.Guard, [], (), attrs)

    # -- memory ----------------------------------------------------------------------------------------------

    def _place_tensors(self) -> Plan:
        """Results of kernels: in what the caller gets, in what the model keeps, or in the arena."""
        launches = [op for op in self.graph.regions[0] if isinstance(op, mogg.Kernel)]
        time = {op: number for number, op in enumerate(launches)}
        results = self._results()
        ends = self._ends(time)
        intervals: list[Interval] = []
        number_of: dict[Value, int] = {}
        for op in launches:
            created = [v for v in map(_memory_of, op.operands) if _is_created(v)]
            for value in dict.fromkeys([*created, *op.outputs]):
                if value in results or value in number_of or op.attrs["is_invariant"]:
                    continue
                taken = self._taken_over(op, value, ends, number_of, time)
                number_of[value] = len(intervals)
                end = max(ends.get(value, time[op]), time[op])
                intervals.append(Interval(bytes_of(value.type), time[op], end, taken))
        plan = plan_memory(intervals)
        for op in launches:
            for value in op.outputs:
                if value in results:
                    made = self._add(mgp.OutputTensor, [], [value.type], {"number": results[value]})
                    self.values[value] = made.results[0]
                elif op.attrs["is_invariant"]:
                    made = self._add(mgp.Kept, [], [value.type], {"number": len(self.kept)})
                    self.kept.append(value.type)
                    self.values[value] = made.results[0]
        for value, number in number_of.items():
            block: dict[str, object] = {"number": plan.block_of[number]}
            self.values[value] = self._add(mgp.Block, [], [value.type], block).results[0]
        return plan

    def _results(self) -> dict[Value, int]:
        """Which kernel's output is which result of the call; copies were made where one memory is several results."""
        output = self.graph.regions[0].last
        assert isinstance(output, mo.Output)
        return {_memory_of(value): number for number, value in enumerate(output.operands)}

    def _ends(self, time: dict[mogg.Kernel, int]) -> dict[Value, int]:
        """The last launch that reads each tensor, through whatever names."""
        ends: dict[Value, int] = {}
        for op, at in time.items():
            for value in op.operands:
                ends[_memory_of(value)] = at
        return ends

    def _taken_over(
        self,
        op: mogg.Kernel,
        value: Value,
        ends: dict[Value, int],
        number_of: dict[Value, int],
        time: dict[mogg.Kernel, int],
    ) -> int | None:
        """An operand that ends here and is read only where this result is written."""
        if value not in op.outputs:
            return None
        for position in op.attrs["in_place"]:
            memory = _memory_of(op.operands[position])
            number = number_of.get(memory)
            if number is None or ends.get(memory) != time[op]:
                continue
            if sum(_memory_of(operand) is memory for operand in op.operands) > 1:
                continue
            if op.operands[position].type is value.type and memory.type is value.type:
                if not any(v is not value and v in number_of for v in op.outputs):
                    return number
        return None

    # -- launches ----------------------------------------------------------------------------------------------

    def _launch_all(self) -> None:
        for op in self.graph.regions[0]:
            match op:
                case mogg.Kernel():
                    self._launch(op)
                case mo.Constant():
                    number = self.constants.setdefault(op.attrs["value"], len(self.constants))
                    self._name(op, mgp.Constant, {"number": number})
                case mo.ConstantExternal():
                    self._name(op, mgp.Weight, {"name": op.attrs["name"]})
                case mo.Output() | mo.ChainCreate() | mo_effects.BufferCreate():
                    pass
                case _:
                    made = mgp.Alias([self.values[op.operands[0]]], [op.results[0].type])
                    self._region_of(op).append(made)
                    self.values[op.results[0]] = made.results[0]

    def _name(self, op: Op, kind: type[Op], attrs: dict[str, object]) -> None:
        made = kind((), [op.results[0].type], attrs)
        self.init.append(made)
        self.values[op.results[0]] = made.results[0]

    def _region_of(self, op: Op) -> Region:
        """What depends on weights alone is done when the model is loaded."""
        owner = self.values[op.operands[0]].owner
        kinds = (mgp.Constant, mgp.Weight, mgp.Kept)
        is_early = isinstance(owner, kinds) or (isinstance(owner, Op) and owner.parent is self.init)
        return self.init if is_early else self.body

    def _launch(self, op: mogg.Kernel) -> None:
        source = kernel_source(op, self.catalogue)
        self.kernels[source.name] = source
        tensors = [self.values[v] for v in (*op.outputs, *op.operands)]
        attrs = {
            "kernel": source.name,
            "outputs": len(op.outputs),
            "sizes": source.sizes,
            "summary": op.attrs["summary"],
            "source": op.attrs["source"],
        }
        region = self.init if op.attrs["is_invariant"] else self.body
        region.append(mgp.Launch(tensors, (), attrs))


def _memory_of(value: Value) -> Value:
    """The tensor whose memory a value is."""
    while isinstance(value.owner, Op) and not isinstance(value.owner, _OWNERS):
        value = value.owner.operands[0]
    return value


def _is_created(value: Value) -> bool:
    return isinstance(value.owner, mo_effects.BufferCreate)


def launches(model: Op) -> Iterator[Op]:
    """Every launch of a host program."""
    for op in model.walk():
        if isinstance(op, mgp.Launch):
            yield op
