"""The newer name of string_slice."""

from std.collections.string.string_slice import (
    CodepointSliceIter,
    CodepointsIter,
    StaticString,
    StringSlice,
    StringSpan,
    get_static_string,
)
