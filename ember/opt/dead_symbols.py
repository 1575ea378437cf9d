"""Dead symbols: drops functions and globals that nothing visible from outside refers to.

Before:                              After:
    kgen.func export @main() {           kgen.func export @main() {
      kgen.return                          kgen.return
    }                                    }
    kgen.func @unused() {
      kgen.return
    }
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ember.dialects import pop
from ember.ir.nodes import Op, SymbolRef
from ember.ir.passes import module_pass
from ember.ir.rewriter import ops_inside


@module_pass("dead-symbols")
def eliminate_dead_symbols(module: Op) -> bool:
    """Keeps what is reachable from exported symbols and kernels; a module that exports nothing is left alone."""
    symbols = {op.attrs["name"]: op for op in module.regions[0] if "name" in op.attr_names}
    waiting = [name for name, op in symbols.items() if op.attrs.get("linkage") in _VISIBLE]
    if not waiting:
        return False
    waiting += {hook.name for hook in module.attrs.get("device_hooks") or ()}
    alive = set(waiting)
    while waiting:
        for name in references(symbols[waiting.pop()]):
            if name in symbols and name not in alive:
                alive.add(name)
                waiting.append(name)
    dead = [op for name, op in symbols.items() if name not in alive]
    for op in dead:
        op.erase()
    return bool(dead)


def references(op: Op) -> Iterator[str]:
    """Every symbol that an op or an op inside it names."""
    for inner in [op, *ops_inside(op)]:
        yield from symbols_named(inner)


def symbols_named(op: Op) -> Iterator[str]:
    """Every symbol that an op itself names."""
    for value in op.attrs.values():
        if value.__class__ is SymbolRef:
            yield value.name
        elif value.__class__ not in _PLAIN:
            yield from _symbols_in(value)
    if op.__class__ is pop.ExternalCall:  # may name an exported function of this module
        yield op.attrs["name"]


_VISIBLE = ("export", "kernel")
_PLAIN = frozenset({int, str, bool, bytes, float, type(None)})


def _symbols_in(value: Any) -> Iterator[str]:
    """Symbols inside tuples and compile-time objects made of them."""
    if isinstance(value, SymbolRef):
        yield value.name
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _symbols_in(item)
    elif (slots := getattr(value, "slots", None)) is not None:  # memory filled at compile time
        yield from _symbols_in(slots)
