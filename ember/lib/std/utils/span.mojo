"""Span, where code of 2024 looks for it."""

from std.memory.span import Span
