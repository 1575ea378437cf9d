"""Values and places as the language means them: what a right compiler prints, however many copies it saves.

A value is a Python object of its own; taking it out of a place for keeps is `copy_of`, and only `ArcPointer` shares.
A place is the thing that holds a value (a frame, a record, a list) and the key in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

MOST_STEPS = 20_000


class Record:
    """A value of a struct; `ArcPointer`, `OwnedPointer`, `Tuple`, `Optional` and `Variant` are records too."""

    __slots__ = ("fields", "kind")

    def __init__(self, kind: str, **fields: Any) -> None:
        self.kind = kind
        self.fields: dict[Any, Any] = fields


class Place(NamedTuple):
    holder: Any
    key: Any

    def get(self) -> Any:
        return self.holder[self.key]

    def set(self, value: Any) -> None:
        self.holder[self.key] = value


class Raised(Exception):
    """An error of the program on its way; `value` is what `except e` binds."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Left(Exception):
    """A block left by `break`, `continue` or `return`."""

    def __init__(self, how: str, value: Any = None) -> None:
        super().__init__()
        self.how = how
        self.value = value


class TooLong(Exception):
    """The program takes more steps than are worth its while."""


class Frame:
    """A call: its variables, which may stand for places of the caller, and what is printed so far."""

    def __init__(self, output: list[str], steps: list[int]) -> None:
        self.slots: dict[str, Any] = {}
        self.names: dict[str, Place] = {}
        self.output = output
        self.steps = steps

    def declare(self, name: str, value: Any) -> None:
        self.slots[name] = value
        self.names[name] = Place(self.slots, name)

    def step(self) -> None:
        self.steps[0] += 1
        if self.steps[0] > MOST_STEPS:
            raise TooLong


def token(tag: int) -> Record:
    return Record("Token", tag=tag)


def record(kind: str, *names: str) -> Callable[..., Record]:
    return lambda *values: Record(kind, **dict(zip(names, values, strict=True)))


def copy_of(value: Any) -> Any:
    if isinstance(value, Record):
        if value.kind == "Arc":
            return value
        return Record(value.kind, **{key: copy_of(part) for key, part in value.fields.items()})
    if isinstance(value, list):
        return [copy_of(part) for part in value]
    if isinstance(value, dict):
        return {key: copy_of(part) for key, part in value.items()}
    return value


def tag_of(value: Any) -> int:
    parts = value.fields
    match value.kind:
        case "Token":
            return int(parts["tag"])
        case "Unique":
            return tag_of(parts["token"])
        case "Plain":
            return tag_of(parts["token"]) + len(parts["name"])
        case _:
            return tag_of(parts["left"]) * 3 + tag_of(parts["right"])


def show(value: Any) -> str:
    if isinstance(value, (int, str)):
        return str(value)
    if isinstance(value, list):
        return "[" + "".join(f"{v};" if isinstance(v, str) else show(v) for v in value) + "]"
    if isinstance(value, dict):
        return "{" + "".join(f"{key}{show(part)}" for key, part in value.items()) + "}"
    return _SHOWN.get(value.kind, _show_tagged)(value.fields, value)


def _show_tagged(parts: dict[Any, Any], value: Any) -> str:
    return f"<{tag_of(value)}>"


_SHOWN: dict[str, Callable[[dict[Any, Any], Any], str]] = {
    "Plain": lambda parts, _: parts["name"] + show(parts["token"]),
    "House": lambda parts, _: "house " + "".join(map(show, parts.values())),
    "Card": lambda parts, _: "card " + "".join(map(show, parts.values())),
    "Set": lambda parts, _: "{" + "".join(f"{item};" for item in parts["items"]) + "}",
    "Crate": lambda parts, _: "crate " + show(parts["item"]),
    "Some": lambda parts, _: "some " + show(parts["item"]),
    "None": lambda parts, _: "none",
    "Tuple": lambda parts, _: show(parts["0"]) + show(parts["1"]),
    "Variant": lambda parts, _: show(parts["item"]),
    "Arc": lambda parts, _: "arc " + show(parts["item"]),
    "Owned": lambda parts, _: "owned " + show(parts["item"]),
}
