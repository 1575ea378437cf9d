"""The shortest decimal number inside the rounding interval of a binary one (the method of R. Giulietti, "The Schubfach
way to render doubles", 2020), with the powers of ten of `_powers.mojo`."""

from std.format._powers import _Power, _log2_of_power_of_ten, _product, _lower, _upper


@fieldwise_init
struct _Decimal(TrivialRegisterPassable):
    """`digits` times ten to the power `exponent`."""

    var digits: UInt64
    var exponent: Int


@no_inline
def _shortest(fraction: UInt64, exponent: Int, is_power: Bool) -> _Decimal:
    # Of the decimal numbers that round to fraction * 2**exponent those with the fewest digits, of these the nearest one.
    # `is_power`: the next smaller number is only half as far away as the next larger one.
    var is_odd = fraction & 1
    # The interval's bounds and the number itself, in quarters of its last bit.
    var left = 4 * fraction - 2 + UInt64(is_power)
    var right = 4 * fraction + 2
    # k: the largest power of ten not larger than the interval. floor(log10(2**e)), or of 3/4 * 2**e.
    var k = (exponent * 1262611 - (524031 if is_power else 0)) >> 22
    var shift = UInt64(exponent + _log2_of_power_of_ten(-k) + 1)
    var power = _Power(-k)
    if -k < 0 or -k > 55:
        power.low += 1  # rounded up where it is not exact
    var lower = _scaled(power, left << shift) + is_odd
    var middle = _scaled(power, (4 * fraction) << shift)
    var upper = _scaled(power, right << shift) - is_odd
    var s = middle // 4
    if s >= 10:
        var tens = s // 10
        var below = lower <= 40 * tens
        var above = 40 * tens + 40 <= upper
        if below != above:
            return _Decimal(tens + UInt64(above), k + 1)
    var below = lower <= 4 * s
    var above = 4 * s + 4 <= upper
    if below != above:
        return _Decimal(s + UInt64(above), k)
    var half = 4 * s + 2
    var up = middle > half or (middle == half and s & 1 == 1)
    return _Decimal(s + UInt64(up), k)


@always_inline
def _scaled(power: _Power, value: UInt64) -> UInt64:
    # The product's upper part; its last bit is one if anything below is not zero.
    var low = _upper(_product(power.low, value))
    var high = _product(power.high, value) + low.cast[DType.uint128]()
    return _upper(high) | UInt64(_lower(high) > 1)
