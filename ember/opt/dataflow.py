"""Data-flow analysis on regions: where control comes from, and which definition of a variable reaches a point.

Structured control flow says beforehand what an analysis of basic blocks has to find out: a path can only come together
with another at the end of an `if`, `block` or `loop`, or at the start of a loop, and what a loop may change is what stands
inside it. So reaching definitions need one walk in program order and no iteration:

    store 1, x                     x: 1
    hlcf.loop {                    x: Join(start of the loop)     ways: 1 from before, 2 from the continue
      hlcf.if c { break }          at the break x is still Join(start)
      store 2, x                   x: 2
      continue
    }
    … load x                       x: Join(end of the loop)       ways: Join(start) from the break

`mem2reg` makes loop arguments and results of the joins that are asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, TypeAlias

from ember.dialects import hlcf
from ember.ir.nodes import Op, Region, Value
from ember.opt.flow import arm_completes, depth, falls_through, jumps


def breaks_to(target: Op) -> list[Op]:
    """Every break to the end of this loop or block."""
    return [op for op, level in jumps(target.regions[0]) if _is_jump(op, hlcf.Break, level)]


def continues_of(loop: Op) -> list[Op]:
    """Every continue to the start of this loop."""
    return [op for op, level in jumps(loop.regions[0]) if _is_jump(op, hlcf.Continue, level)]


def _is_jump(op: Op, kind: type[Op], level: int) -> bool:
    return op.__class__ is kind and depth(op) == level


class Undefined:
    """Nothing was stored yet: any value will do."""

    __slots__ = ()


UNDEFINED: Final = Undefined()


class Join:
    """What a variable holds where paths meet. `is_start`: at the start of a loop, else after `op`."""

    __slots__ = ("index", "is_start", "op", "construct", "variable")

    def __init__(
        self, op: Op, construct: Construct, index: int, variable: Hashable, is_start: bool = False
    ) -> None:
        self.op = op
        self.construct = construct
        self.index = index
        self.variable = variable
        self.is_start = is_start

    def ways(self) -> list[tuple[Op | Region, Definition]]:
        """What each path brings: by the jump it takes, or by the region whose end it falls out of."""
        return [(way, held[self.index]) for way, held in self.construct.arrivals(self.is_start)]

    @property
    def entry(self) -> Definition:
        """Of the start of a loop: what the variable holds before the loop."""
        return self.construct.before[self.index]


Definition: TypeAlias = "Value | Join | Undefined"


class Construct:
    """An `if`, block or loop: the variables stored to inside it, and what they hold on each way out and round."""

    __slots__ = ("before", "exits", "op", "repeats", "variables")

    def __init__(self, op: Op, variables: list[Hashable]) -> None:
        self.op = op
        self.variables = variables
        self.before: list[Definition] = []
        self.exits: list[tuple[Op | Region, list[Definition]]] = []
        self.repeats: list[tuple[Op | Region, list[Definition]]] = []

    def arrivals(self, at_start: bool) -> list[tuple[Op | Region, list[Definition]]]:
        return self.repeats if at_start else self.exits


class ReachingDefinitions:
    """One walk over a function. `effect` is asked about every op without regions and may call `define` and `held`.

    `stores`: for each op with regions, the variables that something inside it defines and that exist outside it.
    """

    __slots__ = ("_held", "_log", "_constructs", "_stores")

    def __init__(self, stores: dict[Op, list[Hashable]]) -> None:
        self._stores = stores
        self._held: dict[Hashable, Definition] = {}
        self._log: list[tuple[Hashable, Definition]] = []
        """Variable and what it held before, for every change: undone where a path ends."""
        self._constructs: list[Construct] = []

    # -- for the analysis that uses it -------------------------------------------------------------------

    def effect(self, op: Op) -> None:
        """What an op without regions does."""
        raise NotImplementedError

    def held(self, variable: Hashable) -> Definition:
        return self._held.get(variable, UNDEFINED)

    def define(self, variable: Hashable, definition: Definition) -> None:
        self._log.append((variable, self._held.get(variable, UNDEFINED)))
        self._held[variable] = definition

    # -- the walk ----------------------------------------------------------------------------------------

    def walk(self, region: Region) -> None:
        op = region.first
        while op is not None:
            if op.regions:
                if op.__class__ is hlcf.If:
                    self._walk_if(op)
                else:
                    self._walk_target(op)
            elif op.__class__ is hlcf.Break or op.__class__ is hlcf.Continue:
                self._jump(op)
            else:
                self.effect(op)
            op = op.next

    def _jump(self, op: Op) -> None:
        construct = self._constructs[-1 - depth(op)]
        if construct.variables:
            ways = construct.repeats if op.__class__ is hlcf.Continue else construct.exits
            ways.append((op, self._snapshot(construct)))

    def _snapshot(self, construct: Construct) -> list[Definition]:
        held = self._held
        return [held.get(variable, UNDEFINED) for variable in construct.variables]

    def _walk_target(self, op: Op) -> None:
        construct = Construct(op, self._stores.get(op, []))
        is_loop = op.__class__ is hlcf.Loop
        body = op.regions[0]
        mark = len(self._log)
        if is_loop:
            construct.before = self._snapshot(construct)
            for index, variable in enumerate(construct.variables):
                self.define(variable, Join(op, construct, index, variable, is_start=True))
        self._constructs.append(construct)
        self.walk(body)
        self._constructs.pop()
        if construct.variables and falls_through(body):
            (construct.repeats if is_loop else construct.exits).append(
                (body, self._snapshot(construct))
            )
        self._undo(mark)
        for index, variable in enumerate(construct.variables):
            self.define(variable, self._joined(construct, index, variable))

    def _walk_if(self, op: Op) -> None:
        construct = Construct(op, self._stores.get(op, []))
        for arm in op.regions:
            mark = len(self._log)
            self.walk(arm)
            if construct.variables and arm_completes(arm):
                construct.exits.append((arm, self._snapshot(construct)))
            self._undo(mark)
        for index, variable in enumerate(construct.variables):
            self.define(variable, self._joined(construct, index, variable))

    def _undo(self, mark: int) -> None:
        """The state is as it was when the log had this length."""
        for variable, before in reversed(self._log[mark:]):
            self._held[variable] = before
        del self._log[mark:]

    def _joined(self, construct: Construct, index: int, variable: Hashable) -> Definition:
        """One definition where all ways bring the same one and it is visible here; a join otherwise."""
        exits = construct.exits
        if not exits:
            return UNDEFINED  # control never gets here
        first = exits[0][1][index]
        if all(held[index] is first for _, held in exits) and not is_made_inside(
            first, construct.op
        ):
            return first
        return Join(construct.op, construct, index, variable)


def is_made_inside(definition: Definition, op: Op) -> bool:
    """Whether what is held is only visible inside the regions of an op."""
    if isinstance(definition, Join):
        made_by = definition.op
        return _is_inside(made_by.regions[0] if definition.is_start else made_by.parent, op)
    if isinstance(definition, Undefined):
        return False
    owner = definition.owner
    return _is_inside(owner if isinstance(owner, Region) else owner.parent, op)


def _is_inside(region: Region | None, op: Op) -> bool:
    while region is not None:
        around = region.parent
        if around is op:
            return True
        region = around.parent if around is not None else None
    return False


def enclosing(op: Op, outermost: Op | None) -> Iterator[Op]:
    """The ops around an op, innermost first, up to and without `outermost`."""
    around = op.parent_op
    while around is not None and around is not outermost:
        yield around
        around = around.parent_op
