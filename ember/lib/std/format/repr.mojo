"""repr by its module."""

from std.builtin.repr import repr
