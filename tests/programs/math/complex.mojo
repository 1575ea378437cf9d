# ComplexSIMD arithmetic.
from std.complex import ComplexFloat64, ComplexSIMD


def main():
    var a = ComplexFloat64(1, 2)
    var b = ComplexFloat64(3, -1)
    print(a + b, a * b, a - b)
    print(a.norm(), a.squared_norm(), a.conj())
    print(a.re, a.im)
    var v = ComplexSIMD[DType.float32, 4](SIMD[DType.float32, 4](1, 2, 3, 4), 1)
    print(v.squared_norm())
    print(v.squared_add(v).re)
