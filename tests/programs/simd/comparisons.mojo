# Masks, select, any and all.
def main():
    var a = SIMD[DType.int32, 4](1, 5, 3, 8)
    var b = SIMD[DType.int32, 4](4)
    var mask = a.lt(b)
    print(mask, a.eq(3), a.ge(b), a.ne(b), a.le(b), a.gt(b))
    print(mask.select(a, b))
    print(any(mask), all(mask), any(a.gt(100)))
    print(mask.reduce_or(), mask.reduce_and())
    print(~mask, mask & a.eq(1), mask | a.eq(8))
    print(a == a, a != b)
