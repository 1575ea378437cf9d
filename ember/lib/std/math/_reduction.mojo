"""Angles brought to at most an eighth of a turn, exactly enough for every float."""

from std.math._bits import integer_bits, integer_like, magic
from std.math._pair import Pair, times


struct Angle[dtype: DType, length: SIMDLength](TrivialRegisterPassable):
    """An angle as `quarters π/2 + rest`, with `rest` from -π/4 to π/4. Whole turns are left out."""

    comptime Vector = SIMD[Self.dtype, Self.length]
    """The type of the numbers."""
    comptime Whole = SIMD[integer_like[Self.dtype](), Self.length]
    """The type of the numbers of quarters."""

    var rest: Pair[Self.dtype, Self.length]
    """What is left of the angle; NaN if the angle is infinite or NaN."""
    var quarters: Self.Whole
    """The quarters of a turn; only the lowest two bits count."""

    @always_inline
    def __init__(out self, x: Self.Vector):
        """Of an angle in radians."""
        # Three constants make up π/2; the first product is exact up to this limit.
        comptime limit = 134217728.0 if Self.dtype == DType.float64 else 100000.0
        comptime first = 1.5707963267948966 if Self.dtype == DType.float64 else 1.5707963705062866
        comptime second = 6.123233995736766e-17 if Self.dtype == DType.float64 else -4.371138828673793e-08
        comptime third = -1.4973849048591698e-33 if Self.dtype == DType.float64 else -1.7151245100058819e-15
        comptime Two = Pair[Self.dtype, Self.length]
        comptime shift = Self.Vector(magic[Self.dtype]())
        var is_small = abs(x).lt(limit)
        var angle = is_small.select(x, Self.Vector(0.0))
        var shifted = angle.fma(0.6366197723675814, shift)
        var n = shifted - shift
        var product = Two.product(n, second)
        var rest = Two.sum((-n).fma(first, angle), -product.high)
        self.rest = Two.ordered_sum(rest.high, rest.low - n.fma(third, product.low))
        self.quarters = integer_bits(shifted)
        if not is_small.reduce_and():
            self._reduce_large_lanes(x, is_small)

    @no_inline
    def _reduce_large_lanes(mut self, x: Self.Vector, is_small: SIMD[DType.bool, Self.length]):
        # Lane by lane, with as many digits of 2/π as it takes.
        comptime for i in range(Int(Self.length)):
            if not is_small[i]:
                var angle = x[i].cast[DType.float64]()
                if angle - angle != 0:
                    self.rest.high[i] = x[i] - x[i]
                else:
                    var parts = _reduce_large(abs(angle))
                    var rest = parts[0] if angle > 0 else -parts[0]
                    var high = rest.high.cast[Self.dtype]()
                    self.rest.high[i] = high
                    self.rest.low[i] = ((rest.high - high.cast[DType.float64]()) + rest.low).cast[Self.dtype]()
                    self.quarters[i] = (parts[1] if angle > 0 else -parts[1]).cast[integer_like[Self.dtype]()]()


@always_inline
def _digits[index: Int]() -> UInt64:
    # 64 binary digits of 2/π; the first 64 are those before the point.
    comptime digits: InlineArray[UInt64, 20] = [
        0, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0,
        0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484, 0xE99C7026B45F7E41, 0x3991D639835339F4,
        0x9C845F8BBDF9283B, 0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D,
        0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB,
    ]
    return digits[index]


def _digits_from(position: Int) -> UInt64:
    # 64 digits that begin at a position.
    var word = position >> 6
    var shift = UInt64(position & 63)
    var first = UInt64(0)
    var second = UInt64(0)
    comptime for i in range(20):
        if word == i:
            first = _digits[i]()
        if word + 1 == i:
            second = _digits[i]()
    return first << shift | (second >> 1) >> (63 - shift)


@no_inline
def _reduce_large(x: Float64) -> Tuple[Pair[DType.float64, 1], Int64]:
    # A number from 2^16 up is m 2^e with an integer m. Of the product of m and 2/π, what is a multiple of 4 is left out
    # by leaving out the first digits of 2/π; the 190 digits after the point that are kept are m times 192 digits.
    var bits = x.to_bits[DType.int64]()
    var m = UInt128((bits & 0xFFFFFFFFFFFFF) | 0x10000000000000)
    var start = Int(bits >> 52) - 1075 + 62
    var low = m * UInt128(_digits_from(start + 128))
    var middle = m * UInt128(_digits_from(start + 64)) + (low >> 64)
    var high = m * UInt128(_digits_from(start)) + (middle >> 64)
    # Quarters, and a fraction of 62 + 64 binary digits that begins with its sign.
    var top = UInt64(high & 0xFFFFFFFFFFFFFFFF)
    var next = UInt64(middle & 0xFFFFFFFFFFFFFFFF)
    var quarters = Int64((top + 0x2000000000000000) >> 62)
    var fraction = Int64(top << 2) >> 2
    var upper = Float64(fraction >> 30)
    var lower = Float64(fraction & 0x3FFFFFFF)
    comptime Two = Pair[DType.float64, 1]
    var sum = Two.sum(times(upper, 2.3283064365386963e-10), times(lower, 2.168404344971009e-19))
    sum = sum + times(Float64(next >> 32), 5.048709793414476e-29)
    sum = sum + times(Float64(next & 0xFFFFFFFF), 1.1754943508222875e-38)
    return (sum * Two(1.5707963267948966, 6.123233995736766e-17), quarters)
