# Infinity, NaN and division by zero of floats.
from std.utils.numerics import inf, nan, neg_inf, isnan, isinf, isfinite


def main():
    var pinf = inf[DType.float64]()
    print(pinf, -pinf, neg_inf[DType.float32]())
    var n = nan[DType.float64]()
    print(isnan(n), isinf(pinf), isfinite(1.0))
    print(n == n, n != n)
    var zero = 0.0
    print(1.0 / zero, -1.0 / zero)
    print(isnan(zero / zero))
