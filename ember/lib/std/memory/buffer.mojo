"""As `std.buffer`, where it was in 2023."""

from std.buffer import *
