from std.collections import TypeDict, BitSet, Counter
from std.sys import Endian
from std.hash import hash_bytes, default_comp_time_hasher
from std.math import mulhi, mulwide
from std.origin import MutOrigin, UnsafeAnyOrigin
from std.utils import IndexList, Variant, StaticTuple
from std.memory import ArcPointer, OwnedPointer
from std.pathlib import Path
from std.reflection import reflect_fn
def g(x: Int) -> Int:
    return x
comptime D = TypeDict[[1, 2], Int, String]
def main() raises:
    print(D.length)
    print(UInt16(0x1234).as_bytes[endian=Endian.big]()[0], UInt32.from_bytes[endian=Endian.little]([1, 0, 0, 0]))
    print(UInt16(0x1234).to_endian[Endian.big](), Endian.native() == Endian.little)
    print(hash_bytes("a".as_bytes()) == hash_bytes("a".as_bytes()))
    print(mulhi(UInt32(0xFFFFFFFF), UInt32(2)), mulwide(Int32(-5), Int32(7)))
    var l: List[Int] = [1, 2, 3]
    Span(l).unsafe_swap_elements(0, 2)
    print(l, len(Span(l).as_imm()))
    var bs = BitSet[8]()
    bs.set(1)
    print(bs.test_range[False, lo=2](), bs.test_range[True, lo=1, hi=2]())
    print(IndexList[3](2, 3, 4).reverse(), IndexList[3](2,3,4).get_row_major_strides(), IndexList[2](1,2).get[1]())
    var v: Variant[Int, String] = 7
    print(v^.unsafe_unwrap[Int]())
    var p = ArcPointer(5)
    print(p.ptr()[])
    print(Path("a") < Path("b"), reflect_fn[g].display_name())
    print(DType.mantissa_width[DType.float32](), DType.exponent_width[DType.float16](), DType.exponent_bias[DType.float32](), DType.max_exponent[DType.float64]())
    var c = Counter[String]("a", "b", "a")
    c |= Counter[String]("b", "b", "b")
    print(c["b"])
    c &= Counter[String]("a", "b")
    print(c["a"], c["b"])
    var s = String()
    Int(42).write_padded(s, 6)
    print(s)
    var f: List[Float32] = [1, 2, 3]
    def dbl[w: Int](x: SIMD[DType.float32, w]) -> SIMD[DType.float32, w]:
        return x * 2
    pass
    print(f)
