"""Dead arguments: internal functions lose the arguments that they do not read and the results that nobody uses.

Before:                                                   After:
    kgen.func @f(%x: index, %unused: index) -> index {        kgen.func @f(%x: index) -> index {
      kgen.return %x : index                                    kgen.return %x : index
    }                                                         }
    …                                                         …
    %r = kgen.call @f(%a, %b) : (index, index) -> index       %r = kgen.call @f(%a) : (index) -> index

Only functions that nothing but calls refers to: a function whose address is taken keeps its signature.
"""

from __future__ import annotations

from ember.dialects import kgen
from ember.dialects import types as t
from ember.ir.nodes import Op, SymbolRef
from ember.ir.passes import module_pass
from ember.ir.rewriter import ops_inside
from ember.opt.dead_symbols import references


@module_pass("dead-arguments")
def eliminate_dead_arguments(module: Op) -> bool:
    """Shrinks signatures and the calls that use them."""
    calls = _direct_calls(module)
    changed = False
    for name, callers in calls.items():
        function = callers.function
        used_arguments = [i for i, arg in enumerate(function.regions[0].args) if arg.uses]
        used_results = [
            i
            for i in range(len(function.attrs["type"].results))
            if any(call.results[i].uses for call in callers.calls)
        ]
        signature = function.attrs["type"]
        is_tight = len(used_arguments) == len(signature.inputs)
        if is_tight and len(used_results) == len(signature.results):
            continue
        _shrink(function, callers.calls, name, used_arguments, used_results)
        changed = True
    return changed


class _Callers:
    """A function and every call of it."""

    __slots__ = ("calls", "function")

    def __init__(self, function: Op) -> None:
        self.function = function
        self.calls: list[Op] = []


def _direct_calls(module: Op) -> dict[str, _Callers]:
    """Internal functions with a body whose only uses are calls."""
    found = {
        op.attrs["name"]: _Callers(op)
        for op in module.regions[0]
        if op.__class__ is kgen.Func
        and (op.attrs.get("linkage") or "internal") == "internal"
        and not op.attrs.get("is_declaration")
    }
    for op in ops_inside(module):
        if op.__class__ is kgen.Call:
            callers = found.get(op.attrs["callee"].name)
            if callers is not None:
                callers.calls.append(op)
        elif op.__class__ is not kgen.Func:
            for name in _symbols_of(op):
                found.pop(name, None)
    return found


def _symbols_of(op: Op) -> list[str]:
    if not op.attrs or op.regions:
        return []
    return list(references(op))


def _shrink(
    function: Op, calls: list[Op], name: str, arguments: list[int], results: list[int]
) -> None:
    body = function.regions[0]
    old: t.FunctionType = function.attrs["type"]
    inputs = tuple(old.inputs[i] for i in arguments)
    function.set_attr("type", t.FunctionType(inputs, tuple(old.results[i] for i in results)))
    body.args = [body.args[i] for i in arguments]
    for i, arg in enumerate(body.args):
        arg.index = i
    if len(results) != len(old.results):
        _shrink_returns(function, results)
    for call in calls:
        _shrink_call(call, name, arguments, results)


def _shrink_returns(function: Op, results: list[int]) -> None:
    for op in ops_inside(function):
        if op.__class__ is kgen.Return:
            assert op.parent is not None
            values = [op.operands[i] for i in results]
            op.parent.insert_before(op, kgen.Return(values, (), {}, (), op.loc))
            op.erase()


def _shrink_call(call: Op, name: str, arguments: list[int], results: list[int]) -> None:
    assert call.parent is not None
    new = kgen.Call(
        [call.operands[i] for i in arguments],
        [call.results[i].type for i in results],
        {**call.attrs, "callee": SymbolRef(name)},
        (),
        call.loc,
    )
    call.parent.insert_before(call, new)
    for i, result in zip(results, new.results, strict=True):
        result.name = call.results[i].name
        call.results[i].replace_all_uses_with(result)
    call.erase()
