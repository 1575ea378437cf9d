"""Ends the lives of values: checks that variables are full where they are used, and inserts their destructions.

Before:                                   After:
    %x = kgen.var "x" : pointer               %x = kgen.var "x" : pointer
    kgen.call @make(%x)                       kgen.call @make(%x)
    kgen.var.init %x                          kgen.var.init %x
    kgen.call @print(%x)                      kgen.call @print(%x)
    kgen.var.use %x                           kgen.var.use %x
                                              kgen.var.destroy %x
    kgen.call @other()                        kgen.call @other()

The pass reads the table and the rules of docs/design/0015-ownership.md: `liveness.py` says where a leaf is not needed
any more, and the forward walk here knows which leaves are full there. So a value is destroyed once on each path, without
run-time flags. Where paths meet that disagree about a variable, the ones that hold a value destroy it on their way in.

`end_lives` runs this pass and the steps after it, which only make less of what it says, and leaves plain memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ember.dialects import hlcf, kgen
from ember.dialects.exact_spans import name_span
from ember.ir.nodes import Builder, Op, Region
from ember.ownership.dead_copies import drop_dead_copies
from ember.ownership.effects import (
    AFTERWARDS,
    CLEAR,
    DECLARE,
    INIT,
    MOVE,
    Branch,
    FunctionLives,
    LoopOrBlock,
    Path,
    Touch,
    Variable,
)
from ember.ownership.last_copies import move_last_copies
from ember.ownership.liveness import mark_dead
from ember.ownership.sharing import share_storage
from ember.ownership.storage import lower_variables
from ember.support.diagnostics import DiagnosticSink, Note
from ember.support.source import Span


def end_lives(
    func: kgen.Func,
    sink: DiagnosticSink,
    verify: Callable[[kgen.Func], None] | None = None,
    verify_each: bool = False,
) -> None:
    """Checks the variables of `func`, makes their destruction explicit and turns them into plain memory.

    `verify` is asked after the last step, or after each: what is wrong after one is wrong after the last.
    """
    lives = FunctionLives(func)
    if not lives.variables:
        return
    mistakes = sink.error_count
    insert_destructors(lives, sink)
    if sink.error_count > mistakes:
        verify = None  # what is wrong has been told
    for step in (None, drop_dead_copies, move_last_copies, share_storage):
        if step is not None:
            step(lives)
        if verify is not None and (verify_each or step is share_storage):
            verify(func)
    lower_variables(func, lives)


def insert_destructors(lives: FunctionLives, sink: DiagnosticSink) -> None:
    """Inserts `kgen.var.destroy` where values end, and reports places that are not what an op needs them to be."""
    mark_dead(lives)
    _Walk(lives, sink).run()


class _State:
    """What is known at a point: the leaves that are full on every path to it, those moved away on some."""

    __slots__ = ("full", "moved")

    def __init__(self, full: int, moved: int) -> None:
        self.full = full
        self.moved = moved


class _Edge:
    """A way into a merge point: destructors it needs go before `anchor`, or to the end of `region`."""

    __slots__ = ("anchor", "region", "state")

    def __init__(self, region: Region, anchor: Op | None, state: _State) -> None:
        self.region = region
        self.anchor = anchor
        self.state = state


class _Enclosing:
    """An enclosing loop or block, with the ways to its end and back to its start found so far."""

    __slots__ = ("exits", "repeats")

    def __init__(self) -> None:
        self.exits: list[_Edge] = []
        self.repeats: list[_Edge] = []


class _Walk:
    """The forward walk. `is_rehearsal`: only states are computed, nothing is reported or inserted.

    `ending`: leaves that end after the current run of markers. `copied`: those of them whose last use is a copy.
    """

    __slots__ = (
        "copied",
        "diagnosed",
        "enclosing",
        "ending",
        "is_rehearsal",
        "lives",
        "movers",
        "sink",
    )

    def __init__(self, lives: FunctionLives, sink: DiagnosticSink) -> None:
        self.lives = lives
        self.sink = sink
        self.enclosing: list[_Enclosing] = []
        self.is_rehearsal = False
        self.ending = 0
        self.copied = 0
        self.diagnosed: set[Variable] = set()  # one mistake per variable is enough
        self.movers: dict[Variable, list[tuple[Touch, str]]] = {}

    def run(self) -> None:
        edge = self.follow(self.lives.body, _State(0, 0))
        if edge is not None:
            place = self.lives.body.region.parent
            self.check_outputs(self.lives.outputs, edge.state, place)

    def follow(self, path: Path, state: _State) -> _Edge | None:
        """Walks a path from `state`; gives the edge by which control falls through its end, if it does."""
        for step in path.steps:
            if type(step) is Touch:
                self.touch(step, state)
                continue
            if type(step) is Branch:
                after = self.branch(step, state)
            elif type(step) is LoopOrBlock:
                after = self.scope(step, state)
            if after is None:
                return None
            state = after
        if path.ending is not None:
            self.end(path, path.ending, state)
            return None
        last = path.region.last
        return _Edge(path.region, last if type(last) is hlcf.Yield else None, state)

    # -- steps: `state` is changed in place, or a new one returned where paths meet --------------------

    def touch(self, step: Touch, state: _State) -> None:
        kind = step.kind
        if kind == INIT:
            state.full |= step.mask
            for part in reversed(step.around):
                if not part.mask & ~part.own & ~state.full:
                    state.full |= part.own
            state.moved &= ~state.full
        elif kind == DECLARE:
            state.full &= ~step.mask
            state.moved &= ~step.mask
            if step.op.attrs.get("initialized"):
                state.full |= step.mask
        elif kind == CLEAR:
            if state.full & step.mask:  # a path that aborts: nothing was dead on it
                assert step.op.parent is not None
                self.destroy_all(state.full & step.mask, step.op.parent, step.op, step.op)
            state.full &= ~step.mask
        else:
            if step.mask & ~state.full:
                self.report_misuse(step, state)
            if kind == MOVE:
                state.full &= ~step.mask
                state.moved |= step.mask
                if not self.is_rehearsal:
                    self.movers.setdefault(step.variable, []).append((step, "moved here"))
        if step.variable.guarded:
            self.check_whole(step, state)
        dead = state.full & step.dead
        if type(step.op) is kgen.VarCopy and step.mask and not step.mask & ~dead:
            self.copied |= step.mask
        self.end_after(step.op, dead, state)

    def end_after(self, op: Op, dead: int, state: _State) -> None:
        """What is dead after a marker is destroyed at the end of the run of markers it stands in."""
        state.full &= ~dead
        self.ending |= dead
        if self.ending and not _continues(op.next):
            assert op.parent is not None
            self.destroy_all(self.ending, op.parent, op.next, op)
            self.ending = 0
            self.copied = 0

    def branch(self, step: Branch, state: _State) -> _State | None:
        edges = []
        arms = ((step.then, step.dead_then), (step.otherwise, step.dead_otherwise))
        for path, needless in arms:
            dead = state.full & needless
            self.destroy_all(dead, path.region, path.region.first, step.op)
            edge = self.follow(path, _State(state.full & ~dead, state.moved))
            if edge is not None:
                edges.append(edge)
        return self.meet(edges)

    def scope(self, step: LoopOrBlock, state: _State) -> _State | None:
        start = self.loop_start(step, state) if step.is_loop else state
        target = self.enter(step, _State(start.full, start.moved))
        for edge in target.repeats:
            self.destroy_all(edge.state.full & ~start.full, edge.region, edge.anchor, step.op)
        return self.meet(target.exits)

    def enter(self, step: LoopOrBlock, state: _State) -> _Enclosing:
        target = _Enclosing()
        self.enclosing.append(target)
        edge = self.follow(step.body, state)
        self.enclosing.pop()
        if edge is not None:
            (target.repeats if step.is_loop else target.exits).append(edge)
        return target

    def loop_start(self, step: LoopOrBlock, entry: _State) -> _State:
        """What every iteration may count on: only a move inside the loop can make that less than at its entry."""
        full = entry.full
        while full & step.moves:
            target = self.rehearse(step, _State(full, entry.moved))
            kept = full
            for edge in target.repeats:
                kept &= edge.state.full
            if kept == full:
                break
            full = kept
        lost = entry.full & ~full
        if not lost:
            return entry
        region = step.op.parent
        assert region is not None
        self.destroy_all(lost, region, step.op, step.op)
        if not self.is_rehearsal:
            self.remember_moves(step.body, lost)
        return _State(full, entry.moved | lost)

    def rehearse(self, step: LoopOrBlock, state: _State) -> _Enclosing:
        """The ways out of a loop and back to its start; those that it leads out of enclosing ones are forgotten."""
        was_rehearsal, self.is_rehearsal = self.is_rehearsal, True
        known = [(len(around.exits), len(around.repeats)) for around in self.enclosing]
        target = self.enter(step, state)
        for around, (exits, repeats) in zip(self.enclosing, known, strict=True):
            del around.exits[exits:], around.repeats[repeats:]
        self.is_rehearsal = was_rehearsal
        return target

    def meet(self, edges: Sequence[_Edge]) -> _State | None:
        """The state where `edges` come together; what only some of them hold is destroyed on these."""
        if not edges:
            return None
        full, moved = edges[0].state.full, edges[0].state.moved
        for edge in edges[1:]:
            full &= edge.state.full
            moved |= edge.state.moved
        for edge in edges:
            extra = edge.state.full & ~full
            if extra:
                self.destroy_all(extra, edge.region, edge.anchor, edge.region.parent)
        return _State(full, moved)

    def end(self, path: Path, ending: Op, state: _State) -> None:
        match ending:
            case hlcf.Break():
                target = self.enclosing[-1 - (ending.depth or 0)]
                target.exits.append(_Edge(path.region, ending, state))
            case hlcf.Continue():
                target = self.enclosing[-1 - (ending.depth or 0)]
                target.repeats.append(_Edge(path.region, ending, state))
            case kgen.Return():
                is_error = ending.attrs.get("error")
                outputs = self.lives.lent if is_error else self.lives.outputs
                self.check_outputs(outputs, state, ending)

    # -- destructions ----------------------------------------------------------------------------------

    def destroy_all(self, leaves: int, region: Region, anchor: Op | None, cause: Op | None) -> None:
        if not leaves or self.is_rehearsal:
            return
        at = Builder(region, anchor)
        for variable in self.lives.owners(leaves):
            ending = leaves & variable.mask
            if ending == variable.mask and ending & self.copied:
                self.destroy(
                    variable, (), at, cause
                )  # even if it has no destructor: the copy is its move
            elif variable.linear:
                self.report_abandoned(variable, cause)
            elif variable.root.needs_destroy:
                for path in variable.root.whole_parts(ending):
                    self.destroy(variable, path, at, cause)

    def destroy(
        self, variable: Variable, path: tuple[int, ...], at: Builder, cause: Op | None
    ) -> None:
        loc = cause.loc if cause is not None else None
        end = kgen.VarDestroy((variable.op.results[0],), (), {"path": path}, (), loc)
        at.insert(end)
        self.lives.ends.append(end)

    # -- mistakes --------------------------------------------------------------------------------------

    def report_misuse(self, step: Touch, state: _State) -> None:
        variable = step.variable
        if (
            self.is_rehearsal
            or not variable.name
            or variable in self.diagnosed
            or (step.op.attrs.get("soft") and not step.op.attrs.get("refers"))
        ):
            return
        self.diagnosed.add(variable)
        missing = step.mask & ~state.full
        moved = missing & state.moved
        name = variable.spell(moved or missing)[0]
        where = name_span(step.op.loc, variable.name)
        declared = Note(f"'{variable.name}' declared here", variable.op.loc)
        refers = step.op.attrs.get("refers")
        if not moved and refers:
            message = (
                f"this uses a reference to '{name}', which is destroyed by now;"
                " declare it where it lives as long as the reference"
            )
            self.sink.error("dangling-reference", step.op.loc, message, declared)
            return
        if not moved:
            message = f"'{name}' is used before it is initialised"
            self.sink.error("use-of-uninitialized", where, message, declared)
            return
        note = declared
        for mover, text in self.movers.get(variable, ()):
            if mover.mask & moved:
                note = Note(text, name_span(mover.op.loc, variable.name))
        if refers:
            message = (
                f"this uses a reference to '{name}', whose value was moved away;"
                " use it before the move, or move a copy"
            )
            self.sink.error("reference-after-move", step.op.loc, message, note)
            return
        message = f"'{name}' is used after its value was moved away"
        self.sink.error("use-after-move", where, message, note)

    def check_whole(self, step: Touch, state: _State) -> None:
        """A value that ends must be whole, or moved as a whole, if its destructor is the user's own."""
        variable = step.variable
        if self.is_rehearsal or variable in self.diagnosed:
            return
        for whole in variable.guarded:
            missing = whole & state.moved & ~state.full
            if whole & ~step.dead or not missing:
                continue
            for mover, _ in self.movers.get(variable, ()):
                if mover.mask & missing and whole & ~mover.mask:
                    self.report_partial(variable, mover, whole)
                    return

    def report_partial(self, variable: Variable, mover: Touch, whole: int) -> None:
        self.diagnosed.add(variable)
        part, all = variable.spell(mover.mask)[0], variable.spell(whole)[0]
        message = (
            f"'{part}' is moved out of '{all}', which has a destructor of its own;"
            f" move all of '{all}', or give '{part}' a new value before '{all}' ends"
        )
        declared = Note(f"'{variable.name}' declared here", variable.op.loc)
        self.sink.error("partial-move", mover.op.loc, message, declared)

    def remember_moves(self, path: Path, leaves: int) -> None:
        """Notes where the loop around `path` moves `leaves`, for the reports of the iterations after."""
        for step in path.steps:
            if type(step) is Touch:
                if step.kind == MOVE and step.mask & leaves:
                    text = "moved here, in a previous iteration of the loop"
                    self.movers.setdefault(step.variable, []).append((step, text))
            elif type(step) is Branch:
                self.remember_moves(step.then, leaves)
                self.remember_moves(step.otherwise, leaves)
            elif type(step) is LoopOrBlock:
                self.remember_moves(step.body, leaves)

    def check_outputs(self, outputs: int, state: _State, place: Op | None) -> None:
        missing = outputs & ~state.full
        if not missing or self.is_rehearsal:
            return
        for variable in self.lives.owners(missing):
            if variable in self.diagnosed:
                continue
            self.diagnosed.add(variable)
            names = [f"'{name}'" for name in variable.spell(missing & variable.mask)]
            verb = "is" if len(names) == 1 else "are"
            message = f"{', '.join(names)} {verb} not initialised when the function returns here"
            declared = Note(f"'{variable.name}' declared here", variable.op.loc)
            self.sink.error(
                "not-initialized-at-return", self._place_of_return(place), message, declared
            )

    def _place_of_return(self, ending: Op | None) -> Span | None:
        """A `return` that is written; of one at the end of the body, the function."""
        written: Span | None = ending.loc if ending is not None else None
        function = self.lives.body.region.parent
        if function is None or (written is not None and written.text.startswith("return")):
            return written
        whole: Span | None = function.loc
        return whole or written

    def report_abandoned(self, variable: Variable, cause: Op | None) -> None:
        if variable in self.diagnosed:
            return
        self.diagnosed.add(variable)
        what = f"'{variable.name}'" if variable.name else "this value"
        message = f"{what} is abandoned without being explicitly destroyed: {variable.linear}"
        declared = Note(f"{what} is declared here", variable.op.loc)
        span = cause.loc if cause is not None else None
        self.sink.error("linear-value-abandoned", span, message, declared)


def _continues(op: Op | None) -> bool:
    """Whether a run of markers goes on: with another, or with an argument, which is there from the start."""
    if isinstance(op, kgen.Var):
        return bool(op.attrs.get("initialized")) and bool(op.operands)
    return type(op) in AFTERWARDS
