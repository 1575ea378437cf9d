"""Sums of two floats, which hold twice the digits of one, and polynomials.

Plain products may be fused with the sum they are part of. What is here relies on the rounding of every single step, so
that lanes, scalars and compile-time code give the same bits: products are written `times(a, b)` or as `fma`.
"""

from std.sys.intrinsics import _vector_intrinsic


@always_inline("nodebug")
def times[
    dtype: DType, length: SIMDLength, //
](a: SIMD[dtype, length], b: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """A product that is never fused with a sum."""
    return a.fma(b, -0.0)


@always_inline
def polynomial[
    dtype: DType, length: SIMDLength, //, *coefficients: Float64
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The value of a polynomial whose coefficients begin with the constant.

    Long ones are summed in two or four parts, by the exponents' remainders, because a processor does several sums at once.
    """
    comptime count = len(coefficients)
    comptime if count < 4:
        return _every[0, 1, *coefficients](x)
    else:
        var square = times(x, x)
        comptime if count < 9:
            return _every[1, 2, *coefficients](square).fma(x, _every[0, 2, *coefficients](square))
        else:
            var fourth = times(square, square)
            var low = _every[1, 4, *coefficients](fourth).fma(x, _every[0, 4, *coefficients](fourth))
            var high = _every[3, 4, *coefficients](fourth).fma(x, _every[2, 4, *coefficients](fourth))
            return high.fma(square, low)


@always_inline
def _every[
    dtype: DType, length: SIMDLength, //, first: Int, step: Int, *coefficients: Float64
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # The polynomial of every `step`th coefficient, by Horner's rule.
    comptime last = (len(coefficients) - 1 - first) // step
    var sum = SIMD[dtype, length](Scalar[dtype](coefficients[first + last * step]))
    comptime for i in range(1, last + 1):
        sum = sum.fma(x, SIMD[dtype, length](Scalar[dtype](coefficients[first + (last - i) * step])))
    return sum


@always_inline("nodebug")
def square_root[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The square root, correctly rounded."""
    return _vector_intrinsic["llvm.sqrt"](x)


@always_inline("nodebug")
def with_sign[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], sign: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`x` with the sign of `sign`."""
    return _vector_intrinsic["llvm.copysign"](x, sign)


struct Pair[dtype: DType, length: SIMDLength](TrivialRegisterPassable):
    """The sum `high + low`, where `low` is at most half a unit in the last place of `high`."""

    comptime Vector = SIMD[Self.dtype, Self.length]
    """The type of the parts."""

    var high: Self.Vector
    """The sum, rounded."""
    var low: Self.Vector
    """What rounding left over."""

    @always_inline("nodebug")
    def __init__(out self, high: Self.Vector, low: Self.Vector):
        """From parts that do not overlap."""
        self.high = high
        self.low = low

    @staticmethod
    @always_inline
    def constant[high: Float64, low: Float64]() -> Self:
        """A number known to twice the digits of Float64."""
        comptime if Self.dtype == DType.float64:
            return Self(Scalar[Self.dtype](high), Scalar[Self.dtype](low))
        else:
            comptime first = Scalar[Self.dtype](high)
            comptime second = Scalar[Self.dtype]((high - Float64(first)) + low)
            return Self(Self.Vector(first), Self.Vector(second))

    @staticmethod
    @always_inline
    def sum(a: Self.Vector, b: Self.Vector) -> Self:
        """The exact sum of two numbers."""
        var high = a + b
        var other = high - a
        return Self(high, (a - (high - other)) + (b - other))

    @staticmethod
    @always_inline
    def ordered_sum(a: Self.Vector, b: Self.Vector) -> Self:
        """The exact sum of two numbers, the first of which is larger, or 0."""
        var high = a + b
        return Self(high, b - (high - a))

    @staticmethod
    @always_inline
    def product(a: Self.Vector, b: Self.Vector) -> Self:
        """The exact product of two numbers."""
        var high = times(a, b)
        return Self(high, a.fma(b, -high))

    @always_inline
    def __neg__(self) -> Self:
        """The opposite number."""
        return Self(-self.high, -self.low)

    @always_inline
    def __add__(self, other: Self.Vector) -> Self:
        """A sum."""
        var sum = Self.sum(self.high, other)
        return Self.ordered_sum(sum.high, sum.low + self.low)

    @always_inline
    def __add__(self, other: Self) -> Self:
        """A sum."""
        var sum = Self.sum(self.high, other.high)
        return Self.ordered_sum(sum.high, sum.low + (self.low + other.low))

    @always_inline
    def __sub__(self, other: Self) -> Self:
        """A difference."""
        return self + -other

    @always_inline
    def __mul__(self, other: Self.Vector) -> Self:
        """A product."""
        var product = Self.product(self.high, other)
        return Self.ordered_sum(product.high, self.low.fma(other, product.low))

    @always_inline
    def __mul__(self, other: Self) -> Self:
        """A product."""
        var product = Self.product(self.high, other.high)
        return Self.ordered_sum(product.high, self.low.fma(other.high, self.high.fma(other.low, product.low)))

    @always_inline
    def __truediv__(self, other: Self) -> Self:
        """A quotient. The reciprocal of the divisor must be finite."""
        var reciprocal = 1 / other.high
        var quotient = times(self.high, reciprocal)
        var rest = (-quotient).fma(other.low, (-quotient).fma(other.high, self.high) + self.low)
        return Self.ordered_sum(quotient, times(rest, reciprocal))

    @always_inline
    def scaled(self, factor: Self.Vector) -> Self:
        """The product with a power of two."""
        return Self(times(self.high, factor), times(self.low, factor))

    @always_inline
    def root(self) -> Self:
        """The square root of a positive number."""
        var root = square_root(self.high)
        var rest = (-root).fma(root, self.high) + self.low
        return Self.ordered_sum(root, rest / (root + root))

    @always_inline
    def value(self) -> Self.Vector:
        """The sum, rounded."""
        return self.high + self.low
