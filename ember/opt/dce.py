"""Dead code: drops ops that have no effect and whose results nobody uses.

Before:                                      After:
    %0 = pop.add %a, %b : index                  kgen.return %a : index
    %1 = pop.mul %0, %0 : index
    hlcf.if %c {
    }
    kgen.return %a : index
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.opt.carried import drop_unused

SHARED: Final = 3
"""The address space of memory that the threads of a block share."""


@function_pass("dce")
def eliminate_dead_code(function: Op) -> bool:
    """One walk from the last op to the first, so that users go before what they use."""
    return _sweep(function.regions[0])


def has_no_effect(op: Op) -> bool:
    """Whether the op may be dropped when its results are not used."""
    if op.is_pure:
        return True
    test = _REMOVABLE.get(op.__class__)
    return test is not None and test(op)


def is_plain_access(op: Op) -> bool:
    """A load or store that is neither volatile nor atomic."""
    return not op.attrs.get("volatile") and not op.attrs.get("ordering")


def is_private(slot: Op) -> bool:
    """Whether a stack allocation is this thread's own: in shared memory (space 3) others see what is written."""
    type = slot.results[0].type
    return isinstance(type, t.PointerType) and type.space != SHARED


def _sweep(region: Region) -> bool:
    changed = False
    op = region.last
    while op is not None:
        previous = op.prev
        if op.regions and (op.results or op.operands):
            is_if = op.__class__ is hlcf.If
            changed |= _drop_unused_results(op) if is_if else drop_unused(op)
        for inner in op.regions:
            changed |= _sweep(inner)
        if op.__class__ is pop.StackAllocation and is_private(op):
            changed |= _drop_useless_accesses(op.results[0])
        if has_no_effect(op) and not any(result.uses for result in op.results):
            op.erase()
            changed = True
        op = previous
    return changed


def _drop_useless_accesses(pointer: Value) -> bool:
    """Writes to a slot that nobody reads, and copies from a slot that nobody writes, are dropped."""
    if not pointer.uses:
        return False
    if _is_only(pointer, _is_write):
        _erase_users(pointer)
        return True
    if not _is_only(pointer, _is_read):
        return False
    copies = [user for user in pointer.uses if user.__class__ is pop.MemoryCopy]
    for copy in copies:
        copy.erase()
    return bool(copies)


def _is_only(pointer: Value, is_allowed: Callable[[Op, Value], bool]) -> bool:
    """Whether a pointer and the pointers to its parts are used in one way only."""
    for user in pointer.uses:
        if user.__class__ in _ADDRESSES and user.operands[0] is pointer:
            if not _is_only(user.results[0], is_allowed):
                return False
        elif not is_allowed(user, pointer):
            return False
    return True


def _is_write(user: Op, pointer: Value) -> bool:
    if user.__class__ is pop.Store:
        return user.operands[0] is not pointer and is_plain_access(user)
    if user.__class__ is pop.MemoryCopy:
        return user.operands[0] is pointer and user.operands[1] is not pointer
    return user.__class__ is pop.MemorySet


def _is_read(user: Op, pointer: Value) -> bool:
    if user.__class__ is pop.MemoryCopy:
        return user.operands[1] is pointer and user.operands[0] is not pointer
    return user.__class__ is pop.Load and is_plain_access(user)


def _erase_users(pointer: Value) -> None:
    for user in list(pointer.uses):
        if user.results:
            _erase_users(user.results[0])
        user.erase()


def _drop_unused_results(op: Op) -> bool:
    """An `if` gives only the results that somebody uses."""
    used = [i for i, result in enumerate(op.results) if result.uses]
    if len(used) == len(op.results):
        return False
    for region in op.regions:
        last = region.last
        if last is None or last.__class__ is not hlcf.Yield:
            continue
        values = [last.operands[i] for i in used]
        last.erase()
        if values:
            region.append(hlcf.Yield(values, (), {}, (), op.loc))
    op.results = [op.results[i] for i in used]
    for i, result in enumerate(op.results):
        result.index = i
    return True


def _is_empty_if(op: Op) -> bool:
    return all(
        region.first is None or region.first.__class__ is hlcf.Yield for region in op.regions
    )


def _has_no_side_effects(op: Op) -> bool:
    return not op.attrs.get("has_side_effects")


_ADDRESSES: Final = frozenset({kgen.StructGep, pop.Offset, pop.PointerCast})

_REMOVABLE: Final[dict[type[Op], Callable[[Op], bool]]] = {
    pop.Load: is_plain_access,
    pop.StackAllocation: lambda op: True,
    pop.Intrinsic: _has_no_side_effects,
    pop.InlineAsm: _has_no_side_effects,
    hlcf.If: _is_empty_if,
    hlcf.Block: lambda op: op.regions[0].is_empty,
}
