"""Masks made of comparisons."""


@always_inline
def is_negative[dtype: DType, length: SIMDLength, //](value: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """-1 where negative, else 0."""
    return value >> SIMD[dtype, length](dtype.bit_width() - 1)


@always_inline
def splat[
    length: SIMDLength, //, dtype: DType
](value: SIMD[DType.bool, length]) -> SIMD[dtype, length]:
    """-1 where true, else 0."""
    return -value.cast[dtype]()
