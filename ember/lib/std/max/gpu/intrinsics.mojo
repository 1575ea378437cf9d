"""Instructions of GPUs, as `std.gpu.intrinsics`."""

from std.gpu.intrinsics import *
