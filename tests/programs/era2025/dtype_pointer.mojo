# DTypePointer of 2024.
from memory import DTypePointer, memset_zero


fn main():
    var p = DTypePointer[DType.int32].alloc(6)
    memset_zero(p, 6)
    for i in range(6):
        p[i] = i * 2
    print(p.load(3), p.load[width=2](1))
    p.store(0, SIMD[DType.int32, 2](7, 8))
    print(p[0], p[1], p[2])
    p.free()
