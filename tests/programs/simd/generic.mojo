# Functions generic over dtype and width.
def square_sum[dt: DType, n: SIMDLength](x: SIMD[dt, n]) -> Scalar[dt]:
    return (x * x).reduce_add()


def double[dt: DType](x: Scalar[dt]) -> Scalar[dt]:
    return x + x


def widen(x: SIMD[DType.uint8, _]) -> Int:
    return Int(x.cast[DType.int32]().reduce_add())


def main():
    print(square_sum(SIMD[DType.int32, 4](1, 2, 3, 4)))
    print(square_sum(SIMD[DType.float64, 2](0.5, 1.5)))
    print(double(Float32(1.25)), double(UInt8(200)), double(3))
    print(widen(SIMD[DType.uint8, 4](200)))
