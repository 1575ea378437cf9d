"""Exponents and fractions of floats, as bits."""

from std.math._pair import times


@always_inline
def integer_like[dtype: DType]() -> DType:
    """The signed integers as wide as a float format."""
    comptime if dtype == DType.float64:
        return DType.int64
    else:
        return DType.int32


@always_inline
def fraction_bits[dtype: DType]() -> Int:
    """The stored bits of the fraction of Float32 or Float64."""
    return 52 if dtype == DType.float64 else 23


@always_inline
def exponent_bias[dtype: DType]() -> Int:
    """The stored exponent of 1.0."""
    return 1023 if dtype == DType.float64 else 127


@always_inline
def magic[dtype: DType]() -> Scalar[dtype]:
    """A number added to others so that they round to integers, which then are the lowest bits of the sum."""
    comptime if dtype == DType.float64:
        return Scalar[dtype](6755399441055744.0)
    else:
        return Scalar[dtype](12582912.0)


@always_inline
def integer_bits[
    dtype: DType, length: SIMDLength, //
](sum: SIMD[dtype, length]) -> SIMD[integer_like[dtype](), length]:
    """The integer in the lowest bits of a sum with `magic`."""
    comptime whole = integer_like[dtype]()
    comptime zero = magic[dtype]().to_bits[whole]()
    return sum.to_bits[whole]() - SIMD[whole, length](zero)


@always_inline
def power_of_two[
    length: SIMDLength, //, dtype: DType
](exponent: SIMD[integer_like[dtype](), length]) -> SIMD[dtype, length]:
    """2 to a power, which must be a normal number of the format."""
    comptime Whole = SIMD[integer_like[dtype](), length]
    return SIMD[dtype, length].from_bits(
        (exponent + Whole(exponent_bias[dtype]())) << Whole(fraction_bits[dtype]())
    )


@always_inline
def scale[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], exponent: SIMD[integer_like[dtype](), length]) -> SIMD[dtype, length]:
    """`x` times 2 to a power that is in twice the range of the format's exponents."""
    var half = exponent >> 1
    return times(times(x, power_of_two[dtype](half)), power_of_two[dtype](exponent - half))


@always_inline
def scaling_magic[dtype: DType]() -> Scalar[dtype]:
    """A number added to others so that they round to integers, for `factors_of_sum`."""
    return magic[dtype]() + Scalar[dtype](2 * exponent_bias[dtype]())


@always_inline
def factors_of_sum[
    dtype: DType, length: SIMDLength, //
](sum: SIMD[dtype, length]) -> Tuple[SIMD[dtype, length], SIMD[dtype, length]]:
    """Two powers of two whose product is 2 to the power of the integer in a sum with `scaling_magic`.

    The integer is in twice the range of the format's exponents. The sum's lowest bits are it and two biases; half of
    them are the bits of the first factor, what is left those of the second.
    """
    comptime Whole = SIMD[integer_like[dtype](), length]
    comptime bits = Whole(fraction_bits[dtype]())
    var exponents = sum.to_bits[integer_like[dtype]()]()
    var half = (exponents >> 1) << bits
    return (SIMD[dtype, length].from_bits(half), SIMD[dtype, length].from_bits((exponents << bits) - half))


@always_inline
def split[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length]) -> Tuple[SIMD[dtype, length], SIMD[integer_like[dtype](), length]]:
    """A positive number as m 2^e, with m from √½ to √2."""
    comptime Vector = SIMD[dtype, length]
    comptime whole = integer_like[dtype]()
    comptime Whole = SIMD[whole, length]
    comptime lift = 54 if dtype == DType.float64 else 25
    comptime smallest = Scalar[dtype].from_bits(Scalar[whole](1 << fraction_bits[dtype]()))
    comptime least = Scalar[dtype](0.70710678118654752).to_bits[whole]()
    var is_small = x.lt(Vector(smallest))
    var normal = is_small.select(times(x, Vector(Scalar[dtype](1 << lift))), x)
    var bits = normal.to_bits[whole]()
    var exponent = (bits - Whole(least)) >> Whole(fraction_bits[dtype]())
    var fraction = Vector.from_bits(bits - (exponent << Whole(fraction_bits[dtype]())))
    return (fraction, exponent - is_small.select(Whole(lift), Whole(0)))
