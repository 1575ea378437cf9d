"""Facts about the float formats: their special values and the widths of their parts."""


def _mantissa_bits[dtype: DType]() -> Int:
    # Stored bits of the fraction.
    comptime if dtype == DType.float64:
        return 52
    elif dtype == DType.float32:
        return 23
    elif dtype == DType.tensor_float32:
        return 10
    elif dtype == DType.float16:
        return 10
    elif dtype == DType.bfloat16:
        return 7
    elif dtype == DType.float8_e3m4:
        return 4
    elif dtype == DType.float8_e4m3fn or dtype == DType.float8_e4m3fnuz:
        return 3
    elif dtype == DType.float8_e5m2 or dtype == DType.float8_e5m2fnuz:
        return 2
    elif dtype == DType.float4_e2m1fn:
        return 1
    else:
        return 0


def _exponent_bits[dtype: DType]() -> Int:
    comptime if dtype == DType.float64:
        return 11
    elif dtype == DType.float32 or dtype == DType.bfloat16 or dtype == DType.tensor_float32:
        return 8
    elif dtype == DType.float16 or dtype == DType.float8_e5m2 or dtype == DType.float8_e5m2fnuz:
        return 5
    elif dtype == DType.float8_e4m3fn or dtype == DType.float8_e4m3fnuz:
        return 4
    elif dtype == DType.float8_e3m4:
        return 3
    elif dtype == DType.float4_e2m1fn:
        return 2
    else:
        return 8


@always_inline
def _of_bits[dtype: DType, carrier: DType](bits: Scalar[carrier]) -> Scalar[dtype]:
    return Scalar[dtype](
        mlir_value=__mlir_op.`pop.bitcast`[_type = __mlir_type[`!pop.simd<`, 1, `, `, dtype, `>`]](bits.value)
    )


@always_inline
def _infinity[dtype: DType]() -> Scalar[dtype]:
    # Positive infinity; the largest number for formats that have none.
    comptime if dtype == DType.float64:
        return _of_bits[dtype](UInt64(0x7FF0_0000_0000_0000))
    elif dtype == DType.float32 or dtype == DType.tensor_float32:
        return _of_bits[dtype](UInt32(0x7F80_0000))
    elif dtype == DType.float16:
        return _of_bits[dtype](UInt16(0x7C00))
    elif dtype == DType.bfloat16:
        return _of_bits[dtype](UInt16(0x7F80))
    elif dtype == DType.float8_e5m2:
        return _of_bits[dtype](UInt8(0x7C))
    elif dtype == DType.float8_e3m4:
        return _of_bits[dtype](UInt8(0x70))
    else:
        return _largest_finite[dtype]()


@always_inline
def _not_a_number[dtype: DType]() -> Scalar[dtype]:
    comptime if dtype == DType.float64:
        return _of_bits[dtype](UInt64(0x7FF8_0000_0000_0000))
    elif dtype == DType.float32 or dtype == DType.tensor_float32:
        return _of_bits[dtype](UInt32(0x7FC0_0000))
    elif dtype == DType.float16:
        return _of_bits[dtype](UInt16(0x7E00))
    elif dtype == DType.bfloat16:
        return _of_bits[dtype](UInt16(0x7FC0))
    elif dtype == DType.float8_e4m3fnuz or dtype == DType.float8_e5m2fnuz:
        return _of_bits[dtype](UInt8(0x80))
    else:
        return _of_bits[dtype](UInt8(0x7F))


@always_inline
def _largest_finite[dtype: DType]() -> Scalar[dtype]:
    comptime if dtype == DType.float64:
        return _of_bits[dtype](UInt64(0x7FEF_FFFF_FFFF_FFFF))
    elif dtype == DType.float32 or dtype == DType.tensor_float32:
        return _of_bits[dtype](UInt32(0x7F7F_FFFF))
    elif dtype == DType.float16:
        return _of_bits[dtype](UInt16(0x7BFF))
    elif dtype == DType.bfloat16:
        return _of_bits[dtype](UInt16(0x7F7F))
    elif dtype == DType.float8_e4m3fn or dtype == DType.float8_e8m0fnu:
        return _of_bits[dtype](UInt8(0x7E))
    elif dtype == DType.float8_e4m3fnuz or dtype == DType.float8_e5m2fnuz:
        return _of_bits[dtype](UInt8(0x7F))
    elif dtype == DType.float8_e5m2:
        return _of_bits[dtype](UInt8(0x7B))
    elif dtype == DType.float8_e3m4:
        return _of_bits[dtype](UInt8(0x6F))
    elif dtype == DType.bool:
        return Scalar[dtype](1)
    elif dtype.is_signed():
        return ~(Scalar[dtype](1) << Scalar[dtype](dtype.bit_width() - 1))
    else:
        return ~Scalar[dtype](0)
