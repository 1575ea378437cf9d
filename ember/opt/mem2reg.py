"""Mem2Reg: stack slots whose address does not escape become values, across `if`s, blocks and loops with early exits.

Before:                                                      After:
    %p = pop.stack_allocation {type = index, count = 1}          %x = hlcf.loop %a -> index (%s: index) {
    pop.store %a, %p : index                                       %c = kgen.call @more(%s) : (index) -> i1
    hlcf.loop {                                                    hlcf.if %c {
      %s = pop.load %p : index                                       hlcf.break %s : index
      %c = kgen.call @more(%s) : (index) -> i1                     }
      hlcf.if %c {                                                 %t = pop.add %s, %s : index
        hlcf.break                                                 hlcf.continue %t : index
      }                                                          }
      %t = pop.add %s, %s : index                                kgen.return %x : index
      pop.store %t, %p : index
      hlcf.continue
    }
    %x = pop.load %p : index
    kgen.return %x : index

`dataflow.py` finds which definition reaches each load. A load of a known value is replaced by it. One behind a join asks
for it: the `if`, block or loop gets one more result, the loop one more argument, and each way there brings its value,
which may ask for further joins. What nobody asks for costs nothing. Then slots and stores go away.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.dialects.layout import size_of
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import replace_op
from ember.opt.dataflow import Definition, Join, ReachingDefinitions, enclosing
from ember.opt.dce import is_plain_access, is_private
from ember.opt.flow import falls_through

LARGEST_CARRIED: Final = 64
"""Structs and arrays of more bytes stay in memory where control flow would have to carry them."""


@function_pass("mem2reg")
def promote_slots(function: Op) -> bool:
    """Promotes the stack slots of a function."""
    slots = _candidates(function.regions[0], {})
    if not slots:
        return False
    reaching = _SlotValues(slots)
    reaching.walk(function.regions[0])
    _Promotion(function, reaching.loads).run()
    for pointer in slots:
        for store in list(pointer.uses):
            store.erase()
        assert isinstance(pointer.owner, Op)
        pointer.owner.erase()
    return True


def _candidates(region: Region, found: dict[Value, t.Type]) -> dict[Value, t.Type]:
    """Pointers of slots that are only loaded and stored as a whole, with the type they hold."""
    op = region.first
    while op is not None:
        if op.__class__ is pop.StackAllocation:
            if _is_promotable(op):
                found[op.results[0]] = op.attrs["type"]
        elif op.regions:
            for inner in op.regions:
                _candidates(inner, found)
        op = op.next
    return found


def _is_promotable(slot: Op) -> bool:
    if slot.attrs.get("count", 1) != 1 or not is_private(slot):
        return False
    pointer = slot.results[0]
    type = slot.attrs["type"]
    for user in pointer.uses:
        if user.__class__ is pop.Load:
            accessed = user.results[0].type
        elif user.__class__ is pop.Store and user.operands[0] is not pointer:
            accessed = user.operands[0].type
        else:
            return False
        if accessed is not type or not is_plain_access(user):
            return False
    return not _is_large(type) or all(user.parent is slot.parent for user in pointer.uses)


def _is_large(type: t.Type) -> bool:
    is_aggregate = isinstance(type, (t.StructType, t.ArrayType, t.UnionType))
    return is_aggregate and size_of(type) > LARGEST_CARRIED


class _SlotValues(ReachingDefinitions):
    """The variables are the slots; `loads` is what each load finds."""

    __slots__ = ("loads", "slots")

    def __init__(self, slots: dict[Value, t.Type]) -> None:
        super().__init__(_stores_inside(slots))
        self.slots = slots
        self.loads: list[tuple[Op, Definition]] = []

    def effect(self, op: Op) -> None:
        cls = op.__class__
        if cls is pop.Load:
            if op.operands[0] in self.slots:
                self.loads.append((op, self.held(op.operands[0])))
        elif cls is pop.Store and op.operands[1] in self.slots:
            self.define(op.operands[1], op.operands[0])


def _stores_inside(slots: dict[Value, t.Type]) -> dict[Op, list[Hashable]]:
    """For each op with regions, the slots of outside that are stored to inside it."""
    stores: dict[Op, dict[Hashable, None]] = {}
    for pointer in slots:
        slot = pointer.owner
        assert isinstance(slot, Op)
        outermost = slot.parent_op
        for user in pointer.uses:
            if user.__class__ is pop.Store:
                for around in enclosing(user, outermost):
                    known = stores.setdefault(around, {})
                    if pointer in known:
                        break  # and in what is around it
                    known[pointer] = None
    return {op: list(pointers) for op, pointers in stores.items()}


class _Promotion:
    """Makes values of the definitions that loads ask for."""

    __slots__ = ("function", "joined", "loads", "replaced", "undefined", "waiting")

    def __init__(self, function: Op, loads: list[tuple[Op, Definition]]) -> None:
        self.function = function
        self.loads = loads
        self.replaced: dict[Value, Value] = {}
        self.undefined: dict[t.Type, Value] = {}
        self.joined: dict[Join, Value] = {}
        """The argument or result made for a join."""
        self.waiting: list[tuple[Join, t.Type]] = []
        """Joins whose ways do not bring their values yet."""

    def run(self) -> None:
        for load, definition in self.loads:
            result = load.results[0]
            value = self._value(definition, result.type)
            self.replaced[result] = value
            replace_op(load, [value])
        for join, type in self.waiting:  # which grows meanwhile
            for way, definition in join.ways():
                jump = way.terminator if isinstance(way, Region) else way
                assert jump is not None
                _append_operand(jump, self._value(definition, type))
            if join.is_start:
                _append_operand(join.op, self._value(join.entry, type))

    def _value(self, definition: Definition, type: t.Type) -> Value:
        if isinstance(definition, Join):
            value = self.joined.get(definition)
            if value is None:
                value = self.joined[definition] = self._make(definition, type)
            return value
        if isinstance(definition, Value):
            while definition in self.replaced:
                definition = self.replaced[definition]
            return definition
        return self._undefined_value(type)

    def _make(self, join: Join, type: t.Type) -> Value:
        op = join.op
        if join.is_start:
            only = _only_entry(join)
            if only is not None:
                return self._value(only, type)
            value = op.regions[0].add_argument(type)
        else:
            value = Value(type, op, len(op.results))
            op.results.append(value)
        value.name = _name_of(join.variable)
        self.waiting.append((join, type))
        for region in op.regions:
            _end_with_jump(op, region)
        return value

    def _undefined_value(self, type: t.Type) -> Value:
        value = self.undefined.get(type)
        if value is None:
            body = self.function.regions[0]
            op = kgen.Undefined((), (type,), {}, (), self.function.loc)
            assert body.first is not None
            body.insert_before(body.first, op)
            value = self.undefined[type] = op.results[0]
        return value


def _only_entry(join: Join) -> Definition | None:
    """What a loop starts with, where no round changes it (it is stored to on the way out only)."""
    entry = join.entry
    for _, definition in join.ways():
        if definition is not join and definition is not entry:
            return None
    return entry


def _name_of(variable: Hashable) -> str | None:
    return variable.name if isinstance(variable, Value) else None


def _end_with_jump(op: Op, region: Region) -> None:
    """A region that falls through says so with a jump, which can carry values."""
    if region.terminator is not None:
        return
    kind = _JUMPS[op.__class__] if falls_through(region) else kgen.Unreachable
    region.append(kind((), (), {}, (), op.loc))


_JUMPS: Final[dict[type[Op], type[Op]]] = {
    hlcf.If: hlcf.Yield,
    hlcf.Loop: hlcf.Continue,
    hlcf.Block: hlcf.Break,
}


def _append_operand(op: Op, value: Value) -> None:
    op.operands.append(value)
    value.uses.append(op)
