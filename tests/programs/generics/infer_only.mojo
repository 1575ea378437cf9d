# Infer-only parameters before //.
def dtype_of[dt: DType, //](x: Scalar[dt]) -> DType:
    return dt


def count_as[T: Copyable & Deinitable, //, k: Int](xs: List[T]) -> Int:
    return len(xs) * k


def main():
    print(dtype_of(Float32(1)), dtype_of(UInt8(1)))
    var xs: List[String] = ["a", "b"]
    print(count_as[10](xs))
