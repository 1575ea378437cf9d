"""As `std.gpu.warp`."""

from std.gpu.warp import *
