"""As `std.gpu.mma`."""

from std.gpu.mma import *
