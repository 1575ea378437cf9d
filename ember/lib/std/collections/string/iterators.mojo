"""Walks over the characters of a text."""

from std.collections.string.codepoint_iter import CodepointSliceIter, CodepointsIter
