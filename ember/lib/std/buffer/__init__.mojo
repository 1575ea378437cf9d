"""Buffers of 2024: views of numbers whose dimensions are parameters, known at compile time or not."""

from std.buffer.buffer import Buffer, NDBuffer
from std.buffer.dimlist import Dim, DimList
