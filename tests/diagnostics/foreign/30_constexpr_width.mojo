def load(n: Int) -> SIMD[DType.float32, n]:
    return SIMD[DType.float32, n](0)


def main():
    var width = 4
    print(load(width))
    var v = SIMD[DType.float32, width](1)
