"""Span by today's module."""

from std.memory.span import ImmSpan, MutSpan, Span
