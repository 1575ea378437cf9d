# SIMD construction, elementwise arithmetic, indexing, printing.
def main():
    var a = SIMD[DType.int32, 4](1, 2, 3, 4)
    var b = SIMD[DType.int32, 4](10)
    print(a, b, a + b, a * b, b - a, b // a, b % a)
    print(a[0], a[3])
    a[1] = 50
    print(a, -a, a << 1, a & 3)
    var f = SIMD[DType.float64, 2](1.5, 2.5)
    print(f * 2, f / 2, f + 1)
    var x: SIMD[DType.float32, 4] = [1, 2, 3, 4]
    print(x * x)
    a += 1
    print(a, len(a))
