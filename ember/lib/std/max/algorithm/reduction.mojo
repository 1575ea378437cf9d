"""As `std.algorithm.reduction`."""

from std.algorithm.reduction import *
