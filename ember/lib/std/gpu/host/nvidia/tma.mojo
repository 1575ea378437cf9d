"""As `std.gpu.host.tensor_map`."""

from std.gpu.host.tensor_map import *
