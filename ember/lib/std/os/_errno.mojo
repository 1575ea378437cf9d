"""The last error of the C library as text."""

from std.ffi import external_call, get_errno


def _error_text() -> String:
    var text = external_call["strerror", UnsafePointer[Byte, MutAnyOrigin]](get_errno())
    return String(unsafe_from_utf8_ptr=text)
