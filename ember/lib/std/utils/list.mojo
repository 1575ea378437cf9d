"""Dimensions, where they were in 2023."""

from std.buffer.dimlist import *
