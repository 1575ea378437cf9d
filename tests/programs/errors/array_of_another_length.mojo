# An array and a vector take as many values as they have elements.


def main():
    var a: Array[Int, 3] = [1, 2]  # expect-error: no 'array[int, 3]' takes these arguments
    var v = SIMD[DType.int32, 4](1, 2)  # expect-error: no 'simd[dtype.int32, 4]' takes these arguments
    print(a, v)
