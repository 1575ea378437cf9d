"""Array, by its newer module."""

from std.collections.inline_array import Array, InlineArray
