"""The host's side of devices, as `std.gpu.host`."""

from std.gpu.host import *
