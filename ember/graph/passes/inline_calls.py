"""Calls of subgraphs become what the subgraphs do: equal kernels are compiled once all the same.

Before:
    %1:2 = mo.call @layer(%0, %c) {prefix = "layers.0."} : (!mo.tensor<[n], f32>, !mo.chain) -> (!mo.tensor<[n], f32>, !mo.chain)
After:
    %1 = mo.constant.external "layers.0.w" {is_placeholder = true} : !mo.tensor<[1], f32>
    %2 = rmo.mul(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[1], f32>) -> !mo.tensor<[n], f32>
"""

from __future__ import annotations

from typing import Any

from ember.dialects import mo, mo_control, mo_types
from ember.dialects.dimensions import Dimension
from ember.ir.nodes import Op, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import ops_inside, replace_op
from ember.ir.types import Type

Sizes = dict[str, Dimension]


@function_pass("mo-inline-calls")
def inline_calls(graph: Op) -> bool:
    """Replaces calls until none is left; a subgraph that calls itself is an error."""
    changed = False
    calls = [op for op in ops_inside(graph) if isinstance(op, mo_control.Call)]
    depth = 0
    while calls:
        depth += 1
        if depth > 64:
            raise ValueError(
                f"the graph '{graph.attrs['name']}' calls subgraphs that call themselves"
            )
        for call in calls:
            _inline(call, _callee(graph, call))
        changed = True
        calls = [op for op in ops_inside(graph) if isinstance(op, mo_control.Call)]
    return changed


def _callee(graph: Op, call: Op) -> Op:
    name = call.attrs["callee"].name
    module = graph.parent_op
    found = (
        [op for op in module.regions[0] if op.attrs["name"] == name] if module is not None else []
    )
    if not found:
        raise ValueError(f"there is no graph named '{name}' to call")
    return found[0]


def _inline(call: Op, callee: Op) -> None:
    sizes: Sizes = {}
    values: dict[Value, Value] = {}
    body = callee.regions[0]
    for arg, given in zip(body.args, call.operands, strict=True):
        values[arg] = given
        if isinstance(arg.type, mo_types.ShapedType) and isinstance(
            given.type, mo_types.ShapedType
        ):
            for inner, outer in zip(arg.type.dims, given.type.dims, strict=True):
                if inner.symbol is not None:
                    sizes.setdefault(inner.symbol, outer)
    assert call.parent is not None
    for op in body:
        if isinstance(op, mo.Output):
            replace_op(call, [values[value] for value in op.operands])
            return
        copy = op.clone(values)
        for inner_op in copy.walk():
            _adapt(inner_op, sizes, str(call.attrs.get("prefix") or ""))
        call.parent.insert_before(call, copy)


def _adapt(op: Op, sizes: Sizes, prefix: str) -> None:
    """Dimensions become the caller's, placeholder weights get the prefix; they stay placeholders, as the caller may be called itself."""
    for value in (*op.results, *(arg for region in op.regions for arg in region.args)):
        value.type = _substituted(value.type, sizes)
    op.attrs = {name: _sized(value, sizes) for name, value in op.attrs.items()}
    if isinstance(op, mo.ConstantExternal) and op.attrs.get("is_placeholder"):
        op.set_attr("name", prefix + op.attrs["name"])
    elif isinstance(op, mo_control.Call):
        op.set_attr("prefix", prefix + (op.attrs.get("prefix") or ""))


def _sized(value: Any, sizes: Sizes) -> Any:
    if isinstance(value, Dimension):
        return value.substitute(sizes)
    if isinstance(value, tuple):
        return tuple(_sized(one, sizes) for one in value)
    return value


def _substituted(type: Type, sizes: Sizes) -> Type:
    if not isinstance(type, mo_types.ShapedType):
        return type
    make = mo_types.tensor if isinstance(type, mo_types.TensorType) else mo_types.buffer
    return make(tuple(dim.substitute(sizes) for dim in type.dims), type.dtype, type.device)
