"""Prints what the operators make of the numbers in a file, for test_integers_model.py.

A line has the place of a type in TYPES, two numbers of 256 bits as four words each, a shift and an exponent.
"""

from std.sys import argv

comptime TYPES = [
    DType.int8,
    DType.int16,
    DType.int32,
    DType.int64,
    DType.int128,
    DType.int256,
    DType.uint8,
    DType.uint16,
    DType.uint32,
    DType.uint64,
    DType.uint128,
    DType.uint256,
    DType.int,
    DType.uint,
]


def wide(fields: List[Int], first: Int) -> UInt256:
    var result = UInt256(0)
    for i in range(4):
        result |= UInt256(UInt64(fields[first + i])) << UInt256(64 * i)
    return result


def show[dtype: DType](fields: List[Int]):
    var a = wide(fields, 1).cast[dtype]()
    var b = wide(fields, 5).cast[dtype]()
    var shift = Scalar[dtype](fields[9])
    print(a, b, a + b, a - b, a * b, a & b, a | b, a ^ b, ~a, -a, end=" ")
    print(a << shift, a >> shift, a ** fields[10], min(a, b), max(a, b), abs(a), end=" ")
    print(a < b, a <= b, a == b, a != b, end=" ")
    if b != 0:
        print(a // b, a % b, end=" ")
    comptime if dtype.bit_width() <= 64:
        print(hex(a), bin(a), oct(a), end=" ")
    print(repr(a), Bool(a))


def main() raises:
    with open(argv()[1], "r") as file:
        for line in file.read().splitlines():
            var fields = List[Int]()
            for text in line.split(" "):
                fields.append(Int(text))
            comptime for i in range(len(TYPES)):
                if fields[0] == i:
                    show[TYPES[i]](fields)
