"""Appending ops to the graph being built, with errors in the user's words.

Every op is checked as its line runs: its rule finds the types of its results, or the line raises `ValueError` with the op,
its operands and what does not fit.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ember.dialects import mo, mo_control, mo_images, mo_indexing
from ember.dialects.dimensions import short_number
from ember.dialects.mo_rules import RuleViolation
from ember.dialects.mo_types import ShapedType
from ember.graph.api.ir_types import graph_type
from ember.ir.nodes import Op, Region, Value
from ember.ir.types import Type

if TYPE_CHECKING:
    from ember.graph.api.graph import Graph

CURRENT: ContextVar[Graph] = ContextVar("current graph")
"""The graph that ops are appended to."""

_PACKAGE: Final = str(Path(__file__).resolve().parents[2])


class UserLine(NamedTuple):
    """Where in the user's program an op was written."""

    file: str
    line: int
    scope: str = ""
    """What the line is part of, as `graph.profile_scope` says."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}{f' in {self.scope}' if self.scope else ''}"


def user_line(scope: str = "") -> UserLine | None:
    """The innermost line that is not ours."""
    frame = sys._getframe(1)
    while frame is not None:
        if not frame.f_code.co_filename.startswith(_PACKAGE):
            return UserLine(frame.f_code.co_filename, frame.f_lineno, scope)
        frame = frame.f_back  # type: ignore[assignment]
    return None


def current_graph() -> Graph:
    """The graph being built; `LookupError` outside of one."""
    graph = CURRENT.get(None)
    if graph is None:
        raise LookupError("there is no current graph; build inside 'with Graph(…):'")
    return graph


def append(
    kind: type[Op],
    operands: Sequence[Value],
    attrs: Mapping[str, Any] | None = None,
    results: Sequence[Type] | None = None,
    regions: Sequence[Region] = (),
) -> Op:
    """Appends an op to the current graph; its results are those given, or what its rule says."""
    graph = current_graph()
    for operand in operands:
        graph.check_owner(operand)
    attrs = attrs or {}
    types = [operand.type for operand in operands]
    try:
        if results is None:
            assert kind.result_rule is not None
            results = kind.result_rule(types, attrs, 1)
        op = kind(operands, results, attrs, regions, user_line(".".join(graph.scopes)))
        problem = kind.type_rule(op) if kind.type_rule is not None else None
    except RuleViolation as violation:
        raise ValueError(described(kind, types, str(violation))) from None
    problem = problem or _too_large(results) or _unknown_symbol(kind, results, graph)
    if problem is not None:
        op.drop_references()
        raise ValueError(described(kind, types, problem))
    graph.blocks[-1].append(op)
    return op


_DECLARING: Final = (
    mo.Rebind,
    mo.Custom,
    mo.CustomInplace,
    mo_control.Call,
    mo_images.NonMaximumSuppression,
    mo_indexing.ArgNonzero,
    mo_indexing.BroadcastDynamic,
    mo_indexing.Range,
    mo_indexing.RepeatInterleave,
    mo_indexing.SliceDynamic,
)
"""Ops whose results may bring dimensions that the graph did not have before."""


def _too_large(results: Sequence[Type]) -> str | None:
    for type in results:
        for dim in type.dims if isinstance(type, ShapedType) else ():
            if dim.constant is not None and dim.constant >= 1 << 63:
                size = short_number(dim.constant)
                return f"a result has the dimension {size}, which does not fit into 64 bits"
    return None


def _unknown_symbol(kind: type[Op], results: Sequence[Type], graph: Graph) -> str | None:
    new = [name for name in symbols_of(results) if name not in graph.symbols]
    if new and kind not in _DECLARING:
        known = ", ".join(graph.symbols) or "none"
        return f"there is no dimension '{new[0]}' in this graph; those of its inputs are: {known}"
    graph.symbols.update(dict.fromkeys(new))
    return None


def _called(kind: type[Op]) -> str:
    """What a user calls an op: the last word of its name, or all of it where that says too little."""
    name = kind.op_name.partition(".")[2]
    return name if name.startswith("pad.") else name.rpartition(".")[2]


def symbols_of(types: Iterable[Type]) -> Iterator[str]:
    """The names of dimensions in types, in order of appearance."""
    for type in types:
        if isinstance(type, ShapedType):
            for dim in type.dims:
                yield from dim.symbols()


def described(kind: type[Op], types: Sequence[Type], problem: str) -> str:
    """What is wrong with an op, with its operands below; types are shown as the user writes them."""
    for type in types:
        problem = problem.replace(str(type), str(graph_type(type)))
    lines = [f"{_called(kind)}: {problem}"]
    names = [name for name in kind.operand_names if kind.declared[name] == "Operand"]
    for position, type in enumerate(types):
        label = names[position] if position < len(names) else f"operand {position}"
        lines.append(f"  {label}: {graph_type(type)}")
    return "\n".join(lines)
