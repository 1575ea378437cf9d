"""Facts about GPUs, as `std.gpu.host.info`."""

from std.gpu.host.info import *
