"""SIMD and the numbers that are one-lane vectors, by today's module."""

from std.builtin.simd import (
    BFloat16,
    Byte,
    Float16,
    Float32,
    Float4_e2m1fn,
    Float64,
    Float8_e3m4,
    Float8_e4m3fn,
    Float8_e4m3fnuz,
    Float8_e5m2,
    Float8_e5m2fnuz,
    Float8_e8m0fnu,
    Int,
    Int128,
    Int16,
    Int256,
    Int32,
    Int64,
    Int8,
    SIMD,
    Scalar,
    UInt,
    UInt128,
    UInt16,
    UInt256,
    UInt32,
    UInt64,
    UInt8,
)
from std.builtin.simd_length import SIMDLength
from std.memory.unsafe import pack_bits
