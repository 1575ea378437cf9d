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

A body with one return, at its end, is simply copied; any other becomes an `hlcf.block` that returns break out of
(`dialects/inlining.py`), of which `simplify-cf` makes nested `if`s.

What is inlined: what asks for it; bodies of up to `SMALL` ops; bodies of up to `ONLY_CALL` ops where it is the only call, so
that no code is there twice. Never: what asks for that, functions that call each other in a circle, and anything more into a
caller of `LARGEST_CALLER` ops. Sizes are those after simplification. LLVM keeps its inliner for what these limits leave, but
not for functions called once that are big (`NEVER_INLINED_ABOVE` in `codegen/text/module.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from ember.dialects import kgen
from ember.dialects.inlining import copy_ops, count_returns, inline_call
from ember.ir.nodes import Op, SymbolRef, Value
from ember.ir.passes import module_pass
from ember.ir.rewriter import erase_following, ops_inside, replace_op
from ember.support.library import IN_PATHS

SMALL: Final = 40
"""Bodies of at most this many ops (constants not counted) are inlined everywhere."""
ONLY_CALL: Final = 200
"""The same for a function that nothing but one call refers to."""
LARGEST_CALLER: Final = 4000
"""A function that has grown to this many ops takes in nothing but `inline = "always"`."""
_LIBRARY: Final = ("std.", "device std.")
"""How the names of the library's functions begin, on the host and in simulated kernels."""
_SIMULATOR_FILES: Final = "/gpu/_simulator/"


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
    jobs: int = 1,
) -> bool:
    """Inlines calls, callees first; each function is simplified before it is looked at as a callee.

    The functions of a wave (see `_CallGraph.waves`) have nothing to do with each other: `jobs` threads work on them. That
    pays where Python has no global lock; the result is the same for any number.
    """
    graph = _CallGraph(module)

    def work(function: Op) -> bool:
        return _inline_into(function, graph, simplify, small, only_call)

    changed = False
    if jobs <= 1:
        for wave in graph.waves():
            for function in wave:
                changed |= work(function)
        return changed
    from concurrent.futures import (
        ThreadPoolExecutor,
    )  # costs start-up time, and few compilations need it

    with ThreadPoolExecutor(jobs) as pool:
        for wave in graph.waves():
            for did in pool.map(work, wave):
                changed |= did
    return changed


def _inline_into(
    function: Op, graph: _CallGraph, simplify: Callable[[Op], bool], small: int, only_call: int
) -> bool:
    changed = False
    size = body_size(function)
    for call in _calls(function):
        callee = graph.functions.get(call.attrs["callee"].name)
        if callee is None or not graph.may_inline(callee, function):
            continue
        if not _is_inside(call, function):  # it followed a call that never returns
            continue
        added = graph.size(callee)
        if _is_worth_it(callee, added, size, graph, small, only_call):
            replace_call(call, callee)
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

    def waves(self) -> list[list[Op]]:
        """Functions by their height over those that call nothing: all that a wave calls is in earlier ones.

        Functions that call each other in a circle are of one height, and are not inlined into each other.
        """
        heights: dict[int, int] = {}
        waves: list[list[Op]] = []
        circles: dict[int, list[Op]] = {}
        for function in self.bottom_up():
            circles.setdefault(self.component[function], []).append(function)
        for number, members in circles.items():
            called = {self.component[c] for member in members for c in self.callees[member]}
            height = max([heights[other] + 1 for other in called if other != number], default=0)
            heights[number] = height
            while len(waves) <= height:
                waves.append([])
            waves[height] += members
        return waves

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


def _is_inside(op: Op, function: Op) -> bool:
    """Whether an op is still in a function; one in a region of what was erased has a parent all the same."""
    place: Op | None = op
    while place is not None and place is not function:
        place = place.parent_op
    return place is function


# -- one call --------------------------------------------------------------------------------------------


def replace_call(call: Op, callee: Op) -> None:
    """Replaces a call by a copy of the callee's body."""
    is_library = callee.attrs["name"].startswith(_LIBRARY)

    def place(op: Op) -> list[Value]:
        assert call.parent is not None
        if is_library:
            _move(op, call.loc)
        call.parent.insert_before(call, op)
        return op.results

    body = callee.regions[0]
    if count_returns(body):
        replace_op(call, inline_call(callee, call.operands, call.loc, place))
        return
    copy_ops(body, dict(zip(body.args, call.operands, strict=True)), place)
    last = body.last
    if last is not None and not last.is_terminator:  # it loops for ever
        place(kgen.Unreachable((), (), {}, (), call.loc))
    erase_following(call)  # with every use of its results
    call.erase()


def _move(op: Op, loc: Any) -> None:
    """What the library does is done where the program asks for it: reports of faults, and checks of accesses, say so."""
    for inner in op.walk():
        if inner.loc is not None:
            path = inner.loc.file.path
            if IN_PATHS in path and _SIMULATOR_FILES not in path:
                inner.loc = loc
