"""Every number op on every format, run natively, against `evaluate`, the one meaning of the op."""

from __future__ import annotations

import ctypes
import itertools
import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from ember.dialects import hlcf, pop
from ember.dialects import types as t
from ember.dialects.constants import round_float
from ember.dialects.evaluate import evaluate
from ember.dialects.layout import size_of
from ember.ir.nodes import Op, Region, Value
from ember.runtime.jit import LoadedObject
from ember.support import dtype as dt
from ember.support.dtype import DType
from tests.codegen.harness import Code, Program, decode_lanes, encode_lanes

Make = Callable[[Sequence[Value]], Op]

INTEGERS = [d for d in dt.ALL if d.is_integer]
FLOATS = [d for d in dt.ALL if d.is_float]
NUMBERS = [*INTEGERS, *FLOATS, dt.BOOL]
INTEGER_OPS = (
    pop.Add,
    pop.Sub,
    pop.Mul,
    pop.Div,
    pop.Rem,
    pop.FloorDiv,
    pop.FloorMod,
    pop.Min,
    pop.Max,
    pop.And,
    pop.Or,
    pop.Xor,
    pop.Shl,
    pop.Shr,
)
FLOAT_OPS = INTEGER_OPS[:9]
BOOL_OPS = (*INTEGER_OPS[:3], *INTEGER_OPS[7:])
PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")


def integer_samples(dtype: DType) -> list[Any]:
    low = -(1 << (dtype.bits - 1)) if dtype.kind == "signed" else 0
    high = (1 << (dtype.bits - (dtype.kind == "signed"))) - 1
    edges = {low, low + 1, -7, -2, -1, 0, 1, 2, 3, 7, dtype.bits - 1, dtype.bits, high - 1, high}
    return sorted(v for v in edges if low <= v <= high)


def float_samples(dtype: DType) -> list[Any]:
    values = [0.0, -0.0, 1.0, -1.5, 2.5, -7.0, 3.0, 0.25, 96.0, 1e-3, math.inf, -math.inf, math.nan]
    return [round_float(value, dtype) for value in values]


def samples(dtype: DType) -> list[Any]:
    if dtype.is_float:
        return float_samples(dtype)
    return [False, True] if dtype is dt.BOOL else integer_samples(dtype)


class Case:
    """One op as a function over arrays, and its meaning."""

    def __init__(
        self, name: str, inputs: Sequence[t.SimdType], result: t.SimdType, make: Make
    ) -> None:
        self.name = name
        self.inputs = inputs
        self.result = result
        self.make = make

    def define(self, program: Program) -> None:
        """`name(count, arrays…, out)` applies the op to every element."""

        def fill(code: Code, size: Value, *pointers: Value) -> None:
            index = code.slot(t.INDEX)
            code.store(code.constant(0), index)

            def body(inner: Code) -> None:
                i = inner.load(index)
                inner.if_(
                    inner.compare("ge", i, size), lambda c: c.op(hlcf.Break, depth=0) and None
                )
                operands = [
                    inner.load(inner.offset(pointer, i, type), type)
                    for pointer, type in zip(pointers, self.inputs, strict=False)
                ]
                result = inner.builder.insert(self.make(operands)).results[0]
                inner.store(result, inner.offset(pointers[-1], i, self.result))
                inner.store(inner.add(i, inner.constant(1)), index)

            code.loop(body)
            code.give()

        program.function(self.name, [t.INDEX] + [t.POINTER] * (len(self.inputs) + 1), [], fill)

    def check(self, loaded: LoadedObject, rows: list[tuple[Any, ...]]) -> None:
        region = Region(self.inputs)
        op = self.make(region.args)
        wanted = [evaluate(op, row) for row in rows]
        known = [(row, want[0]) for row, want in zip(rows, wanted, strict=True) if want is not None]
        assert known
        arrays = [_array([row[i] for row, _ in known], type) for i, type in enumerate(self.inputs)]
        size = size_of(self.result)
        out = _aligned_buffer(size * len(known))
        kinds = [ctypes.c_int64] + [ctypes.c_void_p] * (len(arrays) + 1)
        loaded.function(self.name, None, *kinds)(len(known), *arrays, out)
        raw = bytes(out)
        for position, (row, want) in enumerate(known):
            got = decode_lanes(raw[position * size : (position + 1) * size], self.result)
            lanes = list(want) if isinstance(want, tuple) else [want]
            assert all(map(_same, got, lanes)), f"{self.name} {row}: {got}, not {lanes}"


def _aligned_buffer(size: int) -> Any:
    storage = (ctypes.c_char * (size + 256))()
    shift = -ctypes.addressof(storage) % 128
    return (ctypes.c_char * size).from_buffer(storage, shift)


def _array(values: Sequence[Any], type: t.SimdType) -> Any:
    size = size_of(type)
    lanes = (value if isinstance(value, tuple) else (value,) for value in values)
    data = b"".join(encode_lanes(value, type, size) for value in lanes)
    buffer = _aligned_buffer(len(data))
    buffer[:] = data
    return buffer


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, float):
        return (a == b and math.copysign(1, a) == math.copysign(1, b)) or (
            math.isnan(a) and math.isnan(b)
        )
    return bool(a == b)


def run(cases: list[Case], rows: Callable[[Case], list[tuple[Any, ...]]], level: int = 2) -> None:
    program = Program()
    for case in cases:
        case.define(program)
    loaded = program.load(level)
    for case in cases:
        case.check(loaded, rows(case))


def binary_cases(dtype: DType, width: int) -> list[Case]:
    type = t.SimdType(width, dtype)
    mask = t.SimdType(width, dt.BOOL)
    classes = FLOAT_OPS if dtype.is_float else BOOL_OPS if dtype is dt.BOOL else INTEGER_OPS
    cases = [
        Case(cls.op_name, (type, type), type, lambda v, cls=cls: cls(v, (type,))) for cls in classes
    ]
    for predicate in PREDICATES:
        cases.append(
            Case(
                f"cmp.{predicate}",
                (type, type),
                mask,
                lambda v, p=predicate: pop.Compare(v, (mask,), {"predicate": p}),
            )
        )
    cases.append(Case("neg", (type,), type, lambda v: pop.Neg(v, (type,))))
    if dtype.name == "f8e8m0fnu":  # it has no zero to round down to
        cases = [case for case in cases if case.name != "pop.floordiv"]
    elif dtype.name != "f16":  # LLVM rounds the fused half twice on some machines
        cases.append(Case("fma", (type,) * 3, type, lambda v: pop.Fma(v, (type,))))
    return cases


def rows_of(case: Case, seed: int = 1) -> list[tuple[Any, ...]]:
    """Operands for a case: all pairs for one lane, random picks for vectors."""
    type = case.inputs[0]
    pool = samples(type.dtype)
    if case.name in ("pop.min", "pop.max") and type.dtype.is_float:
        pool = [v for v in pool if v != 0]  # IEEE leaves the sign of a zero open here
    if type.width == 1 and len(case.inputs) <= 2:
        pairs = [(a, b)[: len(case.inputs)] for a in pool for b in pool]
    else:
        random.seed(seed)
        count = len(case.inputs)
        pick = partial(random.choices, pool, k=type.width)
        pairs = [
            tuple(v if type.width > 1 else v[0] for v in (tuple(pick()) for _ in range(count)))
            for _ in range(40)
        ]
    return pairs


@pytest.mark.parametrize("dtype", NUMBERS, ids=str)
def test_one_lane(dtype: DType) -> None:
    run(binary_cases(dtype, 1), rows_of)


@pytest.mark.parametrize(
    "name", ["si8", "ui32", "index", "f16", "bf16", "f32", "f64", "bool", "f8e4m3fn"]
)
@pytest.mark.parametrize("width", [4, 16])
def test_vectors(name: str, width: int) -> None:
    dtype = dt.dtype_named(name)
    cases = [
        c
        for c in binary_cases(dtype, width)
        if c.name not in ("pop.rem", "pop.floormod") or not dtype.is_float
    ]
    if dtype.is_integer:  # a division by zero in any lane leaves nothing to compare
        cases = [
            c for c in cases if c.name not in ("pop.div", "pop.rem", "pop.floordiv", "pop.floormod")
        ]
    run(cases, rows_of)


@pytest.mark.parametrize("source", [*NUMBERS], ids=str)
def test_casts(source: DType) -> None:
    kind = t.scalar(source)
    cases = []
    for target in NUMBERS:
        type = t.scalar(target)
        cases.append(
            Case(f"to.{target.name}", (kind,), type, lambda v, type=type: pop.Cast(v, (type,)))
        )
    run(cases, lambda case: [(value,) for value in samples(source)])


SMALL = (
    "bf16",
    "f8e3m4",
    "f8e4m3fn",
    "f8e4m3fnuz",
    "f8e5m2",
    "f8e5m2fnuz",
    "f4e2m1fn",
    "f6e2m3fn",
    "f6e3m2fn",
    "f8e8m0fnu",
)


@pytest.mark.parametrize("name", SMALL)
def test_rounding_to_small_floats(name: str) -> None:
    """Many random numbers and all ties between neighbours."""
    target = t.scalar(dt.dtype_named(name))
    random.seed(7)
    numbers = [random.uniform(-1, 1) * 2.0 ** random.randint(-20, 18) for _ in range(2000)]
    if name not in ("bf16", "f8e8m0fnu"):
        codes = [decode_lanes(bytes([code]), target)[0] for code in range(1 << target.dtype.bits)]
        finite = sorted(v for v in codes if math.isfinite(v))
        ties = [(a + b) / 2 for a, b in itertools.pairwise(finite)]
        nudged = [math.nextafter(v, s) for v in ties for s in (-math.inf, math.inf)]
        numbers += finite + ties + nudged
    double = t.scalar(dt.F64)
    single = t.scalar(dt.F32)
    from_double = Case("d", (double,), target, lambda v: pop.Cast(v, (target,)))
    from_single = Case("s", (single,), target, lambda v: pop.Cast(v, (target,)))
    rows = {"d": numbers, "s": [round_float(v, dt.F32) for v in numbers]}
    run([from_double, from_single], lambda case: [(v,) for v in rows[case.name]])


@pytest.mark.parametrize("name", ["si8", "ui64", "f32", "f64", "f16", "bf16", "f8e5m2"])
@pytest.mark.parametrize("width", [2, 3, 4, 8, 16])
def test_reductions(name: str, width: int) -> None:
    type = t.SimdType(width, dt.dtype_named(name))
    lane = t.scalar(type.dtype)
    kinds = (
        ("add", "mul", "min", "max")
        if type.dtype.is_float
        else ("add", "mul", "min", "max", "and", "or", "xor")
    )
    cases = [
        Case(
            f"reduce.{kind}",
            (type,),
            lane,
            lambda v, kind=kind: pop.Reduce(v, (lane,), {"kind": kind}),
        )
        for kind in kinds
    ]
    pool = [v for v in samples(type.dtype) if not math.isnan(v) and v != 0]
    random.seed(width)
    run(cases, lambda case: [(tuple(random.choices(pool, k=width)),) for _ in range(20)], level=1)


def test_bitcasts() -> None:
    pairs = [
        (t.scalar(dt.F32), t.scalar(dt.dtype_named("ui32"))),
        (t.scalar(dt.F64), t.SimdType(2, dt.F32)),
        (t.SimdType(8, dt.BOOL), t.scalar(dt.UI8)),
        (t.scalar(dt.dtype_named("ui16")), t.SimdType(16, dt.BOOL)),
        (t.SimdType(4, dt.UI8), t.scalar(dt.dtype_named("si32"))),
        (t.scalar(dt.dtype_named("bf16")), t.scalar(dt.dtype_named("ui16"))),
    ]
    cases = [
        Case(f"bits{i}", (a,), b, lambda v, b=b: pop.Bitcast(v, (b,)))
        for i, (a, b) in enumerate(pairs)
    ]

    def rows(case: Case) -> list[tuple[Any, ...]]:
        type = case.inputs[0]
        pool = [v for v in samples(type.dtype) if not math.isnan(v)]
        random.seed(3)
        picks = [tuple(random.choices(pool, k=type.width)) for _ in range(20)]
        return [(pick if type.width > 1 else pick[0],) for pick in picks]

    run(cases, rows)


def test_lanes() -> None:
    vector, lane = t.SimdType(4, dt.F32), t.scalar(dt.F32)
    wide = t.SimdType(8, dt.F32)
    cases = [
        Case("splat", (lane,), vector, lambda v: pop.Splat(v, (vector,))),
        Case(
            "reverse",
            (vector, vector),
            vector,
            lambda v: pop.Shuffle(v, (vector,), {"mask": (3, 2, 1, 0)}),
        ),
        Case(
            "join",
            (vector, vector),
            wide,
            lambda v: pop.Shuffle(v, (wide,), {"mask": tuple(range(8))}),
        ),
        Case("pick", (vector, vector), lane, lambda v: pop.Shuffle(v, (lane,), {"mask": (6,)})),
        Case(
            "select",
            (t.SimdType(4, dt.BOOL), vector, vector),
            vector,
            lambda v: pop.Select(v, (vector,)),
        ),
    ]

    def rows(case: Case) -> list[tuple[Any, ...]]:
        random.seed(5)
        result = []
        for _ in range(10):
            row = []
            for type in case.inputs:
                pick = tuple(random.choices(samples(type.dtype), k=type.width))
                row.append(pick if type.width > 1 else pick[0])
            result.append(tuple(row))
        return result

    run(cases, rows)
