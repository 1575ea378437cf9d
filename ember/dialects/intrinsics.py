"""What LLVM's pure intrinsics compute: `evaluate_intrinsic("llvm.sqrt.f32", …)`, lane by lane."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from operator import add, mul, sub
from typing import Any, Final

from ember.dialects import types as t
from ember.dialects.arithmetic import (
    CannotEvaluate,
    Lane,
    float_floor,
    float_max,
    float_min,
    float_pow,
    fused_multiply_add,
    lane_of,
)
from ember.dialects.constants import FLOAT_FORMATS, encode_float, round_float, wrap_signed
from ember.dialects.conversions import saturate


def evaluate_intrinsic(
    name: str, operands: Sequence[object], operand_types: Sequence[t.Type], result_type: t.Type
) -> object | None:
    """The result of a pure intrinsic, or None when it is not one or has no value here."""
    base = base_name(name)
    try:
        if base in _WHOLE:
            return _WHOLE[base](operands, operand_types, result_type)
        rule = _LANEWISE.get(base)
        return None if rule is None else _lanewise(rule, operands, operand_types, result_type)
    except (CannotEvaluate, ZeroDivisionError):
        return None


def base_name(name: str) -> str:
    """The name without `llvm.` and without type suffixes: `llvm.fptosi.sat.i32.f32` is `fptosi.sat`."""
    parts = name.removeprefix("llvm.").split(".")
    while len(parts) > 1 and _is_type_suffix(parts[-1]):
        parts.pop()
    return ".".join(parts)


def _is_type_suffix(part: str) -> bool:
    rest = part
    if rest.startswith("nxv"):
        rest = rest[3:].lstrip("0123456789")
    elif rest.startswith("v") and rest[1:2].isdigit():
        rest = rest[1:].lstrip("0123456789")
    return rest in ("bf16", "f16", "f32", "f64", "f80", "f128") or (
        rest[:1] in ("i", "p") and rest[1:].isdigit()
    )


LaneFunction = Callable[..., Any]


def _lanewise(
    rule: LaneFunction,
    operands: Sequence[Any],
    operand_types: Sequence[t.Type],
    result_type: t.Type,
) -> object:
    """Applies `rule(lane, *lane values)`; operands with one lane (flags, exponents) go to every lane."""
    lane = lane_of(operand_types[0])
    if lane is None:
        raise CannotEvaluate("comptime-intrinsic", "the intrinsic works on numbers")
    width = lane.width
    if width == 1:
        return _finish(rule(lane, *operands), result_type)
    columns = [
        values
        if getattr(type, "width", 1) == width and isinstance(values, tuple)
        else (values,) * width
        for values, type in zip(operands, operand_types, strict=True)
    ]
    lanes = [rule(lane, *values) for values in zip(*columns, strict=True)]
    if lanes and isinstance(lanes[0], tuple):
        return tuple(zip(*lanes, strict=True))
    return tuple([_finish(value, result_type) for value in lanes])


def _finish(value: Any, result_type: t.Type) -> Any:
    """Rounds or saturates to the lane of the result, where the rule computed in full precision."""
    lane = lane_of(result_type)
    if lane is None:
        return value
    if lane.kind == "float":
        assert lane.dtype is not None
        return round_float(value, lane.dtype)
    if lane.kind == "bool":
        return bool(value)
    if isinstance(value, float):
        return saturate(value, lane)
    return wrap_signed(value, lane.bits) if lane.signed else value & (1 << lane.bits) - 1


# -- float math ----------------------------------------------------------------------------------------


def guarded(function: Callable[..., float], *arguments: Any) -> float:
    """Python's `math` raises where C gives infinity or nan."""
    try:
        return function(*arguments)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


def _unary(function: Callable[[float], float]) -> LaneFunction:
    return lambda lane, x: guarded(function, x)


def _log(function: Callable[[float], float]) -> Callable[[float], float]:
    return lambda x: -math.inf if x == 0.0 else function(x)


def exp2(x: float) -> float:
    return float_pow(2.0, x)


def ceil(x: float) -> float:
    return -float_floor(-x)


def trunc(x: float) -> float:
    return math.copysign(float_floor(abs(x)), x)


def round_half_away(x: float) -> float:
    whole = trunc(x)
    return whole + math.copysign(1.0, x) if abs(x - whole) >= 0.5 else whole


def round_half_even(x: float) -> float:
    if not math.isfinite(x):
        return x
    return math.copysign(float(round(x)), x)


def sinh(x: float) -> float:
    try:
        return math.sinh(x)
    except OverflowError:
        return math.copysign(math.inf, x)


def _minimum(lane: Lane, a: float, b: float) -> float:
    if a != a or b != b:
        return math.nan
    if a == b == 0.0:
        return a if math.copysign(1.0, a) < 0 else b
    return min(a, b)


def _maximum(lane: Lane, a: float, b: float) -> float:
    if a != a or b != b:
        return math.nan
    if a == b == 0.0:
        return b if math.copysign(1.0, a) < 0 else a
    return max(a, b)


def _fma(lane: Lane, a: float, b: float, c: float) -> float:
    assert lane.dtype is not None
    return fused_multiply_add(a, b, c, lane.dtype)


def _fmuladd(lane: Lane, a: float, b: float, c: float) -> float:
    assert lane.dtype is not None
    return round_float(round_float(a * b, lane.dtype) + c, lane.dtype)


def _ldexp(lane: Lane, x: float, exponent: int) -> float:
    try:
        return math.ldexp(x, exponent)
    except OverflowError:
        return math.copysign(math.inf, x)


def _powi(lane: Lane, x: float, exponent: int) -> float:
    return float_pow(x, float(exponent))


def _is_fpclass(lane: Lane, x: float, mask: int) -> bool:
    """The bits of the mask: signalling and quiet nan, -inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +inf."""
    assert lane.dtype is not None
    if x != x:
        quiet = _is_quiet(x, lane)
        return bool(mask & (2 if quiet else 1))
    negative = math.copysign(1.0, x) < 0
    smallest = math.ldexp(1.0, FLOAT_FORMATS[lane.dtype].smallest_exponent)
    if math.isinf(x):
        bit = 2 if negative else 9
    elif x == 0.0:
        bit = 5 if negative else 6
    elif abs(x) < smallest:
        bit = 4 if negative else 7
    else:
        bit = 3 if negative else 8
    return bool(mask >> bit & 1)


def _is_quiet(x: float, lane: Lane) -> bool:
    assert lane.dtype is not None
    form = FLOAT_FORMATS[lane.dtype]
    return bool(encode_float(x, lane.dtype) >> (form.precision - 2) & 1)


# -- integers --------------------------------------------------------------------------------------------


def _unsigned(lane: Lane, value: int) -> int:
    return int(value) & (1 << lane.bits) - 1


def _signed(lane: Lane, value: int) -> int:
    return wrap_signed(int(value), lane.bits)


def _leading_zeros(lane: Lane, value: int, zero_is_poison: bool = False) -> int:
    return lane.bits - _unsigned(lane, value).bit_length()


def _trailing_zeros(lane: Lane, value: int, zero_is_poison: bool = False) -> int:
    bits = _unsigned(lane, value)
    return (bits & -bits).bit_length() - 1 if bits else lane.bits


def _byte_swap(lane: Lane, value: int) -> int:
    size = lane.bits // 8
    return int.from_bytes(_unsigned(lane, value).to_bytes(size, "little"), "big")


def _bit_reverse(lane: Lane, value: int) -> int:
    return int(f"{_unsigned(lane, value):0{lane.bits}b}"[::-1], 2)


def _funnel_left(lane: Lane, high: int, low: int, count: int) -> int:
    count = _unsigned(lane, count) % lane.bits
    joined = _unsigned(lane, high) << lane.bits | _unsigned(lane, low)
    return joined << count >> lane.bits


def _funnel_right(lane: Lane, high: int, low: int, count: int) -> int:
    count = _unsigned(lane, count) % lane.bits
    return (_unsigned(lane, high) << lane.bits | _unsigned(lane, low)) >> count


Combine = Callable[[int, int], int]
View = Callable[[Lane, int], int]


def _with_overflow(combine: Combine, view: View) -> LaneFunction:
    def rule(lane: Lane, a: int, b: int) -> tuple[int, bool]:
        exact = combine(view(lane, a), view(lane, b))
        kept = _signed(lane, exact) if lane.signed else _unsigned(lane, exact)
        return kept, view(lane, exact) != exact

    return rule


def _saturating(combine: Combine, view: View) -> LaneFunction:
    def rule(lane: Lane, a: int, b: int) -> int:
        exact = combine(view(lane, a), view(lane, b))
        if view is _unsigned:
            return min(max(exact, 0), (1 << lane.bits) - 1)
        half = 1 << (lane.bits - 1)
        return min(max(exact, -half), half - 1)

    return rule


def _shl_saturating(view: View) -> LaneFunction:
    shifted = _saturating(lambda a, b: a << b, view)
    return lambda lane, a, b: shifted(lane, a, min(_unsigned(lane, b), lane.bits))


def _viewed(function: Callable[..., int], view: View) -> LaneFunction:
    return lambda lane, *values: function(*[view(lane, value) for value in values])


def _abs(lane: Lane, value: int, lowest_is_poison: bool = False) -> int:
    return abs(_signed(lane, value))


_LANEWISE: Final[dict[str, LaneFunction]] = {
    "sqrt": _unary(math.sqrt),
    "floor": _unary(float_floor),
    "ceil": _unary(ceil),
    "trunc": _unary(trunc),
    "round": _unary(round_half_away),
    "roundeven": _unary(round_half_even),
    "rint": _unary(round_half_even),
    "nearbyint": _unary(round_half_even),
    "lround": _unary(round_half_away),
    "llround": _unary(round_half_away),
    "lrint": _unary(round_half_even),
    "llrint": _unary(round_half_even),
    "fabs": _unary(abs),
    "exp": _unary(math.exp),
    "exp2": _unary(exp2),
    "exp10": _unary(lambda x: float_pow(10.0, x)),
    "log": _unary(_log(math.log)),
    "log2": _unary(_log(math.log2)),
    "log10": _unary(_log(math.log10)),
    "sin": _unary(math.sin),
    "cos": _unary(math.cos),
    "tan": _unary(math.tan),
    "asin": _unary(math.asin),
    "acos": _unary(math.acos),
    "atan": _unary(math.atan),
    "sinh": _unary(sinh),
    "cosh": _unary(math.cosh),
    "tanh": _unary(math.tanh),
    "canonicalize": _unary(lambda x: x),
    "atan2": lambda lane, y, x: math.atan2(y, x),
    "pow": lambda lane, x, y: float_pow(x, y),
    "powi": _powi,
    "ldexp": _ldexp,
    "copysign": lambda lane, x, sign: math.copysign(x, sign),
    "minnum": lambda lane, a, b: float_min(a, b),
    "maxnum": lambda lane, a, b: float_max(a, b),
    "minimumnum": lambda lane, a, b: float_min(a, b),
    "maximumnum": lambda lane, a, b: float_max(a, b),
    "minimum": _minimum,
    "maximum": _maximum,
    "fma": _fma,
    "fmuladd": _fmuladd,
    "is.fpclass": _is_fpclass,
    "ctpop": lambda lane, value: _unsigned(lane, value).bit_count(),
    "ctlz": _leading_zeros,
    "cttz": _trailing_zeros,
    "bswap": _byte_swap,
    "bitreverse": _bit_reverse,
    "fshl": _funnel_left,
    "fshr": _funnel_right,
    "abs": _abs,
    "smin": _viewed(min, _signed),
    "smax": _viewed(max, _signed),
    "umin": _viewed(min, _unsigned),
    "umax": _viewed(max, _unsigned),
    "sadd.with.overflow": _with_overflow(add, _signed),
    "uadd.with.overflow": _with_overflow(add, _unsigned),
    "ssub.with.overflow": _with_overflow(sub, _signed),
    "usub.with.overflow": _with_overflow(sub, _unsigned),
    "smul.with.overflow": _with_overflow(mul, _signed),
    "umul.with.overflow": _with_overflow(mul, _unsigned),
    "sadd.sat": _saturating(add, _signed),
    "uadd.sat": _saturating(add, _unsigned),
    "ssub.sat": _saturating(sub, _signed),
    "usub.sat": _saturating(sub, _unsigned),
    "sshl.sat": _shl_saturating(_signed),
    "ushl.sat": _shl_saturating(_unsigned),
    "expect": lambda lane, value, expected: value,
}


# -- whole vectors -----------------------------------------------------------------------------------------


def _fptoint_saturating(signed: bool) -> Callable[..., object]:
    """The intrinsic's own signedness decides the range, not the result type's."""

    def rule(
        operands: Sequence[Any], operand_types: Sequence[t.Type], result_type: t.Type
    ) -> object:
        lane = lane_of(result_type)
        assert lane is not None
        wanted = lane._replace(signed=signed)

        def convert(value: float) -> int:
            return _finish(saturate(value, wanted), result_type)  # type: ignore[no-any-return]

        return convert(operands[0]) if lane.width == 1 else tuple(map(convert, operands[0]))

    return rule


def _reduction(rule: LaneFunction, start: bool = False) -> Callable[..., object]:
    """Combines all lanes; `start`: the first operand is where to begin, in order."""

    def whole(
        operands: Sequence[Any], operand_types: Sequence[t.Type], result_type: t.Type
    ) -> object:
        lane = lane_of(operand_types[-1])
        assert lane is not None
        vector = operands[-1]
        lanes = list(vector) if lane.width > 1 else [vector]
        if start:
            lanes.insert(0, operands[0])

        def combine(a: Any, b: Any) -> Any:
            return _finish(rule(lane, a, b), result_type)

        return reduce(combine, lanes)

    return whole


def _frexp(operands: Sequence[Any], operand_types: Sequence[t.Type], result_type: t.Type) -> object:
    value = operands[0]
    if isinstance(value, tuple):
        return tuple(zip(*map(math.frexp, value), strict=True))
    return math.frexp(value)


_WHOLE: Final[dict[str, Callable[..., object]]] = {
    "fptosi.sat": _fptoint_saturating(True),
    "fptoui.sat": _fptoint_saturating(False),
    "frexp": _frexp,
    "vector.reduce.add": _reduction(lambda lane, a, b: a + b),
    "vector.reduce.mul": _reduction(lambda lane, a, b: a * b),
    "vector.reduce.and": _reduction(lambda lane, a, b: a & b),
    "vector.reduce.or": _reduction(lambda lane, a, b: a | b),
    "vector.reduce.xor": _reduction(lambda lane, a, b: a ^ b),
    "vector.reduce.smin": _reduction(_LANEWISE["smin"]),
    "vector.reduce.smax": _reduction(_LANEWISE["smax"]),
    "vector.reduce.umin": _reduction(_LANEWISE["umin"]),
    "vector.reduce.umax": _reduction(_LANEWISE["umax"]),
    "vector.reduce.fmin": _reduction(_LANEWISE["minnum"]),
    "vector.reduce.fmax": _reduction(_LANEWISE["maxnum"]),
    "vector.reduce.fminimum": _reduction(_minimum),
    "vector.reduce.fmaximum": _reduction(_maximum),
    "vector.reduce.fadd": _reduction(lambda lane, a, b: a + b, start=True),
    "vector.reduce.fmul": _reduction(lambda lane, a, b: a * b, start=True),
}
