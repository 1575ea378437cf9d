"""Masks made of comparisons."""


@always_inline
def is_negative[dtype: DType, length: SIMDLength, //](value: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """-1 where negative, else 0.

    Example:

    ```mojo
    from std.bit.mask import is_negative

    print(is_negative(-5), is_negative(5))  # -1 0
    ```
    """
    return value >> SIMD[dtype, length](dtype.bit_width() - 1)


@always_inline
def splat[
    length: SIMDLength, //, dtype: DType
](value: SIMD[DType.bool, length]) -> SIMD[dtype, length]:
    """-1 where true, else 0.

    Example:

    ```mojo
    from std.bit.mask import splat

    print(splat[DType.int32](SIMD[DType.bool, 2](True, False)))  # [-1, 0]
    ```
    """
    return -value.cast[dtype]()


@always_inline
def splat(value: Bool) -> Int:
    """-1 if true, else 0."""
    return -Int(value)
