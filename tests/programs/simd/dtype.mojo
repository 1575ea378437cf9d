# DType values: names, sizes, predicates, comparison.
from std.sys import size_of, bit_width_of


def describe[dt: DType]() -> String:
    return String(dt, " ", size_of[dt](), " ", dt.is_floating_point(), " ", dt.is_integral(), " ", dt.is_signed())


def main():
    print(describe[DType.int8]())
    print(describe[DType.uint64]())
    print(describe[DType.float32]())
    print(describe[DType.bool]())
    print(DType.float16 == DType.float16, DType.int == DType.int64, DType.bfloat16)
    print(bit_width_of[DType.int32](), DType.int, DType.uint)
    print(DType.uint8.is_unsigned(), DType.float64.is_half_float())
