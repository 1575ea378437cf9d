"""Branches and loops, at run time and at compile time.

A loop is a block around a loop: `break` leaves the block, `continue` restarts the loop, and the `else` clause runs
between them when the loop ends by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ember.dialects import hlcf, kgen, lit, pop
from ember.dialects import types as t
from ember.dialects.exact_spans import point_at
from ember.dialects.layout import size_of
from ember.elab.bodies.calls import call, call_method
from ember.elab.bodies.expressions import as_condition
from ember.elab.bodies.recovery import run_body, run_nested
from ember.elab.bodies.rules import executes, region_values, value_of
from ember.elab.model.frame import Frame, Handler, LoopExit
from ember.elab.model.types import DEFERRED, Const, FunctionRef, ParamValue, SourceType, spell
from ember.elab.model.values import (
    POISON,
    BoundMethod,
    Display,
    Known,
    Place,
    Rvalue,
    Val,
    Variable,
    keeps_of,
)
from ember.elab.resolution.value_hooks import initialize
from ember.elab.type_facts.archetypes import is_archetype, is_unknown, unknown_value
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    pass

MAX_UNROLLED = 1 << 16


# -- branches --------------------------------------------------------------------------------------


@executes(lit.If)
def _if(frame: Frame, op: lit.If) -> None:
    value = value_of(frame, op.operands[0])
    condition = as_condition(frame, value)
    then, otherwise = Region(), Region()
    frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
    run_nested(frame, op.regions[0], then)
    run_nested(frame, op.regions[1], otherwise)


@executes(lit.ComptimeIf)
def _comptime_if(frame: Frame, op: lit.ComptimeIf) -> None:
    holds = frame.program.comptime.decision(op.regions[0], frame.scope, frame.values)
    if holds is None and frame.is_sketch:
        frame.program.definitions.both_arms(frame, op)
        return
    chosen = op.regions[2] if holds is False else op.regions[1]
    run_body(frame, chosen)


# -- run-time loops --------------------------------------------------------------------------------


@executes(lit.While)
def _while(frame: Frame, op: lit.While) -> None:
    block, loop = frame.open_loop(0)
    outer, frame.region = frame.region, loop.regions[0]
    value = region_values(frame, op.regions[0])[0]
    condition = as_condition(frame, value)
    _leave_unless(frame, condition, block, op.regions[2])
    _loop_body(frame, op.regions[1], loop, block)
    frame.region = outer


def _leave_unless(frame: Frame, condition: Value, block: Op, otherwise: Region) -> None:
    if isinstance(condition.owner, kgen.Constant) and condition.owner.attrs["value"]:
        return
    then, done = Region(), Region()
    frame.emit(hlcf.If, (condition,), (), None, (then, done))
    outer, frame.region = frame.region, done
    _finish_loop(frame, block, otherwise)
    frame.region = outer


def _finish_loop(frame: Frame, block: Op, otherwise: Region) -> None:
    """The loop ends by itself: its `else` clause, then out."""
    run_body(frame, otherwise)
    if not frame.is_terminated:
        frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(block)})


def _loop_body(frame: Frame, region: Region, loop: Op, block: Op) -> None:
    frame.loops.append(LoopExit(loop, block, len(frame.finals)))
    run_body(frame, region)
    frame.loops.pop()


@executes(lit.For)
def _for(frame: Frame, op: lit.For) -> None:
    iterable = value_of(frame, op.operands[0])
    if isinstance(iterable, Known) and iterable.value == ():  # a variadic parameter without values
        run_body(frame, op.regions[1])
        return
    try:
        iterator = _iterator(frame, iterable, op.attrs.get("convention") == "var")
    except CompileError as failure:
        point_at(failure, op.loc, (op, 0))
        raise
    place = frame.place_of(iterator)
    block, loop = frame.open_loop(op.attrs.get("unroll", 0))
    outer, frame.region = frame.region, loop.regions[0]
    element, close = _next(frame, place, loop, block, op.regions[1])
    frame.values[op.regions[0].args[0]] = _element(frame, element, op.attrs.get("convention", ""))
    _loop_body(frame, op.regions[0], loop, block)
    close()
    frame.region = outer
    frame.use(place, is_read=False)


def _iterator(frame: Frame, iterable: Val, gives: bool = False) -> Variable:
    """The iterator over a value, in a variable of its own; `gives`: elements of a value that ends here may be moved."""
    conversions, members = frame.program.conversions, frame.program.members
    iterable = conversions.settle(frame, iterable)
    if isinstance(iterable, Display):
        iterable = conversions.settle_default(frame, iterable)
    if isinstance(iterable, Known) and isinstance(iterable.value, tuple):
        iterable = _parameters(frame, iterable.value)
    elif isinstance(iterable, Known):
        iterable = conversions.materialize(frame, iterable)
    method = members.method(frame, iterable, "__iter__")
    if method is not None:
        is_ending = isinstance(iterable, Place) and iterable.is_temporary
        _choose_convention(method, gives and is_ending)
        iterator = call(frame, method, [])
        if frame.is_sketch and is_archetype(conversions.type_of(iterable)):
            raise CompileError()  # the trait does not say what its iterators are
    elif members.method(frame, iterable, "__next__") is not None:
        iterator = iterable
    else:
        type = conversions.type_of(iterable)
        shown = spell(type) if type is not None else "this"
        is_number = type is frame.program.library.int
        hint = "; write 'range(…)' to count" if is_number else ""
        frame.fail("not-iterable", f"a value of type '{shown}' cannot be iterated over{hint}")
    owned = conversions.owned(frame, iterator)
    keeps = keeps_of(owned) if isinstance(owned, Rvalue) else ()
    if isinstance(iterable, Place) and iterable.is_temporary:
        keeps = (*keeps, *keeps_of(iterable))
    variable = frame.temporary(owned.type)
    initialize(frame, variable, owned)
    frame.refers_to(variable, keeps)
    return variable


def _parameters(frame: Frame, values: tuple[ParamValue, ...]) -> Val:
    """The values of a variadic parameter, to be walked over at run time."""
    items: list[Val] = [Known(value) for value in values]
    empty = ("",) * len(items)
    display = Display("list", items, empty, empty, frame.loc)
    return frame.program.conversions.settle_default(frame, display)


def _next(
    frame: Frame, iterator: Place, loop: Op, block: Op, otherwise: Region
) -> tuple[Val, Callable[[], None]]:
    """Leaves the loop at its end, else gives the next element and what to do after the loop's body."""
    members = frame.program.members
    if members.method(frame, iterator, "__has_next__") is not None:
        more = call_method(frame, iterator, "__has_next__")
        condition = as_condition(frame, more)
        _leave_unless(frame, condition, block, otherwise)
        return call_method(frame, iterator, "__next__"), _nothing
    method = members.method(frame, iterator, "__next__")
    if method is None:
        frame.fail("not-iterable", f"'{spell(iterator.type)}' has no method '__next__'")
    if not frame.program.callables.may_raise(method.function):
        remaining = call_method(frame, iterator, "__len__")
        condition = as_condition(frame, remaining)
        _leave_unless(frame, condition, block, otherwise)
        return call(frame, method, []), _nothing
    return _next_or_stop(frame, method, loop, block, otherwise)


def _next_or_stop(
    frame: Frame, method: BoundMethod, loop: Op, block: Op, otherwise: Region
) -> tuple[Val, Callable[[], None]]:
    """The protocol of today: `__next__` raises StopIteration at the end; the body runs inside the guard."""
    guard = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    outer, frame.region = frame.region, guard.regions[0]
    handler = Handler(guard, len(frame.finals))
    frame.handlers.append(handler)
    element = call(frame, method, [])
    frame.handlers.remove(handler)

    def close() -> None:
        if not frame.is_terminated:
            frame.emit(hlcf.Continue, (), (), {"depth": frame.depth_to(loop)})
        frame.region = outer
        _finish_loop(frame, block, otherwise)

    return element, close


def _element(frame: Frame, element: Val, convention: str) -> Val:
    element = frame.program.conversions.settle(frame, element)
    if convention == "var" or not isinstance(element, Place):
        return element
    if element.is_temporary:
        # the loop's own value: a name for it that may not be changed unless asked for
        return Place(element.type, element.pointer, True, element.root, element.path, element.keeps)
    mutable = element.mutable and convention == "ref"
    may_change = frame.scope.module.means.elements_may_change
    return Place(
        element.type,
        element.pointer,
        mutable or may_change,
        element.root,
        element.path,
        element.keeps,
    )


@executes(lit.Break)
def _break(frame: Frame, op: lit.Break) -> None:
    exit = _innermost(frame, "break")
    frame.run_finals(exit.finals)
    frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(exit.block)})


@executes(lit.Continue)
def _continue(frame: Frame, op: lit.Continue) -> None:
    exit = _innermost(frame, "continue")
    frame.run_finals(exit.finals)
    kind = hlcf.Break if isinstance(exit.loop, hlcf.Block) else hlcf.Continue
    frame.emit(kind, (), (), {"depth": frame.depth_to(exit.loop)})


def _innermost(frame: Frame, word: str) -> LoopExit:
    if not frame.loops:
        frame.fail("outside-loop", f"'{word}' must stand inside a loop")
    return frame.loops[-1]


# -- compile-time loops ----------------------------------------------------------------------------


@executes(lit.ComptimeFor)
def _comptime_for(frame: Frame, op: lit.ComptimeFor) -> None:
    elements = _elements(frame, op.regions[0])
    body: Region = op.regions[1]
    if not any(isinstance(o, (lit.Break, lit.Continue)) for top in body for o in top.walk()):
        for element in elements:
            if frame.is_terminated:
                return
            _unrolled(frame, body, element)
        run_body(frame, op.regions[2])
        return
    block = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    outer = frame.region
    for element in elements:
        frame.region = block.regions[0]
        round_ = frame.emit(hlcf.Block, (), (), {}, (Region(),))
        frame.region = round_.regions[0]
        frame.loops.append(LoopExit(round_, block, len(frame.finals)))
        _unrolled(frame, body, element)
        frame.loops.pop()
    frame.region = block.regions[0]
    run_body(frame, op.regions[2])
    frame.region = outer


def _unrolled(frame: Frame, body: Region, element: Val) -> None:
    frame.program.unrolled_rounds += 1
    limit = frame.program.budgets.unrolled_rounds
    if frame.program.unrolled_rounds > limit:
        frame.fail(
            "too-many-rounds",
            f"the compile-time loops of this program have more than {limit} rounds in all; "
            "'--max-unrolled-rounds N' allows more",
        )
    for top in body:
        for inner in top.walk():
            for result in inner.results:
                frame.values.pop(result, None)
    frame.values[body.args[0]] = element
    run_body(frame, body)


def _elements(frame: Frame, region: Region) -> list[Val]:
    """The elements of a compile-time iterable."""
    comptime = frame.program.comptime
    value = comptime.evaluate_region(region, frame.scope, frame.values)
    if isinstance(value, tuple):
        return [Known(v) for v in value]
    if frame.is_sketch and (is_unknown(value) or value is DEFERRED):
        return [_some_element(frame, value)]
    if not isinstance(value, Const):
        frame.fail("not-iterable", f"'{spell(value)}' cannot be iterated over at compile time")
    return [Known(c) for c in _collect(frame, value)]


def _some_element(frame: Frame, iterable: ParamValue) -> Val:
    """One of the elements that a loop of a generic body will have; the code for it goes into a frame of its own."""
    if not isinstance(iterable, Const):
        return POISON
    conversions = frame.program.conversions
    scratch = frame.program.comptime.scratch(frame.scope, None)
    scratch.loc = frame.loc
    try:
        place = scratch.place_of(_iterator(scratch, Known(iterable)))
        block, loop = scratch.open_loop(0)
        scratch.region = loop.regions[0]
        element, _ = _next(scratch, place, loop, block, Region())
        type = conversions.type_of(conversions.settle(scratch, element))
    except CompileError:
        return POISON
    return Known(unknown_value(type)) if type is not None else POISON


def _collect(frame: Frame, iterable: Const) -> list[Const]:
    """Runs the iterator at compile time, storing the elements in memory that is read back."""
    scratch = frame.program.comptime.scratch(frame.scope, None)
    scratch.loc = frame.loc
    iterator = _iterator(scratch, Known(iterable))
    place = scratch.place_of(iterator)
    counter = _slot(scratch, t.INDEX)
    scratch.store(scratch.index(0), counter)
    buffer_slot = _slot(scratch, t.POINTER)
    block, loop = scratch.open_loop(0)
    outer, scratch.region = scratch.region, loop.regions[0]
    element, close = _next(scratch, place, loop, block, Region())
    element = frame.program.conversions.owned(scratch, element, explicit=True)
    ir_type = frame.program.facts.ir_type(element.type)
    at = scratch.load(counter, t.INDEX)
    base = scratch.load(buffer_slot, t.POINTER)
    target = scratch.emit(pop.Offset, (base, at), (t.POINTER,), {"element": ir_type}).results[0]
    if isinstance(element, Rvalue):
        scratch.store(frame.program.conversions.ssa(scratch, element), target)
    else:
        frame.program.conversions.take(scratch, element, target)
    scratch.store(scratch.pure(pop.Add, (at, scratch.index(1)), t.INDEX), counter)
    _stop_when_full(scratch, at, block)
    close()
    scratch.region = outer
    scratch.use(place)
    room = scratch.index(max(1, size_of(ir_type)) * (MAX_UNROLLED + 1))
    memory = pop.ExternalCall(
        (room,), (t.POINTER,), {"name": "malloc", "fixed": -1}, (), scratch.loc
    )
    _insert_buffer(block, room, memory, buffer_slot)
    return _read_back(scratch, counter, buffer_slot, element.type, ir_type)


def _stop_when_full(scratch: Frame, at: Value, block: Op) -> None:
    """Leaves the loop after one element too many, which tells that there are too many."""
    limit = scratch.index(MAX_UNROLLED)
    is_full = scratch.pure(pop.Compare, (at, limit), t.I1, {"predicate": "ge"})
    then = Region()
    scratch.emit(hlcf.If, (is_full,), (), None, (then, Region()))
    outer, scratch.region = scratch.region, then
    scratch.emit(hlcf.Break, (), (), {"depth": scratch.depth_to(block)})
    scratch.region = outer


def _slot(frame: Frame, type: t.Type) -> Value:
    attrs = {"type": type, "count": 1, "alignment": 0, "name": ""}
    return frame.emit(pop.StackAllocation, (), (t.POINTER,), attrs).results[0]


def _insert_buffer(block: Op, room: Value, memory: Op, slot: Value) -> None:
    region = block.parent
    assert region is not None and isinstance(room.owner, Op)
    room.owner.remove()
    region.insert_before(block, room.owner)
    region.insert_before(block, memory)
    region.insert_before(block, pop.Store((memory.results[0], slot), (), {}, (), memory.loc))


def _read_back(
    scratch: Frame, counter: Value, buffer: Value, type: SourceType, ir_type: t.Type
) -> list[Const]:
    comptime = scratch.program.comptime
    pair = t.StructType((t.INDEX, t.POINTER))
    count = scratch.load(counter, t.INDEX)
    base = scratch.load(buffer, t.POINTER)
    both = scratch.emit(kgen.StructCreate, (count, base), (pair,)).results[0]
    total, address = comptime.run_raw(scratch, both, pair)
    if total > MAX_UNROLLED:
        scratch.fail(
            "too-many-iterations", f"a compile-time loop may have at most {MAX_UNROLLED} rounds"
        )
    if total == 0:
        return []
    interpreter = comptime.interpreter
    raws = interpreter.load(address, t.ArrayType(total, ir_type))
    return [Const(type, comptime.frozen(scratch, raw, ir_type)) for raw in raws]  # type: ignore[attr-defined]


def _nothing() -> None:
    """After a loop's body there is nothing to close."""


def _choose_convention(method: BoundMethod, owns: bool) -> None:
    """Of an `__iter__` that takes its object and one that refers to it, leaves the one that is wanted."""
    decls = method.function.decls
    if len(decls) < 2:
        return
    wanted = tuple(d for d in decls if (d.args[0].convention in ("var", "deinit")) == owns)
    if wanted:
        method.function = FunctionRef(wanted, method.function.owner, method.function.bound)
