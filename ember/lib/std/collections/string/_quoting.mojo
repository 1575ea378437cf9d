"""Text in quotes, as `repr` shows it."""

from std.collections.string.string_slice import StringSlice


def _quote(text: StringSlice[ImmAnyOrigin], mut result: String):
    # Adds `text` in single quotes, special characters escaped.
    var quote = 39
    result._append_byte(UInt8(quote))
    for i in range(text._length):
        var byte = text._byte(i)
        if byte == quote or byte == 92:
            result._append_byte(92)
            result._append_byte(UInt8(byte))
        elif byte == 10:
            result.write_string("\\n")
        elif byte == 9:
            result.write_string("\\t")
        elif byte == 13:
            result.write_string("\\r")
        elif byte < 32 or byte == 127:
            result.write_string("\\x")
            result._append_byte(UInt8(48 + (byte >> 4)))
            result._append_byte(UInt8((48 if byte & 15 < 10 else 87) + (byte & 15)))
        else:
            result._append_byte(UInt8(byte))
    result._append_byte(UInt8(quote))
