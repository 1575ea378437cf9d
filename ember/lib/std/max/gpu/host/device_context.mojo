"""Contexts, their buffers, streams and functions, as `std.gpu.host` has them."""

from std.gpu.host import *
