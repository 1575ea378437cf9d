# The types in a nested function's signature may speak of the arguments of the function around it.
@fieldwise_init
struct Box[dtype: DType](ImplicitlyCopyable):
    var value: Scalar[Self.dtype]


def twice(box: Box) -> Scalar[box.dtype]:
    @__parameter
    def vector[width: Int](factor: Scalar[box.dtype]) -> SIMD[box.dtype, width]:
        return SIMD[box.dtype, width](box.value * factor)

    return vector[2](2).reduce_add()


def main():
    print(twice(Box[DType.float32](1.25)), twice(Box[DType.int8](3)))
