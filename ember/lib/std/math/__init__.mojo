"""Mathematics on numbers of any format and width."""

from std.math.constants import e, log2e, pi, tau
from std.math.angles import acos, asin, atan, atan2, cos, sin, tan
from std.math.bessel import j0, j1, y0, y1
from std.math.exponentials import cosh, exp, exp2, expm1, sinh, tanh
from std.math.integers import align_down, align_up, ceildiv, ceildiv as div_ceil, comb, factorial, gcd, lcm, mulhi, mulwide, perm
from std.math.logarithms import acosh, asinh, atanh, log, log10, log1p, log2, pow
from std.math.parts import frexp, iota, ldexp, logb, modf, remainder, scalb
from std.math.roots import cbrt, hypot, rsqrt, sqrt
from std.math.rounding import ceil, clamp, copysign, floor, fma, isclose, recip, sign, trunc
from std.math.special import erf, erfc, gamma, lgamma
from std.bit import is_power_of_two as is_power_of_2, rotate_bits_left, rotate_bits_right
from std.utils.numerics import inf, isfinite, isinf, isnan, nan, neg_inf, nextafter, ulp
from std.builtin.math import abs, divmod, max, min, round
from std.builtin.value import CeilDivable, CeilDivableRaising, Ceilable, Floorable, Truncable
