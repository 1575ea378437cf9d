"""Text to floats: the nearest number, exactly.

The digits and the exponent are read as integers. A product with a power of ten decides nearly always (the method of
D. Lemire, "Number parsing at a gigabyte per second", 2021). Texts with more than nineteen digits, where what was cut off may
matter, are compared with the middle between two floats in integers as large as needed.
"""

from std.bit import count_leading_zeros
from std.builtin._float_traits import _infinity, _not_a_number
from std.collections.string._parse_float_exact import _is_above_middle
from std.collections.string.codepoint import _byte_at
from std.format._powers import _LEAST, _Power, _log2_of_power_of_ten, _lower, _product, _upper
from std.memory.unsafe import bitcast

comptime _MOST_EXPONENT = 308
comptime _INFINITY = UInt64(0x7FF0_0000_0000_0000)
comptime _MOST_DIGITS = 19


@fieldwise_init
struct _Number(TrivialRegisterPassable):
    """What the text says: `digits` times ten to the power `exponent`; `cut` when digits were left out."""

    var digits: UInt64
    var exponent: Int
    var cut: Bool


def _parse_float(text: StringSlice[ImmAnyOrigin]) raises -> Float64:
    # White space around it, a sign, digits with a point, an exponent; or `inf`, `infinity`, `nan`.
    var t = text.strip()
    var start = 0
    var negative = False
    if t._length > 0 and (t._byte(0) == 45 or t._byte(0) == 43):
        negative = t._byte(0) == 45
        start = 1
    if t._length > start and t._byte(start) > 57:
        return _parse_word(text, t._part(start, t._length), negative)
    var end = t._length
    if end > start and t._byte(end - 1) | 32 == 102:
        end -= 1
    var number = _Number(0, 0, False)
    if not _read_number(t._part(start, end), number):
        raise _not_a_float(text, t._part(start, t._length))
    var bits = _nearest(number, t._part(start, end))
    return bitcast[DType.float64](bits | (UInt64(negative) << 63))


def _parse_word(text: StringSlice[ImmAnyOrigin], unsigned: StringSlice[ImmAnyOrigin], negative: Bool) raises -> Float64:
    var word = unsigned.lower()
    if word == "inf" or word == "infinity":
        return -_infinity[DType.float64]() if negative else _infinity[DType.float64]()
    if word == "nan":
        return _not_a_number[DType.float64]()
    raise _not_a_float(text, unsigned)


def _read_number(text: StringSlice[ImmAnyOrigin], mut number: _Number) -> Bool:
    # Reads digits, a point and an exponent; False when there is something else.
    var i = 0
    var digits = UInt64(0)
    var kept = 0
    var seen = 0
    var exponent = 0
    var point = False
    while i < text._length:
        var digit = text._byte(i) - 48
        if digit == -2 and not point:
            point = True
        elif digit < 0 or digit > 9:
            break
        else:
            seen += 1
            if kept < _MOST_DIGITS:
                digits = digits * 10 + UInt64(digit)
                kept += Int(digits != 0)
                exponent -= Int(point)
            else:
                number.cut = number.cut or digit != 0
                exponent += Int(not point)
        i += 1
    number.digits = digits
    number.exponent = exponent
    if seen == 0:
        return False
    if i == text._length:
        return True
    return text._byte(i) | 32 == 101 and _read_exponent(text._part(i + 1, text._length), number)


def _read_exponent(text: StringSlice[ImmAnyOrigin], mut number: _Number) -> Bool:
    var i = 0
    var negative = False
    if text._length > 0 and (text._byte(0) == 45 or text._byte(0) == 43):
        negative = text._byte(0) == 45
        i = 1
    if i == text._length:
        return False
    var exponent = 0
    while i < text._length:
        var digit = text._byte(i) - 48
        if digit < 0 or digit > 9:
            return False
        if exponent < 1_000_000:
            exponent = exponent * 10 + digit
        i += 1
    number.exponent += -exponent if negative else exponent
    return True


def _nearest(number: _Number, text: StringSlice[ImmAnyOrigin]) -> UInt64:
    # The bits of the float nearest to what was read.
    var bits = _nearest_of(number.digits, number.exponent)
    if not number.cut:
        return bits
    var above = _nearest_of(number.digits + 1, number.exponent)
    if bits == above:
        return bits
    # The text lies between these two neighbours.
    return above if _is_above_middle(text, bits) else bits


def _nearest_of(digits: UInt64, exponent: Int) -> UInt64:
    # The bits of the float nearest to digits * 10**exponent.
    if digits == 0 or exponent < _LEAST:
        return 0
    if exponent > _MOST_EXPONENT:
        return _INFINITY
    var zeros = count_leading_zeros(digits)
    var power = _Power(exponent)
    if exponent < 0 and exponent >= -27:
        power.low += 1  # rounded up: products that are halfway between two floats come out exactly so
    var scaled = digits << zeros
    var product = _product(power.high, scaled)
    if _upper(product) & 0x1FF == 0x1FF:
        product += _upper(_product(power.low, scaled)).cast[DType.uint128]()
    var high = _upper(product)
    var top = high >> 63
    var fraction = high >> (top + 9)
    var biased = _log2_of_power_of_ten(exponent) + 63 + Int(top) - Int(zeros) + 1023
    if biased <= 0:
        return _subnormal(fraction, 1 - biased)
    if _lower(product) <= 1 and exponent >= -4 and exponent <= 23 and fraction & 3 == 1:
        if fraction << (top + 9) == high:
            fraction &= ~UInt64(1)  # halfway: to the even neighbour
    fraction = (fraction + (fraction & 1)) >> 1
    if fraction >> 53 != 0:
        fraction = UInt64(1) << 52
        biased += 1
    if biased >= 2047:
        return _INFINITY
    return UInt64(biased) << 52 | (fraction & ((UInt64(1) << 52) - 1))


def _subnormal(fraction: UInt64, shift: Int) -> UInt64:
    # A number below the normal ones; when rounding makes it one, the bits are right all the same.
    if shift >= 64:
        return 0
    var rest = fraction >> UInt64(shift)
    return (rest + (rest & 1)) >> 1


def _not_a_float(text: StringSlice[ImmAnyOrigin], unsigned: StringSlice[ImmAnyOrigin]) -> Error:
    if unsigned._length == 0 or unsigned == ".":
        return Error("String is not convertible to float: '", text, "'")
    var problem: StaticString = ". Invalid character(s) in the number: '"
    var advice: StaticString = "'"
    if not _is_digit_or_dot(unsigned._byte(0)):
        problem = ". The first character of '"
        advice = "' should be a digit or dot to convert it to a float."
    elif not _is_digit_or_dot(unsigned._byte(unsigned._length - 1)):
        problem = ". The last character of '"
        advice = "' should be a digit or dot to convert it to a float."
    return Error("String is not convertible to float: '", text, "'", problem, unsigned, advice)


def _is_digit_or_dot(byte: Int) -> Bool:
    return (byte >= 48 and byte <= 57) or byte == 46
