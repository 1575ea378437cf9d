# SIMD as a first-class type with dtype and width parameters.
alias MyFloat32 = SIMD[DType.float32, 1]


fn first_class_simd[width: Int](x: SIMD[DType.float32, width]) -> SIMD[DType.float32, width]:
    return x * x + 1


fn main():
    var s: MyFloat32 = 3
    print(s, first_class_simd(s))
    print(first_class_simd(SIMD[DType.float32, 4](1, 2, 3, 4)))
    print(Float32(0.5) + s)
