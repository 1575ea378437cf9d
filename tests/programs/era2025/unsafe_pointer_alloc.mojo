# UnsafePointer[T].alloc, indexing, free.
from memory import UnsafePointer, memset_zero


fn main():
    var p = UnsafePointer[Int].alloc(5)
    for i in range(5):
        p[i] = i * i
    var total = 0
    for i in range(5):
        total += p[i]
    print(total)
    memset_zero(p, 3)
    print(p[0], p[2], p[3])
    var q = p + 3
    print(q[0], q[1], (p + 4)[])
    p.free()
