"""Bytes as text in base 64 and base 16."""

comptime _ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
comptime _HEX = "0123456789ABCDEF"


def b64encode(input_string: StringSlice[ImmAnyOrigin]) -> String:
    """The base 64 text of some bytes.

    Example:

    ```mojo
    from std.base64 import b64encode

    print(b64encode("hello"))  # aGVsbG8=
    ```
    """
    return b64encode(input_string.as_bytes())


def b64encode(input_bytes: Span[Byte, _]) -> String:
    """The base 64 text of some bytes."""
    var result = String()
    b64encode(input_bytes, result)
    return result^


def b64encode(input_bytes: Span[Byte, _], mut result: String):
    """Makes `result` the base 64 text of some bytes."""
    result = String(capacity=(len(input_bytes) + 2) // 3 * 4)
    var i = 0
    while i < len(input_bytes):
        var left = len(input_bytes) - i
        var second = Int(input_bytes[i + 1]) if left > 1 else 0
        var third = Int(input_bytes[i + 2]) if left > 2 else 0
        var bits = Int(input_bytes[i]) << 16 | second << 8 | third
        result._append_byte(UInt8(StaticString(_ALPHABET)._byte(bits >> 18)))
        result._append_byte(UInt8(StaticString(_ALPHABET)._byte(bits >> 12 & 63)))
        result._append_byte(UInt8(StaticString(_ALPHABET)._byte(bits >> 6 & 63)) if left > 1 else UInt8(61))
        result._append_byte(UInt8(StaticString(_ALPHABET)._byte(bits & 63)) if left > 2 else UInt8(61))
        i += 3


def _value_of(byte: Int) -> Int:
    if byte >= 65 and byte <= 90:
        return byte - 65
    if byte >= 97 and byte <= 122:
        return byte - 71
    if byte >= 48 and byte <= 57:
        return byte + 4
    return 62 if byte == 43 else (63 if byte == 47 else -1)


def b64decode[validate: Bool = False](str: StringSlice[ImmAnyOrigin]) raises -> List[Byte]:
    """The bytes of a base 64 text; white space in it does not count, and it ends with the padding.

    Example:

    ```mojo
    from std.base64 import b64decode

    print(b64decode("aGk="))  # [104, 105]
    ```
    """
    var digits = List[Int](capacity=str.byte_length())
    for i in range(str.byte_length()):
        var byte = str._byte(i)
        if byte != 32 and (byte < 9 or byte > 13):
            digits.append(byte)
    if len(digits) % 4 != 0:
        raise Error("ValueError: Input length '", len(digits), "' (ignoring whitespace) must be divisible by 4")
    var result = List[Byte](capacity=len(digits) // 4 * 3)
    for i in range(0, len(digits), 4):
        var bits = 0
        var count = 3
        for k in range(4):
            var byte = digits[i + k]
            var value = _value_of(byte)
            if byte == 61:
                value = 0
                count = min(count, max(k - 1, 1))
            elif value < 0:
                raise Error("ValueError: Unexpected character '", chr(byte), "' encountered")
            bits = bits << 6 | value
        for k in range(count):
            result.append(UInt8(bits >> (16 - 8 * k) & 255))
        if count < 3:
            break
    return result^


def b16encode(str: StringSlice[ImmAnyOrigin]) -> String:
    """The base 16 text of some bytes.

    Example:

    ```mojo
    from std.base64 import b16encode

    print(b16encode("hi"))  # 6869
    ```
    """
    var result = String(capacity=str.byte_length() * 2)
    for i in range(str.byte_length()):
        result._append_byte(UInt8(StaticString(_HEX)._byte(str._byte(i) >> 4)))
        result._append_byte(UInt8(StaticString(_HEX)._byte(str._byte(i) & 15)))
    return result^


def b16decode(str: StringSlice[ImmAnyOrigin]) raises -> List[Byte]:
    """The bytes of a base 16 text.

    Example:

    ```mojo
    from std.base64 import b16decode

    print(b16decode("6869"))  # [104, 105]
    ```
    """
    if str.byte_length() % 2 != 0:
        raise Error("ValueError: Input length '", str.byte_length(), "' must be divisible by 2")
    var result = List[Byte](capacity=str.byte_length() // 2)
    for i in range(0, str.byte_length(), 2):
        result.append(UInt8(_nibble(str._byte(i)) << 4 | _nibble(str._byte(i + 1))))
    return result^


def _nibble(byte: Int) raises -> Int:
    if byte >= 48 and byte <= 57:
        return byte - 48
    if byte >= 65 and byte <= 70:
        return byte - 55
    raise Error("ValueError: Unexpected character '", chr(byte), "' encountered")
