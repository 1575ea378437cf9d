"""As `std.algorithm.memory`."""

from std.algorithm.memory import *
