"""Arithmetic on numbers that are known not to be negative: as unsigned ones, which some machines divide faster."""

from std.math.integers import ceildiv


@always_inline
def ufloordiv(a: Int, b: Int) -> Int:
    """The quotient of two numbers that are not negative.

    Example:

    ```mojo
    from std.math.uutils import ufloordiv

    print(ufloordiv(7, 2))  # 3
    ```
    """
    return Int(UInt(a) // UInt(b))


@always_inline
def udiv_unchecked(a: Int, b: Int) -> Int:
    """The quotient of two numbers that are not negative; `b` must not be zero.

    Example:

    ```mojo
    from std.math.uutils import udiv_unchecked

    print(udiv_unchecked(7, 2))  # 3
    ```
    """
    return Int(UInt(a) // UInt(b))


@always_inline
def umod[dtype: DType, width: SIMDLength, //](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """The remainder of numbers that are not negative.

    Example:

    ```mojo
    from std.math.uutils import umod

    print(umod(7, 4))  # 3
    ```
    """
    comptime unsigned = _unsigned(dtype)
    return (a.cast[unsigned]() % b.cast[unsigned]()).cast[dtype]()


@always_inline
def udivmod(a: Int, b: Int) -> Tuple[Int, Int]:
    """Quotient and remainder of two numbers that are not negative.

    Example:

    ```mojo
    from std.math.uutils import udivmod

    print(udivmod(7, 2))  # (3, 1)
    ```
    """
    var quotient = ufloordiv(a, b)
    return (quotient, a - quotient * b)


@always_inline
def udivmod_unchecked(a: Int, b: Int) -> Tuple[Int, Int]:
    """Quotient and remainder of two numbers that are not negative; `b` must not be zero.

    Example:

    ```mojo
    from std.math.uutils import udivmod_unchecked

    print(udivmod_unchecked(7, 2))  # (3, 1)
    ```
    """
    return udivmod(a, b)


@always_inline
def uceildiv(a: Int, b: Int) -> Int:
    """The quotient of two numbers that are not negative, rounded up.

    Example:

    ```mojo
    from std.math.uutils import uceildiv

    print(uceildiv(7, 2))  # 4
    ```
    """
    return Int(ceildiv(UInt(a), UInt(b)))


@always_inline
def ualign_up(value: Int, alignment: Int) -> Int:
    """The next multiple of `alignment`, or the number itself.

    Example:

    ```mojo
    from std.math.uutils import ualign_up

    print(ualign_up(7, 4))  # 8
    ```
    """
    return uceildiv(value, alignment) * alignment


@always_inline
def ualign_down(value: Int, alignment: Int) -> Int:
    """The multiple of `alignment` before, or the number itself.

    Example:

    ```mojo
    from std.math.uutils import ualign_down

    print(ualign_down(7, 4))  # 4
    ```
    """
    return ufloordiv(value, alignment) * alignment


def _unsigned(dtype: DType) -> DType:
    # The unsigned format with as many bits.
    if dtype == DType.int8:
        return DType.uint8
    if dtype == DType.int16:
        return DType.uint16
    if dtype == DType.int32:
        return DType.uint32
    if dtype == DType.int64:
        return DType.uint64
    return DType.uint if dtype == DType.int else dtype
