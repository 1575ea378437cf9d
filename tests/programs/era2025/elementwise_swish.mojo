# swish over a matrix through elementwise, in the talk's style.
from algorithm import elementwise
from math import exp
from memory import UnsafePointer
from utils import IndexList


fn main() raises:
    alias n = 10
    var a = UnsafePointer[Float32].alloc(n)
    var c = UnsafePointer[Float32].alloc(n)
    for i in range(n):
        a[i] = Float32(i - 5)

    @parameter
    fn do_swish[width: Int, rank: Int](coords: IndexList[rank]):
        var i = coords[0]
        var vec = a.load[width=width](i)
        c.store(i, vec / (1 + exp(-vec)))

    elementwise[do_swish, 4, target="cpu"](IndexList[1](n))
    print(c[5], c[9] > 3.9, c[9] < 4.0, c[0] > -0.04, c[0] < -0.03)
    a.free()
    c.free()
