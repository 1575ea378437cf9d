# Bit manipulation functions.
from std.bit import bit_width, byte_swap, count_leading_zeros, count_trailing_zeros, log2_floor, next_power_of_two, pop_count, prev_power_of_two, rotate_bits_left


def main():
    print(pop_count(0b10110), count_leading_zeros(UInt8(1)), count_trailing_zeros(8))
    print(next_power_of_two(17), prev_power_of_two(17))
    print(bit_width(255), log2_floor(100), byte_swap(UInt16(0x1234)))
    print(rotate_bits_left[1](UInt8(0x81)))
