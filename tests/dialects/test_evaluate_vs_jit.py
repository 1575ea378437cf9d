"""`evaluate` and native code must agree: every op, every dtype, random operands."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ember.dialects import pop
from ember.dialects import types as t
from ember.dialects.evaluate import evaluate, evaluate_intrinsic
from ember.ir.nodes import Op
from ember.support import dtype as dt

from .native import Case, NativeOps
from .operations import FLOATS, INTEGERS, make, same, values_of

BINARY = (pop.Add, pop.Sub, pop.Mul, pop.Div, pop.Rem, pop.FloorDiv, pop.FloorMod, pop.Min, pop.Max)
BITWISE = (pop.And, pop.Or, pop.Xor, pop.Shl, pop.Shr)
PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")
BASIC_FLOATS = tuple(d for d in FLOATS if d.name in ("f16", "bf16", "f32", "f64"))
SMALL_FLOATS = tuple(d for d in FLOATS if d.bits <= 8)
MANY = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def arithmetic_cases(type: t.Type, is_float: bool) -> list[Case]:
    binary = BINARY if is_float else BINARY + BITWISE
    cases: list[Case] = [(cls, (type, type), type, {}) for cls in binary]
    cases.append((pop.Neg, (type,), type, {}))
    if not is_float or "bf16" not in str(type):
        cases.append((pop.Fma, (type,) * 3, type, {}))
    width = type.width if isinstance(type, t.SimdType) else 1
    truth = t.SimdType(width, dt.BOOL) if isinstance(type, t.SimdType) else t.I1
    cases += [(pop.Compare, (type, type), truth, {"predicate": p}) for p in PREDICATES]
    cases.append((pop.Select, (truth, type, type), type, {}))
    return cases


def vector_cases(type: t.SimdType) -> list[Case]:
    lane = t.scalar(type.dtype)
    kinds = ("add", "mul", "min", "max") + (() if type.dtype.is_float else ("and", "or", "xor"))
    mask = tuple((3 * i + 1) % (2 * type.width) for i in range(type.width))
    return [
        *((pop.Reduce, (type,), lane, {"kind": kind}) for kind in kinds),
        (pop.Splat, (lane,), type, {}),
        (pop.Shuffle, (type, type), type, {"mask": mask}),
    ]


@cache
def native(key: tuple[str, Any]) -> NativeOps:
    """One compiled module per kind of test and type."""
    kind, type = key
    if kind == "cast":
        return NativeOps(cast_cases(type))
    cases = arithmetic_cases(type, isinstance(type, t.SimdType) and type.dtype.is_float)
    if isinstance(type, t.SimdType) and type.width > 1:
        cases += vector_cases(type)
    return NativeOps(cases)


def is_undefined(cls: type[Op], values: tuple[Any, ...]) -> bool:
    """Operands for which native code may trap or do anything."""
    if cls in (pop.Div, pop.Rem, pop.FloorDiv, pop.FloorMod):
        a, b = (v if isinstance(v, tuple) else (v,) for v in values)
        if isinstance(a[0], float):
            return False
        return any(y == 0 or y == -1 for y in b)
    return False


def has_equal_zeros(cls: type[Op], values: tuple[Any, ...], attrs: dict[str, Any]) -> bool:
    """Which of 0.0 and -0.0 is smaller is nobody's promise."""
    if cls not in (pop.Min, pop.Max) and attrs.get("kind") not in ("min", "max"):
        return False
    lanes = [x for v in values for x in (v if isinstance(v, tuple) else (v,))]
    return any(x == 0.0 and math.copysign(1, x) < 0 for x in lanes if isinstance(x, float))


def check_all(ops: NativeOps, data: st.DataObject) -> None:
    for number, (cls, operand_types, result_type, attrs) in enumerate(ops.cases):
        values = data.draw(
            st.tuples(*map(values_of, operand_types)), label=f"{cls.op_name} {attrs}"
        )
        if is_undefined(cls, values) or has_equal_zeros(cls, values, attrs):
            continue
        expected = evaluate(make(cls, operand_types, result_type, **attrs), values)
        actual = ops.run(number, values)
        assert expected is not None, (cls.op_name, values)
        assert same(actual, expected[0]), (cls.op_name, attrs, values, actual, expected[0])


SCALARS = [t.INDEX, t.I1, t.IntegerType(32), *map(t.scalar, (*INTEGERS, *BASIC_FLOATS, dt.BOOL))]


@pytest.mark.parametrize("type", [s for s in SCALARS if s not in (t.I1, t.BOOL)], ids=str)
@MANY
@given(data=st.data())
def test_scalars(type: t.Type, data: st.DataObject) -> None:
    check_all(native(("arithmetic", type)), data)


VECTORS = [
    t.SimdType(4, dt.BY_NAME["si8"]),
    t.SimdType(8, dt.BY_NAME["ui16"]),
    t.SimdType(4, dt.INDEX),
    t.SimdType(2, dt.BY_NAME["ui64"]),
    t.SimdType(4, dt.F32),
    t.SimdType(8, dt.F64),
    t.SimdType(8, dt.BY_NAME["f16"]),
    t.SimdType(4, dt.BY_NAME["bf16"]),
]


@pytest.mark.parametrize("type", VECTORS, ids=str)
@MANY
@given(data=st.data())
def test_vectors(type: t.SimdType, data: st.DataObject) -> None:
    check_all(native(("arithmetic", type)), data)


@pytest.mark.parametrize("width", [1, 4, 8, 32])
@MANY
@given(data=st.data())
def test_bools(width: int, data: st.DataObject) -> None:
    check_all(bool_ops(width), data)


@cache
def bool_ops(width: int) -> NativeOps:
    type = t.SimdType(width, dt.BOOL)
    classes = (pop.And, pop.Or, pop.Xor, pop.Add, pop.Sub, pop.Mul, pop.Min, pop.Max)
    cases: list[Case] = [(cls, (type, type), type, {}) for cls in classes]
    cases += [(pop.Compare, (type, type), type, {"predicate": p}) for p in PREDICATES]
    if width > 1:
        cases += [(pop.Reduce, (type,), t.BOOL, {"kind": k}) for k in ("and", "or", "xor", "add")]
        cases.append((pop.Bitcast, (type,), t.IntegerType(width), {}))
    if width in (8, 32):
        word = t.scalar(dt.BY_NAME[f"ui{width}"])
        cases += [(pop.Bitcast, (type,), word, {}), (pop.Bitcast, (word,), type, {})]
    return NativeOps(cases)


def cast_cases(source: t.Type) -> list[Case]:
    return [(pop.Cast, (source,), target, {}) for target in CAST_TARGETS if target is not source]


CAST_TARGETS = [*SCALARS, *map(t.scalar, SMALL_FLOATS)]


@pytest.mark.parametrize("source", CAST_TARGETS, ids=str)
@MANY
@given(data=st.data())
def test_casts(source: t.Type, data: st.DataObject) -> None:
    ops = native(("cast", source))
    value = data.draw(values_of(source))
    for number, (cls, _, target, _) in enumerate(ops.cases):
        expected = evaluate(make(cls, (source,), target), (value,))
        actual = ops.run(number, (value,))
        assert expected is not None
        assert same(actual, expected[0]), (target, value, actual, expected[0])


BITCASTS = [
    (t.scalar(dt.F64), t.scalar(dt.BY_NAME["ui64"])),
    (t.scalar(dt.BY_NAME["ui32"]), t.scalar(dt.F32)),
    (t.SimdType(4, dt.BY_NAME["si16"]), t.INDEX),
    (t.INDEX, t.SimdType(8, dt.UI8)),
    (t.scalar(dt.BY_NAME["bf16"]), t.SimdType(2, dt.UI8)),
    (t.SimdType(4, dt.BY_NAME["f16"]), t.SimdType(2, dt.BY_NAME["si32"])),
    (t.scalar(dt.BY_NAME["si8"]), t.scalar(dt.UI8)),
    (t.scalar(dt.BY_NAME["f8e4m3fn"]), t.scalar(dt.UI8)),
]


@cache
def bitcasts() -> NativeOps:
    return NativeOps([(pop.Bitcast, (a,), b, {}) for a, b in BITCASTS])


@MANY
@given(data=st.data())
def test_bitcasts(data: st.DataObject) -> None:
    check_all(bitcasts(), data)


# -- intrinsics ------------------------------------------------------------------------------------------


def intrinsic_cases() -> list[tuple[str, tuple[t.Type, ...], t.Type]]:
    cases: list[tuple[str, tuple[t.Type, ...], t.Type]] = []
    for suffix, type in (
        ("f32", t.scalar(dt.F32)),
        ("f64", t.scalar(dt.F64)),
        ("v4f32", t.SimdType(4, dt.F32)),
    ):
        for name in ("sqrt", "floor", "ceil", "trunc", "round", "roundeven", "rint", "fabs"):
            cases.append((f"llvm.{name}.{suffix}", (type,), type))
        for name in ("copysign", "minimum", "maximum"):
            cases.append((f"llvm.{name}.{suffix}", (type, type), type))
        cases.append((f"llvm.fma.{suffix}", (type,) * 3, type))
    for bits in (8, 16, 32, 64):
        for sign in "su":
            type = t.scalar(dt.BY_NAME[f"{sign}i{bits}"])
            for name in ("ctpop", "bitreverse", *(["bswap"] if bits > 8 else [])):
                cases.append((f"llvm.{name}.i{bits}", (type,), type))
            for name in (f"{sign}min", f"{sign}max", f"{sign}add.sat", f"{sign}sub.sat"):
                cases.append((f"llvm.{name}.i{bits}", (type, type), type))
            for name in ("fshl", "fshr"):
                cases.append((f"llvm.{name}.i{bits}", (type,) * 3, type))
    lanes = t.SimdType(4, dt.BY_NAME["si32"])
    for name in ("add", "mul", "and", "or", "xor", "smin", "smax"):
        cases.append((f"llvm.vector.reduce.{name}.v4i32", (lanes,), t.scalar(lanes.dtype)))
    return cases


@cache
def native_intrinsics() -> NativeOps:
    return NativeOps(
        [
            (pop.Intrinsic, types, result, {"name": name, "has_side_effects": False})
            for name, types, result in intrinsic_cases()
        ]
    )


@MANY
@given(data=st.data())
def test_intrinsics(data: st.DataObject) -> None:
    ops = native_intrinsics()
    for number, (name, types, result) in enumerate(intrinsic_cases()):
        values = data.draw(st.tuples(*map(values_of, types)), label=name)
        expected = evaluate_intrinsic(name, values, types, result)
        actual = ops.run(number, values)
        assert expected is not None, name
        assert same(actual, expected), (name, values, actual, expected)
