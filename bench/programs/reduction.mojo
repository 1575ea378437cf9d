"""Sums, dot products and maxima of large lists; every value is exact, so that the order of the additions does not matter.

The argument is the number of rounds over the lists.
"""

from std.sys import argv, simd_width_of

comptime SIZE = 1 << 20
comptime WIDTH = simd_width_of[DType.float32]() * 4


def total(values: List[Int32]) -> Int32:
    """A plain loop over a list, left to the compiler."""
    var sum: Int32 = 0
    for i in range(len(values)):
        sum += values[i]
    return sum


def dot(a: List[Float32], b: List[Float32]) -> Float32:
    """Four vectors at once, through pointers."""
    var pa = a.unsafe_ptr()
    var pb = b.unsafe_ptr()
    var sum = SIMD[DType.float32, WIDTH](0)
    for i in range(0, SIZE, WIDTH):
        sum = pa.unsafe_load[width=WIDTH](i).fma(pb.unsafe_load[width=WIDTH](i), sum)
    return sum.reduce_add()


def largest(a: List[Float32]) -> Float32:
    var pa = a.unsafe_ptr()
    var best = SIMD[DType.float32, WIDTH](-1)
    for i in range(0, SIZE, WIDTH):
        best = max(best, pa.unsafe_load[width=WIDTH](i))
    return best.reduce_max()


def main() raises:
    var args = argv()
    var rounds = Int(String(args[1])) if len(args) > 1 else 800
    var a = List[Float32](length=SIZE, fill=0)
    var b = List[Float32](length=SIZE, fill=0)
    var c = List[Int32](length=SIZE, fill=0)
    for i in range(SIZE):
        a[i] = Float32(i % 5)
        b[i] = Float32(i % 7)
        c[i] = Int32(i % 11)
    var sum = 0
    for round in range(rounds):
        var place = round % SIZE
        a[place] = Float32(place % 3)
        c[place] = 1
        sum += Int(total(c)) + Int(dot(a, b)) + Int(largest(a))
    print(sum)
