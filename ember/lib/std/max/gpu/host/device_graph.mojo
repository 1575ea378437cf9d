"""As `std.gpu.host.device_graph`."""

from std.gpu.host.device_graph import *
