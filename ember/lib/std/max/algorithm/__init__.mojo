"""Loops over threads and devices, and reductions, as `std.algorithm`."""

from std.algorithm import *
from std.utils.coord import *
