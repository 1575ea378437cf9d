# edition: 2025
# Names of the library of 2024, where programs of that time import them from.
from algorithm.sort import partition, sort
from bit import bit_ceil, bit_floor, countl_zero, countr_zero, has_single_bit
from builtin.string import atol, chr, ord
from documentation import doc_private
from math import div_ceil, is_power_of_2, rotate_bits_left
from math.bit import bit_length, bitreverse, bswap, ctlz, ctpop, cttz
from math.limit import inf, isinf, max_finite, min_finite, neginf
from memory import UnsafePointer
from memory.unsafe import DTypePointer, bitcast
from memory.unsafe_pointer import destroy_pointee, initialize_pointee_copy, initialize_pointee_move, move_from_pointee
from python.object import PythonObject
from sys.info import triple_is_nvidia_cuda
from utils import StringRef, unroll
from utils.format import Formattable, Formatter
from utils.loop import unroll as unrolled
from utils.span import Span
from utils.string_slice import StringSlice
from utils.stringref import StringRef as Ref
from utils.write import write_args


@value
struct Box[T: StringableCollectionElement]:
    var value: T

    @doc_private
    fn text(self) -> String:
        return "<" + str(self.value) + ">"


fn same[T: EqualityComparableCollectionElement](a: T, b: T) -> Bool:
    return a == b


fn truth[T: BoolableCollectionElement](a: T) -> Bool:
    return bool(a)


fn source[T: RepresentableCollectionElement](a: T) -> String:
    return repr(a)


fn size(text: StringRef) -> Int:
    return len(text)


fn show(python: PythonObject, span: Span[Int]) -> Int:
    return len(span)


fn main() raises:
    print(bit_ceil(17), bit_floor(17), countl_zero(Int32(1)), countr_zero(8), has_single_bit(16))
    print(atol("12") + ord("a"), chr(98), div_ceil(7, 2), is_power_of_2(12), rotate_bits_left[3](UInt8(0b10010001)))
    print(bit_length(255), bitreverse(UInt8(1)), bswap(UInt16(258)), ctlz(UInt8(1)), ctpop(7), cttz(4))
    print(isinf(inf[DType.float32]()), neginf[DType.float64](), max_finite[DType.int8](), min_finite[DType.int8]())
    var numbers = DTypePointer[DType.float32].alloc(4)
    numbers.store(0, SIMD[DType.float32, 4](1, 2, 3, 4))
    print(numbers.load[width=4](0), bitcast[DType.uint32](Float32(1)))
    numbers.free()
    var words = UnsafePointer[String].alloc(2)
    initialize_pointee_move(words, String("moved"))
    initialize_pointee_copy(words + 1, words[0])
    print(move_from_pointee(words), words[1])
    destroy_pointee(words + 1)
    words.free()
    var list = List[Int](3, 1, 2)
    sort(list)
    print(list[0], list[2], triple_is_nvidia_cuda(), size("four"), Ref("ref"))

    @parameter
    fn each[i: Int]():
        print(i, end=" ")

    unroll[each, 3]()
    unrolled[each, 2]()
    print()
    print(Box(4).text(), same(1, 1), truth(0), source(String("a")), show(None, list))
