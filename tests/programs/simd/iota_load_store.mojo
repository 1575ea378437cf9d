# iota, and loading vectors from memory through a pointer.
from std.math import iota


def main():
    print(iota[DType.int32, 8]())
    print(iota[DType.float32, 4](10))
    var xs = List[Float32](length=8, fill=0)
    for i in range(8):
        xs[i] = Float32(i)
    var p = xs.unsafe_ptr()
    var v = p.unsafe_load[width=4](2)
    print(v)
    p.unsafe_store(0, v * 10)
    print(xs)
