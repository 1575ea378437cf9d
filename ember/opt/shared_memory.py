"""Memory that the threads of a block share: how much each kernel has, and where it lies on a simulated device.

A GPU's assembler gives the arrays of a kernel their places. For a simulated device this is done here: every block has a
piece of memory of its own, and an array is at a fixed distance from its start.

Before:                                              After:
    %s = pop.stack_allocation : !kgen.pointer<none, 3>   %0 = kgen.addressof @ember_simulated_shared
                                                         %1 = pop.load %0 : !kgen.pointer<none, 3>
                                                         %s = pop.offset %1, 512

Arrays of functions that several kernels call are at the same distance in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.layout import align_up, alignment_of, size_of
from ember.ir.nodes import Op, SymbolRef
from ember.opt.dead_symbols import references
from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

_SPACE: Final = 3
_BASE: Final = "ember_simulated_shared"
"""The global that holds where the running block's shared memory starts."""
_DESCRIPTION: Final = ".description"
"""How the name of the global ends that the host knows a simulated kernel by: its entry, its shared bytes, its limits."""
_NVIDIA_LIMIT: Final = 48 * 1024
_AMD_LIMIT: Final = 64 * 1024


def check_shared_memory(module: Op, target: Target, kernels: Iterable[str] = ()) -> None:
    """Refuses kernels with more memory in arrays than a block has; dynamic memory may be larger."""
    symbols = _functions(module)
    limit = _AMD_LIMIT if target.arch == "amdgcn" else _NVIDIA_LIMIT
    for name in [*kernels, *(entry for entry, _ in _simulated(module))]:
        size = 0
        for function in _reached(name, symbols):
            for op in _arrays(symbols[function]):
                size = align_up(size, _alignment(op)) + _size(op)
        if size > limit:
            kernel = symbols[name]
            message = (
                f"the kernel '{kernel.attrs.get('source_name') or name}' has {size} bytes of arrays in shared"
                f" memory, but a block has {limit}; 'external_memory' gives more, sized by the launch"
            )
            raise CompileError(error("shared-memory", kernel.loc, message))


def place_shared_memory(module: Op) -> None:
    """Gives every array of simulated kernels its place, and every kernel's description the size of all."""
    kernels = _simulated(module)
    symbols = _functions(module)
    users: dict[str, list[str]] = {}  # the kernels that need a function
    for entry, _ in kernels:
        for function in _reached(entry, symbols):
            users.setdefault(function, []).append(entry)
    ends = {entry: 0 for entry, _ in kernels}
    # What many kernels need comes first: the others then begin behind it, and little is left unused.
    for function, entries in sorted(users.items(), key=lambda user: -len(user[1])):
        for op in _arrays(symbols[function]):
            place = align_up(max(ends[entry] for entry in entries), _alignment(op))
            ends.update(dict.fromkeys(entries, place + _size(op)))
            _replace(op, place)
    for entry, description in kernels:
        first, _, *rest = description.attrs["value"]
        description.set_attr("value", (first, ends[entry], *rest))


def _simulated(module: Op) -> list[tuple[str, Op]]:
    """The entries of simulated kernels with their descriptions."""
    return [
        (op.attrs["value"][0].name, op)
        for op in module.regions[0]
        if isinstance(op, kgen.Global) and op.attrs["name"].endswith(_DESCRIPTION)
    ]


def _functions(module: Op) -> dict[str, Op]:
    return {op.attrs["name"]: op for op in module.regions[0] if "name" in op.attr_names}


def _reached(entry: str, symbols: dict[str, Op]) -> list[str]:
    """What a kernel needs, itself first."""
    reached = {entry: None}
    pending = [entry]
    while pending:
        for name in references(symbols[pending.pop()]):
            if name in symbols and name not in reached:
                reached[name] = None
                pending.append(name)
    return list(reached)


def _arrays(function: Op) -> list[Op]:
    return [
        op
        for op in function.walk()
        if isinstance(op, pop.StackAllocation)
        and isinstance(op.results[0].type, t.PointerType)
        and op.results[0].type.space == _SPACE
    ]


def _size(op: Op) -> int:
    count = op.attrs.get("count")
    return size_of(op.attrs["type"]) * (1 if count is None else int(count))


def _alignment(op: Op) -> int:
    return max(op.attrs.get("alignment") or 1, alignment_of(op.attrs["type"]))


def _replace(op: Op, place: int) -> None:
    result = op.results[0]
    base = kgen.AddressOf((), (t.POINTER,), {"symbol": SymbolRef(_BASE)}, (), op.loc)
    start = pop.Load(base.results, (result.type,), {}, (), op.loc)
    distance = kgen.Constant((), (t.INDEX,), {"value": place}, (), op.loc)
    operands = (start.results[0], distance.results[0])
    array = pop.Offset(operands, (result.type,), {"element": t.BYTE}, (), op.loc)
    assert op.parent is not None
    for new in (base, start, distance, array):
        op.parent.insert_before(op, new)
    result.replace_all_uses_with(array.results[0])
    op.erase()
