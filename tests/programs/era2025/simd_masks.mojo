# Comparison operators on SIMD values give masks.
fn main():
    var a = SIMD[DType.int32, 4](1, 5, 3, 8)
    var m = a > 3
    print(m)
    print((a == 5), (a < 4).select(a, 0))
    print(any(m), all(m))
    print((a >= 3) & (a <= 5))
