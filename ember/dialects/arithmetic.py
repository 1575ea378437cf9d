"""What arithmetic means on one lane: each operation as a Python expression, per number format.

The expression is the single source: `evaluate` compiles it to a function, the interpreter pastes it into the code it
generates. Operands stand as `{0}`, `{1}`, `{2}` and must be names or literals, since they may be repeated. What an
expression cannot do (division by zero, overflow of a quotient) raises `CannotEvaluate` or `ZeroDivisionError`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from ember.dialects import types as t
from ember.dialects.constants import (
    FLOAT_FORMATS,
    float_literal,
    round_f16,
    round_f32,
    round_float,
    wrap_signed,
)
from ember.support import dtype as dt
from ember.support.dtype import DType

LITERAL_BITS: Final = 1 << 20
"""Literals with more bits than this are not computed."""


class CannotEvaluate(Exception):
    """The operation has no value for these operands."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Lane(NamedTuple):
    """The number format of one lane of a type, and how many lanes the type has."""

    kind: Literal["int", "bool", "float", "int_literal", "float_literal"]
    bits: int
    signed: bool
    dtype: DType | None
    width: int

    @property
    def lowest(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def highest(self) -> int:
        return (1 << (self.bits - 1 if self.signed else self.bits)) - 1


@cache
def lane_of(type: t.Type) -> Lane | None:
    """How a type computes; None for types that are not numbers."""
    match type:
        case t.IndexType():
            return Lane("int", 64, True, None, 1)
        case t.IntegerType():
            return Lane("bool" if type.width == 1 else "int", type.width, type.width > 1, None, 1)
        case t.SimdType():
            dtype = type.dtype
            if dtype.kind == "float":
                return Lane("float", dtype.bits, True, dtype, type.width)
            if dtype.kind == "bool":
                return Lane("bool", 1, False, dtype, type.width)
            if dtype.is_integer:
                return Lane("int", dtype.bits, dtype.kind == "signed", dtype, type.width)
    if type is t.INT_LITERAL:
        return Lane("int_literal", 0, True, None, 1)
    if type is t.FLOAT_LITERAL:
        return Lane("float_literal", 0, True, None, 1)
    return None


def expression(operation: str, lane: Lane) -> str | None:
    """The expression for `operation` (the op's name without its dialect) on one lane; None when there is none."""
    return _EXPRESSIONS[lane.kind](operation, lane)


def wrapped(text: str, lane: Lane) -> str:
    """`text`, an integer expression, brought into the range of an integer lane."""
    if not lane.signed:
        return f"(({text}) & {(1 << lane.bits) - 1})"
    half = 1 << (lane.bits - 1)
    return f"(r if {-half} <= (r := {text}) <= {half - 1} else wrap_signed(r, {lane.bits}))"


def rounded(text: str, dtype: DType) -> str:
    """`text`, a float expression, rounded to `dtype`."""
    return text if dtype is dt.F64 else f"round_{dtype.name}({text})"


# -- expressions per kind ----------------------------------------------------------------------------

_INT_SAME_RANGE: Final = {
    "and": "({0} & {1})",
    "or": "({0} | {1})",
    "xor": "({0} ^ {1})",
    "min": "({0} if {0} <= {1} else {1})",
    "max": "({0} if {0} >= {1} else {1})",
    "floormod": "({0} % {1})",
}
_INT_WRAPPING: Final = {
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "mul": "{0} * {1}",
    "neg": "-{0}",
    "fma": "{0} * {1} + {2}",
}


def _int_expression(operation: str, lane: Lane) -> str | None:
    if operation in _INT_SAME_RANGE:
        return _INT_SAME_RANGE[operation]
    if operation in _INT_WRAPPING:
        return wrapped(_INT_WRAPPING[operation], lane)
    return (_signed_expression if lane.signed else _unsigned_expression)(operation, lane)


def _signed_expression(operation: str, lane: Lane) -> str | None:
    bits = lane.bits
    match operation:
        case "div":
            return f"truncated_quotient({{0}}, {{1}}, {lane.highest})"
        case "floordiv":
            return f"(r if (r := {{0}} // {{1}}) <= {lane.highest} else overflow())"
        case "rem":
            return "truncated_remainder({0}, {1})"
        case "shl":
            return f"({wrapped('{0} << {1}', lane)} if 0 <= {{1}} < {bits} else 0)"
        case "shr":
            return f"({{0}} >> ({{1}} if 0 <= {{1}} < {bits} else {bits - 1}))"
    return None


def _unsigned_expression(operation: str, lane: Lane) -> str | None:
    match operation:
        case "div" | "floordiv":
            return "({0} // {1})"
        case "rem":
            return "({0} % {1})"
        case "shl":
            return f"({wrapped('{0} << {1}', lane)} if {{1}} < {lane.bits} else 0)"
        case "shr":
            return f"({{0}} >> {{1}} if {{1}} < {lane.bits} else 0)"
    return None


_BOOL: Final = {
    "add": "({0} ^ {1})",
    "sub": "({0} ^ {1})",
    "mul": "({0} & {1})",
    "and": "({0} & {1})",
    "or": "({0} | {1})",
    "xor": "({0} ^ {1})",
    "min": "({0} & {1})",
    "max": "({0} | {1})",
    "shl": "({0} > {1})",
    "shr": "({0} > {1})",
    "neg": "{0}",
    "fma": "(({0} & {1}) ^ {2})",
}


def _bool_expression(operation: str, lane: Lane) -> str | None:
    return _BOOL.get(operation)


_FLOAT: Final = {
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "mul": "{0} * {1}",
    "div": "float_quotient({0}, {1})",
    "rem": "float_remainder({0}, {1})",
    "min": "float_min({0}, {1})",
    "max": "float_max({0}, {1})",
}


def _float_expression(operation: str, lane: Lane) -> str | None:
    dtype = lane.dtype
    assert dtype is not None
    if operation in _FLOAT:
        return f"({rounded(_FLOAT[operation], dtype)})"
    match operation:
        case "neg":
            form = FLOAT_FORMATS.get(dtype)
            return "(-{0})" if form and form.has_negative_zero else rounded("-{0}", dtype)
        case "floordiv":
            quotient = rounded("float_quotient({0}, {1})", dtype)
            return rounded(f"float_floor({quotient})", dtype)  # -7.5 may be the least number
        case "floormod":
            return rounded("float_modulo({0}, {1})", dtype)
        case "fma":
            return f"fma_{dtype.name}({{0}}, {{1}}, {{2}})"
    return None


def _int_literal_expression(operation: str, lane: Lane) -> str | None:
    match operation:
        case "div":
            return "truncated_quotient({0}, {1}, None)"
        case "rem":
            return "truncated_remainder({0}, {1})"
        case "floordiv":
            return "({0} // {1})"
        case "shl" | "shr" | "pow":
            return f"literal_{operation}({{0}}, {{1}})"
    if operation in _INT_SAME_RANGE:
        return _INT_SAME_RANGE[operation]
    text = _INT_WRAPPING.get(operation)
    return f"({text})" if text else None


_FLOAT_LITERAL_OPERATIONS: Final = frozenset(
    ("add", "sub", "mul", "div", "rem", "floordiv", "floormod", "min", "max", "pow", "neg", "fma")
)


def _float_literal_expression(operation: str, lane: Lane) -> str | None:
    if operation not in _FLOAT_LITERAL_OPERATIONS:
        return None
    count = 1 if operation == "neg" else 3 if operation == "fma" else 2
    return f"rational_{operation}({', '.join(f'{{{i}}}' for i in range(count))})"


_EXPRESSIONS: Final[dict[str, Callable[[str, Lane], str | None]]] = {
    "int": _int_expression,
    "bool": _bool_expression,
    "float": _float_expression,
    "int_literal": _int_literal_expression,
    "float_literal": _float_literal_expression,
}


# -- the functions that expressions call ---------------------------------------------------------------


def overflow() -> int:
    raise CannotEvaluate("comptime-overflow", "the quotient does not fit in the type")


def truncated_quotient(a: int, b: int, highest: int | None) -> int:
    quotient = a // b
    if quotient < 0 and quotient * b != a:
        quotient += 1
    if highest is not None and quotient > highest:
        overflow()
    return quotient


def truncated_remainder(a: int, b: int) -> int:
    remainder = a % b
    if remainder and (a < 0) != (b < 0):
        remainder -= b
    return remainder


def float_quotient(a: float, b: float) -> float:
    if b:
        return a / b
    if a == 0.0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def float_remainder(a: float, b: float) -> float:
    if b == 0.0 or math.isinf(a):
        return math.nan
    return math.fmod(a, b)


def float_modulo(a: float, b: float) -> float:
    remainder = float_remainder(a, b)
    if remainder and (remainder < 0.0) != (b < 0.0):
        return remainder + b
    return remainder


def float_floor(value: float) -> float:
    if not math.isfinite(value) or value == 0.0:
        return value
    return float(math.floor(value))


def float_min(a: float, b: float) -> float:
    """A zero below zero is the smaller one; what is not a number counts for nothing."""
    if a != a or (a == b and math.copysign(1.0, b) < 0.0):
        return b
    return b if b < a else a


def float_max(a: float, b: float) -> float:
    if a != a or (a == b and math.copysign(1.0, a) < 0.0):
        return b
    return b if b > a else a


def fused_multiply_add(a: float, b: float, c: float, dtype: DType) -> float:
    """`a * b + c` with one rounding."""
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c
    if a == 0.0 or b == 0.0:
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    return round_float(exact, dtype) if exact else 0.0


def literal_shl(a: int, b: int) -> int:
    if not 0 <= b <= LITERAL_BITS:
        raise CannotEvaluate("comptime-shift-count", f"cannot shift a literal by {b}")
    return a << b


def literal_shr(a: int, b: int) -> int:
    if b < 0:
        raise CannotEvaluate("comptime-shift-count", f"cannot shift a literal by {b}")
    return a >> b


def literal_pow(a: int, b: int) -> int:
    """The power; a negative one is rounded towards zero, as that of `Int` values."""
    if b < 0 and a == 0:
        raise CannotEvaluate("comptime-power", "zero has no negative powers")
    if b < 0:
        return 0 if abs(a) > 1 else int(a ** (-b))
    if a.bit_length() * b > LITERAL_BITS and a not in (-1, 0, 1):
        raise CannotEvaluate("comptime-power", "the power has too many digits")
    return int(a**b)


Rational = Fraction | float


def _rational_rule(
    exact: Callable[[Fraction, Fraction], Rational], inexact: Callable[[float, float], float]
) -> Callable[[Rational, Rational], Rational]:
    """Exact on fractions; nan, infinities and -0.0 follow the rule for floats."""

    def rule(a: Rational, b: Rational) -> Rational:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return exact(a, b)
        return float_literal(inexact(_to_float(a), _to_float(b)))

    return rule


def _to_float(value: Rational) -> float:
    return value if isinstance(value, float) else round_float(value, dt.F64)


def _exact_div(a: Fraction, b: Fraction) -> Rational:
    if b:
        return a / b
    return math.copysign(math.inf, a) if a else math.nan


def _exact_rem(a: Fraction, b: Fraction) -> Rational:
    return a - b * math.trunc(a / b) if b else math.nan


def _exact_floordiv(a: Fraction, b: Fraction) -> Rational:
    return Fraction(a // b) if b else _exact_div(a, b)


def _exact_mod(a: Fraction, b: Fraction) -> Rational:
    return a % b if b else math.nan


def _exact_pow(a: Fraction, b: Fraction) -> Rational:
    size = max(a.numerator.bit_length(), a.denominator.bit_length())
    if b.denominator == 1 and size * abs(b.numerator) <= LITERAL_BITS and (a or b >= 0):
        return Fraction(a**b.numerator)
    return float_literal(float_pow(_to_float(a), _to_float(b)))


def float_pow(a: float, b: float) -> float:
    """C's `pow`."""
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if a < 0 and b % 2 == 1 else math.inf
    except ValueError:
        if a == 0.0 and b < 0:
            return math.copysign(math.inf, a) if b % 2 == 1 else math.inf
        return math.nan


def rational_neg(a: Rational) -> Rational:
    if a == 0:
        return Fraction(0) if isinstance(a, float) else -0.0
    return -a


_rational_add = _rational_rule(lambda a, b: a + b, lambda a, b: a + b)
_rational_mul = _rational_rule(lambda a, b: a * b, lambda a, b: a * b)


def _rational_fma(a: Rational, b: Rational, c: Rational) -> Rational:
    return _rational_add(_rational_mul(a, b), c)


def _rounder(dtype: DType) -> Callable[[float], float]:
    if dtype.name in ("f32", "tf32"):
        return round_f32
    if dtype.name == "f16":
        return round_f16
    return lambda value: round_float(value, dtype)


def _fma_for(dtype: DType) -> Callable[[float, float, float], float]:
    return lambda a, b, c: fused_multiply_add(a, b, c, dtype)


NAMES: Final[dict[str, Any]] = {
    "overflow": overflow,
    "wrap_signed": wrap_signed,
    "truncated_quotient": truncated_quotient,
    "truncated_remainder": truncated_remainder,
    "float_quotient": float_quotient,
    "float_remainder": float_remainder,
    "float_modulo": float_modulo,
    "float_floor": float_floor,
    "float_min": float_min,
    "float_max": float_max,
    "literal_shl": literal_shl,
    "literal_shr": literal_shr,
    "literal_pow": literal_pow,
    "rational_add": _rational_add,
    "rational_sub": _rational_rule(lambda a, b: a - b, lambda a, b: a - b),
    "rational_mul": _rational_mul,
    "rational_div": _rational_rule(_exact_div, float_quotient),
    "rational_rem": _rational_rule(_exact_rem, float_remainder),
    "rational_floordiv": _rational_rule(
        _exact_floordiv, lambda a, b: float_floor(float_quotient(a, b))
    ),
    "rational_floormod": _rational_rule(_exact_mod, float_modulo),
    "rational_min": _rational_rule(min, float_min),
    "rational_max": _rational_rule(max, float_max),
    "rational_pow": _rational_rule(_exact_pow, float_pow),
    "rational_neg": rational_neg,
    "rational_fma": _rational_fma,
    **{f"round_{d.name}": _rounder(d) for d in dt.ALL if d.kind == "float"},
    **{f"fma_{d.name}": _fma_for(d) for d in dt.ALL if d.kind == "float"},
}
"""What the names in expressions stand for."""
