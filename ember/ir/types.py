"""Types of the IR: immutable and interned, so equality is identity.

Concrete code (after elaboration) uses the types that have a run-time form: `index`, `iN`, `!pop.simd`, opaque
`!kgen.pointer`, structural `!kgen.struct` and `!pop.array`. Pointers do not say what they point to: loads and stores
do, as in LLVM. A source struct with one field has its field's type here, so `Int` costs nothing.
Compile-time-only types (`!kgen.type`, `!pop.int_literal`, …) may appear as constants but never reach code generation.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar

from ember.support import dtype as dt
from ember.support.dtype import DType

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


class SimdType(Type):
    """`width` lanes of `dtype`: `!pop.simd<4, f32>`; one lane prints as `!pop.scalar<f32>`."""

    __slots__ = ()

    @property
    def width(self) -> int:
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def dtype(self) -> DType:
        return self._parts[1]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        if self.width == 1:
            return f"!pop.scalar<{self.dtype.name}>"
        return f"!pop.simd<{self.width}, {self.dtype.name}>"


class PointerType(Type):
    """An address in address space `space`: `!kgen.pointer<none>`, `!kgen.pointer<none, 3>`."""

    __slots__ = ()

    @property
    def space(self) -> int:
        return self._parts[0]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"!kgen.pointer<none, {self.space}>" if self.space else "!kgen.pointer<none>"


class StructType(Type):
    """Fields laid out like C: `!kgen.struct<(index, i1)>`."""

    __slots__ = ()

    @property
    def elements(self) -> tuple[Type, ...]:
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def alignment(self) -> int:
        """A minimum alignment asked for with `@align(N)`; 0 means natural."""
        return self._parts[1] if len(self._parts) > 1 else 0

    def __str__(self) -> str:
        inner = ", ".join(map(str, self.elements))
        return f"!kgen.struct<({inner}){f', {self.alignment}' if self.alignment else ''}>"


class ArrayType(Type):
    """`count` elements in a row: `!pop.array<4, index>`."""

    __slots__ = ()

    @property
    def count(self) -> int:
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def element(self) -> Type:
        return self._parts[1]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"!pop.array<{self.count}, {self.element}>"


class UnionType(Type):
    """Storage that can hold any one of `elements`: `!pop.union<index, f32>`."""

    __slots__ = ()

    @property
    def elements(self) -> tuple[Type, ...]:
        return self._parts[0]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"!pop.union<{', '.join(map(str, self.elements))}>"


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
    """A type that is only a name: `!kgen.none`, `!kgen.string`, `!kgen.dtype`, `!kgen.type`, `!pop.int_literal`, …"""

    __slots__ = ()

    @property
    def name(self) -> str:
        return self._parts[0]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"!{self.name}"


INDEX: Final = IndexType()
I1: Final = IntegerType(1)
POINTER: Final = PointerType(0)
NONE: Final = NamedType("kgen.none")  # zero bytes
STRING: Final = NamedType("kgen.string")  # run-time form: struct (pointer, index)
DTYPE: Final = NamedType("kgen.dtype")  # run-time form: one byte, the dtype's code
INT_LITERAL: Final = NamedType("pop.int_literal")  # compile time only, any size
FLOAT_LITERAL: Final = NamedType("pop.float_literal")  # compile time only, exact rational
TYPE: Final = NamedType("kgen.type")  # compile time only: a source type as a value
ANY: Final = NamedType("lit.any")  # the type of every value before elaboration


def scalar(dtype: DType) -> SimdType:
    """One lane of `dtype`."""
    return SimdType(1, dtype)


WORD: Final = scalar(dt.INDEX)
BOOL: Final = scalar(dt.BOOL)
BYTE: Final = scalar(dt.UI8)
