"""Text to floats."""

from std.builtin._float_traits import _infinity, _not_a_number
from std.ffi import external_call


def _parse_float(text: StringSlice[ImmAnyOrigin]) raises -> Float64:
    # White space around it, a sign, digits with a point, an exponent; or `inf`, `infinity`, `nan`.
    var t = text.strip()
    var i = 0
    if t._length > 0 and (t._byte(0) == 45 or t._byte(0) == 43):
        i = 1
    var word = t._part(i, t._length).lower()
    if word == "inf" or word == "infinity":
        return -_infinity[DType.float64]() if t._byte(0) == 45 else _infinity[DType.float64]()
    if word == "nan":
        return _not_a_number[DType.float64]()
    var digits = 0
    while i < t._length and t._byte(i) >= 48 and t._byte(i) <= 57:
        digits += 1
        i += 1
    if i < t._length and t._byte(i) == 46:
        i += 1
        while i < t._length and t._byte(i) >= 48 and t._byte(i) <= 57:
            digits += 1
            i += 1
    if digits > 0 and i < t._length and t._byte(i) | 32 == 101:
        i += 1
        if i < t._length and (t._byte(i) == 45 or t._byte(i) == 43):
            i += 1
        digits = 0
        while i < t._length and t._byte(i) >= 48 and t._byte(i) <= 57:
            digits += 1
            i += 1
    if i + 1 == t._length and t._byte(i) | 32 == 102:
        t = t._part(0, i)
    if digits == 0 or i != t._length:
        raise _not_a_float(text, t)
    var terminated = String(t)
    var end = UnsafePointer[Byte, MutAnyOrigin]()
    var value = external_call["strtod", Float64](terminated.unsafe_cstr_ptr().address, end.address)
    _ = terminated^
    return value


def _not_a_float(text: StringSlice[ImmAnyOrigin], stripped: StringSlice[ImmAnyOrigin]) -> Error:
    var first = stripped._byte(0) if stripped._length > 0 else 0
    if (first >= 48 and first <= 57) or first == 46 or first == 45 or first == 43:
        return Error("String is not convertible to float: '", text, "'")
    return Error(
        "String is not convertible to float: '",
        text,
        "'. The first character of '",
        text,
        "' should be a digit or dot to convert it to a float.",
    )
