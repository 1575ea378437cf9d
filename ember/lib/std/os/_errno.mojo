"""The last error of the C library as text."""

from std.ffi import get_errno


def _error_text() -> String:
    return String(get_errno())
