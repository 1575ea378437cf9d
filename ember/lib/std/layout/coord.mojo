"""Coordinates of numbers known while compiling and others, as `std.utils.coord`."""

from std.utils.coord import *
