"""Bits of integers."""

from std.sys.intrinsics import _suffix, _vector_intrinsic


@always_inline("nodebug")
def _zeros[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](value: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # llvm.ctlz and llvm.cttz take a second argument: whether zero is excluded.
    comptime full = name + _suffix[dtype, length]()
    return SIMD[dtype, length](
        mlir_value=__mlir_op.`pop.call_llvm_intrinsic`[
            name=full, has_side_effects=False, _type = __mlir_type[`!pop.simd<`, length, `, `, dtype, `>`]
        ](value.value, __mlir_attr.`false`)
    )


@always_inline
def count_leading_zeros[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """How many high bits are zero.

    Example:

    ```mojo
    from std.bit import count_leading_zeros

    print(count_leading_zeros(UInt8(1)))  # 7
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return _zeros["llvm.ctlz"](val)


@always_inline
def count_trailing_zeros[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """How many low bits are zero.

    Example:

    ```mojo
    from std.bit import count_trailing_zeros

    print(count_trailing_zeros(8))  # 3
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return _zeros["llvm.cttz"](val)


@always_inline
def pop_count[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """How many bits are one.

    Example:

    ```mojo
    from std.bit import pop_count

    print(pop_count(7))  # 3
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return _vector_intrinsic["llvm.ctpop"](val)


@always_inline
def bit_reverse[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The bits in opposite order.

    Example:

    ```mojo
    from std.bit import bit_reverse

    print(bit_reverse(UInt8(1)))  # 128
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return _vector_intrinsic["llvm.bitreverse"](val)


@always_inline
def byte_swap[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The bytes in opposite order.

    Example:

    ```mojo
    from std.bit import byte_swap

    print(byte_swap(UInt16(0x1234)) == 0x3412)  # True
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    comptime if dtype.bit_width() <= 8:
        return val
    else:
        return _vector_intrinsic["llvm.bswap"](val)


@always_inline
def bit_not[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """All bits flipped.

    Example:

    ```mojo
    from std.bit import bit_not

    print(bit_not(0))  # -1
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return ~val


@always_inline
def bit_width[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """How many bits are needed to write the number down.

    Example:

    ```mojo
    from std.bit import bit_width

    print(bit_width(8))  # 4
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    comptime bits = dtype.bit_width()
    comptime if dtype.is_unsigned():
        return SIMD[dtype, length](bits) - count_leading_zeros(val)
    else:
        var magnitude = val.lt(SIMD[dtype, length](0)).select(~val, val)
        return SIMD[dtype, length](bits) - count_leading_zeros(magnitude)


@always_inline
def log2_floor[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The position of the highest bit that is one.

    Example:

    ```mojo
    from std.bit import log2_floor

    print(log2_floor(9))  # 3
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return SIMD[dtype, length](dtype.bit_width() - 1) - count_leading_zeros(val)


@always_inline
def log2_ceil[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The exponent of the smallest power of two that is not less.

    Example:

    ```mojo
    from std.bit import log2_ceil

    print(log2_ceil(9))  # 4
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    var exponent = SIMD[dtype, length](dtype.bit_width()) - count_leading_zeros(val - SIMD[dtype, length](1))
    return val.le(SIMD[dtype, length](1)).select(SIMD[dtype, length](0), exponent)


@always_inline
def is_power_of_two[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[DType.bool, length]:
    """True for 1, 2, 4, 8, ….

    Example:

    ```mojo
    from std.bit import is_power_of_two

    print(is_power_of_two(8), is_power_of_two(9), is_power_of_two(0))  # True False False
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    comptime one = SIMD[dtype, length](1)
    return val.gt(SIMD[dtype, length](0)) & (val & (val - one)).eq(SIMD[dtype, length](0))


@always_inline
def next_power_of_two[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The smallest power of two that is not less.

    Example:

    ```mojo
    from std.bit import next_power_of_two

    print(next_power_of_two(9))  # 16
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return val.le(SIMD[dtype, length](1)).select(
        SIMD[dtype, length](1), SIMD[dtype, length](1) << log2_ceil(val)
    )


@always_inline
def prev_power_of_two[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The largest power of two that is not greater.

    Example:

    ```mojo
    from std.bit import prev_power_of_two

    print(prev_power_of_two(9))  # 8
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return val.gt(SIMD[dtype, length](0)).select(
        SIMD[dtype, length](1) << log2_floor(val), SIMD[dtype, length](0)
    )


@always_inline
def rotate_bits_left[
    dtype: DType, length: SIMDLength, //, shift: Int
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The bits moved up, the high ones coming in below.

    Example:

    ```mojo
    from std.bit import rotate_bits_left

    print(rotate_bits_left[1](UInt8(129)))  # 3
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return _vector_intrinsic["llvm.fshl"](x, x, SIMD[dtype, length](shift % dtype.bit_width()))


@always_inline
def rotate_bits_right[
    dtype: DType, length: SIMDLength, //, shift: Int
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The bits moved down, the low ones coming in above.

    Example:

    ```mojo
    from std.bit import rotate_bits_right

    print(rotate_bits_right[1](UInt8(3)))  # 129
    ```
    """
    comptime assert dtype.is_integral(), "only integers have bits to look at"
    return _vector_intrinsic["llvm.fshr"](x, x, SIMD[dtype, length](shift % dtype.bit_width()))


comptime bit_ceil = next_power_of_two
"""An older name of `next_power_of_two`.

Example:

```mojo
from std.bit import bit_ceil, bit_floor, countl_zero, countr_zero, has_single_bit

print(bit_ceil(17), bit_floor(17), has_single_bit(16), countl_zero(UInt8(1)), countr_zero(8))  # 32 16 True 7 3
```
"""
comptime bit_floor = prev_power_of_two
"""An older name of `prev_power_of_two`."""
comptime has_single_bit = is_power_of_two
"""An older name of `is_power_of_two`."""
comptime countl_zero = count_leading_zeros
"""An older name of `count_leading_zeros`."""
comptime countr_zero = count_trailing_zeros
"""An older name of `count_trailing_zeros`."""
