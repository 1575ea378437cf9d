"""Operations on bits, by their names of 2024."""

from std.bit import (
    bit_not,
    bit_reverse as bitreverse,
    bit_width as bit_length,
    byte_swap as bswap,
    count_leading_zeros as ctlz,
    count_trailing_zeros as cttz,
    pop_count as ctpop,
)
