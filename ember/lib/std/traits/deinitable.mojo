"""Questions about types, by their module."""

from std.builtin.anytype import Deinitable
from std.traits import IsTriviallyDeinitable
