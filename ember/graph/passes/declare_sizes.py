"""Sizes that only a kernel knows are asked for before it runs: its shape function is called, and names get what it says.

Before:
    %1 = mo.arg_nonzero(%0) : (!mo.tensor<[n], f32>) -> !mo.tensor<[k, 1], si64>
After:
    %1 = mo.invoke_shape_func(%0) {symbol = "mo.arg_nonzero", parameters = {}} : (!mo.tensor<[n], f32>) -> !mo.tensor<[2], si64>
    mo.declare_sizes(%1) {names = ["k"], dims = [#dim<"k">, #dim<"1">]} : !mo.tensor<[2], si64>
    %2 = mo.arg_nonzero(%0) : (!mo.tensor<[n], f32>) -> !mo.tensor<[k, 1], si64>
"""

from __future__ import annotations

from typing import Final

from ember.dialects import mo, mo_images, mo_indexing, mo_types
from ember.dialects.dimensions import Dimension, constant
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.support.dtype import BY_NAME

_CLAIMING: Final = (mo_images.NonMaximumSuppression, mo_indexing.ArgNonzero)
"""Ops whose result is as large as their operands say: also a size that has no new name is asked for, and checked."""


@function_pass("mo-declare-sizes")
def declare_sizes(graph: Op) -> bool:
    """Asks for every size that is not known from the inputs."""
    known = {
        name
        for arg in graph.regions[0].args
        if isinstance(arg.type, mo_types.ShapedType)
        for name in _names(arg.type.dims)
    }
    return _walk(graph.regions[0], known)


def _walk(region: Region, known: set[str]) -> bool:
    """What a region declares is known after it in the same region only."""
    changed = False
    for op in list(region):
        for inner in op.regions:
            changed |= _walk(inner, set(known))
        if isinstance(op, mo.Rebind):
            known.update(_names(op.results[0].type.dims))  # type: ignore[attr-defined]
            continue
        changed |= _declare(op, region, known)
    return changed


def _declare(op: Op, region: Region, known: set[str]) -> bool:
    types = [r.type for r in op.results if isinstance(r.type, mo_types.ShapedType)]
    new = list(dict.fromkeys(n for type in types for n in _names(type.dims) if n not in known))
    if not new and not isinstance(op, _CLAIMING):
        return False
    if len(types) != 1 or not all(d.symbol in new for d in types[0].dims if set(_names([d])) & set(new)):  # fmt: skip
        name = new[0]
        raise ValueError(f"nobody says how large '{name}' is, which a result of '{op.op_name}' has ({op.loc})")  # fmt: skip
    (type,) = types
    is_custom = isinstance(op, mo.Custom | mo.CustomInplace)
    attrs = {
        "symbol": op.attrs["symbol"] if is_custom else op.op_name,
        "parameters": dict(op.attrs["parameters"] if is_custom else op.attrs),
    }
    operands = [_on_host(v, op, region) for v in op.operands if v.type is not mo_types.CHAIN]
    shape = mo_types.tensor((constant(type.rank),), BY_NAME["si64"])
    ask = mo.InvokeShapeFunc(operands, [shape], attrs, (), op.loc)
    tell = mo.DeclareSizes([ask.results[0]], (), {"names": tuple(new), "dims": type.dims}, (), op.loc)  # fmt: skip
    for made in (ask, tell):
        region.insert_before(op, made)
    known.update(new)
    return True


def _on_host(value: Value, op: Op, region: Region) -> Value:
    """What a shape function reads, which the host calls."""
    type = value.type
    if not isinstance(type, mo_types.ShapedType) or type.device == mo_types.HOST:
        return value
    copied = mo_types.tensor(type.dims, type.dtype)
    made = mo.Transfer([value], [copied], {"device": mo_types.HOST}, (), op.loc)
    region.insert_before(op, made)
    return made.results[0]


def _names(dims: list[Dimension] | tuple[Dimension, ...]) -> list[str]:
    return [name for dim in dims for name in dim.symbols()]
