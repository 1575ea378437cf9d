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
    """How many high bits are zero."""
    return _zeros["llvm.ctlz"](val)


@always_inline
def count_trailing_zeros[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """How many low bits are zero."""
    return _zeros["llvm.cttz"](val)


@always_inline
def pop_count[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """How many bits are one."""
    return _vector_intrinsic["llvm.ctpop"](val)


@always_inline
def bit_reverse[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The bits in opposite order."""
    return _vector_intrinsic["llvm.bitreverse"](val)


@always_inline
def byte_swap[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The bytes in opposite order."""
    comptime if dtype.bit_width() <= 8:
        return val
    else:
        return _vector_intrinsic["llvm.bswap"](val)


@always_inline
def bit_not[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """All bits flipped."""
    return ~val


@always_inline
def bit_width[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """How many bits are needed to write the number down."""
    comptime bits = dtype.bit_width()
    comptime if dtype.is_unsigned():
        return SIMD[dtype, length](bits) - count_leading_zeros(val)
    else:
        var magnitude = val.lt(SIMD[dtype, length](0)).select(~val, val)
        return SIMD[dtype, length](bits) - count_leading_zeros(magnitude)


@always_inline
def log2_floor[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The position of the highest bit that is one."""
    return SIMD[dtype, length](dtype.bit_width() - 1) - count_leading_zeros(val)


@always_inline
def log2_ceil[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The exponent of the smallest power of two that is not less."""
    var exponent = SIMD[dtype, length](dtype.bit_width()) - count_leading_zeros(val - SIMD[dtype, length](1))
    return val.le(SIMD[dtype, length](1)).select(SIMD[dtype, length](0), exponent)


@always_inline
def next_power_of_two[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The smallest power of two that is not less."""
    return val.le(SIMD[dtype, length](1)).select(
        SIMD[dtype, length](1), SIMD[dtype, length](1) << log2_ceil(val)
    )


@always_inline
def prev_power_of_two[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The largest power of two that is not greater."""
    return val.gt(SIMD[dtype, length](0)).select(
        SIMD[dtype, length](1) << log2_floor(val), SIMD[dtype, length](0)
    )


@always_inline
def rotate_bits_left[
    dtype: DType, length: SIMDLength, //, shift: Int
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The bits moved up, the high ones coming in below."""
    return _vector_intrinsic["llvm.fshl"](x, x, SIMD[dtype, length](shift % dtype.bit_width()))


@always_inline
def rotate_bits_right[
    dtype: DType, length: SIMDLength, //, shift: Int
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The bits moved down, the low ones coming in above."""
    return _vector_intrinsic["llvm.fshr"](x, x, SIMD[dtype, length](shift % dtype.bit_width()))
