# sizeof and simdwidthof.
from sys import alignof, simdwidthof, sizeof
from sys.info import is_64bit


@value
struct Mixed:
    var a: Int8
    var b: Int32


fn main():
    print(sizeof[Int](), sizeof[Float32](), sizeof[Mixed](), alignof[Int32]())
    print(simdwidthof[DType.float32]() == 2 * simdwidthof[DType.float64]())
    print(is_64bit())
