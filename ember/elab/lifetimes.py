"""Ends the lives of values: checks that variables are initialised where they are used, and inserts destructor calls.

Before:                                   After:
    %x = kgen.var "x" : pointer               %x = pop.stack_allocation {type = T, count = 1}
    kgen.call @make(%x)                       kgen.call @make(%x)
    kgen.var.init %x
    kgen.call @print(%x)                      kgen.call @print(%x)
    kgen.var.use %x                           kgen.call @destroy(%x)
    kgen.call @other()                        kgen.call @other()

A value is destroyed right after its last use on each path, exactly once, without run-time flags: `liveness.py` says
where a variable is not needed any more, and the forward walk here knows what it holds there. Where paths meet that
disagree about a variable, the ones that hold a value destroy it on their way in. Of several values that die at one
point, as after a call that used them all, the variable declared last goes first. A value with fields is destroyed as a
whole when it is whole, otherwise field by field. An overwritten value needs nothing special: nobody needs it between
its last use and the overwriting, so it is dead, and destroyed, by then.

What the elaborator must respect:
- The marker of a use stands after the op that uses the variable, `kgen.var.init` after the ops that write, with
  `assign` before them. An op that writes a variable and may fail to (a call that raises) is no place for `assign`: let
  it write to a temporary.
- Between `kgen.var.init {assign}` and the next marker of the same variable, the pointer to what is assigned is used only
  for the writing (so later writes to it are announced with `assign` too).
- An error return carries the attribute `error`: outputs are destroyed there instead of kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from ember.dialects import hlcf, kgen, pop
from ember.dialects.types import INDEX, POINTER, StructType, Type
from ember.elab.liveness import mark_dead
from ember.elab.ownership import (
    DECLARE,
    INIT,
    MARKERS,
    MOVE,
    Branch,
    Part,
    Path,
    Scope,
    Touch,
    Trace,
    Variable,
)
from ember.ir.nodes import Builder, Op, Region, Value, erase_all
from ember.support.diagnostics import DiagnosticSink, Note


def insert_destructors(func: kgen.Func, sink: DiagnosticSink) -> None:
    """Checks the variables of `func`, makes their destruction explicit and turns them into plain memory."""
    trace = Trace(func)
    if not trace.variables:
        return
    mark_dead(trace)
    _Walk(trace, sink).run()
    for marker in trace.markers:
        if isinstance(marker, kgen.VarCopy):
            _copy_or_move(marker)
    erase_all(trace.markers)
    _lower_variables(func.regions[0], trace.variables)


def _copy_or_move(op: kgen.VarCopy) -> None:
    """Emits what a copy became: the copy, or a move where the original is not needed any more."""
    region = op.parent
    assert region is not None
    source, destination = op.operands
    holder = destination.owner
    if (
        op.attrs.get("moves")
        and isinstance(holder, kgen.Var)
        and not holder.name
        and not holder.operands
    ):
        holder.operands.append(source)  # a temporary takes the place itself over
        source.uses.append(holder)
    elif not op.attrs.get("moves"):
        region.insert_before(
            op, kgen.Call((source, destination), (), {"callee": op.attrs["copy"]}, (), op.loc)
        )
    elif op.attrs["move"] is not None:
        region.insert_before(
            op, kgen.Call((source, destination), (), {"callee": op.attrs["move"]}, (), op.loc)
        )
    else:
        size = kgen.Constant((), (INDEX,), {"value": op.attrs["size"]}, (), op.loc)
        region.insert_before(op, size)
        operands = (destination, source, size.results[0])
        region.insert_before(op, pop.MemoryCopy(operands, (), {"overlapping": False}, (), op.loc))


def _lower_variables(body: Region, variables: list[Variable]) -> None:
    """Each variable becomes the memory it was given, or room on the stack made once, at the function's start."""
    start = body.first
    for variable in variables:
        op = variable.op
        slot = op.results[0]
        if op.operands:
            slot.replace_all_uses_with(op.operands[0])
        else:
            attrs = {"type": op.type, "count": 1, "alignment": 0, "name": variable.name}
            room = pop.StackAllocation((), (slot.type,), attrs, (), op.loc)
            Builder(body, start).insert(room)
            room.results[0].name = slot.name
            slot.replace_all_uses_with(room.results[0])
    for variable in variables:
        variable.op.erase()


class _State:
    """What is known at a point: the leaves that hold a value on every path to it, those moved away on some."""

    __slots__ = ("held", "moved")

    def __init__(self, held: int, moved: int) -> None:
        self.held = held
        self.moved = moved


class _Edge:
    """A way into a merge point: destructors it needs go before `anchor`, or to the end of `region`."""

    __slots__ = ("anchor", "region", "state")

    def __init__(self, region: Region, anchor: Op | None, state: _State) -> None:
        self.region = region
        self.anchor = anchor
        self.state = state


class _Target:
    """An enclosing loop or block, with the ways to its end and back to its start found so far."""

    __slots__ = ("exits", "repeats")

    def __init__(self) -> None:
        self.exits: list[_Edge] = []
        self.repeats: list[_Edge] = []


class _Walk:
    """The forward walk. `is_rehearsal`: only states are computed, nothing is reported or inserted."""

    __slots__ = ("diagnosed", "is_rehearsal", "movers", "pending", "sink", "targets", "trace")

    def __init__(self, trace: Trace, sink: DiagnosticSink) -> None:
        self.trace = trace
        self.sink = sink
        self.targets: list[_Target] = []
        self.is_rehearsal = False
        self.pending = 0  # leaves to be destroyed at the end of the current run of markers
        self.diagnosed: set[Variable] = set()  # one mistake per variable is enough
        self.movers: dict[Variable, list[tuple[Touch, str]]] = {}

    def run(self) -> None:
        edge = self.follow(self.trace.body, _State(0, 0))
        if edge is not None:
            self.check_outputs(edge.state, self.trace.body.region.parent)

    def follow(self, path: Path, state: _State) -> _Edge | None:
        """Walks a path from `state`; gives the edge by which control falls through its end, if it does."""
        for step in path.steps:
            if type(step) is Touch:
                self.touch(step, state)
                continue
            if type(step) is Branch:
                after = self.branch(step, state)
            elif type(step) is Scope:
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
            state.held |= step.mask
            state.moved &= ~step.mask
        elif kind == DECLARE:
            state.held &= ~step.mask
            state.moved &= ~step.mask
            if step.op.attrs.get("initialized"):
                state.held |= step.mask
        else:
            if step.mask & ~state.held:
                self.report_misuse(step, state)
            if kind == MOVE:
                state.held &= ~step.mask
                state.moved |= step.mask
                if not self.is_rehearsal:
                    self.movers.setdefault(step.variable, []).append((step, "moved here"))
        dead = state.held & step.dead
        if type(step.op) is kgen.VarCopy and step.mask and not step.mask & ~dead:
            state.held &= ~step.mask  # nobody needs the original: the copy takes its value
            state.moved |= step.mask
            step.op.set_attr("moves", True)
            dead &= ~step.mask
        if dead:
            state.held &= ~dead
            self.destroy_after(step, dead)
        if self.pending and type(step.op.next) not in MARKERS:
            assert step.op.parent is not None
            self.destroy_all(self.pending, step.op.parent, step.op.next, step.op)
            self.pending = 0

    def branch(self, step: Branch, state: _State) -> _State | None:
        edges = []
        arms = ((step.then, step.dead_then), (step.otherwise, step.dead_otherwise))
        for path, needless in arms:
            dead = state.held & needless
            self.destroy_all(dead, path.region, path.region.first, step.op)
            edge = self.follow(path, _State(state.held & ~dead, state.moved))
            if edge is not None:
                edges.append(edge)
        return self.meet(edges)

    def scope(self, step: Scope, state: _State) -> _State | None:
        start = self.loop_start(step, state) if step.is_loop else state
        target = self.enter(step, _State(start.held, start.moved))
        for edge in target.repeats:
            self.destroy_all(edge.state.held & ~start.held, edge.region, edge.anchor, step.op)
        return self.meet(target.exits)

    def enter(self, step: Scope, state: _State) -> _Target:
        target = _Target()
        self.targets.append(target)
        edge = self.follow(step.body, state)
        self.targets.pop()
        if edge is not None:
            (target.repeats if step.is_loop else target.exits).append(edge)
        return target

    def loop_start(self, step: Scope, entry: _State) -> _State:
        """What every iteration may count on: only a move inside the loop can make that less than at its entry."""
        held = entry.held
        while held & step.moves:
            was_rehearsal, self.is_rehearsal = self.is_rehearsal, True
            target = self.enter(step, _State(held, entry.moved))
            self.is_rehearsal = was_rehearsal
            kept = held
            for edge in target.repeats:
                kept &= edge.state.held
            if kept == held:
                break
            held = kept
        lost = entry.held & ~held
        if not lost:
            return entry
        region = step.op.parent
        assert region is not None
        self.destroy_all(lost, region, step.op, step.op)
        if not self.is_rehearsal:
            self.remember_moves(step.body, lost)
        return _State(held, entry.moved | lost)

    def meet(self, edges: Sequence[_Edge]) -> _State | None:
        """The state where `edges` come together; what only some of them hold is destroyed on these."""
        if not edges:
            return None
        held, moved = edges[0].state.held, edges[0].state.moved
        for edge in edges[1:]:
            held &= edge.state.held
            moved |= edge.state.moved
        for edge in edges:
            extra = edge.state.held & ~held
            if extra:
                self.destroy_all(extra, edge.region, edge.anchor, edge.region.parent)
        return _State(held, moved)

    def end(self, path: Path, ending: Op, state: _State) -> None:
        match ending:
            case hlcf.Break():
                target = self.targets[-1 - (ending.depth or 0)]
                target.exits.append(_Edge(path.region, ending, state))
            case hlcf.Continue():
                target = self.targets[-1 - (ending.depth or 0)]
                target.repeats.append(_Edge(path.region, ending, state))
            case kgen.Return() if not ending.attrs.get("error"):
                self.check_outputs(state, ending)

    # -- destructor calls ------------------------------------------------------------------------------

    def destroy_after(self, step: Touch, leaves: int) -> None:
        """Destroys what dies at `step`: with the rest that dies at this run of markers, or after the writing."""
        variable = step.variable
        if self.is_rehearsal or not (variable.root.needs_destroy or variable.linear):
            return
        if variable.linear:
            self.report_abandoned(variable, step.op)
        elif step.kind == INIT and step.op.attrs.get("assign"):
            last = _end_of_write(step)
            assert last.parent is not None
            self.destroy(variable, leaves, Builder(last.parent, last.next), step.op)
        else:
            self.pending |= leaves

    def destroy_all(self, leaves: int, region: Region, anchor: Op | None, cause: Op | None) -> None:
        if not leaves or self.is_rehearsal:
            return
        builder = Builder(region, anchor)
        for variable in self.trace.owners(leaves):
            self.destroy(variable, leaves & variable.mask, builder, cause)

    def destroy(self, variable: Variable, leaves: int, builder: Builder, cause: Op | None) -> None:
        if variable.linear:
            self.report_abandoned(variable, cause)
        elif variable.root.needs_destroy:
            op = variable.op
            _destroy_part(variable.root, leaves, op.results[0], op.type, builder, cause)

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
        missing = step.mask & ~state.held
        moved = missing & state.moved
        name = variable.spell(moved or missing)[0]
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
            self.sink.error("use-of-uninitialized", step.op.loc, message, declared)
            return
        note = declared
        for mover, text in self.movers.get(variable, ()):
            if mover.mask & moved:
                note = Note(text, mover.op.loc)
        if refers:
            message = (
                f"this uses a reference to '{name}', whose value was moved away;"
                " use it before the move, or move a copy"
            )
            self.sink.error("reference-after-move", step.op.loc, message, note)
            return
        message = f"'{name}' is used after its value was moved away"
        self.sink.error("use-after-move", step.op.loc, message, note)

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
            elif type(step) is Scope:
                self.remember_moves(step.body, leaves)

    def check_outputs(self, state: _State, place: Op | None) -> None:
        missing = self.trace.outputs & ~state.held
        if not missing or self.is_rehearsal:
            return
        for variable in self.trace.owners(missing):
            if variable in self.diagnosed:
                continue
            self.diagnosed.add(variable)
            names = [f"'{name}'" for name in variable.spell(missing & variable.mask)]
            verb = "is" if len(names) == 1 else "are"
            message = f"{', '.join(names)} {verb} not initialised when the function returns here"
            declared = Note(f"'{variable.name}' declared here", variable.op.loc)
            span = place.loc if place is not None else None
            self.sink.error("not-initialized-at-return", span, message, declared)

    def report_abandoned(self, variable: Variable, cause: Op | None) -> None:
        if variable in self.diagnosed:
            return
        self.diagnosed.add(variable)
        what = f"'{variable.name}'" if variable.name else "this value"
        message = f"{what} is abandoned without being explicitly destroyed: {variable.linear}"
        declared = Note(f"{what} is declared here", variable.op.loc)
        span = cause.loc if cause is not None else None
        self.sink.error("linear-value-abandoned", span, message, declared)


def _destroy_part(
    part: Part, leaves: int, pointer: Value, type: Type, builder: Builder, cause: Op | None
) -> None:
    """Destroys what `leaves` name of a part: with its own destructor when all is there, else field by field."""
    loc = cause.loc if cause is not None else None
    if part.destroy is not None and not part.mask & ~leaves:
        builder.insert(kgen.Call((pointer,), (), {"callee": part.destroy}, (), loc))
        return
    for index, child in enumerate(part.children):
        if not child.needs_destroy or not child.mask & leaves:
            continue
        if len(part.children) == 1:  # a struct of one field is its field
            _destroy_part(child, leaves, pointer, type, builder, cause)
            continue
        assert isinstance(type, StructType)
        attrs = {"struct": type, "index": index}
        field = builder.insert(kgen.StructGep((pointer,), (POINTER,), attrs, (), loc)).results[0]
        _destroy_part(child, leaves, field, type.elements[index], builder, cause)


def _end_of_write(step: Touch) -> Op:
    """The last op that writes what `step`, an assignment, announced: until the next marker, all uses are writes."""
    slot = step.variable.op.results[0]
    address = _address(step.variable.root, step.op.attrs.get("path") or ())
    last = step.op
    op = step.op.next
    while op is not None:
        inner = list(op.walk())
        if any(type(o) in MARKERS and o.operands[0] is slot for o in inner):
            break
        if any(_points_at(p, slot, address) for o in inner if not o.is_pure for p in o.operands):
            last = op
        elif op.regions:  # control may not come out of it again
            break
        op = op.next
    return last


def _address(part: Part, path: tuple[int, ...]) -> list[int]:
    """The indices of `kgen.struct.gep` that lead to a field: a struct of one field is its field."""
    address = []
    for index in path:
        if len(part.children) > 1:
            address.append(index)
        part = part.children[index]
    return address


def _points_at(pointer: Value, slot: Value, address: list[int]) -> bool:
    """Whether a pointer leads to the place at `address` of a variable, or into it."""
    indices: list[int] = []
    while pointer is not slot:
        owner = pointer.owner
        if not isinstance(owner, kgen.StructGep):
            return False
        indices.insert(0, owner.index)
        pointer = owner.pointer
    return indices[: len(address)] == address
