"""Types of the IR: immutable and interned, so equality is identity.

Here are the mechanism and the types that every dialect shares; a dialect adds classes of its own and says how to read
their text (`reader.register_type`).
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

T = TypeVar("T", bound="Type")


class Type:
    """Base of all types. Subclasses list their parts in `__slots__`; `str()` gives the text form."""

    __slots__ = ("_parts",)
    _interned: ClassVar[dict[tuple[object, ...], Type]] = {}
    _parts: tuple[Any, ...]

    def __new__(cls: type[T], *parts: object) -> T:
        key = (cls, *parts)
        found = Type._interned.get(key)
        if found is None:
            found = object.__new__(cls)
            found._parts = parts
            Type._interned[key] = found
        return found  # type: ignore[return-value]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (type(self), self._parts)

    def __repr__(self) -> str:
        return str(self)


class IndexType(Type):
    """The machine word: `index`."""

    __slots__ = ()

    def __str__(self) -> str:
        return "index"


class IntegerType(Type):
    """A signless integer of `width` bits: `i1`, `i32`."""

    __slots__ = ()

    @property
    def width(self) -> int:
        return self._parts[0]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"i{self.width}"


class FunctionType(Type):
    """What a function takes and gives: `(index, index) -> index`."""

    __slots__ = ()

    @property
    def inputs(self) -> tuple[Type, ...]:
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def results(self) -> tuple[Type, ...]:
        return self._parts[1]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        inputs = ", ".join(map(str, self.inputs))
        results = ", ".join(map(str, self.results))
        is_plain = len(self.results) == 1 and not isinstance(self.results[0], FunctionType)
        return f"({inputs}) -> {results if is_plain else f'({results})'}"


class NamedType(Type):
    """A type that is only a name, with its dialect before it: `!dialect.name`. Types nobody reads are kept as such."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return self._parts[0]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"!{self.name}"


INDEX: Final = IndexType()
I1: Final = IntegerType(1)
