"""Merge functions: of several internal functions with the same code, one is kept.

Before:                                                After:
    kgen.func @"size[Int]"(%x: index) -> index {           kgen.func @"size[Int]"(%x: index) -> index {
      kgen.return %x : index                                 kgen.return %x : index
    }                                                      }
    kgen.func @"size[UInt]"(%x: index) -> index {          …
      kgen.return %x : index                               %0 = kgen.call @"size[Int]"(%a) : (index) -> index
    }                                                      %1 = kgen.call @"size[Int]"(%b) : (index) -> index
    …
    %0 = kgen.call @"size[Int]"(%a) : (index) -> index
    %1 = kgen.call @"size[UInt]"(%b) : (index) -> index

Instances of one generator differ in types that often have the same form at run time: `List[Int]` and `List[UInt]`, every
destructor of a struct without fields. Two functions are the same when their ops, types and attributes are, values being
numbered in order; calls of functions that were merged count as calls of the one kept, so this repeats until nothing
changes. A function whose address is taken or whose name is seen outside keeps its own code: addresses tell functions apart.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ember.dialects import kgen
from ember.dialects.constants import value_key
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.ir.passes import module_pass
from ember.ir.rewriter import ops_inside
from ember.opt.dead_symbols import references, symbols_named

_MAX_ROUNDS: Final = 5
_NAMES: Final = frozenset({"name", "source_name"})


@module_pass("merge-functions")
def merge_functions(module: Op) -> bool:
    """Keeps the first of each set of equal functions."""
    functions = _candidates(module)
    callers = _calls_by_callee(module)
    changed = False
    again: set[str] | None = None
    for _ in range(_MAX_ROUNDS):
        kept: dict[Hashable, str] = {}
        merged: dict[str, str] = {}
        for shape in _same_shape(functions, again):
            kept.clear()
            for name in shape:
                key = _key(functions[name])
                first = kept.setdefault(key, name)
                if first != name:
                    merged[name] = first
        if not merged:
            break
        changed = True
        again = _redirect(merged, functions, callers)
    return changed


def _candidates(module: Op) -> dict[str, Op]:
    """Internal functions that nothing but calls refers to."""
    taken: set[str] = set()
    found: dict[str, Op] = {}
    for top in module.regions[0]:
        if top.__class__ is kgen.Func:
            if not top.attrs.get("is_declaration") and _is_internal(top):
                found[top.attrs["name"]] = top
            for op in ops_inside(top):
                if op.attrs and op.__class__ is not kgen.Call:
                    taken.update(symbols_named(op))
        else:
            taken.update(references(top))
    return {name: op for name, op in found.items() if name not in taken}


def _is_internal(function: Op) -> bool:
    return (function.attrs.get("linkage") or "internal") == "internal"


def _calls_by_callee(module: Op) -> dict[str, list[Op]]:
    calls: dict[str, list[Op]] = {}
    for op in ops_inside(module):
        if op.__class__ is kgen.Call:
            calls.setdefault(op.attrs["callee"].name, []).append(op)
    return calls


def _same_shape(functions: dict[str, Op], again: set[str] | None) -> list[list[str]]:
    """Names of functions that may be equal: what is cheap to compare is the same.

    `again`: only where one of these, whose callees have changed, is among them.
    """
    shapes: dict[Hashable, list[str]] = {}
    for name, function in functions.items():
        body = function.regions[0]
        classes = tuple([op.__class__ for op in body])
        shapes.setdefault((function.attrs["type"], classes), []).append(name)
    return [
        names
        for names in shapes.values()
        if len(names) > 1 and (again is None or not again.isdisjoint(names))
    ]


def _redirect(
    merged: dict[str, str], functions: dict[str, Op], callers: dict[str, list[Op]]
) -> set[str]:
    """Calls go to the functions that are kept; gives the names of the functions that call them."""
    touched: set[str] = set()
    for name, kept in merged.items():
        while kept in merged:
            kept = merged[kept]
        for call in callers.pop(name, []):
            call.set_attr("callee", SymbolRef(kept))
            callers.setdefault(kept, []).append(call)
            touched.add(_function_around(call).attrs["name"])
        functions.pop(name).erase()
    return touched - merged.keys()


def _function_around(op: Op) -> Op:
    around = op.parent_op
    while around is not None and around.__class__ is not kgen.Func:
        around = around.parent_op
    assert around is not None
    return around


# -- what a function is -----------------------------------------------------------------------------------


def _key(function: Op) -> Hashable:
    """Equal for functions with the same code."""
    attrs = [(k, value_key(v)) for k, v in sorted(function.attrs.items()) if k not in _NAMES]
    parts: list[Hashable] = [tuple(attrs)]
    _add_region(function.regions[0], {}, parts, function.attrs["name"])
    return tuple(parts)


def _add_region(
    region: Region, numbers: dict[Value, int], parts: list[Hashable], name: str
) -> None:
    for argument in region.args:
        numbers[argument] = len(numbers)
        parts.append(argument.type)
    op = region.first
    while op is not None:
        parts.append(op.__class__)
        for operand in op.operands:
            parts.append(numbers[operand])
        for key, value in op.attrs.items():
            if value.__class__ is SymbolRef and value.name == name:
                value = None  # itself: recursive functions may be the same too
            parts.append((key, value_key(value)))
        for result in op.results:
            numbers[result] = len(numbers)
            parts.append(result.type)
        for inner in op.regions:
            parts.append("{")
            _add_region(inner, numbers, parts, name)
        op = op.next
    parts.append("}")
