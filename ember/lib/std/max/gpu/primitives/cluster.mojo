"""As `std.gpu.cluster`."""

from std.gpu.cluster import *
