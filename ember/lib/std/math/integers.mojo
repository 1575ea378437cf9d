"""Whole numbers."""

from std.builtin.value import CeilDivableRaising


@always_inline
def ceildiv[T: CeilDivable](numerator: T, denominator: T) -> T:
    """The quotient rounded up.

    Example:

    ```mojo
    from std.math import ceildiv

    print(ceildiv(7, 2))  # 4
    ```
    """
    return numerator.__ceildiv__(denominator)


@always_inline
def ceildiv[T: CeilDivableRaising](numerator: T, denominator: T) raises -> T:
    """The quotient rounded up, or an error."""
    return numerator.__ceildiv__(denominator)


@always_inline
def ceildiv(numerator: Int, denominator: Int) -> Int:
    """The quotient rounded up."""
    return -(numerator // -denominator)


@always_inline
def align_down(value: Int, alignment: Int) -> Int:
    """The largest multiple of `alignment` that is not greater.

    Example:

    ```mojo
    from std.math import align_down

    print(align_down(13, 8))  # 8
    ```
    """
    return value // alignment * alignment


@always_inline
def align_up(value: Int, alignment: Int) -> Int:
    """The smallest multiple of `alignment` that is not less.

    Example:

    ```mojo
    from std.math import align_up

    print(align_up(13, 8))  # 16
    ```
    """
    return ceildiv(value, alignment) * alignment


def gcd(m: Int, n: Int) -> Int:
    """The greatest common divisor.

    Example:

    ```mojo
    from std.math import gcd

    print(gcd(12, 18), gcd(12, 18, 4))  # 6 2
    ```
    """
    var a = abs(m)
    var b = abs(n)
    while b != 0:
        var rest = a % b
        a = b
        b = rest
    return a


def gcd(*values: Int) -> Int:
    """The greatest common divisor of all."""
    var result = 0
    for i in range(values.__len__()):
        result = gcd(result, values[i])
    return result


def gcd(values: List[Int]) -> Int:
    """The greatest common divisor of all."""
    var result = 0
    for value in values:
        result = gcd(result, value)
    return result


def lcm(m: Int, n: Int) -> Int:
    """The least common multiple.

    Example:

    ```mojo
    from std.math import lcm

    print(lcm(4, 6))  # 12
    ```
    """
    var divisor = gcd(m, n)
    return 0 if divisor == 0 else abs(m // divisor * n)


def lcm(*values: Int) -> Int:
    """The least common multiple of all."""
    var result = 1
    for i in range(values.__len__()):
        result = lcm(result, values[i])
    return result


def lcm(values: List[Int]) -> Int:
    """The least common multiple of all."""
    var result = 1
    for value in values:
        result = lcm(result, value)
    return result


def factorial(n: Int) -> Int:
    """The product of 1 … n.

    Example:

    ```mojo
    from std.math import factorial

    print(factorial(5))  # 120
    ```
    """
    var result = 1
    for i in range(2, n + 1):
        result *= i
    return result


def comb(n: Int, k: Int) -> Int:
    """Ways to choose `k` of `n`.

    Example:

    ```mojo
    from std.math import comb

    print(comb(5, 2))  # 10
    ```
    """
    var result = 1
    for i in range(min(k, n - k)):
        result = result * (n - i) // (i + 1)
    return result


def perm(n: Int, k: Int) -> Int:
    """Ways to choose `k` of `n` in order.

    Example:

    ```mojo
    from std.math import perm

    print(perm(5, 2))  # 20
    ```
    """
    var result = 1
    for i in range(k):
        result *= n - i
    return result


@always_inline
def mulwide(a: UInt32, b: UInt32) -> UInt64:
    """The whole product of two integers.

    Example:

    ```mojo
    from std.math import mulwide

    print(mulwide(UInt32(0xFFFF_FFFF), UInt32(2)))  # 8589934590
    ```
    """
    return UInt64(a) * UInt64(b)


@always_inline
def mulwide(a: Int32, b: Int32) -> Int64:
    """The whole product of two integers."""
    return Int64(a) * Int64(b)


@always_inline
def mulhi(a: UInt32, b: UInt32) -> UInt32:
    """The upper half of a product.

    Example:

    ```mojo
    from std.math import mulhi

    print(mulhi(UInt32(0xFFFF_FFFF), UInt32(2)))  # 1
    ```
    """
    return UInt32(UInt64(a) * UInt64(b) >> 32)


@always_inline
def mulhi(a: Int32, b: Int32) -> Int32:
    """The upper half of a product."""
    return Int32(Int64(a) * Int64(b) >> 32)


@always_inline
def mulhi(a: UInt64, b: UInt64) -> UInt64:
    """The upper half of a product."""
    return (a.cast[DType.uint128]() * b.cast[DType.uint128]() >> 64).cast[DType.uint64]()


@always_inline
def mulhi(a: Int64, b: Int64) -> Int64:
    """The upper half of a product."""
    return (a.cast[DType.int128]() * b.cast[DType.int128]() >> 64).cast[DType.int64]()
