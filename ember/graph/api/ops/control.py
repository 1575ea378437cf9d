"""Choices, loops and calls of subgraphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ember.dialects import mo_control, mo_types
from ember.dialects.dimensions import Dimension
from ember.dialects.mo_control import check_condition
from ember.dialects.mo_rules import RuleViolation
from ember.graph.api.build import append, current_graph
from ember.graph.api.ir_types import graph_type, ir_type
from ember.graph.api.operands import as_tensor
from ember.graph.api.operations import operation
from ember.graph.api.types import Type
from ember.graph.api.values import BufferValue, ChainValue, TensorValue, Value, wrapped
from ember.ir.nodes import Region, SymbolRef
from ember.ir.nodes import Value as IrValue
from ember.ir.types import Type as IrType

if TYPE_CHECKING:
    from ember.graph.api.graph import Graph


def _values(given: Any) -> list[Value]:
    """What a function gives: nothing, one value, or several."""
    if given is None:
        return []
    several = given if isinstance(given, list | tuple) else [given]
    return [value if isinstance(value, Value) else as_tensor(value) for value in several]


def _check_types(what: str, values: Sequence[Value], wanted: Sequence[IrType]) -> None:
    found = [value.ir.type for value in values]
    if found != list(wanted):
        raise TypeError(f"{what} gives {_shown(found)}, but must give {_shown(wanted)}")


def _shown(types: Iterable[IrType]) -> str:
    return ", ".join(str(graph_type(type)) for type in types) or "nothing"


def _check_functions(op: str, *functions: object) -> None:
    for function in functions:
        if not callable(function):
            raise TypeError(f"{op}: functions are needed that give values, not {function!r}")


def _check_carried(op: str, types: Sequence[IrType]) -> None:
    """Values of Mojo types stay where they were made; branches and loops may use those of outside."""
    if any(isinstance(type, mo_types.OpaqueType) for type in types):
        raise ValueError(
            f"{op}: opaque values are no results of branches and loops; make it outside, and change it inside with 'inplace_custom'"
        )


def _check_condition(op: str, value: Value) -> None:
    try:
        check_condition(value.ir.type)
    except RuleViolation as problem:
        shown = str(problem).replace(str(value.ir.type), str(value.type))
        raise ValueError(f"{op}: {shown}") from None


# -- choices ---------------------------------------------------------------------------------------------


@operation
def cond(
    pred: Any,
    out_types: Iterable[Type] | None,
    then_fn: Callable[[], Any],
    else_fn: Callable[[], Any],
) -> list[Value]:
    """What one function or the other gives, by a bool on the CPU; both give just `out_types`."""
    _check_functions("cond", then_fn, else_fn)
    graph, condition = current_graph(), as_tensor(pred)
    _check_condition("cond", condition)
    types = [ir_type(type) for type in out_types or ()]
    _check_carried("cond", types)
    branches = [
        _branch(graph, then_fn, types, "cond: the first branch"),
        _branch(graph, else_fn, types, "cond: the second branch"),
    ]
    op = append(mo_control.If, (condition.ir, graph.chain), {}, [*types, mo_types.CHAIN], branches)
    *results, graph.chain = op.results
    return [wrapped(result) for result in results]


def _branch(graph: Graph, function: Callable[[], Any], types: list[IrType], what: str) -> Region:
    with graph.block(Region()) as region:
        values = _values(function())
        _check_types(what, values, types)
        append(mo_control.Yield, [*(v.ir for v in values), graph.chain], {}, ())
    return region


# -- loops -----------------------------------------------------------------------------------------------


@operation
def while_loop(
    initial_values: Iterable[Any] | Value, predicate: Callable[..., Any], body: Callable[..., Any]
) -> list[Value]:
    """Gives the values to `body` again and again, while `predicate` of them holds."""
    _check_functions("while_loop", predicate, body)
    graph = current_graph()
    several = [initial_values] if isinstance(initial_values, Value) else list(initial_values)
    inits = _values(several)
    if not inits:
        raise ValueError("while_loop: a loop needs values that change")
    if any(isinstance(value, BufferValue) for value in inits):
        raise NotImplementedError(
            "while_loop: buffers are not carried; use them in the body as they are"
        )
    types = [value.ir.type for value in inits]
    _check_carried("while_loop", types)
    before = _region(graph, types, lambda *values: _test(graph, predicate(*values)))
    after = _region(graph, types, lambda *values: _round(graph, body(*values), types))
    operands = [*(value.ir for value in inits), graph.chain]
    op = append(mo_control.While, operands, {}, [*types, mo_types.CHAIN], (before, after))
    *results, graph.chain = op.results
    return [wrapped(result) for result in results]


def _region(graph: Graph, types: list[IrType], fill: Callable[..., None]) -> Region:
    """A region whose arguments are the loop's values and the chain."""
    with graph.block(Region([*types, mo_types.CHAIN])) as region:
        *values, graph.chain = region.args
        fill(*(wrapped(value) for value in values))
    return region


def _test(graph: Graph, answer: Any) -> None:
    condition = as_tensor(answer)
    _check_condition("while_loop", condition)
    append(mo_control.WhileCondition, (condition.ir, graph.chain), {}, ())


def _round(graph: Graph, given: Any, types: list[IrType]) -> None:
    values = _values(given)
    _check_types("while_loop: the body", values, types)
    append(mo_control.Yield, [*(value.ir for value in values), graph.chain], {}, ())


@operation
def side_stream(
    inputs: Sequence[Any],
    body_fn: Callable[..., Any],
    *,
    result_types: Sequence[Type],
    stream_id: int = 1,
) -> list[Value]:
    """What a function gives for some values; it need not wait for its neighbours, and here it does: a device has one stream."""
    _check_functions("side_stream", body_fn)
    if stream_id < 1:
        raise ValueError(f"side_stream: streams beside the first have the numbers from 1 on, not {stream_id}")  # fmt: skip
    given = _values(body_fn(*_values(list(inputs))))
    _check_types("side_stream: the body", given, [ir_type(type) for type in result_types])
    return given


def parallel_bodies(
    rows: Sequence[Sequence[Any]],
    body_fn: Callable[..., Any],
    result_types: Sequence[Sequence[Type]],
    has_chain: bool,
) -> list[list[TensorValue]]:
    """A function for each row of values; what it gives, one list for each of its results."""
    _check_functions("parallel", body_fn)
    found: list[list[TensorValue]] = [[] for _ in result_types]
    for number, row in enumerate(rows):
        made = body_fn(*row, *([ChainValue(current_graph().chain)] if has_chain else []))
        if has_chain and isinstance(made, tuple) and made and isinstance(made[-1], ChainValue):
            made = made[0] if len(made) == 2 else made[:-1]
        given = _values(made)
        wanted = [ir_type(types[number]) for types in result_types]
        _check_types("parallel: the body", given, wanted)
        for one, value in zip(found, given):
            one.append(value.tensor)
    return found


# -- calls -----------------------------------------------------------------------------------------------


@operation
def call(graph: Graph, *args: Any, prefix: str = "") -> list[Value]:
    """What a subgraph gives for these values; `prefix` stands before the names of its placeholder weights."""
    caller = current_graph()
    if not hasattr(graph, "is_subgraph"):
        raise TypeError(f"call: a graph is called, which 'add_subgraph' made, not {graph!r}")
    given = _values(list(args))
    wanted = [value.ir for value in graph.inputs]
    if len(given) != len(wanted):
        raise ValueError(f"call: '{graph.name}' takes {len(wanted)} values, not {len(given)}")
    if graph not in caller.module.graphs.values() or not graph.is_subgraph:
        raise ValueError(f"call: '{graph.name}' is no subgraph of '{caller.name}'; 'add_subgraph' makes one")  # fmt: skip
    sizes: dict[str, Dimension] = {}
    for position, (value, target) in enumerate(zip(given, wanted)):
        _match(value.ir, target, sizes, f"call: value {position} of '{graph.name}'")
    outputs = graph.op.attrs["output_types"]
    results = [_substituted(type, sizes) for type in outputs]
    attrs = {"callee": SymbolRef(graph.name), "prefix": prefix}
    op = append(mo_control.Call, [*(v.ir for v in given), caller.chain], attrs, results)
    *values, caller.chain = op.results
    return [wrapped(value) for value in values]


def _match(value: IrValue, target: IrValue, sizes: dict[str, Dimension], what: str) -> None:
    """Finds what the subgraph's symbols are here; `ValueError` where types differ."""
    given, wanted = value.type, target.type
    if isinstance(given, mo_types.ShapedType) and isinstance(wanted, mo_types.ShapedType):
        if given.rank == wanted.rank:
            for one, other in zip(given.dims, wanted.dims):
                if other.symbol is not None:
                    sizes.setdefault(other.symbol, one)
    if _substituted(wanted, sizes) is not given:
        raise ValueError(f"{what} is {graph_type(given)}, but must be {graph_type(wanted)}")


def _substituted(type: IrType, sizes: dict[str, Dimension]) -> IrType:
    if not isinstance(type, mo_types.ShapedType):
        return type
    make = mo_types.tensor if isinstance(type, mo_types.TensorType) else mo_types.buffer
    return make(tuple(dim.substitute(sizes) for dim in type.dims), type.dtype, type.device)
