"""vectorize by today's module."""

from std.algorithm.functional import vectorize
