"""Everything a processor may have no instruction for: arithmetic, conversions and atomics of all numbers."""

from std.benchmark import keep
from std.os.atomic import Atomic
from std.sys import argv

comptime NUMBERS = [
    DType.uint8, DType.int64, DType.int128, DType.uint128, DType.int256, DType.bfloat16, DType.float16, DType.float32,
    DType.float64,
]


@no_inline
def convert[source: DType, target: DType, width: Int](x: SIMD[source, width]) -> SIMD[target, width]:
    return x.cast[target]()


@no_inline
def compute[dtype: DType, width: Int](x: SIMD[dtype, width], y: SIMD[dtype, width]) -> SIMD[dtype, width]:
    var z = x + y * x - y
    z = z // y + z % y
    comptime if dtype.is_floating_point():
        z = z / x + x.fma(y, z)
    else:
        z = (z << 3) + (z >> 2) ^ (x & y)
    return max(z, x).eq(y).select(x, z)


@no_inline
def share[dtype: DType](mut a: Atomic[dtype], x: Scalar[dtype]) -> Bool:
    var e = a.fetch_add(x)
    a += x
    a -= x
    a.max(x)
    a.min(x)
    e += a.load()
    return a.compare_exchange(e, x)


def main() raises:
    var n = len(argv()) + 2
    var total = 0.0
    comptime for i in range(len(NUMBERS)):
        comptime source = NUMBERS[i]
        comptime for j in range(len(NUMBERS)):
            total += Float64(convert[source, NUMBERS[j]](SIMD[source, 1](n)).cast[DType.float32]())
            comptime if i % 3 == j % 3:
                total += Float64(convert[source, NUMBERS[j]](SIMD[source, 4](n))[2].cast[DType.float32]())
        print(compute(SIMD[source, 1](n), SIMD[source, 1](2)))
        total += Float64(compute(SIMD[source, 4](n), SIMD[source, 4](2))[1].cast[DType.float32]())
        comptime if source.bit_width() <= 128 and source.bit_width() > 8:
            var a = Atomic[source](1)
            print(share(a, Scalar[source](2)), a.load())
    print(total)
    keep(total)  # assembly without instructions needs no assembler
