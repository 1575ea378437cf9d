"""The host program of a graph of kernels: `mo` with `mogg.kernel` in, `mgp` out.

Every tensor gets its place: an input, a result of the call, a block of its device's arena, or, if it depends on weights alone, memory that
the loaded model keeps. Dimensions are read off the inputs; what `rebind` says of them is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ember.dialects import mgp, mo, mo_control, mo_effects, mogg
from ember.dialects.dimensions import Dimension
from ember.dialects.mo_types import HOST, OpaqueType, ShapedType, tensor
from ember.graph.fusion.catalogue import Catalogue
from ember.graph.fusion.parts import offset_of
from ember.graph.mojo_source.kernel import KernelSource, kernel_source
from ember.graph.plan.destinations import Destinations, find_destinations
from ember.graph.plan.lives import CONTROL, Lives, around_kernels, memory_of
from ember.graph.plan.memory import Interval, Plan, bytes_of, plan_memory
from ember.graph.plan.signature import origins_of
from ember.graph.plan.waiting import add_waiting
from ember.ir.nodes import Op, Region, Value
from ember.ir.types import Type

_PLACED: Final = (mogg.Kernel, mo.Transfer, mo_effects.BufferCreate, *CONTROL)
"""Ops whose results must be given memory."""


class Room(NamedTuple):
    """Memory for a tensor that is computed when the model is loaded: its own, or a block of what is given back behind that."""

    type: Type
    block: int | None = None


class Host(NamedTuple):
    """A host program, the files of its kernels by name, the numbers it has as constants, what it keeps."""

    model: Op
    kernels: dict[str, KernelSource]
    constants: list[bytes]
    kept: list[Room]
    plans: dict[str, Plan]
    """By device, the host first."""
    origins: dict[Type, str]
    """Of Mojo types among inputs and results."""


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
        self.kept: list[Room] = []
        self.invariant: set[Value] = set()
        """Tensors that depend on weights alone, computed when the model is loaded."""
        self.known: set[str] = set()
        """Dimensions that have a value so far."""
        self.late: set[str] = set()
        """Dimensions that are found while the model runs."""
        self.destinations = Destinations({}, set())
        self._late_block: dict[Value, int] = {}
        self._late_result: dict[Value, int] = {}
        self.handles = 0
        self.values_given: dict[Value, int] = {}
        """Values of Mojo types that are results of the call."""
        self.init = Region()
        self.here = self.body
        """Where launches are being written."""

    def plan(self) -> Host:
        old = self.graph
        for arg in old.regions[0].args:
            self.values[arg] = self.body.add_argument(arg.type, arg.name)
            if isinstance(arg.type, ShapedType):
                self.known.update(d.symbol for d in arg.type.dims if d.symbol is not None)
        self._check_dimensions()
        self._find_values()
        plans = self._place_tensors()
        for device, plan in plans.items():
            self._add(mgp.Arena, [], (), {"device": device, "blocks": tuple(plan.blocks)})
        self.start = mgp.Init((), (), {}, (self.init,))
        self.body.append(self.start)
        self._launch_all(old.regions[0], self.body)
        self._give_again()
        self._add(mgp.Return, [], ())
        add_waiting(self.body)
        names = {"parameters": tuple(sorted(self.known))}
        model = mgp.Model((), (), {**old.attrs, **names}, (self.body,))
        origins = origins_of(old, self.catalogue)
        return Host(model, self.kernels, list(self.constants), self.kept, plans, origins)

    def _add(self, kind: type[Op], operands: list[Value], types: tuple[Type, ...] | list[Type], attrs: dict[str, object] | None = None) -> Op:  # fmt: skip
        op = kind(operands, types, attrs or {})
        self.body.append(op)
        return op

    # -- dimensions ------------------------------------------------------------------------------------------

    def _check_dimensions(self) -> None:
        """What `rebind` says, as definitions of new names and as checks; what depends on sizes that are found comes later."""
        for op in self.graph.walk():
            if isinstance(op, mo.DeclareSizes):
                self.late.update(op.attrs["names"])
            elif isinstance(op, mo.Rebind):
                for axis, (left, right) in enumerate(_equal(op)):
                    if self._is_late(left) or self._is_late(right):
                        if right.symbol is not None and right.symbol not in self.known:
                            self.late.add(right.symbol)
                    else:
                        self._equate(left, right, axis, op)

    def _check_late(self, op: Op) -> None:
        for axis, (left, right) in enumerate(_equal(op)):
            if self._is_late(left) or self._is_late(right):
                self._equate(left, right, axis, op)

    def _is_late(self, size: Dimension) -> bool:
        return not self.late.isdisjoint(size.symbols())

    def _has_late_size(self, value: Value) -> bool:
        return any(map(self._is_late, value.type.dims))  # type: ignore[attr-defined]

    def _equate(self, left: Dimension, right: Dimension, axis: int, op: Op) -> None:
        if left == right:
            return
        name = right.symbol
        if name is not None and name not in self.known:
            self.known.add(name)
            self.here.append(mgp.Define((), (), {"symbol": name, "size": left}))
            return
        message = op.attrs.get("message") or f"rebind: axis {axis} is not '{right}'"
        where = f" ({op.loc})" if op.loc is not None else ""
        attrs: dict[str, object] = {"left": left, "right": right, "message": message + where}
        self.here.append(mgp.Guard((), (), attrs))

    def _declare(self, op: Op) -> None:
        """Sizes that a shape function found: new names, and checks of those that are known."""
        shape = self.values[op.operands[0]]
        for axis, size in enumerate(op.attrs["dims"]):
            if size.symbol in op.attrs["names"] and size.symbol not in self.known:
                self.known.add(size.symbol)
                attrs: dict[str, object] = {"symbol": size.symbol, "axis": axis}
                self.here.append(mgp.Found([shape], (), attrs))
                continue
            where = f" ({op.loc})" if op.loc is not None else ""
            message = f"axis {axis} of the result must be {size}{where}"
            self.here.append(
                mgp.Check([shape], (), {"axis": axis, "size": size, "message": message})
            )

    # -- memory ----------------------------------------------------------------------------------------------

    def _place_tensors(self) -> dict[str, Plan]:
        """Results of kernels: in what the caller gets, in what the model keeps, or in the arena of their device."""
        lives = Lives(self.graph)
        results = self._results()
        self.destinations = find_destinations(
            self.graph, lives, lambda value: value not in results and not self._has_late_size(value)
        )
        intervals: dict[str, list[Interval]] = {d: [] for d in (HOST, *self._devices())}
        number_of: dict[Value, int] = {}
        late: dict[str, list[Interval]] = {device: [] for device in intervals}
        late_number_of: dict[Value, int] = {}
        passing = self._passing(lives)
        for value in [v for v in lives.first if isinstance(v.owner, _PLACED)]:
            if self._has_late_size(value):
                if value in results:
                    self._late_result[value] = results[value]
                    continue
                blocks = late[_device(value)]
                taken = self._taken_over(value, lives, late_number_of)
                late_number_of[value] = len(blocks)
                life = (lives.first[value], lives.last[value])
                blocks.append(Interval(bytes_of(value.type), *life, taken))
                continue
            buffer = self.destinations.buffer_of.get(value)
            if buffer is not None:
                made = self._add(mgp.Alias, [self.values[buffer]], [value.type], {"offset": 0})
                self.values[value] = made.results[0]
            elif value in results:
                made = self._add(mgp.OutputTensor, [], [value.type], {"number": results[value]})
                self.values[value] = made.results[0]
            elif value in self.invariant:
                self.values[value] = self._keep(Room(value.type, passing.get(value)))
            else:
                there = intervals[_device(value)]
                taken = self._taken_over(value, lives, number_of)
                number_of[value] = len(there)
                life = (lives.first[value], lives.last[value])
                there.append(Interval(bytes_of(value.type), *life, taken))
        plans = {device: plan_memory(there) for device, there in intervals.items()}
        found = {device: plan_memory(blocks) for device, blocks in late.items()}
        self._late_block = {v: found[_device(v)].block_of[n] for v, n in late_number_of.items()}
        for value, number in number_of.items():
            block: dict[str, object] = {"number": plans[_device(value)].block_of[number]}
            self.values[value] = self._add(mgp.Block, [], [value.type], block).results[0]
        return plans

    def _devices(self) -> list[str]:
        """The devices besides the host that tensors of the graph are on."""
        values = [v for op in self.graph.walk() for v in (*op.operands, *op.results)]
        values += self.graph.regions[0].args
        found = {v.type.device for v in values if isinstance(v.type, ShapedType)}
        return sorted(found - {HOST})

    def _is_invariant(self, value: Value) -> bool:
        owner = value.owner
        if isinstance(owner, mogg.Kernel):
            return bool(owner.attrs["is_invariant"])
        if not isinstance(owner, mo.Transfer) or owner.parent is not self.graph.regions[0]:
            return False
        source = memory_of(owner.operands[0])
        return source in self.invariant or isinstance(
            source.owner, mo.Constant | mo.ConstantExternal
        )

    def _passing(self, lives: Lives) -> dict[Value, int]:
        """The blocks of tensors that are read while the model is loaded, and never again: weights joined, and then packed."""
        for value in lives.first:
            if isinstance(value.owner, _PLACED) and not self._has_late_size(value) and self._is_invariant(value):  # fmt: skip
                self.invariant.add(value)
        lasting = {
            memory_of(value)
            for op in around_kernels(self.graph.regions[0])
            if not (isinstance(op, mogg.Kernel) and op.attrs["is_invariant"])
            for value in op.operands
            if isinstance(value.type, ShapedType)
        }
        found: dict[Value, int] = {}
        for device in (HOST, *self._devices()):
            there = [v for v in lives.first if v in self.invariant and v not in lasting and _device(v) == device]  # fmt: skip
            plan = plan_memory([Interval(bytes_of(v.type), lives.first[v], lives.last[v]) for v in there])  # fmt: skip
            found |= dict(zip(there, plan.block_of))
        return found

    def _keep(self, room: Room) -> Value:
        """Memory of a tensor that is computed when the model is loaded."""
        self.kept.append(room)
        return self._add(mgp.Kept, [], [room.type], {"number": len(self.kept) - 1}).results[0]

    def _results(self) -> dict[Value, int]:
        """Which kernel's output is which result of the call; copies were made where one memory is several results."""
        output = self.graph.regions[0].last
        assert isinstance(output, mo.Output)
        return {
            memory_of(v): n for n, v in enumerate(output.operands) if isinstance(v.type, ShapedType)
        }

    def _taken_over(self, value: Value, lives: Lives, number_of: dict[Value, int]) -> int | None:
        """An operand that ends where this is computed, and is read only where this is written."""
        op = value.owner
        if not isinstance(op, mogg.Kernel):
            return None
        for position in op.attrs["in_place"]:
            memory = memory_of(op.operands[position])
            number = number_of.get(memory)
            if number is None or lives.last[memory] != lives.time_of[op]:
                continue
            if _device(memory) != _device(value):
                continue
            if sum(memory_of(operand) is memory for operand in op.operands) > 1:
                continue
            if op.operands[position].type is value.type and memory.type is value.type:
                if not any(v is not value and v in number_of for v in op.outputs):
                    return number
        return None

    # -- launches ----------------------------------------------------------------------------------------------

    def _launch_all(self, region: Region, here: Region) -> None:
        """Writes what a region of the graph does into one of the host program."""
        outer, self.here = self.here, here
        for op in region:
            match op:
                case mogg.Kernel():
                    if op not in self.destinations.copies:
                        self._launch(op)
                case mo.Constant():
                    self._constant(op)
                case mo.ConstantExternal():
                    self._name(op, mgp.Weight, {"name": op.attrs["name"]})
                case mo.Transfer():
                    self._reserve(op)
                    target, source = self.values[op.results[0]], self.values[op.operands[0]]
                    place = self.init if op.results[0] in self.invariant else here
                    place.append(mgp.Transfer([target, source], ()))
                case mo.Output() | mo.ChainCreate():
                    pass
                case mo_effects.BufferCreate():
                    self._reserve(op)
                case mo.DeclareSizes():
                    self._declare(op)
                case mo_control.If():
                    self._branch(op)
                case mo_control.While():
                    self._loop(op)
                case mo_control.Yield():
                    self._give(op)
                case mo_control.WhileCondition():
                    here.append(mgp.Condition([self.values[op.operands[0]]], ()))
                case _:
                    if isinstance(op, mo.Rebind):
                        self._check_late(op)
                    attrs = {"offset": offset_of(op) or 0}
                    made = mgp.Alias([self.values[op.operands[0]]], [op.results[0].type], attrs)
                    if self._is_early(op.operands[0]):
                        self.body.insert_before(self.start, made)
                    else:
                        here.append(made)
                    self.values[op.results[0]] = made.results[0]
        self.here = outer

    def _reserve(self, op: Op) -> None:
        """Memory for those results of an op whose size was found just now."""
        for value in op.results:
            kind: type[Op]
            if value in self._late_result:
                kind, number = mgp.CreateResult, self._late_result[value]
            elif value in self._late_block:
                kind, number = mgp.Reserve, self._late_block[value]
            else:
                continue
            made = kind((), [value.type], {"number": number})
            self.here.append(made)
            self.values[value] = made.results[0]

    def _hold(self, op: Op, kernel: str) -> None:
        """A word for the value of a Mojo type that a kernel gives: the caller's, or one until the call ends."""
        for value in op.results:
            if isinstance(value.type, OpaqueType):
                made: Op
                if value in self.values_given:
                    made = mgp.OutputTensor((), [value.type], {"number": self.values_given[value]})
                else:
                    made = mgp.Handle((), [value.type], {"number": self.handles, "kernel": kernel})
                    self.handles += 1
                self.body.insert_before(self.start, made)
                self.values[value] = made.results[0]

    def _find_values(self) -> None:
        output = self.graph.regions[0].last
        assert isinstance(output, mo.Output)
        for number, value in enumerate(output.operands):
            if isinstance(value.type, OpaqueType) and isinstance(value.owner, mogg.Kernel):
                self.values_given.setdefault(value, number)

    def _give_again(self) -> None:
        """Values of Mojo types that the caller has already, or gets as another result, too."""
        output = self.graph.regions[0].last
        assert output is not None
        for number, value in enumerate(output.operands):
            if isinstance(value.type, OpaqueType) and self.values_given.get(value) != number:
                self._add(mgp.Same, [self.values[value]], (), {"number": number})

    def _branch(self, op: Op) -> None:
        regions = (Region(), Region())
        self._reserve(op)
        self.here.append(mgp.If([self.values[op.operands[0]]], (), {}, regions))
        for region, made in zip(op.regions, regions, strict=True):
            self._launch_all(region, made)

    def _loop(self, op: Op) -> None:
        regions = (Region(), Region())
        self._reserve(op)
        for result, value in zip(op.results, op.operands, strict=True):
            self._copy(result, value)
        self.here.append(mgp.While((), (), {}, regions))
        for region, made in zip(op.regions, regions, strict=True):
            for arg, result in zip(region.args, op.results, strict=True):
                if result in self.values:
                    self.values[arg] = self.values[result]
            self._launch_all(region, made)

    def _give(self, op: Op) -> None:
        """What a region gives goes where the results of its op are."""
        whole = op.parent_op
        assert whole is not None
        for result, value in zip(whole.results, op.operands, strict=True):
            self._copy(result, value)

    def _copy(self, target: Value, source: Value) -> None:
        if target in self.values:
            self.here.append(mgp.Copy([self.values[target], self.values[source]], ()))

    def _constant(self, op: Op) -> None:
        """Numbers known now; those of another device go there when the model is loaded."""
        number = self.constants.setdefault(op.attrs["value"], len(self.constants))
        type = op.results[0].type
        assert isinstance(type, ShapedType)
        if type.device == HOST:
            self._name(op, mgp.Constant, {"number": number, "value": op.attrs["value"]})
        elif op.results[0].uses:
            attrs = {"number": number, "value": op.attrs["value"]}
            made = mgp.Constant((), [tensor(type.dims, type.dtype)], attrs)
            self.kept.append(Room(type))
            kept = mgp.Kept((), [type], {"number": len(self.kept) - 1})
            self.body.insert_before(self.start, made)
            self.body.insert_before(self.start, kept)
            self.init.append(mgp.Transfer([kept.results[0], made.results[0]], ()))
            self.values[op.results[0]] = kept.results[0]

    def _name(self, op: Op, kind: type[Op], attrs: dict[str, object]) -> None:
        made = kind((), [op.results[0].type], attrs)
        self.body.insert_before(self.start, made)
        self.values[op.results[0]] = made.results[0]

    def _is_early(self, value: Value) -> bool:
        """Whether a tensor is there before anything is launched."""
        made = self.values[value].owner
        while isinstance(made, mgp.Alias):
            made = made.operands[0].owner
        return isinstance(made, mgp.Constant | mgp.Weight | mgp.Kept)

    def _launch(self, op: mogg.Kernel) -> None:
        source = kernel_source(op, self.catalogue)
        unknown = [name for name in source.sizes if name not in self.known]
        if unknown:
            where = f" ({op.loc})" if op.loc is not None else ""
            raise ValueError(f"nobody says how large '{unknown[0]}' is, which '{op.attrs['summary']}' needs{where}")  # fmt: skip
        self.kernels[source.name] = source
        self._reserve(op)
        self._hold(op, source.name)
        tensors = [self.values[v] for v in (*op.outputs, *op.operands)]
        attrs = {
            "kernel": source.name,
            "device": op.attrs["device"],
            "outputs": len(op.outputs),
            "sizes": source.sizes,
            "summary": op.attrs["summary"],
            "source": op.attrs["source"],
        }
        region = self.init if op.attrs["is_invariant"] else self.here
        region.append(mgp.Launch(tensors, (), attrs))


def _equal(rebind: Op) -> Iterator[tuple[Dimension, Dimension]]:
    """What `rebind` says is equal."""
    given, said = rebind.operands[0].type, rebind.results[0].type
    assert isinstance(given, ShapedType) and isinstance(said, ShapedType)
    yield from zip(given.dims, said.dims, strict=True)


def _device(value: Value) -> str:
    assert isinstance(value.type, ShapedType)
    return value.type.device


def launches(model: Op) -> Iterator[Op]:
    """Every launch of a host program."""
    for op in model.walk():
        if isinstance(op, mgp.Launch):
            yield op
