"""Splits a big module into parts that LLVM can work on in parallel.

Before: one `kgen.module`. After: `Part`s, each a share of the functions, in call-graph order so that callers and
callees stay together. What other parts use becomes visible to them, under a name that no C library has; small functions
of other parts come along as copies that can be inlined but are not emitted again.
How a module is split depends on the module only, never on the number of workers: the output is the same for any `-j`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.constants import FrozenBlock, HeapRef, SymbolOffset
from ember.ir.nodes import Op, SymbolRef

PART_SIZE: Final = 1500
"""Ops a part should have; LLVM needs about a fifth of a millisecond for each."""

SPLIT_ABOVE: Final = 2 * PART_SIZE
"""Modules with fewer ops stay whole."""

IMPORT_SIZE: Final = 50
"""Functions with at most this many ops are copied into parts that call them."""


class Part:
    """A share of a module, with all that its text has to mention."""

    __slots__ = ("declared", "defined", "imported", "shared")

    def __init__(self, defined: list[Op]) -> None:
        self.defined = defined
        """Functions and globals whose home is here."""
        self.imported: list[Op] = []
        """Functions of other parts, copied for inlining."""
        self.declared: list[Op] = []
        """Functions and globals of other parts that are only named here."""
        self.shared: frozenset[str] = frozenset()
        """Symbols with internal linkage that several parts mention."""


class _Node(NamedTuple):
    """A function or global in the graph of who mentions whom."""

    op: Op
    size: int
    mentions: list[str]
    is_unique: bool
    """Whether it has memory that all its calls share: a copy would have memory of its own."""


def split_module(
    module: Op, part_size: int = PART_SIZE, split_above: int = SPLIT_ABOVE
) -> list[Part]:
    """The parts of a module; a single one when it is small."""
    nodes = {op.attrs["name"]: _describe(op) for op in module.regions[0]}
    if sum(node.size for node in nodes.values()) <= split_above:
        return [Part([node.op for node in nodes.values()])]
    parts = _chunks(_callees_first(nodes), part_size)
    for part in parts:
        _add_neighbours(part, nodes)
    mentioned = {op.attrs["name"] for part in parts for op in (*part.imported, *part.declared)}
    shared = frozenset(name for name in mentioned if _is_internal(nodes[name].op))
    for part in parts:
        part.shared = shared
    return parts


def kernel_parts(module: Op, kernels: Iterable[str]) -> list[Part]:
    """One part per kernel, with a copy of everything it needs."""
    nodes = {op.attrs["name"]: _describe(op) for op in module.regions[0]}
    return [Part(_closure(kernel, nodes)) for kernel in kernels]


def _closure(kernel: str, nodes: dict[str, _Node]) -> list[Op]:
    reached = dict.fromkeys([kernel])
    pending = [kernel]
    while pending:
        for name in nodes[pending.pop()].mentions:
            if name in nodes and name not in reached:
                reached[name] = None
                pending.append(name)
    return [nodes[name].op for name in reached]


def _is_internal(op: Op) -> bool:
    return (op.attrs.get("linkage") or "internal") == "internal" and not op.attrs.get(
        "is_declaration"
    )


def _describe(op: Op) -> _Node:
    size = 1
    is_unique = False
    mentions: dict[str, None] = {}
    if isinstance(op, kgen.Global):
        mentions.update(dict.fromkeys(_symbols_in(op.attrs.get("value"))))
    for inner in _ops_inside(op):
        size += 1
        if isinstance(inner, kgen.Call):
            mentions[inner.attrs["callee"].name] = None
        elif isinstance(inner, kgen.AddressOf):
            mentions[inner.attrs["symbol"].name] = None
        elif isinstance(inner, kgen.Constant):
            mentions.update(dict.fromkeys(_symbols_in(inner.attrs["value"])))
        elif isinstance(inner, pop.StackAllocation) and inner.results[0].type is not t.POINTER:
            is_unique = True
    return _Node(op, size, list(mentions), is_unique)


def _ops_inside(op: Op) -> Iterator[Op]:
    regions = list(op.regions)
    while regions:
        current = regions.pop().first
        while current is not None:
            yield current
            regions.extend(current.regions)
            current = current.next


def _symbols_in(value: object) -> Iterator[str]:
    """The names of functions and globals inside a constant."""
    if isinstance(value, SymbolRef):
        yield value.name
    elif isinstance(value, SymbolOffset):
        yield value.symbol.name
    elif isinstance(value, HeapRef):
        yield from _symbols_in(value.block)
    elif isinstance(value, FrozenBlock):
        for _, target in value.slots:
            yield from _symbols_in(target)
    elif isinstance(value, tuple):
        for element in value:
            yield from _symbols_in(element)


def _callees_first(nodes: dict[str, _Node]) -> list[_Node]:
    """Every node after what it mentions (cycles aside), neighbours in the graph close to each other."""
    order: list[_Node] = []
    seen: set[str] = set()
    for root, node in nodes.items():
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(node.mentions))]
        while stack:
            name, rest = stack[-1]
            following = next((m for m in rest if m in nodes and m not in seen), None)
            if following is None:
                order.append(nodes[name])
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(nodes[following].mentions)))
    return order


def _chunks(order: Iterable[_Node], part_size: int) -> list[Part]:
    parts = [Part([])]
    size = 0
    for node in order:
        if size >= part_size:
            parts.append(Part([]))
            size = 0
        parts[-1].defined.append(node.op)
        size += node.size
    return parts


def _add_neighbours(part: Part, nodes: dict[str, _Node]) -> None:
    """Copies of small functions the part mentions, directly or through copies; declarations of the others."""
    known = {op.attrs["name"] for op in part.defined}
    pending = [op.attrs["name"] for op in part.defined]
    while pending:
        for name in nodes[pending.pop()].mentions:
            if name in known or name not in nodes:
                continue
            known.add(name)
            node = nodes[name]
            if _can_be_copied(node):
                part.imported.append(node.op)
                pending.append(name)
            else:
                part.declared.append(node.op)


def _can_be_copied(node: _Node) -> bool:
    attrs = node.op.attrs
    is_function = isinstance(node.op, kgen.Func) and not attrs.get("is_declaration")
    always = attrs.get("inline") == "always"
    if not is_function or node.is_unique or attrs.get("inline") in ("never", "as-written"):
        return False
    return always or node.size <= IMPORT_SIZE
