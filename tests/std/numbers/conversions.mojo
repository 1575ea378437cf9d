"""Prints what casts to all other types make of the numbers in a file, for test_conversions_model.py.

A line has the place of a type in TYPES and the bits of a number; integers are shown as they are, floats by their bits.
"""

from std.sys import argv

comptime TYPES = [
    DType.bool,
    DType.int8,
    DType.int16,
    DType.int32,
    DType.int64,
    DType.uint8,
    DType.uint16,
    DType.uint32,
    DType.uint64,
    DType.float8_e4m3fn,
    DType.float8_e4m3fnuz,
    DType.float8_e5m2,
    DType.float8_e5m2fnuz,
    DType.bfloat16,
    DType.float16,
    DType.float32,
    DType.float64,
]


def made[dtype: DType](bits: Int) -> Scalar[dtype]:
    comptime if dtype.is_floating_point():
        comptime if dtype.bit_width() == 8:
            return Scalar[dtype](from_bits=UInt8(bits))
        elif dtype.bit_width() == 16:
            return Scalar[dtype](from_bits=UInt16(bits))
        elif dtype.bit_width() == 32:
            return Scalar[dtype](from_bits=UInt32(bits))
        else:
            return Scalar[dtype](from_bits=UInt64(bits))
    else:
        return Int64(bits).cast[dtype]()


def show[source: DType](bits: Int):
    var number = made[source](bits)
    comptime for i in range(len(TYPES)):
        comptime target = TYPES[i]
        comptime if target.is_floating_point():
            print(number.cast[target]().to_bits(), end=" ")
        else:
            print(number.cast[target](), end=" ")
    print()


def main() raises:
    with open(argv()[1], "r") as file:
        for line in file.read().splitlines():
            var fields = line.split(" ")
            comptime for i in range(len(TYPES)):
                if Int(fields[0]) == i:
                    show[TYPES[i]](Int(fields[1]))
