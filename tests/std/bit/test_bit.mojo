"""Counting, reversing and rotating bits; powers of two; masks."""

from std.bit import (
    bit_not,
    bit_reverse,
    bit_width,
    byte_swap,
    count_leading_zeros,
    count_trailing_zeros,
    log2_ceil,
    log2_floor,
    next_power_of_two,
    pop_count,
    prev_power_of_two,
    rotate_bits_left,
    rotate_bits_right,
)
from std.bit.mask import is_negative, splat
from std.testing import TestSuite, assert_equal


def test_zeros_at_the_ends() raises:
    assert_equal(count_leading_zeros(Int(1)), 63)
    assert_equal(count_leading_zeros(Int(0)), 64)
    assert_equal(count_leading_zeros(Int(-1)), 0)
    assert_equal(count_leading_zeros(UInt8(1)), 7)
    assert_equal(count_trailing_zeros(Int(40)), 3)
    assert_equal(count_trailing_zeros(Int(0)), 64)
    assert_equal(count_trailing_zeros(UInt16(0x8000)), 15)
    assert_equal(String(count_leading_zeros(SIMD[DType.int32, 4](1, 2, 4, -1))), "[31, 30, 29, 0]")


def test_ones() raises:
    assert_equal(pop_count(Int(-1)), 64)
    assert_equal(pop_count(UInt8(0b1011)), 3)
    assert_equal(pop_count(Int8(-1)), 8)
    assert_equal(bit_not(UInt8(0b1011)), 0b11110100)
    assert_equal(bit_not(Int(5)), -6)


def test_reversing() raises:
    assert_equal(bit_reverse(UInt8(0b00010011)), 0b11001000)
    assert_equal(bit_reverse(Int8(1)), -128)
    assert_equal(bit_reverse(UInt32(1)), 0x80000000)
    assert_equal(byte_swap(UInt16(0x1234)), 0x3412)
    assert_equal(byte_swap(UInt32(0x12345678)), 0x78563412)
    assert_equal(byte_swap(Int(0x0102030405060708)), 0x0807060504030201)


def test_widths_and_logarithms() raises:
    assert_equal(bit_width(Int(0)), 0)
    assert_equal(bit_width(Int(255)), 8)
    assert_equal(bit_width(UInt8(16)), 5)
    for n, floor, ceil in [(1, 0, 0), (2, 1, 1), (3, 1, 2), (4, 2, 2), (1000, 9, 10), (1024, 10, 10), (1025, 10, 11)]:
        assert_equal(log2_floor(n), floor)
        assert_equal(log2_ceil(n), ceil)


def test_powers_of_two() raises:
    for n, next, previous in [(1, 1, 1), (2, 2, 2), (3, 4, 2), (17, 32, 16), (64, 64, 64), (65, 128, 64)]:
        assert_equal(next_power_of_two(n), next)
        assert_equal(prev_power_of_two(n), previous)
    assert_equal(next_power_of_two(Int(0)), 1)
    assert_equal(next_power_of_two(Int(-5)), 1)
    assert_equal(prev_power_of_two(Int(0)), 0)
    assert_equal(prev_power_of_two(Int(-5)), 0)


def test_rotating() raises:
    assert_equal(rotate_bits_left[3](UInt8(0b10010001)), 0b10001100)
    assert_equal(rotate_bits_right[3](UInt8(0b10010001)), 0b00110010)
    assert_equal(rotate_bits_left[-3](UInt8(0b10010001)), 0b00110010)
    assert_equal(rotate_bits_left[0](UInt8(5)), 5)
    assert_equal(rotate_bits_left[63](Int(1)), Int.MIN)
    assert_equal(rotate_bits_right[1](Int(1)), Int.MIN)


def test_masks() raises:
    assert_equal(is_negative(Int32(-3)), -1)
    assert_equal(is_negative(Int32(3)), 0)
    assert_equal(splat(True), -1)
    assert_equal(splat(False), 0)
    assert_equal(String(splat[DType.int8](SIMD[DType.bool, 2](True, False))), "[-1, 0]")


def test_at_compile_time() raises:
    comptime zeros = count_leading_zeros(UInt16(9))
    comptime turned = bit_reverse(UInt8(3))
    comptime power = next_power_of_two(Int(600))
    assert_equal(zeros, 12)
    assert_equal(turned, 192)
    assert_equal(power, 1024)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
