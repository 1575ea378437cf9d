"""As `std.gpu.id`."""

from std.gpu.id import *
