"""Reads the parts of IR text that are not ops: tokens, types and attribute values.

`parse_type` and `parse_attribute` also serve the source language, whose `__mlir_type` and `__mlir_attr` hold such text.
Mistakes raise `CompileError` with the place in the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, Final, NoReturn

from ember.ir import types as t
from ember.ir.nodes import SymbolRef
from ember.ir.text_values import RawAttribute, format_class, unquote_bytes, value_text
from ember.support.diagnostics import CompileError, error
from ember.support.patterns import lazy
from ember.support.source import SourceFile, Span

_TOKEN = lazy(
    r"""
    (?P<space>(?:\s+|//[^\n]*)+)
  | (?P<value>%[\w$.]+(?:\#\d+)?)
  | (?P<bytes>b"(?:[^"\\]|\\.)*")
  | (?P<ident>[A-Za-z_][\w$.]*)
  | (?P<punct>->|[{}()\[\]<>,:=/*+?|;])
  | (?P<type>![A-Za-z_][\w$.]*)
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<symbol>@(?:[A-Za-z_][\w$.]*|"(?:[^"\\]|\\.)*"))
  | (?P<number>-?(?:0x[0-9A-Fa-f]+|\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+|inf\b))
  | (?P<attribute>\#[A-Za-z_][\w$.]*)
  | (?P<caret>\^\w+)
    """,
    re.VERBOSE | re.DOTALL,
)

IMPLIED: Final = ""
"""The short name of the type that values have where none is written."""

_TYPE_READERS: Final[dict[str, Callable[[Reader], t.Type]]] = {}
_SHORT_TYPES: Final[dict[str, t.Type]] = {"index": t.INDEX}
_VALUE_READERS: Final[dict[str, Callable[[Reader], Any]]] = {}


def register_type(
    full_name: str,
    read: Callable[[Reader], t.Type] | None = None,
    short: t.Type | None = None,
    name: str | None = None,
) -> None:
    """Tells how `!full_name<…>` is read, or which type its last word (or `name`) alone stands for."""
    if read is not None:
        _TYPE_READERS[full_name] = read
    if short is not None:
        _SHORT_TYPES[full_name.split(".")[-1] if name is None else name] = short


def register_value(
    name: str, cls: type, write: Callable[[Any], str], read: Callable[[Reader], Any]
) -> None:
    """Gives a class of compile-time values the text form `#name<…>`: `write` makes what is inside, `read` takes it."""
    format_class(cls, lambda value, generic: f"#{name}<{write(value)}>")
    _VALUE_READERS["#" + name] = read


def register_value_class(
    name: str, cls: type, parts: Callable[[Any], tuple[Any, ...]], make: Callable[..., Any]
) -> None:
    """The same for a class made of parts: `#name<[parts]>`; `make(*parts)` reads it back."""

    def read(reader: Reader) -> Any:
        name_at = reader.at - 2
        given = _list(reader)
        try:
            return make(*given)
        except (TypeError, ValueError, AttributeError):
            reader.fail(f"these are no parts of a '{reader.texts[name_at]}'", at=name_at)

    format_class(cls, lambda value, generic: f"#{name}<{value_text(parts(value), generic)}>")
    _VALUE_READERS["#" + name] = read


def implied_type() -> t.Type | None:
    return _SHORT_TYPES.get(IMPLIED)


def parse_type(text: str, name: str = "<type>") -> t.Type:
    """The type that a text stands for: `parse_type("(index) -> i1")`."""
    reader = Reader(SourceFile(name, text))
    result = reader.type()
    reader.expect_end()
    return result


def parse_attribute(text: str, name: str = "<attribute>") -> tuple[Any, t.Type | None]:
    """The value that a text stands for and the type written after it, if any: `1 : index` is (1, index)."""
    reader = Reader(SourceFile(name, text))
    value = reader.value()
    type = reader.type() if reader.accept(":") else None
    reader.expect_end()
    return value, type


class Reader:
    """A cursor over the tokens of a text, with the rules for types and attribute values."""

    __slots__ = ("at", "file", "kinds", "starts", "texts")

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.at = 0
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []
        self._tokenize(file.text)

    def _tokenize(self, text: str) -> None:
        kinds, texts, starts = self.kinds, self.texts, self.starts
        position = 0
        for match in _TOKEN.finditer(text):
            if match.start() != position:
                break
            position = match.end()
            kind = match.lastgroup
            if kind != "space":
                kinds.append(kind)  # type: ignore[arg-type]
                texts.append(match.group())
                starts.append(match.start())
        if position != len(text):
            span = Span(self.file, position, position + 1)
            message = f"unexpected character {text[position]!r}"
            raise CompileError(error("ir-syntax", span, message))
        kinds.append("end")
        texts.append("")
        starts.append(len(text))

    # -- the cursor ----------------------------------------------------------------------------------

    def fail(self, message: str, code: str = "ir-syntax", at: int | None = None) -> NoReturn:
        """Raises an error at the current token, or at token number `at`."""
        raise self.problem(message, code, at)

    def problem(self, message: str, code: str = "ir-syntax", at: int | None = None) -> CompileError:
        """An error at the current token, or at token number `at`."""
        position = min(self.at if at is None else at, len(self.starts) - 1)
        start = self.starts[position]
        end = start + max(1, len(self.texts[position]))
        return CompileError(error(code, Span(self.file, start, end), message))

    def accept(self, text: str) -> bool:
        """Steps over the token if it is this one."""
        if self.texts[self.at] == text:
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            self.fail(f"expected '{text}', found {self.found()}")

    def expect_end(self) -> None:
        if self.kinds[self.at] != "end":
            self.fail(f"expected the end of the text, found {self.found()}")

    def take(self, kind: str, what: str) -> str:
        """Steps over a token of this kind and returns its text."""
        if self.kinds[self.at] != kind:
            self.fail(f"expected {what}, found {self.found()}")
        self.at += 1
        return self.texts[self.at - 1]

    def found(self) -> str:
        return "the end of the text" if self.kinds[self.at] == "end" else f"'{self.texts[self.at]}'"

    def span_from(self, at: int) -> Span:
        """From token number `at` to the last token read."""
        last = max(at, self.at - 1)
        return Span(self.file, self.starts[at], self.starts[last] + len(self.texts[last]))

    def is_dictionary(self) -> bool:
        """Whether an attribute dictionary starts here: `{ key =` (a region's ops never start like that)."""
        at = self.at
        return (
            self.texts[at] == "{"
            and self.kinds[at + 1] in ("ident", "string")
            and self.texts[at + 2] in ("=", ",")
        )

    # -- names -----------------------------------------------------------------------------------------

    def string(self) -> str:
        return self.decode(self.take("string", "a string"))

    def decode(self, quoted: str) -> str:
        return unquote_bytes(quoted).decode("utf-8", "surrogateescape")

    def symbol(self) -> str:
        text = self.take("symbol", "a symbol such as '@name'")[1:]
        return self.decode(text) if text[0] == '"' else text

    def word(self) -> str:
        """An identifier or a string."""
        if self.kinds[self.at] == "string":
            return self.string()
        return self.take("ident", "a word")

    def integer(self, what: str = "a number") -> int:
        text = self.take("number", what)
        try:
            return int(text, 0) if "x" in text else int(text)
        except ValueError:
            found = f"one of {len(text)} digits" if text.isdigit() else f"'{text}'"
            self.fail(f"expected a whole number, found {found}", at=self.at - 1)

    # -- types -----------------------------------------------------------------------------------------

    def type(self) -> t.Type:
        kind, text = self.kinds[self.at], self.texts[self.at]
        if kind == "type":
            self.at += 1
            return self._dialect_type(text[1:])
        if kind == "ident":
            found = _plain_type(text)
            if found is not None:
                self.at += 1
                return found
        elif text == "(" and kind == "punct":
            return self.function_type()
        raise self.problem(f"expected a type, found {self.found()}")

    def type_list(self) -> list[t.Type]:
        """`T, U`: at least one."""
        types = [self.type()]
        while self.accept(","):
            types.append(self.type())
        return types

    def types_in_parentheses(self) -> list[t.Type]:
        self.expect("(")
        types = [] if self.texts[self.at] == ")" else self.type_list()
        self.expect(")")
        return types

    def function_type(self) -> t.FunctionType:
        inputs = self.types_in_parentheses()
        self.expect("->")
        return t.FunctionType(tuple(inputs), tuple(self.result_types()))

    def result_types(self) -> list[t.Type]:
        """What stands after `->`: `T`, `(T, U)` or `()`."""
        if self.texts[self.at] != "(":
            return [self.type()]
        types = self.types_in_parentheses()
        if self.accept("->"):  # it was the argument list of a function type
            return [t.FunctionType(tuple(types), tuple(self.result_types()))]
        return types

    def _dialect_type(self, name: str) -> t.Type:
        rule = _TYPE_READERS.get(name)
        if rule is not None and self.accept("<"):
            result = rule(self)
            self.expect(">")
            return result
        if self.texts[self.at] == "<":
            name += self.raw_brackets()
        return t.NamedType(name)

    def raw_brackets(self) -> str:
        """The text from `<` to the `>` that closes it."""
        first = self.at
        depth = 0
        while self.kinds[self.at] != "end":
            text = self.texts[self.at]
            if self.kinds[self.at] == "punct":
                depth += (text in "<([{") - (text in ">)]}")
            self.at += 1
            if depth == 0:
                return self.span_from(first).text
        raise self.problem("this '<' is never closed", at=first)

    # -- attribute values ----------------------------------------------------------------------------------

    def value(self) -> Any:
        rule = _VALUE_RULES.get(self.kinds[self.at])
        if rule is None:
            self.fail(f"expected an attribute value, found {self.found()}")
        return rule(self)

    def typed_value(self) -> Any:
        """A value inside brackets; a type after it (`0 : index`) is read and dropped."""
        value = self.value()
        if self.accept(":"):
            self.type()
        return value

    def dictionary(self) -> dict[str, Any]:
        """`{key = value, flag}`; a key alone is True."""
        self.expect("{")
        items: dict[str, Any] = {}
        while not self.accept("}"):
            if items:
                self.expect(",")
            name = self.word()
            if name in items:
                self.fail(f"the attribute '{name}' is given twice", at=self.at - 1)
            items[name] = self.typed_value() if self.accept("=") else True
        return items


def _plain_type(text: str) -> t.Type | None:
    if text in _SHORT_TYPES:
        return _SHORT_TYPES[text]
    return t.IntegerType(int(text[1:])) if text[:1] == "i" and text[1:].isdigit() else None


def _number(reader: Reader) -> Any:
    text = reader.take("number", "a number")
    if text == "-inf":
        return -math.inf
    if "x" in text:
        return int(text, 0)
    return float(text) if "." in text or "e" in text or "E" in text else int(text)


_CONSTANTS: Final[dict[str, Any]] = {
    "true": True,
    "false": False,
    "none": None,
    "unit": None,
    "nan": math.nan,
    "inf": math.inf,
}


def is_value(word: str) -> bool:
    """Whether a word alone is a value: a constant or a type."""
    return word in _CONSTANTS or _plain_type(word) is not None


def _identifier(reader: Reader) -> Any:
    text = reader.texts[reader.at]
    if text in _CONSTANTS:
        reader.at += 1
        return _CONSTANTS[text]
    return reader.type()


def _punctuation(reader: Reader) -> Any:
    text = reader.texts[reader.at]
    if text == "[":
        return _list(reader)
    if text == "{":
        return reader.dictionary()
    if text == "(":
        return reader.function_type()
    raise reader.problem(f"expected an attribute value, found '{text}'")


def _list(reader: Reader) -> tuple[Any, ...]:
    reader.expect("[")
    items: list[Any] = []
    while not reader.accept("]"):
        if items:
            reader.expect(",")
        items.append(reader.typed_value())
    return tuple(items)


def _dialect_attribute(reader: Reader) -> Any:
    first = reader.at
    name = reader.take("attribute", "an attribute")
    rule = _VALUE_READERS.get(name)
    if rule is not None and reader.accept("<"):
        value = rule(reader)
        reader.expect(">")
        return value
    if reader.texts[reader.at] == "<":
        reader.raw_brackets()
    return RawAttribute(reader.span_from(first).text)


_VALUE_RULES: Final[dict[str, Callable[[Reader], Any]]] = {
    "number": _number,
    "string": Reader.string,
    "bytes": lambda reader: unquote_bytes(reader.take("bytes", "bytes")[1:]),
    "symbol": lambda reader: SymbolRef(reader.symbol()),
    "ident": _identifier,
    "type": Reader.type,
    "attribute": _dialect_attribute,
    "punct": _punctuation,
}
