"""print and input, which every program sees without an import."""

from std.io.io import input, print
