"""Pointers to numbers: reading and writing several that do not lie in a row."""

from std.memory.pointer import UnsafePointer


__extension UnsafePointer:
    @always_inline
    def strided_load[
        dtype: DType, //, width: SIMDLength
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], stride: Scalar) -> SIMD[dtype, width]:
        """Reads `width` numbers that are `stride` apart."""
        var result = SIMD[dtype, width]()
        comptime for i in range(Int(width)):
            result[i] = self[i * Int(stride)]
        return result

    @always_inline
    def strided_store[
        dtype: DType, //, width: SIMDLength = 1
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], val: SIMD[dtype, width], stride: Scalar):
        """Writes `width` numbers `stride` apart."""
        comptime for i in range(Int(width)):
            self[i * Int(stride)] = val[i]

    @always_inline
    def gather[
        dtype: DType, offset_dtype: DType, //, *, width: SIMDLength = 1, alignment: Int = 0
    ](
        self: UnsafePointer[Scalar[dtype], _, address_space=_],
        offset: SIMD[offset_dtype, width],
        mask: SIMD[DType.bool, width] = SIMD[DType.bool, width](fill=True),
        default: SIMD[dtype, width] = SIMD[dtype, width](),
    ) -> SIMD[dtype, width]:
        """Reads the numbers at the given offsets; where the mask is false, those of `default` instead."""
        var result = default
        comptime for i in range(Int(width)):
            if mask[i]:
                result[i] = self[Int(offset[i])]
        return result

    @always_inline
    def scatter[
        dtype: DType, offset_dtype: DType, //, *, width: SIMDLength = 1, alignment: Int = 0
    ](
        self: UnsafePointer[Scalar[dtype], _, address_space=_],
        offset: SIMD[offset_dtype, width],
        val: SIMD[dtype, width],
        mask: SIMD[DType.bool, width] = SIMD[DType.bool, width](fill=True),
    ):
        """Writes the numbers at the given offsets, except where the mask is false."""
        comptime for i in range(Int(width)):
            if mask[i]:
                self[Int(offset[i])] = val[i]

    @always_inline
    def unsafe_strided_load[
        dtype: DType, //, width: SIMDLength
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], stride: Scalar) -> SIMD[dtype, width]:
        """Reads `width` numbers that are `stride` apart."""
        return self.strided_load[width](stride)

    @always_inline
    def unsafe_strided_store[
        dtype: DType, //, width: SIMDLength = 1
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], val: SIMD[dtype, width], stride: Scalar):
        """Writes `width` numbers `stride` apart."""
        self.strided_store(val, stride)

    @always_inline
    def unsafe_gather[
        dtype: DType, offset_dtype: DType, //, *, width: SIMDLength = 1, alignment: Int = 0
    ](
        self: UnsafePointer[Scalar[dtype], _, address_space=_],
        offset: SIMD[offset_dtype, width],
        mask: SIMD[DType.bool, width] = SIMD[DType.bool, width](fill=True),
        default: SIMD[dtype, width] = SIMD[dtype, width](),
    ) -> SIMD[dtype, width]:
        """Reads the numbers at the given offsets; where the mask is false, those of `default` instead."""
        return self.gather(offset, mask, default)

    @always_inline
    def unsafe_scatter[
        dtype: DType, offset_dtype: DType, //, *, width: SIMDLength = 1, alignment: Int = 0
    ](
        self: UnsafePointer[Scalar[dtype], _, address_space=_],
        offset: SIMD[offset_dtype, width],
        val: SIMD[dtype, width],
        mask: SIMD[DType.bool, width] = SIMD[DType.bool, width](fill=True),
    ):
        """Writes the numbers at the given offsets, except where the mask is false."""
        self.scatter(offset, val, mask)
