from std.collections import BitSet
from std.complex import ComplexFloat32, ComplexSIMD
from std.math.uutils import udivmod, ufloordiv, umod, uceildiv, ualign_up, ualign_down, udivmod_unchecked
from std.utils import IndexList
def main():
    print(udivmod(7,2)[0], ufloordiv(7,2), umod(7,4), uceildiv(7,2), ualign_up(5,4), ualign_down(5,4), udivmod_unchecked(9,4)[1])
    print(umod(SIMD[DType.int32,2](7,8), SIMD[DType.int32,2](4,3)))
    var b = BitSet(SIMD[DType.bool,8](True,False,True,False,False,False,False,True))
    print(b, len(b))
    var c = ComplexFloat32(from_deinterleaved=SIMD[DType.float32,2](1,2))
    print(c.re, c.im)
    var d = ComplexSIMD[DType.float32, 2](from_deinterleaved=SIMD[DType.float32,4](1,2,3,4))
    print(d.re, d.im)
    var i = IndexList[4]((1,2,3,4))
    var j: IndexList[2] = (5, 6)
    print(i, j)
