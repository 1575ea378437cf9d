"""Integers as text in the usual bases."""

from std.format._integer import _integer_text


def hex[dtype: DType, //](value: Scalar[dtype], /, *, prefix: StaticString = "0x") -> String:
    """The digits to base sixteen."""
    return _integer_text(value, 16, prefix)


def oct[dtype: DType, //](value: Scalar[dtype], /, *, prefix: StaticString = "0o") -> String:
    """The digits to base eight."""
    return _integer_text(value, 8, prefix)


def bin[dtype: DType, //](value: Scalar[dtype], /, *, prefix: StaticString = "0b") -> String:
    """The digits to base two."""
    return _integer_text(value, 2, prefix)
