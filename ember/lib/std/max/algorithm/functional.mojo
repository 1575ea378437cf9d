"""As `std.algorithm.functional`."""

from std.algorithm.functional import *
