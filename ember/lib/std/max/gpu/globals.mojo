"""Sizes of warps and groups of warps, as `std.gpu.globals`."""

from std.gpu.globals import *
