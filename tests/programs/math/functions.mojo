# Elementary functions at a few exact points.
from std.math import exp, log, sqrt, sin, cos, pi, e, tau, gcd, lcm, factorial, isclose, hypot, copysign, fma, ceildiv, align_up, align_down


def main():
    print(sqrt(16.0), sqrt(2.0), sqrt(16))
    print(exp(0.0), log(1.0), sin(0.0), cos(0.0))
    print(pi, e, tau)
    print(gcd(48, 36), lcm(4, 6), factorial(10))
    print(isclose(exp(1.0), e), isclose(sin(pi / 2), 1.0))
    print(hypot(3.0, 4.0), copysign(2.0, -1.0), fma(2.0, 3.0, 4.0))
    print(ceildiv(7, 2), align_up(13, 8), align_down(13, 8))
    print(sqrt(SIMD[DType.float32, 4](1, 4, 9, 16)))
