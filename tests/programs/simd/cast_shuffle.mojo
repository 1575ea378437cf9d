# cast, slice, join, interleave, reverse, shuffle, rotate.
def main():
    var a = SIMD[DType.int32, 4](1, 2, 3, 4)
    print(a.cast[DType.float32]() / 2)
    print(a.cast[DType.int8](), SIMD[DType.float64, 2](1.9, -1.9).cast[DType.int32]())
    print(a.slice[2](), a.slice[2, offset=2]())
    print(a.join(a * 10))
    print(a.interleave(a * 10))
    print(a.reversed())
    print(a.shuffle[3, 2, 1, 0]())
    print(a.rotate_left[1](), a.rotate_right[1](), a.shift_left[1](), a.shift_right[2]())
    print(a.insert[offset=2](SIMD[DType.int32, 2](8, 9)))
