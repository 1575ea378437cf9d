"""What lifetime analysis sees of a function: its variables and, in order, the few ops that say what happens to them.

The model is docs/design/0015-ownership.md. Every other op is left out, so the analyses that iterate (loops) walk short lists. A *leaf* is a field of a variable
that is initialised and moved by itself (a variable without `parts` is one leaf); each has one bit, and sets of leaves
are plain ints. What has a destructor around such fields has one more bit for itself: its fields may all be written anew
without an end of the whole. Bit 0 stands for none of them: see `liveness.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from ember.dialects import hlcf, kgen
from ember.ir.nodes import Op, Region, SymbolRef, Value

DECLARE: Final = 0
INIT: Final = 1
MOVE: Final = 2
USE: Final = 3
CLEAR: Final = 4

EFFECTS: Final[dict[type[Op], int]] = {
    kgen.VarClear: CLEAR,
    kgen.VarInit: INIT,
    kgen.VarMove: MOVE,
    kgen.VarTake: MOVE,
    kgen.VarUse: USE,
    kgen.VarCopy: USE,
}

AFTERWARDS: Final = frozenset((kgen.VarInit, kgen.VarMove, kgen.VarUse))
"""Markers that state what the ops before them did."""


class FieldTree:
    """A variable's whole value or a field of it.

    `mask`: its leaves. `own`: the one of them that stands for the part itself; 0 for a leaf. `around`: the parts with a
    destructor around it, from the outermost in. `units`: the leaves of these, and at last its own. What is in one unit is destroyed together, by one call, as long as it is all there.
    """

    __slots__ = ("around", "children", "destroy", "mask", "needs_destroy", "own", "units")

    def __init__(
        self, destroy: SymbolRef | None, parts: tuple[object, ...], first_bit: int
    ) -> None:
        self.destroy = destroy
        self.children: list[FieldTree] = []
        self.needs_destroy = destroy is not None
        self.mask = 0 if parts else 1 << first_bit
        for entry in parts:
            inner_destroy, inner_parts = entry  # type: ignore[misc]
            child = FieldTree(inner_destroy, inner_parts, first_bit)  # type: ignore[has-type]
            self.children.append(child)
            self.mask |= child.mask
            self.needs_destroy |= child.needs_destroy
            first_bit = child.mask.bit_length()
        self.own = 1 << first_bit if self.children and destroy is not None else 0
        self.mask |= self.own
        self.around: tuple[FieldTree, ...] = ()
        self.units: list[int] = []

    def set_units(self, around: tuple[FieldTree, ...] = ()) -> int:
        """Fills in `around` and `units` here and below; gives the length of the longest."""
        self.around = around
        self.units = [*(part.mask for part in around), self.mask]
        depth = len(self.units)
        for child in self.children:
            depth = max(depth, child.set_units(around if self.destroy is None else (*around, self)))
        return depth

    def at(self, path: tuple[int, ...]) -> FieldTree:
        part = self
        for index in path:
            part = part.children[index]
        return part

    def whole_parts(self, leaves: int, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        """The paths of the parts that `leaves` are destroyed as: with a part's own destructor when all of it is there."""
        if self.destroy is not None and not self.mask & ~leaves:
            yield path
            return
        for index, child in enumerate(self.children):
            if child.needs_destroy and child.mask & leaves:
                yield from child.whole_parts(leaves, (*path, index))


class Variable:
    """One `kgen.var`."""

    __slots__ = (
        "guarded",
        "is_argument",
        "is_output",
        "linear",
        "mask",
        "name",
        "op",
        "part_names",
        "root",
    )

    def __init__(self, op: kgen.Var, first_bit: int) -> None:
        attrs = op.attrs
        self.op = op
        self.name: str = attrs.get("name") or ""
        self.root = FieldTree(attrs.get("destroy"), attrs.get("parts") or (), first_bit)
        self.mask = self.root.mask
        self.guarded = [self.root.at(path).mask for path in attrs.get("guarded") or ()]
        self.linear: str = attrs.get("linear") or ""
        self.is_output = bool(attrs.get("must_end_initialized"))
        self.is_argument = bool(attrs.get("initialized")) and self.name != ""
        self.part_names: tuple[str, ...] = attrs.get("part_names") or ()

    def address(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """The indices of `kgen.struct.gep` that lead to a field: a struct of one field is its field."""
        address = []
        part = self.root
        for index in path:
            if not part.children:
                break
            if len(part.children) > 1:
                address.append(index)
            part = part.children[index]
        return tuple(address)

    def spell(self, leaves: int) -> list[str]:
        """What the user calls the parts made of `leaves`: `['x']`, or `['x.a', 'x.b']`."""
        return list(self._spell(self.root, self.name, leaves, self.part_names))

    def _spell(
        self, part: FieldTree, name: str, leaves: int, names: tuple[str, ...]
    ) -> Iterator[str]:
        if not part.mask & ~leaves:
            yield name
            return
        for index, child in enumerate(part.children):
            if child.mask & leaves:
                field = names[index] if index < len(names) else str(index)
                yield from self._spell(child, f"{name}.{field}", leaves, ())


class Touch:
    """A declaration, clearing, initialisation, move or use (`kind`) of the leaves `mask` of `variable`.

    `dead`: the variable's leaves that no path from here needs any more; filled in by `liveness.py`.
    """

    __slots__ = ("around", "dead", "kind", "mask", "op", "units", "variable")

    def __init__(self, kind: int, op: Op, variable: Variable, part: FieldTree) -> None:
        self.kind = kind
        self.op = op
        self.variable = variable
        self.mask = part.mask
        self.around = part.around
        self.units = part.units
        self.dead = 0


class Branch:
    """An `hlcf.if`. `dead_then`, `dead_otherwise`: the leaves nothing needs from the start of that arm on."""

    __slots__ = ("dead_otherwise", "dead_then", "op", "otherwise", "then")

    def __init__(self, op: Op, then: Path, otherwise: Path) -> None:
        self.op = op
        self.then = then
        self.otherwise = otherwise
        self.dead_then = 0
        self.dead_otherwise = 0


class LoopOrBlock:
    """An `hlcf.loop` or `hlcf.block`. `moves`: all leaves moved inside."""

    __slots__ = ("body", "is_loop", "moves", "op")

    def __init__(self, op: Op, body: Path, moves: int) -> None:
        self.op = op
        self.body = body
        self.moves = moves
        self.is_loop = type(op) is hlcf.Loop


Step: TypeAlias = "Touch | Branch | LoopOrBlock"


class Path:
    """The steps of one region, and the terminator that leaves it (None: control falls through its end)."""

    __slots__ = ("ending", "region", "steps")

    def __init__(self, region: Region) -> None:
        self.region = region
        self.steps: list[Step] = []
        last = region.terminator
        self.ending: Op | None = None if type(last) is hlcf.Yield else last

    @property
    def is_trivial(self) -> bool:
        return not self.steps and self.ending is None


class FunctionLives:
    """All variables of a function and the path through its body.

    `copies`, `takes`, `ends`: the ops that copy, move and destroy values; all others are `markers`. `holders`: of a variable, the leaves of those
    that refer to it.
    """

    __slots__ = (
        "_moves",
        "_owner",
        "body",
        "copies",
        "depth",
        "ends",
        "holders",
        "lent",
        "markers",
        "of_value",
        "outputs",
        "takes",
        "variables",
    )

    def __init__(self, func: kgen.Func) -> None:
        self.variables: list[Variable] = []
        self.of_value: dict[Value, Variable] = {}
        self.markers: list[Op] = []
        self.copies: list[kgen.VarCopy] = []
        self.takes: list[kgen.VarTake] = []
        self.ends: list[kgen.VarDestroy] = []
        self.holders: dict[Variable, int] = {}
        self.depth = 1  # of the units of all variables
        self.outputs = 0  # leaves of the variables that must be full at a return
        self.lent = 0  # … those of them that must be so at a return by error, too
        self._owner: list[Variable | None] = [None]  # the variable of each bit
        self._moves = 0
        self.body = self._follow(func.regions[0])

    def owners(self, leaves: int) -> list[Variable]:
        """The variables that `leaves` belong to, in the order in which they end together (rule 4 of the model)."""
        arguments: list[Variable] = []
        locals: list[Variable] = []
        rest = leaves
        while rest:
            variable = self._owner[rest.bit_length() - 1]
            assert variable is not None
            (arguments if variable.is_argument else locals).append(variable)
            rest &= ~variable.mask
        found = arguments + locals
        if len(found) > 1 and self.holders:
            return self._holders_first(found, leaves)
        return found

    def _holders_first(self, variables: list[Variable], leaves: int) -> list[Variable]:
        ordered: list[Variable] = []
        while variables:
            free = (v for v in variables if not self.holders.get(v, 0) & leaves & ~v.mask)
            variable = next(free, variables[0])
            variables.remove(variable)
            leaves &= ~variable.mask
            ordered.append(variable)
        return ordered

    def _follow(self, region: Region) -> Path:
        path = Path(region)
        steps = path.steps
        op = region.first
        while op is not None:
            cls = type(op)
            if cls in EFFECTS:
                steps.append(self._marker(op))
            elif cls is kgen.Var:
                steps.append(self._declare(op))
            elif cls is hlcf.If:
                branch = Branch(op, self._follow(op.regions[0]), self._follow(op.regions[1]))
                if not (branch.then.is_trivial and branch.otherwise.is_trivial):
                    steps.append(branch)
            elif cls is hlcf.Loop or cls is hlcf.Block:
                steps.append(self._scope(op))
            op = op.next
        return path

    def _declare(self, op: Op) -> Touch:
        assert isinstance(op, kgen.Var)
        variable = Variable(op, len(self._owner))
        self.variables.append(variable)
        self._owner += [variable] * variable.mask.bit_count()
        self.of_value[op.results[0]] = variable
        self.depth = max(self.depth, variable.root.set_units())
        if variable.is_output:
            self.outputs |= variable.mask
            self.lent |= variable.mask if op.attrs.get("lent") else 0
        return Touch(DECLARE, op, variable, variable.root)

    def _marker(self, op: Op) -> Touch:
        variable = self.of_value[op.operands[0]]
        kind = EFFECTS[type(op)]
        part = variable.root
        for index in op.attrs.get("path") or ():
            if not part.children:  # a field of a leaf: it only needs the leaf to be there
                kind = USE if kind in (INIT, CLEAR) else kind
                break
            part = part.children[index]
        if kind == MOVE:
            self._moves |= part.mask
        self._remember(op, variable)
        return Touch(kind, op, variable, part)

    def _remember(self, op: Op, variable: Variable) -> None:
        if isinstance(op, kgen.VarCopy):
            self.copies.append(op)
        elif isinstance(op, kgen.VarTake):
            self.takes.append(op)
        else:
            self.markers.append(op)
            if len(op.operands) > 1:
                holder = self.of_value[op.operands[1]]
                self.holders[variable] = self.holders.get(variable, 0) | holder.mask

    def _scope(self, op: Op) -> LoopOrBlock:
        outside = self._moves
        self._moves = 0
        scope = LoopOrBlock(op, self._follow(op.regions[0]), 0)
        scope.moves = self._moves
        self._moves |= outside
        return scope
