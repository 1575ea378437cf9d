"""References into what a value owns: found where they are used after their owner was changed.

A signature says with an *interior origin* that its result lies in memory its argument owns, not in the argument itself:

    def __getitem__(ref self, i: Int) -> ref[origin_of(self)._get_owned_interior["element"]] Self.T

An origin is a variable and a path of fields and such names: `l["element"]`, `pair.first["element"]["bytes"]`. Whatever may
change a place (a `mut` argument, an assignment) invalidates the origins that lead out of that place through a name:
`l.append(1)` does so to `l["element"]`, but not `l[0] = 1`, which changes `l["element"]` itself.

While a body is elaborated, `Interiors` leaves three kinds of marks in it: a holder (a variable, or a reference without
one) *takes* a reference, a place is *changed*, a holder is *used*. `check_interiors` follows them through the function:
what a holder holds and what of it was invalidated, on some way to here. The marks are gone afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ember.dialects import hlcf, kgen
from ember.dialects.exact_spans import name_within
from ember.elab.model.frame import Frame
from ember.elab.model.types import tracks_origin
from ember.elab.model.values import Keeps, Lender, OriginPath, Place, Variable
from ember.ir.nodes import Op, Region, erase_all
from ember.support.diagnostics import DiagnosticSink, Note


class Interiors:
    """Marks what happens to references into interiors in one function."""

    __slots__ = ("marks", "named", "numbers", "takes")

    def __init__(self) -> None:
        self.numbers: dict[Variable | Lender, int] = {}
        self.named: list[Variable | Lender | str] = [
            ""
        ]  # by number: the owner, or a reference's name
        self.marks: list[Op] = []
        self.takes = False  # whether there is anything to check

    def lent(self, frame: Frame, keeps: Keeps) -> Keeps:
        """A reference without a variable of its own refers to these from here on."""
        if not any(k.is_interior for k in keeps):
            return keeps
        return self._take(frame, self._new_number(), keeps, True)

    def taken(self, frame: Frame, holder: Variable, keeps: Keeps, whole: bool) -> Keeps:
        """A variable refers to these from here on; `whole`: to nothing else."""
        if not whole and not any(k.is_interior for k in keeps):
            return keeps
        return self._take(frame, self._number(holder), keeps, whole)

    def _take(self, frame: Frame, holder: int, keeps: Keeps, whole: bool) -> Keeps:
        held = tuple(k._replace(holder=holder) if k.is_interior else k for k in keeps)
        origins = tuple((self._number(k.variable), k.path) for k in held if k.is_interior)
        self.takes = self.takes or bool(origins)
        self._mark(frame, kgen.OriginTake, {"holder": holder, "origins": origins, "whole": whole})
        return held

    def used(self, frame: Frame, variable: Variable) -> None:
        """A variable is used, with what it holds."""
        if tracks_origin(variable.type):
            self._mark(frame, kgen.OriginUse, {"holder": self._number(variable)})

    def used_through(self, frame: Frame, keeps: Keeps) -> None:
        """Something that refers to these is used."""
        for holder in dict.fromkeys(k.holder for k in keeps if k.holder):
            self._mark(frame, kgen.OriginUse, {"holder": holder})

    def called(self, place: Place, name: str) -> None:
        """A reference without a variable got a name."""
        for keep in place.keeps:
            if keep.holder:
                self.named[keep.holder] = name

    def changed(self, frame: Frame, places: Keeps) -> None:
        """These places may have got another value."""
        for place in places:
            attrs = {"variable": self._number(place.variable), "path": place.path}
            self._mark(frame, kgen.OriginChange, attrs)

    def _mark(self, frame: Frame, mark: type[Op], attrs: dict[str, Any]) -> None:
        self.marks.append(frame.emit(mark, (), (), attrs))

    def _number(self, variable: Variable | Lender) -> int:
        number = self.numbers.get(variable)
        if number is None:
            number = self.numbers[variable] = self._new_number(variable)
        return number

    def _new_number(self, named: Variable | Lender | str = "") -> int:
        self.named.append(named)
        return len(self.named) - 1

    def name(self, number: int) -> str:
        """What the user calls an owner or holder; empty for what has no name."""
        named = self.named[number]
        return named if isinstance(named, str) else named.name

    def shown(self, number: int) -> str:
        """An owner in a message."""
        name, named = self.name(number), self.named[number]
        if isinstance(named, Lender) and named.is_behind:
            return f"what '{name}' refers to"
        return f"'{name}'" if name else "a temporary value"


class _Reference(NamedTuple):
    """A holder's reference to an origin: one bit of a state."""

    holder: int
    variable: int
    path: OriginPath


class _State(NamedTuple):
    """The references that may be held, and those of them that may be invalid."""

    held: int
    stale: int


class _Enclosing:
    """An enclosing loop or block: the states at its end and at its repetitions found so far."""

    __slots__ = ("exits", "repeats")

    def __init__(self) -> None:
        self.exits: list[_State] = []
        self.repeats: list[_State] = []


def check_interiors(func: kgen.Func, interiors: Interiors, sink: DiagnosticSink) -> None:
    """Reports uses of invalid references in a function, and removes the marks."""
    if interiors.takes:
        _Walk(interiors, sink).run(func.body)
    erase_all([mark for mark in interiors.marks if mark.parent is not None])


class _Walk:
    """The walk along all ways through a function."""

    def __init__(self, interiors: Interiors, sink: DiagnosticSink) -> None:
        self.interiors = interiors
        self.sink = sink
        self.enclosing: list[_Enclosing] = []
        self.bits: dict[_Reference, int] = {}
        self.of_holder: dict[int, int] = {}
        self.takers: dict[int, Op] = {}  # by bit: where the reference was taken last
        self.changers: dict[int, Op] = {}  # by bit: what made it invalid last
        self.reported: set[int] = set()
        for mark in interiors.marks:
            if isinstance(mark, kgen.OriginTake):
                for variable, path in mark.origins:
                    self._number_bit(_Reference(mark.holder, variable, path))

    def _number_bit(self, reference: _Reference) -> None:
        bit = self.bits.setdefault(reference, 1 << len(self.bits))
        self.of_holder[reference.holder] = self.of_holder.get(reference.holder, 0) | bit

    def run(self, body: Region) -> None:
        self._region(body, _State(0, 0))

    def _region(self, region: Region, state: _State | None) -> _State | None:
        """The state at the end of a region, None where control does not come to it."""
        op = region.first
        while op is not None and state is not None:
            state = self._op(op, state)
            op = op.next
        return state

    def _op(self, op: Op, state: _State) -> _State | None:
        match op:
            case kgen.OriginTake():
                return self._take(op, state)
            case kgen.OriginChange():
                return self._change(op, state)
            case kgen.OriginUse():
                self._use(op, state)
            case hlcf.If():
                return _joined([self._region(arm, state) for arm in op.regions])
            case hlcf.Loop():
                return self._loop(op, state)
            case hlcf.Block():
                target, end = self._enter(op, state)
                return _joined([*target.exits, end])
            case hlcf.Break():
                self.enclosing[-1 - (op.depth or 0)].exits.append(state)
                return None
            case hlcf.Continue():
                self.enclosing[-1 - (op.depth or 0)].repeats.append(state)
                return None
        return None if op.is_terminator and not isinstance(op, hlcf.Yield) else state

    def _loop(self, op: Op, state: _State) -> _State | None:
        while True:
            target, end = self._enter(op, state)
            again = _joined([state, *target.repeats, end])
            if again == state or again is None:
                return _joined(target.exits)
            state = again

    def _enter(self, op: Op, state: _State) -> tuple[_Enclosing, _State | None]:
        target = _Enclosing()
        self.enclosing.append(target)
        end = self._region(op.regions[0], state)
        self.enclosing.pop()
        return target, end

    def _take(self, op: kgen.OriginTake, state: _State) -> _State:
        gone = self.of_holder.get(op.holder, 0) if op.whole else 0
        held, stale = state.held & ~gone, state.stale & ~gone
        for variable, path in op.origins:
            bit = self.bits[_Reference(op.holder, variable, path)]
            held |= bit
            self.takers[bit] = op
        return _State(held, stale)

    def _change(self, op: kgen.OriginChange, state: _State) -> _State:
        stale = state.stale
        for reference, bit in self.bits.items():
            if (
                state.held & ~stale & bit
                and reference.variable == op.variable
                and leads_out_of(reference.path, op.path)
            ):
                stale |= bit
                self.changers[bit] = op
        return _State(state.held, stale)

    def _use(self, op: kgen.OriginUse, state: _State) -> None:
        wrong = state.stale & self.of_holder.get(op.holder, 0)
        bit = wrong & -wrong
        if not wrong or bit in self.reported:
            return
        self.reported.add(bit)
        reference = next(r for r, b in self.bits.items() if b == bit)
        shown = self.interiors.shown(reference.variable)
        message = (
            f"this uses a reference into {shown}, which was changed after the reference was taken;"
            " take it again after the change, or copy the value before"
        )
        taken = Note("the reference was taken here", self.takers[bit].loc)
        change = Note(
            f"{shown} is changed here: what the reference points at may be moved or destroyed",
            self.changers[bit].loc,
        )
        used = name_within(op.loc, self.interiors.name(op.holder))
        self.sink.error("invalidated-reference", used, message, taken, change)


def leads_out_of(path: OriginPath, place: OriginPath) -> bool:
    """Whether what is at `path` is owned by the value at `place`, or by a part of it, and lies elsewhere."""
    rest = path[len(place) :]
    return path[: len(place)] == place and any(step.__class__ is str for step in rest)


def _joined(states: Sequence[_State | None]) -> _State | None:
    reached = [state for state in states if state is not None]
    if not reached:
        return None
    held = stale = 0
    for state in reached:
        held |= state.held
        stale |= state.stale
    return _State(held, stale)
