"""`evaluate` against independent references: exact integer arithmetic, NumPy floats, Python's fractions."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.constants import FrozenBlock, HeapRef, SymbolOffset, float_literal
from ember.dialects.evaluate import evaluate, evaluate_intrinsic
from ember.ir.nodes import Op, SymbolRef
from ember.support import dtype as dt
from ember.support.dtype import DType

from .operations import FLOATS, INTEGERS, compute, floats, integers, make, same

WRAPPING: dict[type[Op], Callable[[int, int], int]] = {
    pop.Add: operator.add,
    pop.Sub: operator.sub,
    pop.Mul: operator.mul,
    pop.And: operator.and_,
    pop.Or: operator.or_,
    pop.Xor: operator.xor,
    pop.Min: min,
    pop.Max: max,
}
QUOTIENTS: dict[type[Op], Callable[[int, int], int]] = {
    pop.Div: lambda a, b: math.trunc(Fraction(a, b)),
    pop.Rem: lambda a, b: a - b * math.trunc(Fraction(a, b)),
    pop.FloorDiv: operator.floordiv,
    pop.FloorMod: operator.mod,
}


def reduced(value: int, dtype: DType) -> int:
    """`value` modulo the dtype's range, computed through bytes."""
    size = dtype.bits // 8
    low = value % (1 << dtype.bits)
    return int.from_bytes(low.to_bytes(size, "little"), "little", signed=dtype.kind == "signed")


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
@given(data=st.data())
def test_integer_arithmetic(dtype: DType, data: st.DataObject) -> None:
    type = t.scalar(dtype)
    a, b = data.draw(integers(dtype)), data.draw(integers(dtype))
    for cls, reference in WRAPPING.items():
        assert compute(cls, [type, type], type, a, b) == reduced(reference(a, b), dtype)
    assert compute(pop.Neg, [type], type, a) == reduced(-a, dtype)
    assert compute(pop.Fma, [type] * 3, type, a, b, a) == reduced(a * b + a, dtype)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
@given(data=st.data())
def test_integer_division(dtype: DType, data: st.DataObject) -> None:
    type = t.scalar(dtype)
    a, b = data.draw(integers(dtype)), data.draw(integers(dtype))
    for cls, reference in QUOTIENTS.items():
        result = compute(cls, [type, type], type, a, b)
        if b == 0:
            assert result is None
        elif reference(a, b) == reduced(reference(a, b), dtype):
            assert result == reference(a, b)
        else:
            assert result is None  # the lowest number divided by -1


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
@given(data=st.data())
def test_shifts(dtype: DType, data: st.DataObject) -> None:
    type = t.scalar(dtype)
    a, count = data.draw(integers(dtype)), data.draw(integers(dtype))
    left = compute(pop.Shl, [type, type], type, a, count)
    right = compute(pop.Shr, [type, type], type, a, count)
    if 0 <= count < dtype.bits:
        assert left == reduced(a * 2**count, dtype)
        assert right == a // 2**count
    else:
        assert left == 0
        assert right == (-1 if a < 0 else 0)


@pytest.mark.parametrize("type", [t.INDEX, t.IntegerType(32), t.IntegerType(7)], ids=str)
def test_signless_integers_are_signed(type: t.Type) -> None:
    bits = 64 if type is t.INDEX else type.width  # type: ignore[attr-defined]
    highest = (1 << (bits - 1)) - 1
    assert compute(pop.Add, [type, type], type, highest, 1) == -highest - 1
    assert compute(pop.Compare, [type, type], t.I1, -1, 1, predicate="lt") is True
    assert compute(pop.Shr, [type, type], type, -8, 1) == -4


def test_bits_are_bools() -> None:
    for type in (t.I1, t.BOOL):
        assert compute(pop.Xor, [type, type], type, True, True) is False
        assert compute(pop.Add, [type, type], type, True, True) is False
        assert compute(pop.Compare, [type, type], type, False, True, predicate="lt") is True
        assert compute(pop.Cast, [type], t.INDEX, True) == 1
        assert compute(pop.Cast, [t.INDEX], type, 4) is True
        assert same(compute(pop.Cast, [type], t.scalar(dt.F32), True), 1.0)


NUMPY: dict[str, Any] = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
FLOAT_OPERATIONS: dict[type[Op], Callable[[Any, Any], Any]] = {
    pop.Add: operator.add,
    pop.Sub: operator.sub,
    pop.Mul: operator.mul,
    pop.Div: operator.truediv,
    pop.Rem: np.fmod,
}


@pytest.mark.parametrize("name", list(NUMPY))
@given(data=st.data())
def test_float_arithmetic(name: str, data: st.DataObject) -> None:
    dtype, kind = dt.BY_NAME[name], NUMPY[name]
    type = t.scalar(dtype)
    a, b = data.draw(floats(dtype)), data.draw(floats(dtype))
    with np.errstate(all="ignore"):
        for cls, reference in FLOAT_OPERATIONS.items():
            assert same(compute(cls, [type, type], type, a, b), float(reference(kind(a), kind(b))))
        assert same(compute(pop.Neg, [type], type, a), float(-kind(a)))
        floored = float(np.floor(kind(a) / kind(b)))
        assert same(compute(pop.FloorDiv, [type, type], type, a, b), floored)


@pytest.mark.parametrize("name", list(NUMPY))
@given(data=st.data())
def test_float_comparison(name: str, data: st.DataObject) -> None:
    type = t.scalar(dt.BY_NAME[name])
    a, b = data.draw(floats(dt.BY_NAME[name])), data.draw(floats(dt.BY_NAME[name]))
    for predicate in ("eq", "ne", "lt", "le", "gt", "ge"):
        expected = bool(getattr(operator, predicate)(np.float64(a), np.float64(b)))
        assert compute(pop.Compare, [type, type], t.BOOL, a, b, predicate=predicate) is expected
    if not math.isnan(a):
        assert same(compute(pop.Min, [type, type], type, a, math.nan), a)
        assert same(compute(pop.Max, [type, type], type, math.nan, a), a)


@given(a=st.floats(-1e10, 1e10), b=st.floats(-1e10, 1e10), c=st.floats(-1e20, 1e20))
def test_fma_rounds_once(a: float, b: float, c: float) -> None:
    type = t.scalar(dt.F64)
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    assert compute(pop.Fma, [type] * 3, type, a, b, c) == float(exact)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@given(data=st.data())
def test_floats_convert_to_integers_by_saturating(dtype: DType, data: st.DataObject) -> None:
    value = data.draw(floats(dtype))
    target = data.draw(st.sampled_from(INTEGERS))
    result = compute(pop.Cast, [t.scalar(dtype)], t.scalar(target), value)
    lowest, highest = reduced(1 << (target.bits - 1), target), (1 << target.bits - 1) - 1
    if target.kind == "unsigned":
        lowest, highest = 0, (1 << target.bits) - 1
    if math.isnan(value):
        assert result == 0
    elif math.isinf(value):
        assert result == (highest if value > 0 else lowest)
    else:
        assert result == max(lowest, min(highest, int(value)))


@given(value=st.integers(-(1 << 63), (1 << 63) - 1))
def test_integers_convert_to_floats(value: int) -> None:
    assert compute(pop.Cast, [t.INDEX], t.scalar(dt.F64), value) == float(value)
    assert compute(pop.Cast, [t.INDEX], t.scalar(dt.F32), value) == float(
        np.float32(np.int64(value))
    )


@given(code=st.integers(0, (1 << 64) - 1))
def test_bitcast_round_trips(code: int) -> None:
    word, lanes = t.scalar(dt.BY_NAME["ui64"]), t.SimdType(4, dt.BY_NAME["si16"])
    split = compute(pop.Bitcast, [word], lanes, code)
    assert split == tuple(np.array([code], np.uint64).view(np.int16).tolist())
    assert compute(pop.Bitcast, [lanes], word, split) == code
    number = compute(pop.Bitcast, [word], t.scalar(dt.F64), code)
    assert same(number, float(np.array([code], np.uint64).view(np.float64)[0]))


def test_bitcast_of_bool_lanes() -> None:
    mask, byte = t.SimdType(8, dt.BOOL), t.BYTE
    lanes = (True, False, False, True, False, False, False, True)
    assert compute(pop.Bitcast, [mask], byte, lanes) == 0b10001001
    assert compute(pop.Bitcast, [byte], mask, 0b10001001) == lanes


# -- vectors ---------------------------------------------------------------------------------------------

V4 = t.SimdType(4, dt.BY_NAME["si32"])
LANE = t.scalar(dt.BY_NAME["si32"])


def test_vectors_compute_lane_by_lane() -> None:
    highest = (1 << 31) - 1
    assert compute(pop.Add, [V4, V4], V4, (1, 2, 3, highest), (1, 1, 1, 1)) == (
        2,
        3,
        4,
        -highest - 1,
    )
    mask = t.SimdType(4, dt.BOOL)
    assert compute(pop.Compare, [V4, V4], mask, (1, 2, 3, 4), (4, 2, 1, 9), predicate="lt") == (
        True,
        False,
        False,
        True,
    )
    chosen = compute(
        pop.Select, [mask, V4, V4], V4, (True, False, True, False), (1, 2, 3, 4), (5, 6, 7, 8)
    )
    assert chosen == (1, 6, 3, 8)
    assert compute(pop.Select, [t.I1, V4, V4], V4, False, (1, 2, 3, 4), (5, 6, 7, 8)) == (
        5,
        6,
        7,
        8,
    )


def test_lanes_move() -> None:
    vector = (1, 2, 3, 4)
    assert compute(pop.Splat, [LANE], V4, 7) == (7, 7, 7, 7)
    assert compute(pop.Splat, [LANE], LANE, 7) == 7
    assert compute(pop.ExtractElement, [V4, t.INDEX], LANE, vector, 2) == 3
    assert compute(pop.ExtractElement, [V4, t.INDEX], LANE, vector, 4) is None
    assert compute(pop.InsertElement, [V4, LANE, t.INDEX], V4, vector, 9, 1) == (1, 9, 3, 4)
    shuffled = compute(pop.Shuffle, [V4, V4], V4, vector, (5, 6, 7, 8), mask=(3, 4, 0, 7))
    assert shuffled == (4, 5, 1, 8)
    assert compute(pop.Shuffle, [V4, V4], LANE, vector, vector, mask=(2,)) == 3


def test_float_reduction_goes_by_halves() -> None:
    type, lane = t.SimdType(4, dt.F32), t.scalar(dt.F32)
    values = (1e8, 1.0, -1e8, 1.0)
    assert compute(pop.Reduce, [type], lane, values, kind="add") == 2.0
    assert compute(pop.Reduce, [type], lane, values, kind="max") == 1e8


# -- literals, addresses, aggregates ----------------------------------------------------------------------

rationals = st.fractions(max_denominator=1000)


@given(a=rationals, b=rationals)
def test_float_literals_are_exact(a: Fraction, b: Fraction) -> None:
    type = t.FLOAT_LITERAL
    assert compute(pop.Add, [type, type], type, a, b) == a + b
    assert compute(pop.Mul, [type, type], type, a, b) == a * b
    if b:
        assert compute(pop.Div, [type, type], type, a, b) == a / b
        assert compute(pop.FloorDiv, [type, type], type, a, b) == a // b
    assert compute(pop.Cast, [type], t.scalar(dt.F64), a) == float(a)
    assert compute(pop.Compare, [type, type], t.I1, a, b, predicate="lt") is (a < b)


def test_float_literals_know_the_special_values() -> None:
    type = t.FLOAT_LITERAL
    zero, one = Fraction(0), Fraction(1)
    assert compute(pop.Div, [type, type], type, one, zero) == math.inf
    assert math.isnan(compute(pop.Div, [type, type], type, zero, zero))
    negative_zero = compute(pop.Neg, [type], type, zero)
    assert same(negative_zero, -0.0)
    assert compute(pop.Div, [type, type], type, one, negative_zero) == -math.inf
    assert same(compute(pop.Add, [type, type], type, negative_zero, zero), Fraction(0))
    assert same(float_literal(-0.0), -0.0) and float_literal(0.5) == Fraction(1, 2)


@given(a=st.integers(), b=st.integers(0, 50))
def test_int_literals_have_any_size(a: int, b: int) -> None:
    type = t.INT_LITERAL
    assert compute(pop.Pow, [type, type], type, a, b) == a**b
    assert compute(pop.Shl, [type, type], type, a, b) == a << b
    assert compute(pop.Cast, [type], t.FLOAT_LITERAL, a) == Fraction(a)


def test_unreasonable_literals_are_left_alone() -> None:
    type = t.INT_LITERAL
    assert compute(pop.Shl, [type, type], type, 1, 10**12) is None
    assert compute(pop.Pow, [type, type], type, 10, 10**9) is None
    assert compute(pop.Pow, [type, type], type, 0, -1) is None


def test_negative_powers_of_literals_are_rounded_towards_zero() -> None:
    type = t.INT_LITERAL
    powers = [compute(pop.Pow, [type, type], type, a, -3) for a in (-2, -1, 1, 2)]
    assert powers == [0, -1, 1, 0]


def test_pointers() -> None:
    pointer, symbol = t.POINTER, SymbolRef("g")
    heap = HeapRef(FrozenBlock(b"12345678", 8, ()), 0)
    equal = {"predicate": "eq"}
    assert compute(pop.Compare, [pointer, pointer], t.I1, None, None, **equal) is True
    assert compute(pop.Compare, [pointer, pointer], t.I1, None, symbol, **equal) is False
    assert compute(pop.Compare, [pointer, pointer], t.I1, heap, None, **equal) is False
    assert compute(pop.Compare, [pointer, pointer], t.I1, symbol, SymbolRef("h"), **equal) is None
    inside = SymbolOffset(symbol, 8)
    assert compute(pop.Compare, [pointer, pointer], t.I1, symbol, inside, predicate="lt") is True
    assert compute(pop.Offset, [pointer, t.INDEX], pointer, 16, 2, element=t.INDEX) == 32
    assert compute(pop.Offset, [pointer, t.INDEX], pointer, symbol, 1, element=t.INDEX) is None
    assert compute(pop.Offset, [pointer, t.INDEX], pointer, symbol, 0, element=t.INDEX) == symbol
    assert compute(pop.PointerToIndex, [pointer], t.INDEX, None) == 0
    assert evaluate(make(pop.IndexToPointer, [t.INDEX], pointer), [0]) == (None,)


def test_structs() -> None:
    pair = t.StructType((t.INDEX, t.I1))
    assert compute(kgen.StructCreate, [t.INDEX, t.I1], pair, 5, True) == (5, True)
    assert compute(kgen.StructExtract, [pair], t.I1, (5, True), index=1) is True
    assert compute(kgen.StructReplace, [t.INDEX, pair], pair, 6, (5, True), index=0) == (6, True)
    assert compute(kgen.StructGep, [t.POINTER], t.POINTER, 64, struct=pair, index=1) == 72


def test_strings_and_dtypes() -> None:
    assert compute(pop.StringConcat, [t.STRING] * 2, t.STRING, b"ab", b"c") == b"abc"
    assert compute(pop.StringSize, [t.STRING], t.INDEX, "é".encode()) == 2
    for dtype in dt.ALL:
        code = compute(pop.DTypeToByte, [t.DTYPE], t.BYTE, dtype)
        assert compute(pop.DTypeFromByte, [t.BYTE], t.DTYPE, code) is dtype
    assert compute(pop.DTypeFromByte, [t.BYTE], t.DTYPE, 255) is None


def test_unknown_ops_are_left_alone() -> None:
    assert evaluate(make(kgen.Undefined, [], t.INDEX), []) is None
    assert evaluate(make(pop.Load, [t.POINTER], t.INDEX), [None]) is None


# -- intrinsics --------------------------------------------------------------------------------------------


def intrinsic(name: str, type: t.Type, *values: object, result: t.Type | None = None) -> Any:
    types = [t.I1 if isinstance(v, bool) else type for v in values]
    return evaluate_intrinsic(name, values, types, result or type)


@given(value=st.floats(-1e6, 1e6))
def test_rounding_intrinsics(value: float) -> None:
    type = t.scalar(dt.F64)
    assert same(intrinsic("llvm.floor.f64", type, value), float(np.floor(value)))
    assert same(intrinsic("llvm.ceil.f64", type, value), float(np.ceil(value)))
    assert same(intrinsic("llvm.trunc.f64", type, value), float(np.trunc(value)))
    assert same(intrinsic("llvm.roundeven.f64", type, value), float(np.rint(value)))
    assert same(intrinsic("llvm.fabs.f64", type, value), abs(value))


def test_float_intrinsics_at_the_edges() -> None:
    type = t.scalar(dt.F32)
    assert intrinsic("llvm.round.f32", type, 0.49999997019767761) == 0.0
    assert intrinsic("llvm.round.f32", type, 2.5) == 3.0
    assert math.isnan(intrinsic("llvm.sqrt.f32", type, -1.0))
    assert intrinsic("llvm.log.f32", type, 0.0) == -math.inf
    assert intrinsic("llvm.exp.f32", type, 1000.0) == math.inf
    assert intrinsic("llvm.pow.f32", type, -2.0, 3.0) == -8.0
    assert same(intrinsic("llvm.minimum.f32", type, 0.0, -0.0), -0.0)
    assert math.isnan(intrinsic("llvm.maximum.f32", type, math.nan, 1.0))
    assert intrinsic("llvm.maxnum.f32", type, math.nan, 1.0) == 1.0
    assert intrinsic("llvm.unknown.f32", type, 1.0) is None


@pytest.mark.parametrize("dtype", [d for d in INTEGERS if d.bits <= 64], ids=str)
@given(data=st.data())
def test_bit_intrinsics(dtype: DType, data: st.DataObject) -> None:
    type, bits = t.scalar(dtype), dtype.bits
    value = data.draw(integers(dtype))
    text = f"{value % (1 << bits):0{bits}b}"
    assert intrinsic("llvm.ctpop", type, value) == reduced(text.count("1"), dtype)
    leading = len(text) - len(text.lstrip("0"))
    trailing = len(text) - len(text.rstrip("0"))
    assert intrinsic("llvm.ctlz", type, value, False) == leading
    assert intrinsic("llvm.cttz", type, value, False) == trailing
    assert intrinsic("llvm.bitreverse", type, value) == reduced(int(text[::-1], 2), dtype)
    count = data.draw(st.integers(0, bits - 1))
    rotated = intrinsic(f"llvm.fshl.i{bits}", type, value, value, count)
    assert rotated == reduced(int(text[count:] + text[:count], 2), dtype)


@pytest.mark.parametrize("dtype", [d for d in INTEGERS if d.bits <= 64], ids=str)
@given(data=st.data())
def test_overflow_intrinsics(dtype: DType, data: st.DataObject) -> None:
    type = t.scalar(dtype)
    a, b = data.draw(integers(dtype)), data.draw(integers(dtype))
    sign = "s" if dtype.kind == "signed" else "u"
    pair = t.StructType((type, t.I1))
    lowest = -(1 << dtype.bits - 1) if sign == "s" else 0
    highest = lowest + (1 << dtype.bits) - 1
    for name, exact in (("add", a + b), ("sub", a - b), ("mul", a * b)):
        result = intrinsic(
            f"llvm.{sign}{name}.with.overflow.i{dtype.bits}", type, a, b, result=pair
        )
        assert result == (reduced(exact, dtype), not lowest <= exact <= highest)
        if name != "mul":
            saturated = intrinsic(f"llvm.{sign}{name}.sat.i{dtype.bits}", type, a, b)
            assert saturated == min(max(exact, lowest), highest)


def test_vector_intrinsics() -> None:
    type = t.SimdType(4, dt.F32)
    assert intrinsic("llvm.sqrt.v4f32", type, (1.0, 4.0, 9.0, 16.0)) == (1.0, 2.0, 3.0, 4.0)
    lanes = t.SimdType(4, dt.BY_NAME["ui8"])
    total = evaluate_intrinsic("llvm.vector.reduce.add.v4i8", [(200, 100, 1, 1)], [lanes], t.BYTE)
    assert total == (302 & 255)
    largest = evaluate_intrinsic(
        "llvm.vector.reduce.umax.v4i8", [(200, 100, 1, 1)], [lanes], t.BYTE
    )
    assert largest == 200


@given(value=st.floats())
def test_saturating_conversion_intrinsics(value: float) -> None:
    assume(not math.isnan(value))
    type, word = t.scalar(dt.F64), t.scalar(dt.BY_NAME["si32"])
    result = evaluate_intrinsic("llvm.fptosi.sat.i32.f64", [value], [type], word)
    low, high = -(1 << 31), (1 << 31) - 1
    expected = high if value >= high else low if value <= low else int(value)
    assert result == expected
