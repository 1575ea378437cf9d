"""What LLVM calls where a processor has no instruction: wide division, conversions of narrow floats and wide integers.

The compiler adds to a program those of these functions that its code needs, so that no compiler's own library has to be
there. They have the names that LLVM calls, and none may use the operation it stands for.
"""

from std.bit import count_leading_zeros

comptime _LOW_HALF = UInt64(0xFFFF_FFFF)
comptime _FRACTION = UInt64((1 << 52) - 1)
comptime _INFINITY = UInt64(0x7FF << 52)


# -- division of 128 bits --------------------------------------------------------------------------------


@export("__udivti3")
def _unsigned_quotient(a: UInt128, b: UInt128) -> UInt128:
    return _divided(a, b)


@export("__umodti3")
def _unsigned_remainder(a: UInt128, b: UInt128) -> UInt128:
    return a - _divided(a, b) * b


@export("__divti3")
def _quotient(a: Int128, b: Int128) -> Int128:
    var quotient = _divided(_magnitude(a), _magnitude(b)).cast[DType.int128]()
    return -quotient if (a < 0) != (b < 0) else quotient


@export("__modti3")
def _remainder(a: Int128, b: Int128) -> Int128:
    var divisor = _magnitude(b)
    var dividend = _magnitude(a)
    var rest = (dividend - _divided(dividend, divisor) * divisor).cast[DType.int128]()
    return -rest if a < 0 else rest


@always_inline
def _magnitude(x: Int128) -> UInt128:
    return (-x if x < 0 else x).cast[DType.uint128]()


@always_inline
def _high(x: UInt128) -> UInt64:
    return (x >> 64).cast[DType.uint64]()


@always_inline
def _low(x: UInt128) -> UInt64:
    return x.cast[DType.uint64]()


@always_inline
def _joined(high: UInt64, low: UInt64) -> UInt128:
    return (high.cast[DType.uint128]() << 64) | low.cast[DType.uint128]()


def _divided(a: UInt128, b: UInt128) -> UInt128:
    """The quotient, digit by digit of 64 bits: long division with at most two digits."""
    var divisor = _low(b)
    if _high(b) == 0:
        if _high(a) == 0:
            return (_low(a) // divisor).cast[DType.uint128]()
        var first = _high(a) // divisor
        return _joined(first, _digit(_high(a) % divisor, _low(a), divisor))
    # The quotient is one digit. An estimate from the leading digit of the divisor is at most one too large.
    var shift = count_leading_zeros(_high(b)).cast[DType.uint128]()
    var estimate = _digit(_high(a >> 1), _low(a >> 1), _high(b << shift))
    var quotient = (estimate.cast[DType.uint128]() << shift) >> 63
    if quotient != 0:
        quotient -= 1
    return quotient + 1 if a - quotient * b >= b else quotient


def _digit(high: UInt64, low: UInt64, divisor: UInt64) -> UInt64:
    """Two digits of 64 bits by one, where the quotient is one digit: `high` is less than `divisor`."""
    var shift = count_leading_zeros(divisor)
    var scaled = divisor << shift
    var dividend = _joined(high, low) << shift.cast[DType.uint128]()
    var upper = _half_digit(_high(dividend), _low(dividend) >> 32, scaled)
    var rest = (_high(dividend) << 32) + (_low(dividend) >> 32) - upper * scaled
    return (upper << 32) + _half_digit(rest, _low(dividend) & _LOW_HALF, scaled)


def _half_digit(high: UInt64, next: UInt64, divisor: UInt64) -> UInt64:
    """32 bits of a quotient, for a divisor whose highest bit is set."""
    var leading = divisor >> 32
    var quotient = high // leading
    var rest = high - quotient * leading
    while quotient > _LOW_HALF or quotient * (divisor & _LOW_HALF) > (rest << 32) + next:
        quotient -= 1
        rest += leading
        if rest > _LOW_HALF:
            break
    return quotient


# -- integers of 128 bits and floats ----------------------------------------------------------------------


@export("__floatuntidf")
def _unsigned_to_double(x: UInt128) -> Float64:
    return _to_float[DType.float64](x)


@export("__floatuntisf")
def _unsigned_to_single(x: UInt128) -> Float32:
    return _to_float[DType.float32](x)


@export("__floattidf")
def _signed_to_double(x: Int128) -> Float64:
    var value = _to_float[DType.float64](_magnitude(x))
    return -value if x < 0 else value


@export("__floattisf")
def _signed_to_single(x: Int128) -> Float32:
    var value = _to_float[DType.float32](_magnitude(x))
    return -value if x < 0 else value


@always_inline
def _to_float[dtype: DType](x: UInt128) -> Scalar[dtype]:
    """The 64 leading bits, the last of them set where lower ones were lost, rounded once and scaled back."""
    if _high(x) == 0:
        return _low(x).cast[dtype]()
    var shift = 64 - count_leading_zeros(_high(x))
    var leading = _low(x >> shift.cast[DType.uint128]())
    if _joined(0, leading) << shift.cast[DType.uint128]() != x:
        leading |= 1
    comptime if dtype == DType.float64:
        return leading.cast[dtype]() * Scalar[dtype].from_bits((shift + 1023) << 52)
    else:
        return leading.cast[dtype]() * Scalar[dtype].from_bits((shift + 127).cast[DType.uint32]() << 23)


@export("__fixunsdfti")
def _double_to_unsigned(x: Float64) -> UInt128:
    return 0 if x < 0 else _whole_part(x)


@export("__fixunssfti")
def _single_to_unsigned(x: Float32) -> UInt128:
    return 0 if x < 0 else _whole_part(x.cast[DType.float64]())


@export("__fixdfti")
def _double_to_signed(x: Float64) -> Int128:
    var whole = _whole_part(x).cast[DType.int128]()
    return -whole if x < 0 else whole


@export("__fixsfti")
def _single_to_signed(x: Float32) -> Int128:
    var whole = _whole_part(x.cast[DType.float64]()).cast[DType.int128]()
    return -whole if x < 0 else whole


@always_inline
def _whole_part(x: Float64) -> UInt128:
    """The magnitude without its fraction; the highest number where it is too large."""
    var bits = x.to_bits[DType.uint64]() & ~(UInt64(1) << 63)
    if bits >= UInt64((1023 + 128) << 52):
        return UInt128.MAX
    if bits < UInt64(1023 << 52):
        return 0
    var exponent = (bits >> 52) - 1023
    var significand = (bits & _FRACTION) | (1 << 52)
    if exponent <= 52:
        return _joined(0, significand >> (52 - exponent))
    return _joined(0, significand) << (exponent - 52).cast[DType.uint128]()


# -- floats of 16 bits ------------------------------------------------------------------------------------


@export("__extendhfsf2")
def _half_to_single(x: Float16) -> Float32:
    var bits = x.to_bits[DType.uint16]().cast[DType.uint32]()
    var sign = (bits >> 15) << 31
    var magnitude = bits & 0x7FFF
    if magnitude >= 0x7C00:  # infinity, and quiet where it is no number
        var quiet = UInt32(0x0040_0000) if magnitude > 0x7C00 else UInt32(0)
        return Float32.from_bits(sign | 0x7F80_0000 | quiet | ((magnitude & 0x3FF) << 13))
    if magnitude < 0x0400:  # zero and what is counted in steps of 2**-24
        var value = magnitude.cast[DType.float32]() * Float32.from_bits(UInt32(103 << 23))
        return Float32.from_bits(sign | value.to_bits[DType.uint32]())
    return Float32.from_bits(sign | ((magnitude << 13) + (112 << 23)))


@export("__truncsfhf2")
def _single_to_half(x: Float32) -> Float16:
    return Float16.from_bits(_rounded[5, 10](x.cast[DType.float64]()))


@export("__truncdfhf2")
def _double_to_half(x: Float64) -> Float16:
    return Float16.from_bits(_rounded[5, 10](x))


@export("__truncsfbf2")
def _single_to_bfloat(x: Float32) -> BFloat16:
    return BFloat16.from_bits(_rounded[8, 7](x.cast[DType.float64]()))


@export("__truncdfbf2")
def _double_to_bfloat(x: Float64) -> BFloat16:
    return BFloat16.from_bits(_rounded[8, 7](x))


@always_inline
def _rounded[exponent_bits: Int, fraction_bits: Int](x: Float64) -> UInt16:
    """The code of the nearest number of a format of 16 bits, the even one of two."""
    comptime infinity = UInt64(((1 << exponent_bits) - 1) << fraction_bits)
    comptime rebias = 1024 - (1 << (exponent_bits - 1))
    comptime spare = UInt64(52 - fraction_bits)
    var bits = x.to_bits[DType.uint64]()
    var magnitude = bits & ~(UInt64(1) << 63)
    var code: UInt64
    if magnitude > _INFINITY:
        code = infinity | UInt64(1 << (fraction_bits - 1)) | ((magnitude & _FRACTION) >> spare)
    elif magnitude >= UInt64((rebias + 1) << 52):
        code = min(_without_last(magnitude - UInt64(rebias << 52), spare), infinity)
    else:  # smaller than the normal numbers: more bits go
        var lost = UInt64(rebias + 1) + spare - (magnitude >> 52)
        code = _without_last((magnitude & _FRACTION) | (1 << 52), lost) if lost < 54 else 0
    return (code | (bits >> 63 << 15)).cast[DType.uint16]()


@always_inline
def _without_last(bits: UInt64, count: UInt64) -> UInt64:
    """A number without its last bits, rounded to nearest even."""
    var last = (bits >> count) & 1
    return (bits + last + (UInt64(1) << (count - 1)) - 1) >> count


# -- powers -------------------------------------------------------------------------------------------------


@export("__powidf2")
def _double_to_the(x: Float64, n: Int32) -> Float64:
    return _power(x, n)


@export("__powisf2")
def _single_to_the(x: Float32, n: Int32) -> Float32:
    return _power(x, n)


@always_inline
def _power[dtype: DType](x: Scalar[dtype], n: Int32) -> Scalar[dtype]:
    var rest = (-n if n < 0 else n).cast[DType.uint32]()
    var factor = x
    var product = Scalar[dtype](1)
    while rest != 0:
        if rest & 1 != 0:
            product *= factor
        factor *= factor
        rest >>= 1
    return 1 / product if n < 0 else product
