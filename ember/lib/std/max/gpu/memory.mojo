"""Memory of devices, as `std.gpu.memory`."""

from std.gpu.memory import *
