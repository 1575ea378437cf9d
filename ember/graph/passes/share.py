"""Equal ops are computed once, and those nobody asks for not at all.

Before:
    %1 = mo.exp(%0) : !mo.tensor<[n], f32>
    %2 = mo.exp(%0) : !mo.tensor<[n], f32>
    %3 = mo.add(%1, %2) : !mo.tensor<[n], f32>
    %4 = mo.sin(%0) : !mo.tensor<[n], f32>
    mo.output %3 : !mo.tensor<[n], f32>
After:
    %1 = mo.exp(%0) : !mo.tensor<[n], f32>
    %2 = mo.add(%1, %1) : !mo.tensor<[n], f32>
    mo.output %2 : !mo.tensor<[n], f32>
"""

from __future__ import annotations

from collections.abc import Iterator

from ember.dialects import mo
from ember.dialects.dimensions import Dimension
from ember.dialects.mo_types import ShapedType
from ember.ir.nodes import Op
from ember.ir.passes import function_pass
from ember.ir.rewriter import ops_inside, replace_op
from ember.ir.text_values import value_text


@function_pass("mo-share")
def share(graph: Op) -> bool:
    """Merges equal pure ops."""
    known: dict[tuple[object, ...], Op] = {}
    changed = False
    for op in ops_inside(graph):
        if not op.is_pure or op.regions:
            continue
        attrs = tuple(sorted((name, value_text(value)) for name, value in op.attrs.items()))
        types = tuple(result.type for result in op.results)
        key = (type(op), op.parent, tuple(op.operands), attrs, types)
        twin = known.setdefault(key, op)
        if twin is not op:
            replace_op(op, twin.results)
            changed = True
    return changed


@function_pass("mo-drop-unused")
def drop_unused(graph: Op) -> bool:
    """Removes pure ops whose results nobody uses, and names of sizes that nobody mentions."""
    changed = False
    mentioned: set[str] = set()
    for op in reversed(ops_inside(graph)):
        if _is_needed(op, mentioned):
            mentioned.update(name for size in _sizes(op) for name in size.symbols())
        else:
            op.erase()
            changed = True
    return changed


def _is_needed(op: Op, mentioned: set[str]) -> bool:
    if isinstance(op, mo.DeclareSizes):
        names = op.attrs["names"]
        return not names or not mentioned.isdisjoint(names)
    return not op.is_pure or any(result.uses for result in op.results)


def _sizes(op: Op) -> Iterator[Dimension]:
    """Sizes that an op's results and attributes have."""
    for result in op.results:
        if isinstance(result.type, ShapedType):
            yield from result.type.dims
    if not isinstance(op, mo.DeclareSizes):
        for value in op.attrs.values():
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Dimension):
                    yield one
