"""Text."""

from std.collections.string.codepoint import Codepoint
from std.collections.string.conversion import ascii, atof, atol, chr, ord
from std.collections.string.string import String
from std.collections.string.string_slice import (
    CodepointsIter,
    ImmStringSlice,
    ImmStringSpan,
    StaticString,
    StringSlice,
    StringSpan,
)
