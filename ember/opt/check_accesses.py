"""Checks of a simulated device: every access of a kernel to memory is announced to the simulator first.

Before:                                              After:
    %0 = pop.load %p : !pop.scalar<f32>                  kgen.call @access(%p, %size, %kind, %place)
                                                         %0 = pop.load %p : !pop.scalar<f32>
    %s = pop.stack_allocation : !kgen.pointer<none, 3>   %s = the same, with a strip on both sides that belongs to nobody
                                                         kgen.call @shared(%s, %size, %place)

The module's `device_hooks` name the functions: a third one, `@local`, is told of places in a thread's own arrays that are computed. Only functions of simulated kernels are changed, and of these only
accesses that could go wrong: not those to the thread's own variables and to globals, and not what the simulator's own
code does. Runs after the other passes, so that what they removed is not checked.
"""

from __future__ import annotations

from math import lcm
from typing import Any, Final

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.layout import alignment_of, size_of
from ember.ir.nodes import Op, SymbolRef, Value

READ: Final = 0
WRITE: Final = 1
ATOMIC: Final = 2
ATOMIC_WRITE: Final = 3
_ALIGNMENT_SHIFT: Final = 8
"""Above how an access happens stands the alignment that its address must have."""

_STRIP: Final = 1024
"""Bytes on either side of an array in shared memory that no access may touch."""
_OF_DEVICES: Final = ("device ", "simulated.")
"""How the names of kernels' functions and of their entries begin."""
_OF_SIMULATOR: Final = "device std.gpu._simulator"
_SIMULATOR_FILES: Final = "/gpu/_simulator/"


def check_accesses(module: Op) -> None:
    """Announces the accesses of simulated kernels to the functions that `device_hooks` names."""
    hooks = module.attrs.get("device_hooks")
    if hooks is None:
        return
    for function in module.regions[0]:
        name = function.attrs.get("name", "")
        if name.startswith(_OF_DEVICES) and not name.startswith(_OF_SIMULATOR):
            for op in list(function.walk()):
                _check(op, *hooks)


def _check(op: Op, access: SymbolRef, shared: SymbolRef, local: SymbolRef) -> None:
    if op.loc is not None and _SIMULATOR_FILES in op.loc.file.path:
        return
    if isinstance(op, pop.StackAllocation):
        if op.results[0].type is not t.POINTER:
            _surround(op, shared)
        return
    for pointer, size, kind in _accesses(op):
        array = _local_array(pointer)
        if size is None or (array is not None and _is_harmless(pointer)):
            continue
        if array is not None:
            _announce_local(op, local, pointer, array, size, kind)
        elif not _is_harmless(pointer):
            _announce(op, access, pointer, size, kind)


def _accesses(op: Op) -> list[tuple[Value, Value | int | None, int]]:
    """What an op reads and writes: where, how many bytes, and how."""
    is_atomic = bool(op.attrs.get("ordering"))
    if isinstance(op, pop.Load):
        kind = ATOMIC if is_atomic else READ
        return [(op.operands[0], size_of(op.results[0].type), kind | _aligned(op, op.results[0]))]
    if isinstance(op, pop.Store):
        kind = ATOMIC_WRITE if is_atomic else WRITE
        return [(op.operands[1], size_of(op.operands[0].type), kind | _aligned(op, op.operands[0]))]
    if isinstance(op, (pop.AtomicRmw, pop.AtomicCmpXchg)):
        kind = ATOMIC | _aligned(op, op.operands[1])
        return [(op.operands[0], size_of(op.operands[1].type), kind)]
    if isinstance(op, pop.MemoryCopy):
        target, source, count = op.operands
        return [(source, count, READ), (target, count, WRITE)]
    if isinstance(op, pop.MemorySet):
        target, _, count = op.operands
        return [(target, count, WRITE)]
    return []


def _aligned(op: Op, value: Value) -> int:
    """The alignment that an access needs, as the simulator wants it."""
    alignment: int = op.attrs.get("alignment") or alignment_of(value.type)
    return alignment << _ALIGNMENT_SHIFT


def _is_harmless(pointer: Value) -> bool:
    """Whether an address is that of a variable or global: these are used rightly or the compiler is wrong."""
    owner = pointer.owner
    while isinstance(owner, (kgen.StructGep, pop.PointerCast)) or (
        isinstance(owner, pop.Offset) and isinstance(owner.operands[1].owner, kgen.Constant)
    ):
        owner = owner.operands[0].owner
    if isinstance(owner, pop.StackAllocation):
        return owner.results[0].type is t.POINTER
    return isinstance(owner, kgen.AddressOf)


def _local_array(pointer: Value) -> pop.StackAllocation | None:
    """The array of the thread itself that an address lies in."""
    owner = pointer.owner
    while isinstance(owner, (kgen.StructGep, pop.PointerCast, pop.Offset)):
        owner = owner.operands[0].owner
    if isinstance(owner, pop.StackAllocation) and owner.results[0].type is t.POINTER:
        return owner
    return None


def _announce_local(
    op: Op,
    local: SymbolRef,
    pointer: Value,
    array: pop.StackAllocation,
    size: Value | int,
    kind: int,
) -> None:
    room = size_of(array.attrs["type"]) * (array.attrs.get("count") or 1)
    amount = _constant(op, size, t.INDEX) if isinstance(size, int) else size
    start = _plain(op, array.results[0])
    numbers = [_constant(op, room, t.INDEX), amount, _constant(op, kind, t.INDEX)]
    operands = [_plain(op, pointer), start, *numbers, _place(op)]
    _before(op, kgen.Call(operands, (), {"callee": local}, (), op.loc))


def _announce(
    op: Op, access: SymbolRef, pointer: Value, size: Value | int | None, kind: int
) -> None:
    amount = _constant(op, size, t.INDEX) if isinstance(size, int) else size
    assert amount is not None
    operands = [_plain(op, pointer), amount, _constant(op, kind, t.INDEX), _place(op)]
    _before(op, kgen.Call(operands, (), {"callee": access}, (), op.loc))


def _surround(op: pop.StackAllocation, shared: SymbolRef) -> None:
    """Makes the array larger at both ends; the kernel sees the middle, which has the alignment it asked for and no more."""
    element, count = op.attrs["type"], op.attrs.get("count") or 1
    size = max(1, size_of(element))
    alignment = max(op.attrs.get("alignment") or 1, alignment_of(element))
    strip = _strip(size, alignment)
    op.set_attr("alignment", 2 * alignment)
    op.set_attr("count", count + 2 * strip)
    whole = op.results[0]
    users = list(whole.uses)
    following = op.next
    assert following is not None
    index = _constant(following, strip, t.INDEX)
    middle = pop.Offset((whole, index), (whole.type,), {"element": element}, (), op.loc)
    _before(following, middle)
    for user in users:
        for position, operand in enumerate(user.operands):
            if operand is whole:
                user.set_operand(position, middle.results[0])
    amount = _constant(following, count * size, t.INDEX)
    operands = [_plain(following, middle.results[0]), amount, _place(op, following)]
    _before(following, kgen.Call(operands, (), {"callee": shared}, (), op.loc))


def _strip(size: int, alignment: int) -> int:
    """How many elements are before an array: whole multiples of the alignment, an odd number of them where that can be."""
    step = lcm(size, alignment) // size
    strip = -(-_STRIP // (step * size)) * step
    return strip if strip * size % (2 * alignment) else strip + step


def _plain(op: Op, pointer: Value) -> Value:
    if pointer.type is t.POINTER:
        return pointer
    return _before(op, pop.PointerCast((pointer,), (t.POINTER,), {}, (), op.loc)).results[0]


def _place(op: Op, at: Op | None = None) -> Value:
    text = "" if op.loc is None else f"{op.loc.file.path}:{op.loc.line}:{op.loc.column}"
    return _constant(at or op, text.encode(), t.STRING)


def _constant(op: Op, value: Any, type: t.Type) -> Value:
    return _before(op, kgen.Constant((), (type,), {"value": value}, (), op.loc)).results[0]


def _before(op: Op, new: Op) -> Op:
    assert op.parent is not None
    op.parent.insert_before(op, new)
    return new
