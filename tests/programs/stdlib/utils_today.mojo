# utils, complex, atomic, intervals and numerics.
from std.utils import IndexList, StaticTuple, Variant, Index, product
from std.complex import ComplexSIMD, ComplexFloat64, ComplexFloat32, abs
from std.atomic import Atomic, Ordering, fence
from std.collections.interval import Interval, IntervalTree
from std.utils.numerics import *
def t1():
    var i = IndexList[3](1, 2, 3)
    print(i, i[0], len(i), i + i, i == i, i < IndexList[3](2, 3, 4), i.flattened_length(), Index(1, 2), i - i, i // IndexList[3](1, 1, 2), i.cast[DType.int32](), i.remu(IndexList[3](2, 2, 2)) if False else i, IndexList[2](fill=4), product(i), product(i, 2) if False else 0, repr(i))
    i[1] = 9
    print(i, i.canonicalize() if False else i, IndexList[3]((4, 5, 6)))
    var s = StaticTuple[Int, 3](1, 2, 3)
    print(s[0], len(s), s == s, s.__len__(), StaticTuple[Int, 2](fill=5)[1])
    s[2] = 8
    print(s[2])
    var t: StaticTuple[Float32, 2] = {1.0, 2.0} if False else StaticTuple[Float32, 2](1, 2)
    print(t[1])
def t2():
    var v = Variant[Int, String](5)
    print(v.isa[Int](), v[Int], v.is_type_supported[String]())
    v.set(String("q"))
    print(v[String])
    def mk() -> Int: return 4
    var w = Variant[Int, String](init_with=mk)
    print(w[Int])
    w = String("as")
    print(w.isa[String](), w.replace[Int, String](7), w[Int])
    w.set(init_with=mk)
    print(w, repr(w))
def t3():
    var c = ComplexFloat64(3, 4)
    print(c, c.re, c.im, abs(c), c.norm(), c.squared_norm(), c * c, c + c, c.conj(), -c, c - c, c / c, c.squared_add(c), c.fma(c, c), c == c, repr(c), c * 2.0)
    print(ComplexSIMD[DType.float32, 2](SIMD[DType.float32, 2](1, 2), SIMD[DType.float32, 2](3, 4)), ComplexFloat32(from_interleaved=SIMD[DType.float32, 2](1, 2)))
def t4():
    var a = Atomic[Int64](5)
    print(a.fetch_add(2), a.load(), a.fetch_sub(1), a.load())
    a.max(10)
    a.min(3)
    a += 4; a -= 1
    var e = Int64(6)
    print(a.load(), a.compare_exchange(e, 9), a.load(), a.load[ordering=Ordering.RELAXED]())
    a.store(4)
    print(a.load())
    fence(); fence[Ordering.ACQUIRE](); fence[Ordering.RELEASE, scope="agent"]()
    print(Ordering.ACQUIRE == Ordering.RELEASE, Ordering.SEQUENTIAL)
def t5() raises:
    var a = Interval(1, 5)
    print(a, a.start, a.end, len(a), 3 in a, a.overlaps(Interval(4, 8)), a.intersection(Interval(4, 8)), a.union(Interval(4, 8)), a == a, Interval(2, 3) in a, a < Interval(2, 9), Bool(Interval(1, 1)), repr(a))
    var t = IntervalTree[Int, Float64]()
    t.insert(Interval(1, 4), 2.5); t.insert((3, 8), 1.5)
    print(len(t.search(Interval(3, 4))), len(t.search((5, 6))), t.depth())
def t6():
    print(max_finite[DType.float16](), min_finite[DType.int8](), inf[DType.float32](), isnan(nan[DType.float32]()), neg_inf[DType.float64](), max_or_inf[DType.float32](), min_or_neg_inf[DType.int16](), isfinite(1.0), isinf(2.0), nextafter(Float32(1), Float32(2)), FPUtils[DType.float32].mantissa_width(), FPUtils[DType.float32].exponent_bias(), FPUtils.bitcast_to_integer(Float32(1.0)), FPUtils[DType.float32].get_exponent(2.0), FPUtils[DType.float32].sign_mask() if False else 0, get_accum_type[DType.bfloat16]())
def main() raises:
    t1(); t2(); t3(); t4(); t5(); t6()
