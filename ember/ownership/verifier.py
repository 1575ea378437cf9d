"""Checks a function against the model of ownership, between any two of the steps that make ownership explicit.

This file knows docs/design/0015-ownership.md and nothing of the passes: it follows every path, keeps for each leaf whether
it is full or empty there, and says which op breaks which line of the table. A leaf that needs a destructor has one state
at every point; one that needs none may be full on one path and empty on another until it is read.

A write is seen before it is known to be one: an op may touch an empty place if some path from it leads to the
place's `init`. These ops wait in the state until that marker is met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.support.diagnostics import CompileError, Diagnostic, error
from ember.support.source import Span


def verify_ownership(func: kgen.Func) -> None:
    """Raises `CompileError` with everything in `func` that the model forbids. The destructors have been inserted."""
    problems = check_ownership(func)
    if problems:
        raise CompileError(*problems)


def check_ownership(func: kgen.Func) -> list[Diagnostic]:
    """Everything in `func` that the model forbids."""
    checker = _Checker(func)
    checker.run()
    return checker.problems


class _Leaves:
    """A variable or a field of one: its leaves as bits, and those of them that have a destructor of their own (`needing`)."""

    __slots__ = ("children", "has_destructor", "leaves", "needing")

    def __init__(
        self, destroy: SymbolRef | None, parts: Sequence[object], first: int, is_linear: bool
    ) -> None:
        self.leaves: int = 1 << first
        self.has_destructor = destroy is not None
        self.children: list[_Leaves] = []
        for entry in parts:
            inner_destroy, inner_parts = entry  # type: ignore[misc]
            child = _Leaves(inner_destroy, inner_parts, first, is_linear)  # type: ignore[has-type]
            self.children.append(child)
            first = child.leaves.bit_length()
        self.needing = self.leaves if self.has_destructor or is_linear else 0
        if self.children:
            self.leaves = _union(child.leaves for child in self.children)
            self.needing = _union(child.needing for child in self.children)

    def waiting(self, full: int) -> int:
        """Those of the leaves `full` that wait to be destroyed: by themselves, or as part of something that is all there."""
        if self.has_destructor and not self.leaves & ~full:
            return self.leaves
        return self.needing & full | _union(child.waiting(full) for child in self.children)

    def at(self, path: Sequence[int]) -> _Leaves:
        """The field at `path`, or the leaf around it."""
        part = self
        for index in path:
            if not part.children:
                break
            part = part.children[index]
        return part


def _spread(part: _Leaves) -> _Leaves:
    """The part whose fields have addresses of their own: a struct of one field is its field."""
    while len(part.children) == 1:
        part = part.children[0]
    return part


class _State:
    """What holds at a point: leaves full on all paths to it, empty on all, and the ops that may be writing each leaf."""

    __slots__ = ("empty", "full", "writers")

    def __init__(self, full: int, empty: int, writers: dict[int, frozenset[Op]]) -> None:
        self.full = full
        self.empty = empty
        self.writers = writers

    def copy(self) -> _State:
        return _State(self.full, self.empty, dict(self.writers))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _State) and (self.full, self.empty, self.writers) == (
            other.full,
            other.empty,
            other.writers,
        )

    __hash__ = None  # type: ignore[assignment]

    def fill(self, leaves: int) -> None:
        self.full |= leaves
        self.empty &= ~leaves
        self.forget_writers(leaves)

    def drain(self, leaves: int) -> None:
        self.empty |= leaves
        self.full &= ~leaves
        self.forget_writers(leaves)

    def forget_writers(self, leaves: int) -> None:
        for leaf in _bits(leaves):
            self.writers.pop(leaf, None)


class _Enclosing:
    """A loop or block around the current point, with the states that leave it or start it again."""

    __slots__ = ("exits", "repeats")

    def __init__(self) -> None:
        self.exits: list[_State] = []
        self.repeats: list[_State] = []


class _Checker:
    """Walks one function."""

    def __init__(self, func: kgen.Func) -> None:
        self.func = func
        self.problems: list[Diagnostic] = []
        self.reported: set[tuple[Op, str]] = set()
        self.places: dict[Value, _Leaves] = {}
        """The place that each pointer points at or into."""
        self.results = 0
        """The leaves of places that must be full at a return."""
        self.lent = 0
        """Those of them that must be so at a return by error, too."""
        self.needing = 0
        """The leaves that have a destructor of their own, of all variables."""
        self.roots: list[_Leaves] = []
        self.everything = 0
        self.shared: list[tuple[int, int]] = []
        """Leaves of a variable, and those of the place whose memory it was given."""
        self.names: list[tuple[int, str]] = []
        self.enclosing: list[_Enclosing] = []
        self.written: set[Op] = set()
        """Ops that touched an empty place, and a path from them led to its `init`."""
        self.suspects: dict[Op, int] = {}
        """All ops that touched an empty place, with the leaves."""

    def run(self) -> None:
        for op in self.func.walk():
            rule = _PLACES.get(type(op))
            if rule is not None:
                rule(self, op)
        state = self.follow(self.func.regions[0], _State(0, self.everything, {}))
        if state is not None:
            self.leave(self.func, state)
        for suspect, leaves in self.suspects.items():
            if suspect not in self.written:
                self.report(
                    suspect, leaves, "is touched while it is empty, and never initialised after"
                )

    # -- variables -------------------------------------------------------------------------------

    def declare(self, op: Op) -> None:
        attrs = op.attrs
        first = self.everything.bit_length()
        is_linear = bool(attrs.get("linear"))
        root = _Leaves(attrs.get("destroy"), attrs.get("parts") or (), first, is_linear)
        self.places[op.results[0]] = root
        self.everything |= root.leaves
        self.needing |= root.needing
        self.roots.append(root)
        self.names.append((root.leaves, attrs.get("name") or "a temporary"))
        if attrs.get("must_end_initialized"):
            self.results |= root.leaves
            self.lent |= root.leaves if attrs.get("lent") else 0

        if op.operands:
            place = self.places.get(op.operands[0])
            if place is not None:
                self.shared.append((root.leaves, place.leaves))

    def point_at_field(self, op: Op) -> None:
        around = self.places.get(op.operands[0])
        if around is not None:
            self.places[op.results[0]] = _spread(around).at((op.attrs["index"],))

    def point_at_same(self, op: Op) -> None:
        place = self.places.get(op.operands[0])
        if place is not None:
            self.places[op.results[0]] = place

    def points_inside_leaf(self, pointer: Value) -> bool:
        """Whether a pointer leads to a field or an element of a leaf, whatever its index is."""
        owner = pointer.owner
        if isinstance(owner, pop.Offset):
            return True
        if isinstance(owner, kgen.StructGep):
            around = self.places.get(owner.operands[0])
            return around is not None and not _spread(around).children
        return isinstance(owner, pop.PointerCast) and self.points_inside_leaf(owner.operands[0])

    def named(self, op: Op) -> _Leaves:
        """The place a marker names: its first operand, and its path."""
        return self.places[op.operands[0]].at(op.attrs.get("path") or ())

    def is_inside_leaf(self, op: Op) -> bool:
        """Whether a marker names a field of a leaf: that only needs the leaf to be there."""
        part = self.places[op.operands[0]]
        for index in op.attrs.get("path") or ():
            if not part.children:
                return True
            part = part.children[index]
        return False

    # -- paths -----------------------------------------------------------------------------------

    def follow(self, region: Region, state: _State) -> _State | None:
        """Walks a region from `state`, which it may change; gives the state at its end if control gets there."""
        for op in region:
            rule = _RULES.get(type(op))
            if rule is not None:
                rule(self, op, state)
                continue
            scope = _SCOPES.get(type(op))
            if scope is not None:
                after = scope(self, op, state)
                if after is None:
                    return None
                state = after
                continue
            self.touch_operands(op, state)
            if op.is_terminator and not isinstance(op, hlcf.Yield):
                self.jump(op, state)
                return None
        return state

    def branch(self, op: Op, state: _State) -> _State | None:
        arms = (self.follow(region, state.copy()) for region in op.regions)
        return self.join(op, [arm for arm in arms if arm is not None])

    def scope(self, op: Op, state: _State) -> _State | None:
        """A block once; a loop until the state at its start holds for every round."""
        self.touch_operands(op, state)
        while True:
            target = _Enclosing()
            self.enclosing.append(target)
            end = self.follow(op.regions[0], state.copy())
            self.enclosing.pop()
            if isinstance(op, hlcf.Block):
                return self.join(op, target.exits if end is None else [*target.exits, end])
            repeats = target.repeats if end is None else [*target.repeats, end]
            start = self.join(op, [state, *repeats])
            assert start is not None
            if start == state:
                return self.join(op, target.exits)
            state = start

    def jump(self, op: Op, state: _State) -> None:
        if isinstance(op, hlcf.Break):
            self.enclosing[-1 - (op.depth or 0)].exits.append(state)
        elif isinstance(op, hlcf.Continue):
            self.enclosing[-1 - (op.depth or 0)].repeats.append(state)
        elif isinstance(op, kgen.Return):
            self.leave(op, state)

    def join(self, op: Op, states: Sequence[_State]) -> _State | None:
        """The state where paths meet. What needs a destructor must be the same on all of them."""
        if not states:
            return None
        full, empty = self.everything, self.everything
        writers: dict[int, frozenset[Op]] = {}
        for state in states:
            full &= state.full
            empty &= state.empty
            for leaf, ops in state.writers.items():
                writers[leaf] = writers.get(leaf, frozenset()) | ops
        torn = self.needing & ~full & ~empty
        if torn:
            self.report(op, torn, "is full on one path to this point and empty on another")
            full |= torn & states[0].full
            empty |= torn & states[0].empty
        return _State(full, empty, writers)

    def leave(self, op: Op, state: _State) -> None:
        is_error = bool(op.attrs.get("error"))
        wanted = self.lent if is_error else self.results
        self.require(op, state.full, wanted, "is a result and not full where the function returns")
        left = _union(root.waiting(state.full) for root in self.roots) & ~wanted
        self.require(op, ~left, left, "is still full where the function returns")

    # -- ops -------------------------------------------------------------------------------------

    def declaration(self, op: Op, state: _State) -> None:
        root = self.places[op.results[0]]
        leaves = root.leaves
        full = root.waiting(state.full)
        self.require(op, ~full, full, "is still full where it is declared again")
        state.drain(leaves)
        if op.attrs.get("initialized"):
            state.fill(leaves)
            self.check_shared(op, state)

    def clear(self, op: Op, state: _State) -> None:
        if self.is_inside_leaf(op):
            return
        part = self.named(op)
        full = part.waiting(state.full)
        self.require(op, ~full, full, "is about to be written and still full")
        state.drain(part.leaves)

    def init(self, op: Op, state: _State) -> None:
        if self.is_inside_leaf(op):
            self.require_full(op, state, "is written in part")
            return
        part = self.named(op)
        full = part.waiting(state.full)
        self.require(op, ~full, full, "is overwritten while it is full")
        for leaf in _bits(part.leaves):
            self.written |= state.writers.get(leaf, frozenset())
        state.fill(part.leaves)
        self.check_shared(op, state)

    def use(self, op: Op, state: _State) -> None:
        if not op.attrs.get("soft") or op.attrs.get("refers"):
            self.require_full(op, state, "is used")

    def move(self, op: Op, state: _State) -> None:
        self.require_full(op, state, "is moved away")
        state.drain(self.named(op).leaves)

    def copy(self, op: Op, state: _State) -> None:
        self.require_full(op, state, "is copied")
        self.fresh(op, op.operands[1], state)

    def take(self, op: Op, state: _State) -> None:
        self.require_full(op, state, "is taken")
        state.drain(self.named(op).leaves)
        self.fresh(op, op.operands[1], state)

    def destroy(self, op: Op, state: _State) -> None:
        part = self.named(op)
        wanted = part.leaves if part.has_destructor else part.needing
        self.require(op, state.full, wanted, "is destroyed while it is not full")
        state.drain(part.leaves)

    def nothing(self, op: Op, state: _State) -> None:
        """An op that points at places without touching them."""

    def fresh(self, op: Op, pointer: Value, state: _State) -> None:
        """A value is made at `pointer`, which holds none; of what is inside a leaf that is not known."""
        part = self.places.get(pointer)
        if part is None:
            return
        if not self.points_inside_leaf(pointer):
            full = part.waiting(state.full)
            self.require(op, ~full, full, "is overwritten while it is full")
        self.write(op, part.leaves & ~state.full, state)

    def touch_operands(self, op: Op, state: _State) -> None:
        for operand in op.operands:
            part = self.places.get(operand)
            if part is not None and part.leaves & ~state.full:
                self.write(op, part.leaves & ~state.full, state)

    def write(self, op: Op, leaves: int, state: _State) -> None:
        """`op` touches leaves that are not full: it must be writing them."""
        self.check_lent(op, leaves, state)
        if leaves:
            self.suspects[op] = self.suspects.get(op, 0) | leaves
        for leaf in _bits(leaves):
            state.writers[leaf] = state.writers.get(leaf, frozenset()) | {op}

    # -- shared memory ---------------------------------------------------------------------------

    def check_shared(self, op: Op, state: _State) -> None:
        for mine, theirs in self.shared:
            both = state.full & mine and state.full & theirs & self.needing
            if both:
                self.report(op, mine | theirs, "has the memory of another that is full, too")

    def check_lent(self, op: Op, leaves: int, state: _State) -> None:
        for mine, theirs in self.shared:
            for written, other in ((mine, theirs), (theirs, mine)):
                if leaves & written and state.full & other & self.needing:
                    self.report(op, leaves, "is written, but its memory holds another's value")

    # -- reports ---------------------------------------------------------------------------------

    def require_full(self, op: Op, state: _State, does: str) -> None:
        wanted = self.named(op).leaves
        self.require(op, state.full, wanted, f"{does} while it is not full")

    def require(self, op: Op, have: int, wanted: int, message: str) -> None:
        if wanted & ~have:
            self.report(op, wanted & ~have, message)

    def report(self, op: Op, leaves: int, message: str) -> None:
        if (op, message) in self.reported:
            return
        self.reported.add((op, message))
        names = [name for mask, name in self.names if mask & leaves]
        span = op.loc if isinstance(op.loc, Span) else None
        text = f"'{op.op_name}' in @{self.func.attrs.get('name')}: {', '.join(names)} {message}"
        self.problems.append(error("ir-invalid", span, text))


_RULES: Final[dict[type[Op], Callable[[_Checker, Op, _State], None]]] = {
    kgen.Var: _Checker.declaration,
    kgen.VarClear: _Checker.clear,
    kgen.VarInit: _Checker.init,
    kgen.VarUse: _Checker.use,
    kgen.VarMove: _Checker.move,
    kgen.VarCopy: _Checker.copy,
    kgen.VarTake: _Checker.take,
    kgen.VarDestroy: _Checker.destroy,
    kgen.StructGep: _Checker.nothing,
    pop.Offset: _Checker.nothing,
    pop.PointerCast: _Checker.nothing,
}
"""What each op does to the places it names, line by line of the table; any other op touches what its operands point to."""

_SCOPES: Final[dict[type[Op], Callable[[_Checker, Op, _State], _State | None]]] = {
    hlcf.If: _Checker.branch,
    hlcf.Loop: _Checker.scope,
    hlcf.Block: _Checker.scope,
}
"""Ops that paths go through."""

_PLACES: Final[dict[type[Op], Callable[[_Checker, Op], None]]] = {
    kgen.Var: _Checker.declare,
    kgen.StructGep: _Checker.point_at_field,
    pop.Offset: _Checker.point_at_same,
    pop.PointerCast: _Checker.point_at_same,
}
"""Ops that make pointers to places."""


def _union(masks: Iterator[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low
        mask &= ~low
