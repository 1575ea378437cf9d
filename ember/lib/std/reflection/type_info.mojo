"""reflect by today's module."""

from std.reflection.reflect import reflect
