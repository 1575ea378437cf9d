"""Bits of integers, by their module."""

from std.bit import bit_not, bit_reverse, bit_width, byte_swap, count_leading_zeros, count_trailing_zeros, is_power_of_two, log2_ceil, log2_floor, next_power_of_two, pop_count, prev_power_of_two, rotate_bits_left, rotate_bits_right
