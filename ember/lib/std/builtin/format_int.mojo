"""Integers as text in the usual bases."""

from std.format._integer import _integer_text


def hex[dtype: DType, //](value: Scalar[dtype], /, *, prefix: StaticString = "0x") -> String:
    """The digits to base sixteen.

    Example:

    ```mojo
    print(hex(255), hex(-16))  # 0xff -0x10
    ```
    """
    return _integer_text(value, 16, prefix)


def oct[dtype: DType, //](value: Scalar[dtype], /, *, prefix: StaticString = "0o") -> String:
    """The digits to base eight.

    Example:

    ```mojo
    print(oct(8))  # 0o10
    ```
    """
    return _integer_text(value, 8, prefix)


def bin[dtype: DType, //](value: Scalar[dtype], /, *, prefix: StaticString = "0b") -> String:
    """The digits to base two.

    Example:

    ```mojo
    print(bin(5), bin(5, prefix=""))  # 0b101 101
    ```
    """
    return _integer_text(value, 2, prefix)
