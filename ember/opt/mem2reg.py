"""Mem2Reg: stack slots whose address does not escape become values.

Before:                                                      After:
    %p = pop.stack_allocation {type = index, count = 1}          %x = hlcf.if %c -> index {
    hlcf.if %c {                                                   hlcf.yield %a : index
      pop.store %a, %p : index                                   } else {
    } else {                                                       hlcf.yield %b : index
      pop.store %b, %p : index                                   }
    }                                                            kgen.return %x : index
    %x = pop.load %p : index
    kgen.return %x : index

One walk in program order keeps for each slot what it holds: a value, what an `if` merged, nothing yet, or "only memory
knows" (a slot written inside a loop or block, seen from its start or its end: their regions have no results). A load of a
known value is replaced, also one that an earlier load found; results are added to an `if` only when a load asks for them. A slot without loads left goes away
with its stores; any other keeps all its stores, so memory stays right.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from ember.dialects import hlcf, kgen, pop
from ember.ir import types as t
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import replace_op
from ember.opt.dce import is_plain_access, is_private
from ember.opt.flow import TARGETS, arm_completes


class _Mark:
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class _Merge:
    """What a slot holds after an `if` whose arms left different things in it (None: that arm does not get here)."""

    __slots__ = ("arms", "depth", "op", "type", "value")

    def __init__(self, op: Op, type: t.Type, arms: tuple[_Held | None, _Held | None]) -> None:
        self.op = op
        self.type = type
        self.arms = arms
        self.value: Value | None = None
        self.depth: int = 1 + max(arm.depth if isinstance(arm, _Merge) else 0 for arm in arms)


_Held: TypeAlias = "Value | _Merge | _Mark"

_MEMORY: Final = _Mark("only memory knows")
_UNDEFINED: Final = _Mark("nothing was stored yet")
_MAX_DEPTH: Final = 100
"""Merges of merges deeper than this stay in memory."""


@function_pass("mem2reg")
def promote_slots(function: Op) -> bool:
    """Promotes the stack slots of a function."""
    slots = _candidates(function.regions[0], {})
    if not slots:
        return False
    promotion = _Promotion(function, slots)
    promotion.visit(function.regions[0])
    return promotion.finish()


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
    return True


class _Promotion:
    """The walk over one function: `held` says what each slot holds at the current point."""

    __slots__ = ("function", "held", "loads", "log", "replaced", "slots", "undefined", "written")

    def __init__(self, function: Op, slots: dict[Value, t.Type]) -> None:
        self.function = function
        self.slots = slots
        self.held: dict[Value, _Held] = {}
        self.log: list[tuple[Value, _Held]] = []
        """Slot and what it held before, for every change: undone between the arms of an `if`."""
        self.loads: list[tuple[Op, _Held]] = []
        self.replaced: dict[Value, Value] = {}
        self.undefined: dict[t.Type, Value] = {}
        self.written = self._find_written()

    def _find_written(self) -> dict[Op, list[Value]]:
        """For each loop and block, the slots that are stored to inside it."""
        written: dict[Op, dict[Value, None]] = {}
        for pointer in self.slots:
            for user in pointer.uses:
                if user.__class__ is not pop.Store:
                    continue
                around = user.parent_op
                while around is not None and around is not self.function:
                    if around.__class__ in TARGETS:
                        written.setdefault(around, {})[pointer] = None
                    around = around.parent_op
        return {op: list(pointers) for op, pointers in written.items()}

    # -- the walk ------------------------------------------------------------------------------------

    def visit(self, region: Region) -> None:
        slots = self.slots
        op = region.first
        while op is not None:
            cls = op.__class__
            if cls is pop.Load:
                if op.operands[0] in slots:
                    self._load(op, op.operands[0])
            elif cls is pop.Store:
                if op.operands[1] in slots:
                    self._set(op.operands[1], op.operands[0])
            elif cls is hlcf.If:
                self._visit_if(op)
            elif op.regions:
                self._visit_target(op)
            elif cls is pop.StackAllocation and op.results[0] in slots:
                self._set(op.results[0], _UNDEFINED)
            op = op.next

    def _load(self, op: Op, slot: Value) -> None:
        held = self.held.get(slot, _UNDEFINED)
        if held is _MEMORY:
            self._set(slot, op.results[0])  # loads after this one need not look again
        else:
            self.loads.append((op, held))

    def _set(self, slot: Value, held: _Held) -> None:
        self.log.append((slot, self.held.get(slot, _UNDEFINED)))
        self.held[slot] = held

    def _visit_target(self, op: Op) -> None:
        written = self.written.get(op, ())
        if op.__class__ is hlcf.Loop:
            for slot in written:
                self._set(slot, _MEMORY)
        for region in op.regions:
            self._visit_arm(region)  # what it loads is not visible after it
        for slot in written:
            self._set(slot, _MEMORY)

    def _visit_if(self, op: Op) -> None:
        then, otherwise = op.regions
        after_then = self._visit_arm(then)
        after_otherwise = self._visit_arm(otherwise)
        then_completes, otherwise_completes = arm_completes(then), arm_completes(otherwise)
        for slot in {**after_then, **after_otherwise}:
            before = self.held.get(slot, _UNDEFINED)
            arms = (
                after_then.get(slot, before) if then_completes else None,
                after_otherwise.get(slot, before) if otherwise_completes else None,
            )
            self._set(slot, self._merged(op, slot, arms))

    def _visit_arm(self, region: Region) -> dict[Value, _Held]:
        """What the arm changed; the state is as before it again."""
        mark = len(self.log)
        self.visit(region)
        changes = {slot: self.held[slot] for slot, _ in self.log[mark:]}
        for slot, before in reversed(self.log[mark:]):
            self.held[slot] = before
        del self.log[mark:]
        return changes

    def _merged(self, op: Op, slot: Value, arms: tuple[_Held | None, _Held | None]) -> _Held:
        then, otherwise = arms
        if then is otherwise:
            return (
                then if then is not None else _UNDEFINED
            )  # neither arm gets here: anything will do
        if then is _MEMORY or otherwise is _MEMORY:
            return _MEMORY
        for held, region in zip(arms, op.regions, strict=True):
            is_only = (then is None) or (otherwise is None)
            if is_only and held is not None and not _is_made_inside(held, region):
                return held
        merge = _Merge(op, self.slots[slot], arms)
        return merge if merge.depth <= _MAX_DEPTH else _MEMORY

    # -- the changes -----------------------------------------------------------------------------------

    def finish(self) -> bool:
        """Replaces loads whose value is known, then drops slots that nobody loads from."""
        changed = False
        for load, held in self.loads:
            result = load.results[0]
            value = self._value(held, result.type)
            self.replaced[result] = value
            replace_op(load, [value])
            changed = True
        for pointer in self.slots:
            if all(user.__class__ is pop.Store for user in pointer.uses):
                for store in list(pointer.uses):
                    store.erase()
                assert isinstance(pointer.owner, Op)
                pointer.owner.erase()
                changed = True
        return changed

    def _value(self, held: _Held, type: t.Type) -> Value:
        if isinstance(held, Value):
            while held in self.replaced:
                held = self.replaced[held]
            return held
        if isinstance(held, _Merge):
            if held.value is None:
                held.value = self._add_result(held)
            return held.value
        return self._undefined_value(type)

    def _undefined_value(self, type: t.Type) -> Value:
        value = self.undefined.get(type)
        if value is None:
            body = self.function.regions[0]
            op = kgen.Undefined((), (type,), {}, (), self.function.loc)
            assert body.first is not None
            body.insert_before(body.first, op)
            value = self.undefined[type] = op.results[0]
        return value

    def _add_result(self, merge: _Merge) -> Value:
        """Gives the `if` one more result; the arms that get to its end yield their value for it."""
        op = merge.op
        values = [None if held is None else self._value(held, merge.type) for held in merge.arms]
        for region, value in zip(op.regions, values, strict=True):
            last = region.last
            if value is None:
                if last is None or not last.is_terminator:
                    region.append(kgen.Unreachable((), (), {}, (), op.loc))
            elif last is not None and last.__class__ is hlcf.Yield:
                last.operands.append(value)
                value.uses.append(last)
            else:
                region.append(hlcf.Yield((value,), (), {}, (), op.loc))
        result = Value(merge.type, op, len(op.results))
        op.results.append(result)
        return result


def _is_made_inside(held: _Held, region: Region) -> bool:
    """Whether what is held is only visible inside the region."""
    if isinstance(held, _Mark):
        return False
    owner = held.op if isinstance(held, _Merge) else held.owner
    around: Region | None = owner if isinstance(owner, Region) else owner.parent
    while around is not None:
        if around is region:
            return True
        around = around.parent.parent if around.parent is not None else None
    return False
