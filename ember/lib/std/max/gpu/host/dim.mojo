"""As `std.gpu.host.dim`."""

from std.gpu.host.dim import *
