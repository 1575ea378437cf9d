"""Inline: puts the bodies of small functions where they are called, callees first.

Before:                                            After:
    kgen.func @add1(%x: index) -> index {              kgen.func export @f(%a: index) -> index {
      %one = kgen.param.constant = <1> : index           %one = kgen.param.constant = <1> : index
      %y = pop.add %x, %one : index                      %y = pop.add %a, %one : index
      kgen.return %y : index                             kgen.return %y : index
    }                                                  }
    kgen.func export @f(%a: index) -> index {
      %r = kgen.call @add1(%a) : (index) -> index
      kgen.return %r : index
    }

A body with one return, at its end, is simply copied. Any other is wrapped in an `hlcf.block`: a return stores the results
into stack slots and breaks out of the block (`simplify-cf` and `mem2reg` make values and nested `if`s of that).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.ir import types as t
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.ir.passes import module_pass
from ember.ir.rewriter import erase_following, ops_inside, replace_op
from ember.opt.constants import constant_before
from ember.opt.flow import TARGETS

SMALL: Final = 24
"""Bodies of at most this many ops (constants not counted) are inlined everywhere."""
ONLY_CALL: Final = 200
"""The same for a function that nothing but one call refers to."""
LARGEST_CALLER: Final = 4000
"""A function that has grown to this many ops takes in nothing but `inline = "always"`."""


@module_pass("inline")
def inline_small_functions(module: Op) -> bool:
    """Inlines by the limits above."""
    return inline_calls(module, lambda function: False)


@module_pass("inline-always")
def inline_always(module: Op) -> bool:
    """Inlines only functions that ask for it."""
    return inline_calls(module, lambda function: False, small=-1, only_call=-1)


def inline_calls(
    module: Op,
    simplify: Callable[[Op], bool],
    small: int = SMALL,
    only_call: int = ONLY_CALL,
) -> bool:
    """Inlines calls, callees first; each function is simplified before it is looked at as a callee."""
    graph = _CallGraph(module)
    changed = False
    for function in graph.bottom_up():
        size = body_size(function)
        for call in _calls(function):
            callee = graph.functions.get(call.attrs["callee"].name)
            if call.parent is None or callee is None or not graph.may_inline(callee, function):
                continue
            added = graph.size(callee)
            if _is_worth_it(callee, added, size, graph, small, only_call):
                inline_call(call, callee)
                size += added
                changed = True
        changed |= simplify(function)
        graph.sizes[function] = body_size(function)
    return changed


def _is_worth_it(
    callee: Op, added: int, caller_size: int, graph: _CallGraph, small: int, only_call: int
) -> bool:
    wish = callee.attrs.get("inline")
    if wish == "always":
        return True
    if wish == "never" or caller_size + added > LARGEST_CALLER:
        return False
    return added <= (only_call if graph.is_called_once(callee) else small)


def body_size(function: Op) -> int:
    """Ops in a function, constants not counted."""
    return sum([op.__class__ is not kgen.Constant for op in ops_inside(function)])


def _calls(function: Op) -> list[Op]:
    return [op for op in ops_inside(function) if op.__class__ is kgen.Call]


class _CallGraph:
    """Who calls whom among the functions with bodies, and how often each is referred to."""

    __slots__ = ("callees", "component", "functions", "references", "sizes")

    def __init__(self, module: Op) -> None:
        self.functions: dict[str, Op] = {
            op.attrs["name"]: op
            for op in module.regions[0]
            if op.__class__ is kgen.Func and not op.attrs.get("is_declaration")
        }
        self.callees: dict[Op, list[Op]] = {}
        self.references: dict[str, int] = {}
        self.sizes: dict[Op, int] = {}
        self.component: dict[Op, int] = {}
        for function in self.functions.values():
            self.callees[function] = list(self._scan(function))

    def _scan(self, function: Op) -> Iterator[Op]:
        for op in ops_inside(function):
            for value in op.attrs.values():
                if value.__class__ is SymbolRef:
                    name = value.name
                    is_call = op.__class__ is kgen.Call
                    weight = (
                        1 if is_call else 2
                    )  # a function whose address is taken has other callers
                    self.references[name] = self.references.get(name, 0) + weight
                    if is_call and name in self.functions:
                        yield self.functions[name]

    def size(self, function: Op) -> int:
        size = self.sizes.get(function)
        if size is None:
            size = self.sizes[function] = body_size(function)
        return size

    def is_called_once(self, function: Op) -> bool:
        is_internal = (function.attrs.get("linkage") or "internal") == "internal"
        return is_internal and self.references.get(function.attrs["name"], 0) == 1

    def may_inline(self, callee: Op, caller: Op) -> bool:
        """Functions that call each other in a circle are not inlined into each other."""
        return (
            self.component[callee] != self.component[caller] and callee.regions[0].first is not None
        )

    def bottom_up(self) -> list[Op]:
        """Callees before callers (Tarjan's strongly connected components, without recursion)."""
        order: list[Op] = []
        index: dict[Op, int] = {}
        low: dict[Op, int] = {}
        stack: list[Op] = []
        for root in self.functions.values():
            if root in index:
                continue
            work = [(root, iter(self.callees[root]))]
            index[root] = low[root] = len(index)
            stack.append(root)
            while work:
                node, callees = work[-1]
                for callee in callees:
                    if callee not in index:
                        index[callee] = low[callee] = len(index)
                        stack.append(callee)
                        work.append((callee, iter(self.callees[callee])))
                        break
                    if callee not in self.component:
                        low[node] = min(low[node], index[callee])
                else:
                    work.pop()
                    if work:
                        parent = work[-1][0]
                        low[parent] = min(low[parent], low[node])
                    if low[node] == index[node]:
                        self._close(node, stack, order)
        return order

    def _close(self, node: Op, stack: list[Op], order: list[Op]) -> None:
        number = len(order)
        while True:
            member = stack.pop()
            self.component[member] = number
            order.append(member)
            if member is node:
                return


# -- one call --------------------------------------------------------------------------------------------


def inline_call(call: Op, callee: Op) -> None:
    """Replaces a call by a copy of the callee's body."""
    body = callee.regions[0]
    mapping = dict(zip(body.args, call.operands, strict=True))
    last = body.last
    returns = _count_returns(body)
    if returns == 0:
        _copy_before(call, body, mapping)
        if last is not None and not last.is_terminator:  # it loops for ever
            _insert_before(call, kgen.Unreachable((), (), {}, (), call.loc))
        erase_following(call)  # with every use of its results
        call.erase()
    elif returns == 1 and last is not None and last.__class__ is kgen.Return:
        _copy_before(call, body, mapping, but=last)
        replace_op(call, [mapping.get(value, value) for value in last.operands])
    else:
        _inline_as_block(call, body, mapping)


def _count_returns(region: Region) -> int:
    total = 0
    op = region.first
    while op is not None:
        if op.__class__ is kgen.Return:
            total += 1
        else:
            for inner in op.regions:
                total += _count_returns(inner)
        op = op.next
    return total


def _copy_before(
    anchor: Op, body: Region, mapping: dict[Value, Value], but: Op | None = None
) -> None:
    op = body.first
    while op is not None:
        if op is not but:
            _insert_before(anchor, op.clone(mapping))
        op = op.next


def _insert_before(anchor: Op, op: Op) -> Value | None:
    assert anchor.parent is not None
    anchor.parent.insert_before(anchor, op)
    return op.results[0] if op.results else None


def _inline_as_block(call: Op, body: Region, mapping: dict[Value, Value]) -> None:
    slots = [_result_slot(call, result) for result in call.results]
    block = hlcf.Block((), (), {}, (Region(),), call.loc)
    _insert_before(call, block)
    inner = block.regions[0]
    op = body.first
    while op is not None:
        inner.append(op.clone(mapping))
        op = op.next
    _returns_to_breaks(inner, slots, 0)
    results = []
    for slot, result in zip(slots, call.results, strict=True):
        if slot is None:
            results.append(constant_before(call, result.type, ()))
        else:
            load = _insert_before(call, pop.Load((slot,), (result.type,), {}, (), call.loc))
            assert load is not None
            results.append(load)
    replace_op(call, results)


def _result_slot(call: Op, result: Value) -> Value | None:
    """Room for a result; a `!kgen.none` needs none."""
    if result.type is t.NONE:
        return None
    attrs = {"type": result.type, "count": 1, "alignment": 0, "name": ""}
    return _insert_before(call, pop.StackAllocation((), (t.POINTER,), attrs, (), call.loc))


def _returns_to_breaks(region: Region, slots: list[Value | None], level: int) -> None:
    """Turns every return into stores and a break out of the block `level` targets further out."""
    for op in region:
        if op.__class__ is kgen.Return:
            for value, slot in zip(op.operands, slots, strict=True):
                if slot is not None:
                    _insert_before(op, pop.Store((value, slot), (), {}, (), op.loc))
            _insert_before(op, hlcf.Break((), (), {"depth": level}, (), op.loc))
            op.erase()
        else:
            inner_level = level + 1 if op.__class__ in TARGETS else level
            for inner in op.regions:
                _returns_to_breaks(inner, slots, inner_level)
