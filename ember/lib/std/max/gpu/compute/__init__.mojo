"""Matrix instructions."""

from std.gpu import mma
