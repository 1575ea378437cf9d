# The bit module on scalars and vectors.
from std.bit import bit_not, bit_reverse, bit_width, byte_swap, count_leading_zeros, count_trailing_zeros, log2_ceil, log2_floor, next_power_of_two, pop_count, prev_power_of_two, rotate_bits_left, rotate_bits_right
from std.testing import TestSuite, assert_equal


def test_zeros() raises:
    assert_equal(count_leading_zeros(1), 63)
    assert_equal(count_leading_zeros(0), 64)
    assert_equal(count_trailing_zeros(2**20), 20)
    assert_equal(count_leading_zeros(SIMD[DType.int8, 4](-64, 0, -1, 64)), SIMD[DType.int8, 4](0, 8, 0, 1))


def test_reverse() raises:
    assert_equal(bit_reverse(1), Int.MIN)
    assert_equal(bit_reverse(UInt8(0b0000_0101)), 0b1010_0000)
    assert_equal(byte_swap(UInt32(0x01020304)), 0x04030201)


def test_counts() raises:
    assert_equal(pop_count(3000000), 10)
    assert_equal(pop_count(SIMD[DType.int16, 4](-11444, 0, 3000, 8192)), SIMD[DType.int16, 4](8, 0, 7, 1))
    assert_equal(bit_width(5), 3)
    assert_equal(bit_width(-2), 1)
    assert_equal(bit_not(100), -101)


def test_powers() raises:
    assert_equal(next_power_of_two(5), 8)
    assert_equal(next_power_of_two(0), 1)
    assert_equal(prev_power_of_two(5), 4)
    assert_equal(prev_power_of_two(-2), 0)
    assert_equal(log2_floor(33), 5)
    assert_equal(log2_ceil(33), 6)


def test_rotation() raises:
    assert_equal(rotate_bits_left[2](UInt8(104)), 161)
    assert_equal(rotate_bits_right[2](UInt8(104)), 26)
    assert_equal(rotate_bits_left[8](104), 26624)


def test_compile_time() raises:
    comptime n = pop_count(255)
    assert_equal(n, 8)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
