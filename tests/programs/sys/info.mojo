# Target queries that do not depend on the machine.
from std.sys import align_of, size_of
from std.sys.info import is_64bit, is_big_endian, is_little_endian


@fieldwise_init
struct Mixed:
    var a: Int8
    var b: Int32
    var c: Int8


@align(64)
struct Aligned:
    var x: Int

    def __init__(out self):
        self.x = 1


def main():
    print(size_of[Int](), size_of[Int8](), size_of[Float32](), size_of[Bool]())
    print(size_of[Mixed](), align_of[Mixed](), size_of[Tuple[Int8, Int]]())
    print(align_of[Aligned](), size_of[Aligned]())
    print(size_of[SIMD[DType.float32, 4]](), size_of[Array[Int16, 5]]())
    print(is_64bit(), is_big_endian() != is_little_endian())
