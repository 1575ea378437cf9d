"""As `std.gpu.block`."""

from std.gpu.block import *
