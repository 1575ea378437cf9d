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

    Neighbours are summed in twos and fours, which a processor does at once; then Horner's rule goes over the sums.
    """
    comptime count = len(coefficients)
    comptime if count < 4:
        return _horner[1, *coefficients](x, x, x)
    elif count < 9:
        return _horner[2, *coefficients](x, times(x, x), x)
    else:
        var square = times(x, x)
        return _horner[4, *coefficients](x, times(square, square), square)


@always_inline
def _horner[
    dtype: DType, length: SIMDLength, //, step: Int, *coefficients: Float64
](x: SIMD[dtype, length], power: SIMD[dtype, length], square: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # The polynomial as one of a power of x, the coefficients of which are sums of `step` terms each.
    comptime last = (len(coefficients) - 1) // step
    var sum = _terms[last * step, step, *coefficients](x, square)
    comptime for i in range(1, last + 1):
        sum = sum.fma(power, _terms[(last - i) * step, step, *coefficients](x, square))
    return sum


@always_inline
def _terms[
    dtype: DType, length: SIMDLength, //, first: Int, count: Int, *coefficients: Float64
](x: SIMD[dtype, length], square: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # The first terms from one on, divided by its power of x; fewer if there are no more.
    comptime if count == 4 and first + 2 < len(coefficients):
        var low = _terms[first, 2, *coefficients](x, square)
        return _terms[first + 2, 2, *coefficients](x, square).fma(square, low)
    else:
        var sum = SIMD[dtype, length](Scalar[dtype](coefficients[first]))
        comptime if count > 1 and first + 1 < len(coefficients):
            sum = SIMD[dtype, length](Scalar[dtype](coefficients[first + 1])).fma(x, sum)
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
    def plus_smaller(self, other: Self) -> Self:
        """A sum with a number that is smaller, or any if this one is 0."""
        var sum = Self.ordered_sum(self.high, other.high)
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


@always_inline
def short_ln2[dtype: DType]() -> Pair[dtype, 1]:
    """ln 2, the first part of which is so short that its product with an exponent is exact."""
    comptime if dtype == DType.float64:
        return Pair[dtype, 1](Scalar[dtype](0.6931471803691238), Scalar[dtype](1.9082149292705877e-10))
    else:
        return Pair[dtype, 1](Scalar[dtype](0.693359375), Scalar[dtype](-0.0002121944400546905))
