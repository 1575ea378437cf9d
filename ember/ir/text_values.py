"""The text form of attribute values: one unambiguous spelling for each Python value that may stand in an attribute.

    int 5    bool true    float 2.0 nan inf    str "a\\0A"    bytes b"a\\00"    None none    tuple [1, 2]
    Type index, (index) -> i1      SymbolRef @f, @"a b"      dict {k = 1}
    other classes that a dialect registers: #name<text>; anything else: #opaque<"its str()">

The generic form keeps to what MLIR itself reads: bytes are strings, numbers it cannot hold are strings.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Sequence
from typing import Any, Final

from ember.ir.nodes import SymbolRef
from ember.ir.types import FunctionType, Type
from ember.support.patterns import lazy


class RawAttribute:
    """An attribute of a dialect we do not know, kept as its text: `#M.target<triple = "…">`."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RawAttribute) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text


IDENTIFIER: Final = lazy(r"[A-Za-z_][A-Za-z0-9_$.]*\Z")
_UNSAFE_TEXT: Final = lazy(r"[^ !#-\[\]-~]")
_UNSAFE_BYTES: Final = lazy(rb"[^ !#-\[\]-~]")


def quote(text: str) -> str:
    """`"text"` with everything but printable ASCII as `\\XX`, the hexadecimal bytes of its UTF-8."""
    if _UNSAFE_TEXT.search(text) is None:
        return f'"{text}"'
    return quote_bytes(text.encode("utf-8", "surrogateescape"))


def quote_bytes(data: bytes) -> str:
    return '"' + _UNSAFE_BYTES.sub(lambda m: b"\\%02X" % m.group()[0], data).decode("ascii") + '"'


def unquote_bytes(text: str) -> bytes:
    """The bytes that a quoted text stands for; also reads `\\n`, `\\t`, `\\"` and `\\\\`."""
    body = text[1:-1].encode("utf-8", "surrogatepass")
    return _ESCAPE.sub(_unescape, body) if b"\\" in body else body


_ESCAPE = lazy(rb'\\([0-9A-Fa-f]{2}|[nt"\\])')


def _unescape(match: re.Match[bytes]) -> bytes:
    code = match.group(1)
    simple = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}.get(code)
    return simple if simple is not None else bytes([int(code, 16)])


def symbol(name: str) -> str:
    """`@name`, quoted where it is not an identifier."""
    return f"@{name}" if IDENTIFIER.match(name) else f"@{quote(name)}"


def word(text: str) -> str:
    """An identifier as it is, any other string in quotes."""
    return text if IDENTIFIER.match(text) else quote(text)


def key(text: str) -> str:
    """A key of an attribute dictionary."""
    return text if IDENTIFIER.match(text) else quote(text)


_type_texts: dict[Type, str] = {}


def type_text(type: Type) -> str:
    """`str(type)`, computed once per type."""
    text = _type_texts.get(type)
    if text is None:
        text = _type_texts[type] = str(type)
    return text


def signature_text(inputs: Sequence[Type], results: Sequence[Type]) -> str:
    """`(T, U) -> V`, `(T) -> ()`, `() -> (T, U)`."""
    return f"({', '.join(map(type_text, inputs))}) -> {results_text(results)}"


def results_text(results: Sequence[Type]) -> str:
    text = ", ".join(map(type_text, results))
    is_plain = len(results) == 1 and not isinstance(results[0], FunctionType)
    return text if is_plain else f"({text})"


def value_text(value: Any, generic: bool = False) -> str:
    """The text form of an attribute value."""
    if isinstance(value, Type):
        return type_text(value)
    table = _GENERIC_FORMATS if generic else _FORMATS
    formatter = table.get(value.__class__)
    return formatter(value) if formatter is not None else _opaque(value)


def format_class(cls: type, write: Callable[[Any, bool], str]) -> None:
    """Gives a class of compile-time values its text form; `write` is told whether the form is the generic one."""
    _FORMATS[cls] = lambda value: write(value, False)
    _GENERIC_FORMATS[cls] = lambda value: write(value, True)


def _float(value: float) -> str:
    if math.isfinite(value):
        return repr(value)
    if math.isnan(value):
        return "nan"
    return "inf" if value > 0 else "-inf"


def _generic_float(value: float) -> str:
    if math.isfinite(value):
        text = repr(value)
        return text if "." in text else text.replace("e", ".0e")
    return f"0x{struct.pack('>d', value).hex().upper()} : f64"


def _generic_int(value: int) -> str:
    return str(value) if -(2**63) <= value < 2**63 else f'"{value}"'


def _sequence(value: tuple[Any, ...] | list[Any]) -> str:
    return f"[{', '.join(map(value_text, value))}]"


def _generic_sequence(value: tuple[Any, ...] | list[Any]) -> str:
    return f"[{', '.join(value_text(item, True) for item in value)}]"


def _dictionary(value: dict[Any, Any]) -> str:
    return "{" + ", ".join(f"{key(str(k))} = {value_text(v)}" for k, v in value.items()) + "}"


def _generic_dictionary(value: dict[Any, Any]) -> str:
    return "{" + ", ".join(f"{key(str(k))} = {value_text(v, True)}" for k, v in value.items()) + "}"


def _opaque(value: object) -> str:
    return f"#opaque<{quote(str(value))}>"


_FORMATS: Final[dict[type, Callable[[Any], str]]] = {
    int: str,
    bool: lambda value: "true" if value else "false",
    float: _float,
    str: quote,
    bytes: lambda value: "b" + quote_bytes(value),
    tuple: _sequence,
    list: _sequence,
    dict: _dictionary,
    type(None): lambda value: "none",
    SymbolRef: lambda value: symbol(value.name),
    RawAttribute: lambda value: value.text,
}

_GENERIC_FORMATS: Final[dict[type, Callable[[Any], str]]] = {
    **_FORMATS,
    int: _generic_int,
    float: _generic_float,
    bytes: quote_bytes,
    tuple: _generic_sequence,
    list: _generic_sequence,
    dict: _generic_dictionary,
    type(None): lambda value: "unit",
}


def split_list(text: str) -> list[str]:
    """The parts of a comma-separated list, commas inside brackets aside."""
    parts: list[str] = []
    depth, start = 0, 0
    for i, c in enumerate(text):
        if c in "<([{":
            depth += 1
        elif c in ">)]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts
