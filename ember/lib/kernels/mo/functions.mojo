"""Operators that compute functions of one number."""

import extensibility
from extensibility import ElementwiseBinaryOp, ElementwiseUnaryMixedOp, ElementwiseUnaryOp
from mo.narrow import exponential, hyperbolic_tangent, is_narrow, logistic, logistic_part, normal_share, working
from std.math import acos, atanh, ceil, cos, erf, floor, isinf, isnan, log, log1p, rsqrt, sin, sqrt, tanh, trunc


@extensibility.register("mo.acos")
struct _Acos(ElementwiseUnaryOp):
    """Arc cosine."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return acos(x)


@extensibility.register("mo.atanh")
struct _Atanh(ElementwiseUnaryOp):
    """Inverse hyperbolic tangent."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return atanh(x)


@extensibility.register("mo.ceil")
struct _Ceil(ElementwiseUnaryOp):
    """Rounds up."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return ceil(x)


@extensibility.register("mo.cos")
struct _Cos(ElementwiseUnaryOp):
    """Cosine."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return cos(x)


@extensibility.register("mo.erf")
struct _Erf(ElementwiseUnaryOp):
    """Error function."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return erf(x)


@extensibility.register("mo.exp")
struct _Exp(ElementwiseUnaryOp):
    """Exponential."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return exponential[quick = is_narrow(dtype)](x.cast[working(dtype)]()).cast[dtype]()


@extensibility.register("mo.floor")
struct _Floor(ElementwiseUnaryOp):
    """Rounds down."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return floor(x)


@extensibility.register("mo.log")
struct _Log(ElementwiseUnaryOp):
    """Natural logarithm."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return log(x)


@extensibility.register("mo.log1p")
struct _Log1p(ElementwiseUnaryOp):
    """Logarithm of 1 + x."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return log1p(x)


@extensibility.register("mo.round")
struct _Round(ElementwiseUnaryOp):
    """Rounds to nearest, ties to even."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return round(x)


@extensibility.register("mo.rsqrt")
struct _Rsqrt(ElementwiseUnaryOp):
    """Reciprocal square root."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return rsqrt(x)


@extensibility.register("mo.sin")
struct _Sin(ElementwiseUnaryOp):
    """Sine."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return sin(x)


@extensibility.register("mo.sqrt")
struct _Sqrt(ElementwiseUnaryOp):
    """Square root."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return sqrt(x)


@extensibility.register("mo.tanh")
struct _Tanh(ElementwiseUnaryOp):
    """Hyperbolic tangent."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return hyperbolic_tangent[quick = is_narrow(dtype)](x.cast[working(dtype)]()).cast[dtype]()


@extensibility.register("mo.trunc")
struct _Trunc(ElementwiseUnaryOp):
    """Rounds toward zero."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return trunc(x)


@extensibility.register("mo.sigmoid")
struct _Sigmoid(ElementwiseUnaryOp):
    """1 / (1 + exp(-x))."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return logistic[quick = is_narrow(dtype)](x.cast[working(dtype)]()).cast[dtype]()


@extensibility.register("mo.silu")
struct _Silu(ElementwiseUnaryOp):
    """x·sigmoid(x)."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        var wide = x.cast[working(dtype)]()
        return logistic_part[quick = is_narrow(dtype)](wide, wide).cast[dtype]()


@extensibility.register("mo.gelu_quick")
struct _GeluQuick(ElementwiseUnaryOp):
    """x·sigmoid(1.702·x)."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        var wide = x.cast[working(dtype)]()
        return logistic_part[quick = is_narrow(dtype)](wide, wide * 1.702).cast[dtype]()


@extensibility.register("mo.gelu")
struct _Gelu(ElementwiseUnaryOp):
    """x·Φ(x), Φ by the error function."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        var wide = x.cast[working(dtype)]()
        return (wide * normal_share[quick = is_narrow(dtype)](wide)).cast[dtype]()


@extensibility.register("mo.gelu_tanh")
struct _GeluTanh(ElementwiseUnaryOp):
    """x·Φ(x), Φ by the hyperbolic tangent."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        var wide = x.cast[working(dtype)]()
        # (1 + tanh(u)) / 2 is the logistic function of 2u, which takes half the time and cancels nothing;
        # u is sqrt(2/pi) times x + 0.044715 x³.
        var twice = wide * (wide * wide).fma(0.07135481627260025, 1.5957691216057308)
        return logistic_part[quick = is_narrow(dtype)](wide, twice).cast[dtype]()


@extensibility.register("mo.is_nan")
struct _IsNan:
    """Where x is no number."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return isnan(x)


@extensibility.register("mo.is_inf")
struct _IsInf:
    """Where x is infinite."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return isinf(x)


@extensibility.register("mo.pow")
struct _Pow(ElementwiseBinaryOp):
    """Power."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs**rhs
