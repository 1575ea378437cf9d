"""What `-D NAME=VALUE` said on the command line of the compiler."""


def is_defined[name: StringLiteral]() -> Bool:
    """True when the name was given.

    Example:

    ```mojo
    from std.sys.defines import is_defined

    print(is_defined["NO_SUCH_NAME"]())  # False
    ```
    """
    return __defined[name]()


def get_defined_string[name: StringLiteral]() -> StaticString:
    """The value of a name that must be given.

    Example:

    ```mojo
    from std.sys.defines import get_defined_string

    print(get_defined_string["NO_SUCH_NAME", "none"]())  # none
    ```
    """
    comptime assert __defined[name](), "the value is not defined; pass -D NAME=VALUE"
    return __define_value[name]()


def get_defined_string[name: StringLiteral, default: StaticString]() -> StaticString:
    """The value of a name, or `default`."""
    comptime if __defined[name]():
        return __define_value[name]()
    else:
        return default


def get_defined_int[name: StringLiteral]() -> Int:
    """The value of a name that must be given, as a number.

    Example:

    ```mojo
    from std.sys.defines import get_defined_int

    print(get_defined_int["NO_SUCH_NAME", 7]())  # 7
    ```
    """
    comptime assert __defined[name](), "the value is not defined; pass -D NAME=VALUE"
    return _number(__define_value[name]())


def get_defined_int[name: StringLiteral, default: Int]() -> Int:
    """The value of a name as a number, or `default`."""
    comptime if __defined[name]():
        return _number(__define_value[name]())
    else:
        return default


def get_defined_bool[name: StringLiteral]() -> Bool:
    """The value of a name that must be given, as a truth value.

    Example:

    ```mojo
    from std.sys.defines import get_defined_bool

    print(get_defined_bool["NO_SUCH_NAME", True]())  # True
    ```
    """
    return _truth(get_defined_string[name]())


def get_defined_bool[name: StringLiteral, default: Bool]() -> Bool:
    """The value of a name as a truth value, or `default`."""
    comptime if __defined[name]():
        return _truth(__define_value[name]())
    else:
        return default


def get_defined_dtype[name: StringLiteral, default: DType]() -> DType:
    """The number format that a name names, or `default`.

    Example:

    ```mojo
    from std.sys.defines import get_defined_dtype

    print(get_defined_dtype["NO_SUCH_NAME", DType.int8]())  # int8
    ```
    """
    return default


comptime env_get_string = get_defined_string
"""An older name of `get_defined_string`.

Example:

```mojo
from std.sys.defines import env_get_int

print(env_get_int["NO_SUCH_NAME", 7]())  # 7
```
"""
comptime env_get_int = get_defined_int
"""An older name of `get_defined_int`."""
comptime env_get_bool = get_defined_bool
"""An older name of `get_defined_bool`."""
comptime env_get_dtype = get_defined_dtype
"""An older name of `get_defined_dtype`."""


def _truth(text: StaticString) -> Bool:
    var word = text.lower()
    return word == "true" or word == "1" or word == "on" or word == "yes"


def _number(text: StaticString) -> Int:
    # Decimal digits after an optional minus; definitions are checked by the command line.
    var value = 0
    for i in range(text.byte_length()):
        var byte = text._byte(i)
        if byte >= 48 and byte <= 57:
            value = value * 10 + byte - 48
    return -value if text.startswith("-") else value
