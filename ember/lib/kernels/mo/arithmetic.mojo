"""Operators that need nothing but arithmetic: sums, comparisons, logic, choices, conversions."""

import extensibility
from extensibility import ElementwiseBinaryComparisonOp, ElementwiseBinaryOp, ElementwiseUnaryMixedOp, ElementwiseUnaryOp
from std.memory import bitcast
from std.sys import bit_width_of


@extensibility.register("mo.add")
struct _Add(ElementwiseBinaryOp):
    """Sum."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs + rhs


@extensibility.register("mo.sub")
struct _Sub(ElementwiseBinaryOp):
    """Difference."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs - rhs


@extensibility.register("mo.mul")
struct _Mul(ElementwiseBinaryOp):
    """Product."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs * rhs


@extensibility.register("mo.div")
struct _Div(ElementwiseBinaryOp):
    """Quotient; of whole numbers, 0 where the divisor is 0: a model does not end its user's program."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        comptime if dtype.is_integral():
            comptime Part = SIMD[dtype, width]
            var is_zero = rhs.eq(0)
            return is_zero.select(Part(0), lhs / is_zero.select(Part(1), rhs))
        else:
            return lhs / rhs


@extensibility.register("mo.mod")
struct _Mod(ElementwiseBinaryOp):
    """Remainder with the sign of the divisor; of whole numbers, 0 where the divisor is 0."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        comptime if dtype.is_integral():
            comptime Part = SIMD[dtype, width]
            var is_zero = rhs.eq(0)
            return is_zero.select(Part(0), lhs % is_zero.select(Part(1), rhs))
        else:
            return lhs % rhs


@extensibility.register("mo.max")
struct _Max(ElementwiseBinaryOp):
    """The larger."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return max(lhs, rhs)


@extensibility.register("mo.min")
struct _Min(ElementwiseBinaryOp):
    """The smaller."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return min(lhs, rhs)


@extensibility.register("mo.and")
struct _And(ElementwiseBinaryOp):
    """Logical and."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs & rhs


@extensibility.register("mo.or")
struct _Or(ElementwiseBinaryOp):
    """Logical or."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs | rhs


@extensibility.register("mo.xor")
struct _Xor(ElementwiseBinaryOp):
    """Exclusive or."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return lhs ^ rhs


@extensibility.register("mo.shift_left")
struct _ShiftLeft(ElementwiseBinaryOp):
    """Bits to the left."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result; nothing is left by less than 0 or by all bits."""
        var none = SIMD[dtype, width](0)
        var is_inside = rhs.ge(0) & rhs.lt(SIMD[dtype, width](bit_width_of[dtype]()))
        return is_inside.select(lhs << is_inside.select(rhs, none), none)


@extensibility.register("mo.shift_right")
struct _ShiftRight(ElementwiseBinaryOp):
    """Bits to the right."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result; the sign alone is left by less than 0 or by all bits."""
        comptime last = bit_width_of[dtype]() - 1
        var is_inside = rhs.ge(0) & rhs.le(SIMD[dtype, width](last))
        var moved = lhs >> is_inside.select(rhs, SIMD[dtype, width](last))
        comptime if dtype.is_unsigned():
            return is_inside.select(moved, SIMD[dtype, width](0))
        else:
            return moved


@extensibility.register("mo.equal")
struct _Equal(ElementwiseBinaryComparisonOp):
    """Where both are equal."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return lhs.eq(rhs)


@extensibility.register("mo.not_equal")
struct _NotEqual(ElementwiseBinaryComparisonOp):
    """Where they differ."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return lhs.ne(rhs)


@extensibility.register("mo.greater")
struct _Greater(ElementwiseBinaryComparisonOp):
    """Where the first is larger."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return lhs.gt(rhs)


@extensibility.register("mo.greater_equal")
struct _GreaterEqual(ElementwiseBinaryComparisonOp):
    """Where the first is not smaller."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        return lhs.ge(rhs)


@extensibility.register("mo.negative")
struct _Negative(ElementwiseUnaryOp):
    """-x."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return -x


@extensibility.register("mo.abs")
struct _Abs(ElementwiseUnaryOp):
    """Absolute value."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return abs(x)


@extensibility.register("mo.not")
struct _Not(ElementwiseUnaryOp):
    """Logical not."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return ~x


@extensibility.register("mo.relu")
struct _Relu(ElementwiseUnaryOp):
    """The larger of x and 0."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return max(x, SIMD[dtype, width](0))


@extensibility.register("mo.cast")
struct _Cast(ElementwiseUnaryMixedOp):
    """Another type."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, out_dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[out_dtype, width]:
        """The result."""
        return x.cast[out_dtype]()


@extensibility.register("mo.bitcast")
struct _Bitcast(ElementwiseUnaryMixedOp):
    """The same bits as another type."""

    @staticmethod
    @always_inline
    def elementwise[dtype: DType, out_dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[out_dtype, width]:
        """The result."""
        return bitcast[out_dtype, width](x)


@extensibility.register("mo.select")
struct _Select:
    """One or the other."""

    @staticmethod
    @always_inline
    def elementwise[
        dtype: DType, width: Int
    ](condition: SIMD[DType.bool, width], yes: SIMD[dtype, width], no: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        return condition.select(yes, no)
