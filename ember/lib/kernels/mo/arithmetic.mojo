"""Operators that need nothing but arithmetic: sums, comparisons, logic, choices, conversions."""

import extensibility
from extensibility import ElementwiseBinaryComparisonOp, ElementwiseBinaryOp, ElementwiseUnaryMixedOp, ElementwiseUnaryOp


@extensibility.register("mo.add")
struct Add(ElementwiseBinaryOp):
    """Sum."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs + rhs


@extensibility.register("mo.sub")
struct Sub(ElementwiseBinaryOp):
    """Difference."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs - rhs


@extensibility.register("mo.mul")
struct Mul(ElementwiseBinaryOp):
    """Product."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs * rhs


@extensibility.register("mo.div")
struct Div(ElementwiseBinaryOp):
    """Quotient."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs / rhs


@extensibility.register("mo.mod")
struct Mod(ElementwiseBinaryOp):
    """Remainder with the sign of the divisor."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs % rhs


@extensibility.register("mo.max")
struct Max(ElementwiseBinaryOp):
    """The larger."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return max(lhs, rhs)


@extensibility.register("mo.min")
struct Min(ElementwiseBinaryOp):
    """The smaller."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return min(lhs, rhs)


@extensibility.register("mo.and")
struct And(ElementwiseBinaryOp):
    """Logical and."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs & rhs


@extensibility.register("mo.or")
struct Or(ElementwiseBinaryOp):
    """Logical or."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs | rhs


@extensibility.register("mo.xor")
struct Xor(ElementwiseBinaryOp):
    """Exclusive or."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs ^ rhs


@extensibility.register("mo.equal")
struct Equal(ElementwiseBinaryComparisonOp):
    """Where both are equal."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return lhs.eq(rhs)


@extensibility.register("mo.not_equal")
struct NotEqual(ElementwiseBinaryComparisonOp):
    """Where they differ."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return lhs.ne(rhs)


@extensibility.register("mo.greater")
struct Greater(ElementwiseBinaryComparisonOp):
    """Where the first is larger."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return lhs.gt(rhs)


@extensibility.register("mo.greater_equal")
struct GreaterEqual(ElementwiseBinaryComparisonOp):
    """Where the first is not smaller."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return lhs.ge(rhs)


@extensibility.register("mo.negative")
struct Negative(ElementwiseUnaryOp):
    """-x."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return -x


@extensibility.register("mo.abs")
struct Abs(ElementwiseUnaryOp):
    """Absolute value."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return abs(x)


@extensibility.register("mo.not")
struct Not(ElementwiseUnaryOp):
    """Logical not."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return ~x


@extensibility.register("mo.relu")
struct Relu(ElementwiseUnaryOp):
    """The larger of x and 0."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return max(x, SIMD[dtype, width](0))


@extensibility.register("mo.cast")
struct Cast(ElementwiseUnaryMixedOp):
    """Another type."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, out_dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[out_dtype, width]:
        """The result."""
        return x.cast[out_dtype]()


@extensibility.register("mo.select")
struct Select:
    """One or the other."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](condition: SIMD[DType.bool, width], yes: SIMD[dtype, width], no: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return condition.select(yes, no)
