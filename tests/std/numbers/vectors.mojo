"""Prints what vectors and bit functions make of the numbers in a file, for test_vectors_model.py.

A line has the place of a type in TYPES and sixteen numbers: two vectors of eight.
"""

from std.bit import (
    bit_reverse,
    bit_width,
    byte_swap,
    count_leading_zeros,
    count_trailing_zeros,
    log2_floor,
    next_power_of_two,
    pop_count,
    prev_power_of_two,
    rotate_bits_left,
    rotate_bits_right,
)
from std.sys import argv

comptime TYPES = [DType.int8, DType.uint8, DType.int16, DType.uint16, DType.int32, DType.uint32, DType.int64, DType.uint64]


def rearrange[dtype: DType](a: SIMD[dtype, 8], b: SIMD[dtype, 8]):
    print(a.shuffle[7, 6, 5, 4, 3, 2, 1, 0](), a.shuffle[0, 0, 3, 3, 1, 1, 7, 7](), a.shuffle[8, 1, 10, 3, 12, 5, 14, 7](b))
    print(a.slice[4](), a.slice[2, offset=6](), a.slice[4, offset=2](), a.insert[offset=4](b.slice[4]()))
    print(a.join(b), a.interleave(b), a.split()[0], a.split()[1], a.deinterleave()[0], a.deinterleave()[1])
    print(a.rotate_left[3](), a.rotate_right[3](), a.shift_left[2](), a.shift_right[5](), a.reversed())


def reduce[dtype: DType](a: SIMD[dtype, 8]):
    print(a.reduce_add(), a.reduce_mul(), a.reduce_min(), a.reduce_max(), a.reduce_and(), a.reduce_or())
    print(a.reduce_add[4](), a.reduce_min[2](), a.reduce_max[2](), a.reduce_mul[4]())


def compare[dtype: DType](a: SIMD[dtype, 8], b: SIMD[dtype, 8]):
    print(a.eq(b), a.ne(b), a.lt(b), a.le(b), a.gt(b), a.ge(b), a == b, a != b)
    print(a.lt(b).select(a, b), min(a, b), max(a, b), any(a.lt(b)), all(a.lt(b)), a[3] in b, a.clamp(2, 5))


def bits[dtype: DType](a: SIMD[dtype, 8]):
    print(pop_count(a), count_leading_zeros(a), count_trailing_zeros(a), bit_reverse(a), bit_width(a))
    print(rotate_bits_left[3](a), rotate_bits_right[3](a), a.reduce_bit_count())
    comptime if dtype.bit_width() > 8:
        print(byte_swap(a))
    var small = max(a >> 2, 1)
    print(next_power_of_two(small), prev_power_of_two(small), log2_floor(small))


def main() raises:
    with open(argv()[1], "r") as file:
        for line in file.read().splitlines():
            var fields = List[Int]()
            for text in line.split(" "):
                fields.append(Int(text))
            comptime for i in range(len(TYPES)):
                if fields[0] == i:
                    var a = SIMD[TYPES[i], 8]()
                    var b = SIMD[TYPES[i], 8]()
                    for k in range(8):
                        a[k] = Int64(fields[1 + k]).cast[TYPES[i]]()
                        b[k] = Int64(fields[9 + k]).cast[TYPES[i]]()
                    rearrange(a, b)
                    reduce(a)
                    compare(a, b)
                    bits(a)
