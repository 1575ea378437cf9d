# Every function of std.math once.
from std.math import *
from std.utils import IndexList
struct D(DivModable, Copyable):
    var x: Int
    def __init__(out self, x: Int): self.x = x
    def __divmod__(self, o: Self) -> Tuple[Self, Self]:
        return (Self(self.x // o.x), Self(self.x % o.x))
struct R(Roundable, Copyable):
    var x: Int
    def __init__(out self, x: Int): self.x = x
    def __round__(self) -> Self: return Self(self.x + 1)
    def __round__(self, n: Int) -> Self: return Self(self.x + n)
def main() raises:
    var a, b = divmod(numerator=7, denominator=2)
    print(a, b)
    var q = divmod(D(9), D(4))
    print(q[0].x, q[1].x)
    print(round(R(3)).x, round(R(3), 5).x, round(number=2.567, ndigits=1), round(2.5), round(-2.5), round(3.5))
    print(gcd(12, 18), gcd(4, 8, 12), lcm(4, 6), lcm(2, 3, 5))
    print(hypot(arg0=3.0, arg1=4.0), scalb(Float32(2), Float32(3)))
    print(iota[DType.int32, 4](), iota[DType.int32, 4](3), iota[DType.float32, 2](offset=1.5))
    print(isclose(1.0, 1.0 + 1e-9), isclose[symmetrical=False](1.0, 1.1), isclose(Float32(1), Float32(2), atol=1.0), isclose(nan[DType.float32](), nan[DType.float32](), equal_nan=True))
    print(comb(5, 2), perm(5, 2), factorial(5), ceildiv(7, 2), align_up(5, 4), align_down(5, 4), clamp(5, 1, 3))
    print(mulhi(Int32(1 << 30), Int32(8)), mulwide(Int32(1 << 30), Int32(8)))
    print(frexp(8.0)[0], frexp(8.0)[1], modf(2.5)[0], modf(2.5)[1], ldexp(0.5, 3), logb(8.0), cbrt(27.0))
    print(copysign(1.0, -2.0), nextafter(1.0, 2.0), remainder(5.0, 3.0), ulp(1.0), recip(4.0), rsqrt(4.0))
    print(max(1, 2, 3), min(3, 2), max(SIMD[DType.int32, 2](1, 5), SIMD[DType.int32, 2](2, 3)), max("a", "b"))
    print(pi, e, tau)
    print(exp2(3.0), expm1(0.0), log1p(0.0), log2(8.0), log10(100.0), erf(0.0), erfc(0.0), gamma(5.0), lgamma(1.0))
    print(fma(2, 3, 4), fma(2.0, 3.0, 4.0), floor(-1.5), ceil(1.2), trunc(-1.7), abs(-3), abs(-2.5))
    print(isnan(nan[DType.float64]()), isinf(inf[DType.float32]()), isfinite(1.0), isinf(-inf[DType.float64]()))
    print(atan2(1.0, 1.0), sinh(0.0), cosh(0.0), tanh(0.0), asinh(0.0), acosh(1.0), atanh(0.0))
    print(pow(2, 10), pow(2.0, 3))
    var l: List[Int32] = [0, 0, 0]
    iota(l)
    print(l)
    iota(l, 5)
    print(l)
