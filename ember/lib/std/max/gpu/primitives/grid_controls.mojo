"""As `std.gpu.grid_controls`."""

from std.gpu.grid_controls import *
