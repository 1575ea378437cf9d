# vectorize over a list with a remainder.
from algorithm import vectorize
from memory import UnsafePointer


fn main():
    alias n = 10
    var p = UnsafePointer[Float32].alloc(n)
    for i in range(n):
        p[i] = Float32(i)

    @parameter
    fn scale[width: Int](i: Int):
        p.store(i, p.load[width=width](i) * 2 + 1)

    vectorize[scale, 4](n)
    for i in range(n):
        print(p[i], end=" ")
    print()
    p.free()
