# The talk's exp on SIMD with a range reduction and a Taylor series, checked against the library.
from math import clamp, exp as std_exp, floor, ldexp

alias INV_LN2 = 1.4426950408889634
alias NEG_LN2 = -0.6931471805599453


fn _exp_taylor[dt: DType, elts: Int](x: SIMD[dt, elts]) -> SIMD[dt, elts]:
    var term = SIMD[dt, elts](1)
    var total = SIMD[dt, elts](1)
    for i in range(1, 12):
        term = term * x / i
        total += term
    return total


fn my_exp[dt: DType, elts: Int](x0: SIMD[dt, elts]) -> SIMD[dt, elts]:
    var x = clamp(x0, -88.0, 88.0)
    var k = floor(x * INV_LN2 + 0.5)
    var r = k * NEG_LN2 + x
    return ldexp(_exp_taylor(r), k.cast[DType.int32]())


fn main():
    var x = SIMD[DType.float64, 4](0.0, 1.0, -2.0, 10.0)
    var got = my_exp(x)
    var want = std_exp(x)
    print(got[0])
    var close = abs(got - want) < 1e-6 * abs(want)
    print(all(close))
    var y = my_exp(SIMD[DType.float32, 2](0.0, 0.0))
    print(y)
