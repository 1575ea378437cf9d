"""StringSlice, where code of 2024 looks for it."""

from std.collections.string.string_slice import StaticString, StringSlice
