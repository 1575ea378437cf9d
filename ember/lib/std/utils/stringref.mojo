"""StringRef, the name of 2024 for a view of text."""

from std.collections.string.string_slice import StaticString as StringRef
