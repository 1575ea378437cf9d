from std.sys import simd_width_of

comptime SIZE = 4_000_000
comptime ROUNDS = 40
comptime WIDTH = simd_width_of[DType.float64]() * 4


def dot(a: List[Float64], b: List[Float64]) -> Float64:
    var pa = a.unsafe_ptr()
    var pb = b.unsafe_ptr()
    var sum = SIMD[DType.float64, WIDTH](0)
    for i in range(0, SIZE, WIDTH):
        sum = pa.load[width=WIDTH](i).fma(pb.load[width=WIDTH](i), sum)
    return sum.reduce_add()


def largest(a: List[Float64]) -> Float64:
    var pa = a.unsafe_ptr()
    var best = SIMD[DType.float64, WIDTH](-1)
    for i in range(0, SIZE, WIDTH):
        best = max(best, pa.load[width=WIDTH](i))
    return best.reduce_max()


def main():
    var a = List[Float64](length=SIZE, fill=0)
    var b = List[Float64](length=SIZE, fill=0)
    for i in range(SIZE):
        a[i] = Float64(i % 1000)
        b[i] = Float64(i % 7)
    var total = 0.0
    for round in range(ROUNDS):
        a[round] = Float64(round)
        total += dot(a, b) + largest(a)
    print(Int(total))
