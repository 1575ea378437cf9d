"""atol, atof, ord, chr, ascii."""

from std.builtin.debug_assert import _assert_failed
from std.collections.string._parse_float import _parse_float
from std.collections.string._parse_int import _parse_int
from std.collections.string.codepoint import Codepoint, _decode


def atol(text: StringSlice[ImmAnyOrigin], base: Int = 10) raises -> Int:
    """The integer that a text spells.

    Example:

    ```mojo
    print(atol("42"), atol("ff", 16))  # 42 255
    ```
    """
    return _parse_int(text, base)


def atof(text: StringSlice[ImmAnyOrigin]) raises -> Float64:
    """The float that a text spells.

    Example:

    ```mojo
    print(atof("1.5"))  # 1.5
    ```
    """
    return _parse_float(text)


def ord(text: StringSlice[ImmAnyOrigin], *, _at: StaticString = __call_site_text()) -> Int:
    """The number of the only character of a text.

    Example:

    ```mojo
    print(ord("a"))  # 97
    ```
    """
    if text.byte_length() == 0:
        _assert_failed(_at, "ord: the text must not be empty")
    return _decode(text._data, 0)


def chr(codepoint: Int, *, _at: StaticString = __call_site_text()) -> String:
    """The character with a number.

    Example:

    ```mojo
    print(chr(97))  # a
    ```
    """
    if codepoint >= 0 and not Codepoint.from_u32(UInt32(codepoint)):
        _assert_failed(_at, "chr(", codepoint, ") is not a valid Unicode codepoint")
    var text = String()
    text._append_codepoint(codepoint)
    return text^


def ascii(value: StringSlice[ImmAnyOrigin]) -> String:
    r"""The text in quotes, with everything outside of visible ASCII escaped.

    Example:

    ```mojo
    print(ascii("a\tb"))  # 'a\tb'
    ```
    """
    var digits = StaticString("0123456789abcdef")
    var quoted = repr(value)
    var result = String(capacity=quoted.byte_length())
    for i in range(quoted.byte_length()):
        var byte = quoted._view()._byte(i)
        if byte < 128:
            result._append_byte(UInt8(byte))
            continue
        result.write_string("\\x")
        result._append_byte(UInt8(digits._byte(byte >> 4)))
        result._append_byte(UInt8(digits._byte(byte & 15)))
    return result^


def str[T: AnyType](value: T) -> String where conforms_to(T, Writable) or conforms_to(T, Stringable):
    """The text that `print` shows for a value.

    Example:

    ```mojo
    from std.collections.string.conversion import str

    print(str(1.5) + "!")  # 1.5!
    ```
    """
    return String(value)


def int[T: Intable](value: T) -> Int:
    """The integer value of a value.

    Example:

    ```mojo
    from std.collections.string.conversion import int

    print(int(7.9))  # 7
    ```
    """
    return value.__int__()


def int[T: IntableRaising](value: T) raises -> Int:
    """The integer value of a value that may have none."""
    return value.__int__()


def int(value: StringSlice[ImmAnyOrigin], base: Int = 10) raises -> Int:
    """The integer that a text spells."""
    return _parse_int(value, base)


def bool[T: Boolable](value: T) -> Bool:
    """The truth of a value.

    Example:

    ```mojo
    from std.collections.string.conversion import bool

    print(bool(7), bool(""))  # True False
    ```
    """
    return value.__bool__()


def float[T: Floatable](value: T) -> Float64:
    """The floating point value of a value.

    Example:

    ```mojo
    from std.collections.string.conversion import float

    print(float(7))  # 7.0
    ```
    """
    return value.__float__()


def float[T: FloatableRaising](value: T) raises -> Float64:
    """The floating point value of a value that may have none."""
    return value.__float__()
