"""Weights are put into the order that the machine's kernels like best, once, when the model is loaded.

A kernel that has such an order is registered with two others: `NAME.pack`, which takes an operand and gives it in that order, and
`NAME.packed`, which does the work of `NAME` with it.

Before:
    %1 = mo.qmatmul(%0, %w) {encoding = "q4_0"} : (!mo.tensor<[m, 32], f32>, !mo.tensor<[n, 18], ui8>) -> !mo.tensor<[m, n], f32>
After:
    %1 = mo.custom(%w) {symbol = "mo.qmatmul.pack", …} : (!mo.tensor<[n, 18], ui8>) -> !mo.tensor<[n, 18], ui8>
    %2 = mo.custom(%0, %1) {symbol = "mo.qmatmul.packed", …} : (…) -> !mo.tensor<[m, n], f32>
"""

from __future__ import annotations

from ember.dialects import mo, mo_types
from ember.dialects.mo_types import HOST
from ember.graph.api.signatures import main_function
from ember.graph.fusion.catalogue import (
    Catalogue,
    arguments,
    attributes_of,
    device_of,
    kernel_parameters,
    symbol_of,
)
from ember.ir.nodes import Op, Value
from ember.ir.rewriter import replace_with_op
from ember.ir.types import Type
from ember.service import Kernel


def pack_weights(graph: Op, catalogue: Catalogue) -> None:
    """Replaces ops whose kernels have a packed form and whose packed operand is a weight."""
    packed: dict[tuple[Value, str, str], Value] = {}
    for op in list(graph.regions[0]):
        if not op.is_pure or not any(_is_weight(value) for value in op.operands):
            continue
        symbol, device = symbol_of(op), device_of(op)
        if device != HOST:
            continue
        plain = catalogue.named(symbol, device)
        pack, work = (catalogue.named(f"{symbol}.{form}", device) for form in ("pack", "packed"))
        if plain is None or pack is None or work is None:
            continue
        position = _position(op, plain, pack)
        if position is None:
            continue
        value = op.operands[position]
        key = (value, symbol, repr(sorted(attributes_of(op).items())))
        if key not in packed:
            made = _custom(op, pack, [value], [_packed_type(op, value)])
            assert op.parent is not None
            op.parent.insert_before(op, made)
            packed[key] = made.results[0]
        operands = [*op.operands]
        operands[position] = packed[key]
        replace_with_op(op, _custom(op, work, operands, [result.type for result in op.results]))


def _is_weight(value: Value) -> bool:
    """A weight, one in another shape or whose axes are permuted, or several that are joined."""
    owner = value.owner
    if isinstance(owner, mo.ConstantExternal):
        return True
    return isinstance(owner, mo.Concat | mo.Reshape | mo.Transpose) and all(
        map(_is_weight, owner.operands)
    )


def _position(op: Op, plain: Kernel, pack: Kernel) -> int | None:
    """Which operand of an op is packed: the weight that the kernel calls as `pack` does."""
    taken = [operand.name for operand in main_function(pack).operands if operand.role == "input"]
    for operand, values in arguments(main_function(plain), op):
        if operand.name in taken and len(values) == 1 and _is_weight(values[0]):
            return op.operands.index(values[0])
    return None


def _custom(op: Op, kernel: Kernel, operands: list[Value], types: list[Type]) -> Op:
    attrs = {
        "symbol": kernel.name,
        "device": device_of(op),
        "parameters": kernel_parameters(kernel, main_function(kernel), op),
    }
    return mo.Custom(operands, types, attrs, (), op.loc)


def _packed_type(op: Op, value: Value) -> Type:
    """A matrix that is read transposed is packed the other way round."""
    type = value.type
    assert isinstance(type, mo_types.TensorType)
    if not op.attrs.get("transpose_b"):
        return type
    return type.with_dims((*type.dims[:-2], type.dims[-1], type.dims[-2]))
