"""Whether bytes are text in UTF-8."""

from std.collections.string.codepoint import _sequence_size
from std.collections.string.string_slice import StringSlice


def _is_valid_utf8(data: __mlir_type.`!kgen.pointer<none>`, length: Int) -> Bool:
    # Whether all bytes belong to right sequences.
    var text = StringSlice[ImmAnyOrigin](ptr=data, length=length)
    var start = 0
    while start < length:
        var valid, size = _next_sequence(text, start)
        if not valid:
            return False
        start += size
    return True


def _next_sequence(text: StringSlice[ImmAnyOrigin], start: Int) -> Tuple[Bool, Int]:
    # Whether a right sequence begins at `start`, and its size; of a wrong one, the size of what could have become one.
    var first = text._byte(start)
    if first < 0x80:
        return (True, 1)
    if first < 0xC2 or first > 0xF4:
        return (False, 1)
    var size = _sequence_size(first)
    for k in range(1, size):
        if start + k >= text._length:
            return (False, k)
        var byte = text._byte(start + k)
        # The second byte decides whether the sequence is too long, a surrogate or out of range.
        var least = 0x80
        var most = 0xBF
        if k == 1:
            least = 0xA0 if first == 0xE0 else (0x90 if first == 0xF0 else 0x80)
            most = 0x9F if first == 0xED else (0x8F if first == 0xF4 else 0xBF)
        if byte < least or byte > most:
            return (False, k)
    return (True, size)
