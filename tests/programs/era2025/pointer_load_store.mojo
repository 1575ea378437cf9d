# SIMD loads and stores through UnsafePointer.
from memory import UnsafePointer


fn main():
    var p = UnsafePointer[Float32].alloc(8)
    for i in range(8):
        p[i] = Float32(i)
    var v = p.load[width=4](2)
    print(v)
    p.store(0, v * 10)
    for i in range(8):
        print(p[i], end=" ")
    print()
    print(p.load[width=8]().reduce_add())
    p.free()
