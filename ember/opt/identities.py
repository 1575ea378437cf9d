"""Rules that replace the result of one op by a simpler value, as a table keyed by op class.

A rule returns the value to use instead, or None. It may make new ops before the op it looks at; the op itself is
replaced by the caller. Only rules that hold for every input are here: `x + 0.0` is not `x` when x is -0.0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Op, Value
from ember.opt.constants import MISSING, constant_before, constant_of, is_all, splatted

Identity = Callable[[Op], Value | None]


def is_integer(type: t.Type) -> bool:
    """Integers and bools, in lanes or not: all arithmetic on them is exact modulo their width."""
    if isinstance(type, t.SimdType):
        return not type.dtype.is_float
    return isinstance(type, (t.IndexType, t.IntegerType)) or type is t.INT_LITERAL


def _zero(op: Op) -> Value:
    return _all(op, 0)


def _all(op: Op, number: int) -> Value:
    type = op.results[0].type
    lane = bool(number) if _is_bool(type) else number
    return constant_before(op, type, splatted(type, lane))


def _is_bool(type: t.Type) -> bool:
    return type is t.I1 or (isinstance(type, t.SimdType) and type.dtype.kind == "bool")


def _is_zero(value: Value) -> bool:
    return is_all(value, 0) or is_all(value, False)


# -- arithmetic ------------------------------------------------------------------------------------------


def _add(op: Op) -> Value | None:
    lhs, rhs = op.operands
    if is_integer(lhs.type):
        if _is_zero(rhs):
            return lhs
        if _is_zero(lhs):
            return rhs
    return None


def _sub(op: Op) -> Value | None:
    lhs, rhs = op.operands
    if not is_integer(lhs.type):
        return lhs if is_all(rhs, 0.0) and not _is_negative_zero(rhs) else None
    if _is_zero(rhs):
        return lhs
    return _zero(op) if lhs is rhs else None


def _is_negative_zero(value: Value) -> bool:
    found = constant_of(value)
    lanes = found if isinstance(found, tuple) else (found,)
    return any(str(lane).startswith("-") for lane in lanes)


def _mul(op: Op) -> Value | None:
    lhs, rhs = op.operands
    if not is_integer(lhs.type):
        if is_all(rhs, 1.0):
            return lhs
        return rhs if is_all(lhs, 1.0) else None
    if is_all(rhs, 1) or _is_zero(lhs):
        return lhs
    if is_all(lhs, 1) or _is_zero(rhs):
        return rhs
    return None


def _divide(op: Op) -> Value | None:
    lhs, rhs = op.operands
    return lhs if is_all(rhs, 1) or (op.__class__ is pop.Div and is_all(rhs, 1.0)) else None


def _remainder(op: Op) -> Value | None:
    lhs, rhs = op.operands
    return _zero(op) if is_integer(lhs.type) and is_all(rhs, 1) else None


def _idempotent(op: Op) -> Value | None:
    """min, max."""
    lhs, rhs = op.operands
    return lhs if lhs is rhs else None


def _and(op: Op) -> Value | None:
    lhs, rhs = op.operands
    if lhs is rhs or _is_zero(lhs) or is_all(rhs, -1) or is_all(rhs, True):
        return lhs
    if _is_zero(rhs) or is_all(lhs, -1) or is_all(lhs, True):
        return rhs
    return None


def _or(op: Op) -> Value | None:
    lhs, rhs = op.operands
    if lhs is rhs or _is_zero(rhs) or is_all(lhs, True) or is_all(lhs, -1):
        return lhs
    if _is_zero(lhs) or is_all(rhs, True) or is_all(rhs, -1):
        return rhs
    return None


def _xor(op: Op) -> Value | None:
    lhs, rhs = op.operands
    if _is_zero(rhs):
        return lhs
    if _is_zero(lhs):
        return rhs
    if lhs is rhs:
        return _zero(op)
    return inverted(op, lhs) if is_all(rhs, True) else None


_OPPOSITE: Final = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


def inverted(op: Op, value: Value) -> Value | None:
    """`not (a < b)` is `a >= b`, except for floats, where both are false for nan."""
    compare = value.owner
    if compare.__class__ is pop.Xor and is_all(compare.operands[1], True):
        return compare.operands[0]
    if compare.__class__ is not pop.Compare:
        return None
    assert isinstance(compare, pop.Compare) and op.parent is not None
    predicate = compare.attrs["predicate"]
    if predicate not in ("eq", "ne") and not is_integer(compare.operands[0].type):
        return None
    attrs = {"predicate": _OPPOSITE[predicate]}
    new = pop.Compare(compare.operands, [value.type], attrs, (), op.loc)
    op.parent.insert_before(op, new)
    return new.results[0]


def _shift(op: Op) -> Value | None:
    lhs, rhs = op.operands
    return lhs if _is_zero(rhs) or _is_zero(lhs) else None


def _neg(op: Op) -> Value | None:
    inner = op.operands[0].owner
    return inner.operands[0] if inner.__class__ is pop.Neg else None


def _compare(op: Op) -> Value | None:
    lhs, rhs = op.operands
    if lhs is rhs and (is_integer(lhs.type) or isinstance(lhs.type, t.PointerType)):
        return _all(op, op.attrs["predicate"] in ("eq", "le", "ge"))
    predicate = op.attrs["predicate"]
    is_itself = (predicate == "eq" and is_all(rhs, True)) or (
        predicate == "ne" and is_all(rhs, False)
    )
    return lhs if is_itself and lhs.type is op.results[0].type else None


def _select(op: Op) -> Value | None:
    condition, on_true, on_false = op.operands
    if on_true is on_false or is_all(condition, True):
        return on_true
    if is_all(condition, False):
        return on_false
    is_same_type = condition.type is op.results[0].type
    return condition if is_same_type and is_all(on_true, True) and is_all(on_false, False) else None


# -- conversions -----------------------------------------------------------------------------------------


def _cast(op: Op) -> Value | None:
    value = op.operands[0]
    type = op.results[0].type
    if value.type is type:
        return value
    inner = value.owner
    if inner.__class__ is pop.Cast:
        source = inner.operands[0]
        if source.type is type and _holds_every(value.type, type):
            return source
    return None


def _holds_every(wide: t.Type, narrow: t.Type) -> bool:
    """Whether each value of integer type `narrow` survives a trip through `wide`."""
    wide_shape, narrow_shape = _shape(wide), _shape(narrow)
    if wide_shape is None or narrow_shape is None:
        return False
    wide_bits, wide_signed = wide_shape
    bits, signed = narrow_shape
    if signed == wide_signed or bits == wide_bits:
        return wide_bits >= bits
    return wide_signed and wide_bits > bits


def _shape(type: t.Type) -> tuple[int, bool] | None:
    """Bits and signedness of an integer type; a bool is one unsigned bit."""
    if isinstance(type, t.IndexType):
        return 64, True
    if isinstance(type, t.IntegerType):
        return type.width, type.width > 1
    if isinstance(type, t.SimdType) and not type.dtype.is_float:
        return type.dtype.bits, type.dtype.kind == "signed"
    return None


def _bitcast(op: Op) -> Value | None:
    value = op.operands[0]
    if value.type is op.results[0].type:
        return value
    inner = value.owner
    if inner.__class__ is not pop.Bitcast:
        return None
    source = inner.operands[0]
    return source if source.type is op.results[0].type else None


def _undone_by(inverse: type[Op]) -> Identity:
    """`f(g(x))` is x when `inverse` is g and the types agree."""

    def rule(op: Op) -> Value | None:
        inner = op.operands[0].owner
        if inner.__class__ is not inverse:
            return None
        source = inner.operands[0]
        return source if source.type is op.results[0].type else None

    return rule


def _same_type(op: Op) -> Value | None:
    value = op.operands[0]
    return value if value.type is op.results[0].type else None


# -- vectors ---------------------------------------------------------------------------------------------


def _extract_element(op: Op) -> Value | None:
    vector, index = op.operands
    if vector.type is op.results[0].type:
        return vector
    inner = vector.owner
    if inner.__class__ is pop.Splat:
        return inner.operands[0]
    if inner.__class__ is pop.InsertElement:
        assert isinstance(inner, Op)
        lane, written = constant_of(index), constant_of(inner.operands[2])
        if lane is not MISSING and lane == written:
            return inner.operands[1]
    return None


def _insert_element(op: Op) -> Value | None:
    vector, value, _ = op.operands
    return value if vector.type is value.type else None


def _offset(op: Op) -> Value | None:
    pointer, index = op.operands
    return pointer if is_all(index, 0) else None


# -- aggregates ------------------------------------------------------------------------------------------


def _struct_extract(op: Op) -> Value | None:
    container = op.operands[0]
    index: int = op.attrs["index"]
    while True:
        inner = container.owner
        if inner.__class__ is kgen.StructCreate:
            return inner.operands[index]
        if inner.__class__ is not kgen.StructReplace:
            break
        if inner.attrs["index"] == index:
            return inner.operands[0]
        container = inner.operands[1]
    if container is op.operands[0]:
        return None
    new = kgen.StructExtract([container], [op.results[0].type], {"index": index}, (), op.loc)
    assert op.parent is not None
    op.parent.insert_before(op, new)
    return new.results[0]


def _struct_create(op: Op) -> Value | None:
    """A struct made of all fields of another one is that one."""
    if not op.operands:
        return None
    source: Value | None = None
    for i, field in enumerate(op.operands):
        inner = field.owner
        if inner.__class__ is not kgen.StructExtract or inner.attrs["index"] != i:
            return None
        if source is not None and inner.operands[0] is not source:
            return None
        source = inner.operands[0]
    return source if source is not None and source.type is op.results[0].type else None


IDENTITIES: Final[dict[type[Op], Identity]] = {
    pop.Add: _add,
    pop.Sub: _sub,
    pop.Mul: _mul,
    pop.Div: _divide,
    pop.FloorDiv: _divide,
    pop.Rem: _remainder,
    pop.FloorMod: _remainder,
    pop.Min: _idempotent,
    pop.Max: _idempotent,
    pop.And: _and,
    pop.Or: _or,
    pop.Xor: _xor,
    pop.Shl: _shift,
    pop.Shr: _shift,
    pop.Neg: _neg,
    pop.Compare: _compare,
    pop.Select: _select,
    pop.Cast: _cast,
    pop.Bitcast: _bitcast,
    pop.PointerToIndex: _undone_by(pop.IndexToPointer),
    pop.IndexToPointer: _undone_by(pop.PointerToIndex),
    pop.PointerCast: _same_type,
    pop.Splat: _same_type,
    pop.ExtractElement: _extract_element,
    pop.InsertElement: _insert_element,
    pop.Reduce: _same_type,
    pop.Offset: _offset,
    kgen.StructExtract: _struct_extract,
    kgen.StructCreate: _struct_create,
}
