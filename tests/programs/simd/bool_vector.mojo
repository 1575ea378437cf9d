# Vectors of Bool and counting.
def count_true(mask: SIMD[DType.bool, 8]) -> Int:
    var n = 0
    for i in range(8):
        if mask[i]:
            n += 1
    return n


def main():
    var m = SIMD[DType.bool, 8](True, False, True, True, False, False, True, False)
    print(m, count_true(m), m.reduce_bit_count())
    print(m.cast[DType.uint8]())
    print(Int(m[0]), Scalar[DType.bool](True))
