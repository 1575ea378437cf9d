# clamp, floor, ceil, modf-like and power functions.
from std.math import ceil, clamp, cbrt, exp2, floor, log10, log2, rsqrt, trunc


def main():
    print(floor(2.7), ceil(2.1), trunc(-2.7), round(2.5), round(-2.5), round(3.5))
    print(clamp(15, 0, 10), clamp(-1.0, 0.0, 1.0))
    print(exp2(3.0), log2(8.0), log10(1000.0), cbrt(27.0), rsqrt(4.0))
    print(round(3.14159, 2), divmod(17, 5))
    print(abs(-5), abs(-2.5), pow(2.0, 3.0))
    print(min(1, 2, 3), max(1.5, 2.5), sum_to(10))


def sum_to(n: Int) -> Int:
    return n * (n + 1) // 2
