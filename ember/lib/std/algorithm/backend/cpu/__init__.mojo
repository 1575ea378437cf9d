"""Loops of the processor."""

from std.algorithm.functional import map
