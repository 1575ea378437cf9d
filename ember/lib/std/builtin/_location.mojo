"""Places in the source, in the spelling of 2025."""

from std.reflection.location import SourceLocation, call_location, source_location

comptime _SourceLocation = SourceLocation


