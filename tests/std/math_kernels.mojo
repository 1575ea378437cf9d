"""The functions of `math` by their number in `NAMES` of `math_model.py`, over arrays; see `test_math_ulp.py`."""

from std.math import (
    acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, cos, cosh, erf, erfc, exp, exp2, expm1, gamma, hypot, j0, j1,
    lgamma, log, log10, log1p, log2, pow, remainder, rsqrt, scalb, sin, sinh, sqrt, tan, tanh, y0, y1,
)

comptime COUNT = 35


@always_inline
def value[
    dtype: DType, length: SIMDLength, //, f: Int
](x: SIMD[dtype, length], y: SIMD[dtype, length]) -> SIMD[dtype, length]:
    comptime if f == 0:
        return acos(x)
    elif f == 1:
        return acosh(x)
    elif f == 2:
        return asin(x)
    elif f == 3:
        return asinh(x)
    elif f == 4:
        return atan(x)
    elif f == 5:
        return atan2(x, y)
    elif f == 6:
        return atanh(x)
    elif f == 7:
        return cbrt(x)
    elif f == 8:
        return cos(x)
    elif f == 9:
        return cosh(x)
    elif f == 10:
        return erf(x)
    elif f == 11:
        return erfc(x)
    elif f == 12:
        return exp(x)
    elif f == 13:
        return exp2(x)
    elif f == 14:
        return expm1(x)
    elif f == 15:
        return gamma(x)
    elif f == 16:
        return hypot(x, y)
    elif f == 17:
        return j0(x)
    elif f == 18:
        return j1(x)
    elif f == 19:
        return lgamma(x)
    elif f == 20:
        return log(x)
    elif f == 21:
        return log10(x)
    elif f == 22:
        return log1p(x)
    elif f == 23:
        return log2(x)
    elif f == 24:
        return pow(x, y)
    elif f == 25:
        return remainder(x, y)
    elif f == 26:
        return rsqrt(x)
    elif f == 27:
        return scalb(x, y)
    elif f == 28:
        return sin(x)
    elif f == 29:
        return sinh(x)
    elif f == 30:
        return sqrt(x)
    elif f == 31:
        return tan(x)
    elif f == 32:
        return tanh(x)
    elif f == 33:
        return y0(x)
    else:
        return y1(x)


def apply[
    dtype: DType, width: Int, bits: DType
](which: Int, xs: Span[Scalar[bits], _], ys: Span[Scalar[bits], _], results: Span[mut=True, Scalar[bits], _]):
    # The arrays hold the numbers, or their bits; their length is a multiple of the width.
    comptime for f in range(COUNT):
        if which == f:
            for i in range(0, len(xs), width):
                var x = SIMD[dtype, width].from_bits(xs.unsafe_ptr().load[width=width](i))
                var y = SIMD[dtype, width].from_bits(ys.unsafe_ptr().load[width=width](i))
                results.unsafe_ptr().store(i, value[f](x, y).to_bits[bits]())


def float64(which: Int, xs: Span[UInt64, _], ys: Span[UInt64, _], results: Span[mut=True, UInt64, _]):
    apply[DType.float64, 2, DType.uint64](which, xs, ys, results)


def float32(which: Int, xs: Span[UInt32, _], ys: Span[UInt32, _], results: Span[mut=True, UInt32, _]):
    apply[DType.float32, 4, DType.uint32](which, xs, ys, results)


def float16(which: Int, xs: Span[UInt16, _], ys: Span[UInt16, _], results: Span[mut=True, UInt16, _]):
    apply[DType.float16, 4, DType.uint16](which, xs, ys, results)


def bfloat16(which: Int, xs: Span[UInt16, _], ys: Span[UInt16, _], results: Span[mut=True, UInt16, _]):
    apply[DType.bfloat16, 4, DType.uint16](which, xs, ys, results)


def float64_one_lane(which: Int, xs: Span[UInt64, _], ys: Span[UInt64, _], results: Span[mut=True, UInt64, _]):
    apply[DType.float64, 1, DType.uint64](which, xs, ys, results)


def float32_one_lane(which: Int, xs: Span[UInt32, _], ys: Span[UInt32, _], results: Span[mut=True, UInt32, _]):
    apply[DType.float32, 1, DType.uint32](which, xs, ys, results)
