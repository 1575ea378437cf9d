"""Which ops become one kernel.

Every op that has a kernel begins as a group of its own. Then groups grow: elementwise ops of one shape join their neighbours; what
computes an operand that a kernel declares fusable joins it (a prologue); what uses a result that it declares fusable joins it (an
epilogue); loops of one shape that read a tensor in common become one. Two groups join only if no other group stands between them, so
groups never wait for each other. Each value is computed by one group: it is in memory for everybody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ember.dialects import mo, mo_control, mo_effects
from ember.dialects.dimensions import Dimension
from ember.dialects.mo_types import CHAIN, BufferType, OpaqueType, ShapedType, TensorType
from ember.graph.fusion.catalogue import (
    IN_A_ROW,
    Argument,
    Catalogue,
    arguments,
    device_of,
    function_of,
    kind_of,
    runs_on,
    symbol_of,
)
from ember.graph.fusion.parts import offset_of
from ember.ir.nodes import Op, Region, Value
from ember.service import Kernel

SMALL: Final = 1
"""Constants of as many elements are written into the kernels that use them."""
STREAMS: Final = 8
"""Loops that only share an operand become one if they read and write at most as many tensors: more are read no faster together."""
STRUCTURAL: Final = (
    mo.ChainCreate,
    mo.Constant,
    mo.ConstantExternal,
    mo.Rebind,
    mo.Transfer,
    mo.Output,
    mo.DeclareSizes,
    mo_effects.BufferCreate,
    mo_control.Yield,
    mo_control.WhileCondition,
)
"""Ops of the host program: they compute nothing."""
CONTROL: Final = (mo_control.If, mo_control.While)
"""Ops with regions, whose kernels are launched or not, once or many times."""


class Group:
    """Ops that become one kernel: `root` is the opaque one, if there is one; `before` and `after` are fused into it.

    A group without a root is a loop over all elements, and `after` are the ops in it.
    """

    __slots__ = ("after", "before", "device", "first", "is_invariant", "last", "root")

    def __init__(self, root: Op | None, after: list[Op], position: int, is_invariant: bool) -> None:
        self.root = root
        self.device = device_of(root or after[0])
        self.before: dict[Value, list[Op]] = {}
        """By the operand of the root that they compute."""
        self.after = after
        self.first = self.last = position
        """The places of its first and its last op in the graph."""
        self.is_invariant = is_invariant
        """Whether it depends on weights and constants alone."""

    @property
    def ops(self) -> list[Op]:
        root = [self.root] if self.root is not None else []
        return [*(op for ops in self.before.values() for op in ops), *root, *self.after]


class Grouping:
    """The groups of a graph, or of a region in it."""

    def __init__(
        self, graph: Op, catalogue: Catalogue, is_fusing: bool = True, region: Region | None = None
    ) -> None:
        self.graph = graph
        self.catalogue = catalogue
        self.is_fusing = is_fusing
        self.region = region if region is not None else graph.regions[0]
        """What is grouped: the graph's body, or that of a branch or a loop."""
        self.inner: dict[Op, list[Grouping]] = {}
        """The groups in the regions of branches and loops."""
        self.kinds: dict[Op, str] = {}
        self.kernels: dict[Op, Kernel] = {}
        self.position: dict[Op, int] = {}
        self.group_of: dict[Op, Group] = {}
        self.reasons: list[str] = []
        """What was joined and what was not, and why."""
        self._classify()
        self.waits_for, self._waiting = self._found_sizes()
        """Ops that say how large something is, by the ops that must know; and the other way round."""
        self._invariant = self._invariants()
        self._copy_results()
        self._materialize()
        self._begin()
        if is_fusing:
            self._join_elementwise()
            self._join_epilogues()
            self._join_prologues()
            self._join_siblings()

    @property
    def groups(self) -> list[Group]:
        return list(dict.fromkeys(self.group_of.values()))

    # -- what ops are ------------------------------------------------------------------------------

    def _classify(self) -> None:
        """Elementwise, view, opaque, or structural."""
        for position, op in enumerate(self.region):
            self.position[op] = position
            if isinstance(op, STRUCTURAL):
                self.kinds[op] = "structural"
                continue
            if isinstance(op, CONTROL):
                self.kinds[op] = "control"
                self.inner[op] = [
                    Grouping(self.graph, self.catalogue, self.is_fusing, region)
                    for region in op.regions
                ]
                continue
            if isinstance(op, mo.IndexToTensor):
                self.kinds[op] = "size"
                continue
            if isinstance(op, mo.Load):
                self.kinds[op] = "structural" if self._may_alias(op) else "load"
                continue
            if isinstance(op, mo.Store):
                self.kinds[op] = "store"
                continue
            kernel = self.catalogue.find(op)
            if kernel is None:
                raise ValueError(_no_kernel(op))
            if kernel.problem and not any(isinstance(v.type, OpaqueType) for v in op.operands):
                raise ValueError(f"{kernel.problem}{_place(op)}")
            if not runs_on(kernel, device_of(op)):
                raise ValueError(_no_kernel(op))
            self.kernels[op] = kernel
            self.kinds[op] = "opaque" if isinstance(op, mo.InvokeShapeFunc) else kernel.kind

    def _found_sizes(self) -> tuple[dict[Op, list[Op]], dict[Op, list[Op]]]:
        declared: dict[str, Op] = {}
        waits_for: dict[Op, list[Op]] = {}
        waiting: dict[Op, list[Op]] = {}
        for op in self.region:
            names = {name for one in op.walk() for size in _sizes(one) for name in size.symbols()}
            if isinstance(op, mo.Rebind) and not names <= declared.keys():
                before = {n for size in op.operands[0].type.dims for n in size.symbols()}  # type: ignore[attr-defined]
                if before & declared.keys():
                    declared |= dict.fromkeys(names - declared.keys(), op)
            for says in dict.fromkeys(declared[name] for name in sorted(names & declared.keys())):
                if says is not op:
                    waits_for.setdefault(op, []).append(says)
                    waiting.setdefault(says, []).append(op)
            if isinstance(op, mo.DeclareSizes):
                declared |= dict.fromkeys(op.attrs["names"], op)
        return waits_for, waiting

    def _may_alias(self, load: Op) -> bool:
        """Whether what is loaded may stay where it is: nothing changes the buffer afterwards."""
        if self.region.parent is not self.graph:
            return False
        return not any(
            user is not load
            and not isinstance(user, mo.Load)
            and self._follows(self.at(user), load)
            for user in load.operands[0].uses
        )

    def at(self, op: Op) -> Op | None:
        """The op of this region that an op is, or is in; None for ops elsewhere."""
        found: Op | None = op
        while found is not None and found.parent is not self.region:
            found = found.parent_op
        return found

    def _follows(self, op: Op | None, other: Op) -> bool:
        at: Op | None = other.next
        while at is not None:
            if at is op:
                return True
            at = at.next
        return False

    def arguments(self, op: Op) -> list[Argument]:
        return arguments(function_of(self.kernels[op], op), op)

    # -- what is in memory ---------------------------------------------------------------------------

    def _copy_results(self) -> None:
        """A result of the graph is memory of its own: what is an input, a constant or another result, too, is copied."""
        output = self.region.last
        if isinstance(output, mo_control.Yield):
            for position, value in enumerate(output.operands):
                if value.type is not CHAIN and is_argument(self._behind_aliases(value)):
                    self._copy_operand(output, position, value)  # the loop overwrites it
        if not isinstance(output, mo.Output):
            return
        claimed: set[Value] = set()
        for position, value in enumerate(output.operands):
            if isinstance(value.type, OpaqueType):
                continue
            memory = self._behind_aliases(value)
            owner = memory.owner
            is_own = isinstance(owner, Op) and owner not in self._invariant
            is_new = isinstance(owner, mo.Transfer) or not isinstance(owner, STRUCTURAL)
            if is_own and is_new and memory not in claimed:
                claimed.add(memory)
                continue
            claimed.add(self._copy_operand(output, position, value))

    def _copy_operand(self, op: Op, position: int, value: Value) -> Value:
        """Puts a copy in place of what the last op of a region is given."""
        copy = mo.BroadcastTo([value], [value.type], {}, (), op.loc)  # strides stay what they are
        self.region.insert_before(op, copy)
        op.set_operand(position, copy.results[0])
        kernel = self.catalogue.find(copy)
        assert kernel is not None
        self.kernels[copy] = kernel
        self.kinds[copy] = "copy"
        self.position[copy] = self.position[op]
        self.position[op] += 1
        return copy.results[0]

    def _behind_aliases(self, value: Value) -> Value:
        while (
            isinstance(value.owner, Op) and value.owner in self.kinds and self.is_alias(value.owner)
        ):
            value = value.owner.operands[0]
        return value

    def _materialize(self) -> None:
        """Views that somebody needs in memory, numbers in a row, become copies: groups of their own."""
        for op in self.region:
            for value in self._needed_in_memory(op):
                owner = value.owner
                if not isinstance(owner, Op) or owner not in self.kinds:
                    continue
                if self.kinds[owner] == "view" and not self.is_alias(owner):
                    self.kinds[owner] = "copy"
                elif self.kinds[owner] == "size":
                    self.kinds[owner] = "number"

    def _needed_in_memory(self, op: Op) -> Iterator[Value]:
        kind = self.kinds[op]
        if kind == "structural" or (kind == "view" and self._is_in_a_row(op)):
            yield from op.operands
        elif kind == "control":
            yield from op.operands
            yield from captured(op)
        elif kind == "opaque":
            for argument in self.arguments(op):
                if not argument.operand.is_fusable or "variadic" in argument.operand.traits:
                    yield from argument.values

    def _is_in_a_row(self, op: Op) -> bool:
        return IN_A_ROW in self.kernels[op].conformances

    def is_alias(self, op: Op) -> bool:
        """Whether an op's result is the memory of its operand by another type."""
        if isinstance(op, mo.Rebind | mo.Load):
            return self.kinds[op] == "structural"
        if self.kinds[op] != "view":
            return False
        return self._is_in_a_row(op) or self._is_part_of_an_input(op)

    def _is_part_of_an_input(self, op: Op) -> bool:
        """Whether a slice is memory of the caller's as it lies: a layer of a cache, say."""
        region = self.graph.regions[0]
        if op.parent is not region or offset_of(op) is None:
            return False
        base = self._behind_aliases(op.operands[0])
        return base.owner is region and isinstance(base.type, TensorType)

    def _begin(self) -> None:
        for op, kind in self.kinds.items():
            if kind in ("elementwise", "opaque", "copy", "number", "load", "store"):
                root = op if kind == "opaque" else None
                after = [] if root is not None else [op]
                self.group_of[op] = Group(root, after, self.position[op], op in self._invariant)

    def _invariants(self) -> set[Op]:
        """Ops that depend on weights and constants alone."""
        found: set[Op] = set()
        if self.region.parent is not self.graph:
            return found
        for op in self.region:
            if not op.is_pure or any(size.constant is None for size in _sizes(op)):
                continue
            if all(v.owner in found for v in op.operands):
                found.add(op)
        return found

    # -- joining -----------------------------------------------------------------------------------------

    def _join_elementwise(self) -> None:
        """Loops over one shape, one of which uses what the other computes."""
        for op in self.region:
            if self.kinds[op] not in ("elementwise", "store"):
                continue
            for operand in op.operands:
                producer = operand.owner
                if not isinstance(producer, Op) or self.kinds.get(producer) != "elementwise":
                    continue
                above, below = self.group_of[producer], self.group_of[op]
                if above is below or above.root is not None or not _same_loop(producer, op):
                    continue
                if self._may_join(above, below):
                    self._tell("elementwise", producer, op)
                    self._join(above, below)

    def _join(self, above: Group, below: Group) -> None:
        below.after = sorted([*above.after, *below.after], key=self.position.__getitem__)
        self._grow(below, above)
        for op in above.ops:
            self.group_of[op] = below

    def _grow(self, group: Group, other: Group) -> None:
        group.first = min(group.first, other.first)
        group.last = max(group.last, other.last)

    def _join_epilogues(self) -> None:
        """The loop that uses what a kernel stores through a fusable result."""
        for op, kind in self.kinds.items():
            if kind != "opaque":
                continue
            for argument in self.arguments(op):
                if argument.operand.role == "output" and argument.operand.is_fusable:
                    self._join_epilogue(op, argument)

    def _join_epilogue(self, op: Op, argument: Argument) -> None:
        (value,) = argument.values
        group = self.group_of[op]
        for user in list(dict.fromkeys(value.uses)):
            below = self.group_of.get(user)
            if below is None or below is group or below.root is not None:
                continue
            if self.kinds[user] != "elementwise" or not _has_dims(user, value) or group.after:
                continue
            if "computing" in argument.operand.traits and not self._is_computable(value, below):
                self._tell("not an epilogue: several results or another element type", op, user)
                continue
            if any(self.kinds[one] == "store" for one in below.after):
                continue
            if self._may_join(group, below):
                self._tell("epilogue", op, user)
                group.after = below.after
                self._grow(group, below)
                for one in below.after:
                    self.group_of[one] = group

    def _is_computable(self, value: Value, below: Group) -> bool:
        """Whether a kernel that stores itself can store the one result of a loop in place of its own."""
        stored = [
            result for op in below.after for result in op.results if self.is_stored(result, below)
        ]
        inside = all(self.group_of.get(user) is below for user in value.uses)
        return (
            inside
            and len(stored) == 1
            and isinstance(value.type, TensorType)
            and isinstance(stored[0].type, TensorType)
            and stored[0].type.dtype is value.type.dtype
        )

    def _join_prologues(self) -> None:
        """The loop that computes nothing but a fusable operand of one kernel."""
        for op, kind in self.kinds.items():
            if kind != "opaque":
                continue
            group = self.group_of[op]
            for argument in self.arguments(op):
                operand = argument.operand
                if (
                    operand.role != "input"
                    or not operand.is_fusable
                    or "variadic" in operand.traits
                ):
                    continue
                (value,) = argument.values
                owner = value.owner
                above = self.group_of.get(owner) if isinstance(owner, Op) else None
                if above is None or above is group or above.root is not None:
                    continue
                assert isinstance(owner, Op)
                if self.kinds[owner] != "elementwise" or value.uses != [op]:
                    continue
                stored = [r for one in above.after for r in one.results if self.is_stored(r, above)]
                if stored == [value] and self._may_join(above, group):
                    self._tell("prologue", owner, op)
                    group.before[value] = above.after
                    self._grow(group, above)
                    for one in above.after:
                        self.group_of[one] = group

    def _join_siblings(self) -> None:
        """Loops over one shape that read a tensor in common, though none uses what the other computes: it is read once."""
        readers: dict[tuple[Value, tuple[Dimension, ...]], Group] = {}
        for op in self.region:
            group = self.group_of.get(op)
            if group is None or not self._is_plain_loop(group):
                continue
            for value in self._read(group):
                key = (value, loop_dims(group.after[0]))
                other = readers.setdefault(key, group)
                if other is group:
                    continue
                readers[key] = group
                if self._is_plain_loop(other) and self._may_be_one_loop(other, group):
                    self._tell("sibling", other.after[0], group.after[0])
                    self._join(other, group)
                    readers = {k: group if g is other else g for k, g in readers.items()}

    def _is_plain_loop(self, group: Group) -> bool:
        return group.root is None and all(self.kinds[op] == "elementwise" for op in group.after)

    def _read(self, group: Group) -> list[Value]:
        """Tensors of the loop's own shape that a loop reads."""
        dims = loop_dims(group.after[0])
        inside = {result for op in group.after for result in op.results}
        found = [value for op in group.after for value in op.operands if value not in inside]
        return [
            value
            for value in dict.fromkeys(found)
            if isinstance(value.type, ShapedType)
            and value.type.dims == dims
            and not is_small_constant(self._behind_views(value))
        ]

    def _behind_views(self, value: Value) -> Value:
        while isinstance(value.owner, Op) and self.kinds.get(value.owner) == "view":
            value = value.owner.operands[0]
        return value

    def _may_be_one_loop(self, one: Group, other: Group) -> bool:
        tensors = {*self._read(one), *self._read(other)}
        stored = [r for g in (one, other) for op in g.after for r in op.results if self.is_stored(r, g)]  # fmt: skip
        if len(tensors) + len(stored) > STREAMS:
            return False
        return self._may_join(one, other) and self._may_join(other, one)

    def is_stored(self, value: Value, group: Group) -> bool:
        """Whether somebody outside its group needs a value."""
        return any(self.group_of.get(user) is not group for user in value.uses)

    def _may_join(self, above: Group, below: Group) -> bool:
        """Whether both are computed at the same time and place, and no other group waits for the one and is waited for by the other."""
        if above.is_invariant != below.is_invariant or above.device != below.device:
            return False
        end = below.last
        seen: set[Op] = set()
        pending = [user for op in above.ops for user in self._users(op)]
        while pending:
            found = self.at(pending.pop())
            if found is None:
                continue
            op = found
            group = self.group_of.get(op)
            if op in seen or group is above or group is below:
                continue
            if (group.first if group is not None else self.position[op]) > end:
                continue
            for one in group.ops if group is not None else [op]:
                if one in seen:
                    continue
                seen.add(one)
                for user in self._users(one):
                    if self.group_of.get(user) is below:
                        return False
                    pending.append(user)
        return True

    def _users(self, op: Op) -> Iterator[Op]:
        """Ops that use what an op computes, or sizes that it declares."""
        for result in op.results:
            yield from result.uses
        yield from self._waiting.get(op, ())

    def _tell(self, what: str, above: Op, below: Op) -> None:
        self.reasons.append(f"{what}: {symbol_of(above)} into {symbol_of(below)}{_place(below)}")


def captured(op: Op) -> Iterator[Value]:
    """Values of outside that the regions of an op use."""
    inside = {region for one in op.walk() for region in one.regions}
    for one in op.walk():
        if one is not op:
            for value in one.operands:
                home = value.owner if isinstance(value.owner, Region) else value.owner.parent
                if home not in inside:
                    yield value


def _same_loop(above: Op, below: Op) -> bool:
    dims = loop_dims(above)
    return dims == loop_dims(below)


def loop_dims(op: Op) -> tuple[Dimension, ...]:
    """The shape that an elementwise op is a loop over."""
    type = op.operands[0].type if isinstance(op, mo.Store) else op.results[0].type
    assert isinstance(type, ShapedType)
    return type.dims


def _has_dims(op: Op, value: Value) -> bool:
    return isinstance(value.type, ShapedType) and loop_dims(op) == value.type.dims


def _sizes(op: Op) -> Iterator[Dimension]:
    """Every size an op depends on: those of its results, and those among its attributes."""
    for result in op.results:
        if isinstance(result.type, ShapedType):
            yield from result.type.dims
    given = op.attrs.values()
    if isinstance(op, mo.InvokeShapeFunc):
        given = op.attrs["parameters"].values()
    for value in given:
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Dimension):
                yield one


def is_small_constant(value: Value) -> bool:
    """Whether a value is one number known now."""
    owner = value.owner
    if not isinstance(owner, mo.Constant) or not isinstance(value.type, ShapedType):
        return False
    return len(owner.attrs["value"]) == SMALL * value.type.dtype.byte_size


def is_buffer(value: Value) -> bool:
    return isinstance(value.type, BufferType)


def is_chain(value: Value) -> bool:
    return value.type is CHAIN


def is_argument(value: Value) -> bool:
    return isinstance(value.owner, Region)


def _no_kernel(op: Op) -> str:
    types = [v.type for v in (*op.results, *op.operands) if isinstance(v.type, ShapedType)]
    elements = f" of {types[0].dtype.source_name}" if types else ""
    return f"there is no kernel for '{symbol_of(op)}'{elements} on the target {kind_of(device_of(op))}{_place(op)}"


def _place(op: Op) -> str:
    return f" ({op.loc})" if op.loc is not None else ""
