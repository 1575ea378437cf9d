"""inlined_assembly, under the name of its own module."""

from std.sys.intrinsics import inlined_assembly
