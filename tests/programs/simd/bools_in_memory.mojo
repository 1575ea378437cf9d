def main():
    var x: List[Scalar[DType.bool]] = List[Scalar[DType.bool]](length=8, fill=False)
    var p = x.unsafe_ptr()
    var a = SIMD[DType.int64, 4](1,2,3,4)
    p.store[width=4](0, a.lt(3))
    p.store[width=4](4, a.gt(0))
    for i in range(8): print(p[i])
    print(p.load[width=4](0), p.load[width=4](2))
