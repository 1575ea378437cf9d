"""What makes a class of `tree.py` a node: `__slots__` and a constructor derived from its annotations.

Like `dataclass(slots=True)`, but quick to import: a class's constructor is written when the first node of its kind is
made, and most programs have few kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, dataclass_transform

from ember.support.source import Span

T = TypeVar("T")


class _Fresh:
    """A default made anew for every node."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def field(*, default_factory: Callable[[], T]) -> T:
    """A field whose default is made anew for every node."""
    fresh: Any = _Fresh(default_factory)
    return fresh  # type: ignore[no-any-return]


_Fields = dict[str, tuple[Any, ...]]
"""Each field in order, with its default if it has one."""


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class _NodeMeta(type):
    """Derives slots and fields; fields of the base class come first."""

    fields: _Fields

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _NodeMeta:
        fields: _Fields = dict(getattr(bases[0], "fields", {})) if bases else {}
        own = tuple(namespace.get("__annotations__", {}))
        for each in own:
            fields[each] = (namespace.pop(each),) if each in namespace else ()
        namespace["__slots__"] = own
        namespace["__init__"] = _first_init
        cls = super().__new__(mcs, name, bases, namespace)
        cls.fields = fields
        return cls


def _first_init(self: Any, *values: Any, **named: Any) -> None:
    kind = self.__class__
    kind.__init__ = _constructor(kind.fields)
    kind.__init__(self, *values, **named)


def _constructor(fields: _Fields) -> Any:
    """`def __init__(self, span, name, where=None)`, as one would write it."""
    names: dict[str, Any] = {"MISSING": _MISSING}
    arguments, lines = [], []
    for name, default in fields.items():
        argument, value = name, name
        if default:
            names[f"default_{name}"] = default[0]
            argument += f"=default_{name}"
            if isinstance(default[0], _Fresh):
                names[f"default_{name}"] = default[0].make
                argument = f"{name}=MISSING"
                value = f"default_{name}() if {name} is MISSING else {name}"
        arguments.append(argument)
        lines.append(f"    self.{name} = {value}\n")
    exec(f"def __init__(self, {', '.join(arguments)}):\n{''.join(lines)}", names)
    return names["__init__"]


_MISSING: Final = object()


class Record(metaclass=_NodeMeta):
    """Fields that belong together."""


class Node(Record):
    """A construct and where it stands."""

    span: Span
