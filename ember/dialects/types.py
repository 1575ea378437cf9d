"""The types of concrete code, and how texts spell them and the constants beside them.

Concrete code (after elaboration) uses the types that have a run-time form: `index`, `iN`, `!pop.simd`, opaque
`!kgen.pointer`, structural `!kgen.struct` and `!pop.array`. Pointers do not say what they point to: loads and stores
do, as in LLVM. A source struct with one field has its field's type here, so `Int` costs nothing.
Compile-time-only types (`!kgen.type`, `!pop.int_literal`, …) may appear as constants but never reach code generation.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ember.ir.reader import IMPLIED, Reader, register_type, register_value
from ember.ir.types import I1, INDEX, FunctionType, IndexType, IntegerType, NamedType, Type
from ember.support import dtype as dt
from ember.support.dtype import BY_NAME, DType
from ember.support.target import Target, described_target

__all__ = [
    "ANY", "BOOL", "BYTE", "DTYPE", "FLOAT_LITERAL", "I1", "INDEX", "INT_LITERAL", "NONE", "POINTER", "STRING", "TYPE",
    "WORD", "ArrayType", "FunctionType", "IndexType", "IntegerType", "NamedType", "PointerType", "SimdType",
    "StructType", "Type", "UnionType", "scalar",
]  # fmt: skip


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


# -- as text -----------------------------------------------------------------------------------------


def _simd(reader: Reader) -> Type:
    width = reader.integer("the number of lanes")
    reader.expect(",")
    return SimdType(width, _dtype(reader))


def _pointer(reader: Reader) -> Type:
    reader.type()  # what it points to says nothing here
    return PointerType(reader.integer("an address space") if reader.accept(",") else 0)


def _struct(reader: Reader) -> Type:
    elements = tuple(reader.types_in_parentheses())
    if reader.accept(","):
        return StructType(elements, reader.integer("an alignment"))
    return StructType(elements)


def _array(reader: Reader) -> Type:
    count = reader.integer("the number of elements")
    reader.expect(",")
    return ArrayType(count, reader.type())


def _union(reader: Reader) -> Type:
    return UnionType(() if reader.texts[reader.at] == ">" else tuple(reader.type_list()))


register_type("pop.scalar", lambda reader: scalar(_dtype(reader)))
register_type("pop.simd", _simd)
register_type("kgen.pointer", _pointer)
register_type("kgen.struct", _struct)
register_type("pop.array", _array)
register_type("pop.union", _union)
for _type in (NONE, STRING, DTYPE, TYPE, INT_LITERAL, FLOAT_LITERAL):
    register_type(_type.name, short=_type)
register_type("lit.any", short=ANY, name=IMPLIED)
for _dtype_name, _known in BY_NAME.items():
    if _known is not dt.INDEX:  # `index` alone is the type of that name
        register_type("pop.scalar", short=scalar(_known), name=_dtype_name)


def _dtype(reader: Reader) -> DType:
    text = reader.take("ident", "a dtype such as 'f32'")
    found = BY_NAME.get(text)
    if found is None:
        reader.fail(f"'{text}' is not a dtype", at=reader.at - 1)
    return found


def _rational(reader: Reader) -> Fraction:
    numerator = reader.integer()
    denominator = reader.integer() if reader.accept("/") else 1
    if denominator == 0:
        reader.fail("the denominator is 0", at=reader.at - 1)
    return Fraction(numerator, denominator)


def _target(reader: Reader) -> Target:
    """`triple = "…", arch = "…", …`."""
    at = reader.at
    fields: dict[str, str] = {}
    while not fields or reader.accept(","):
        key = reader.word()
        reader.expect("=")
        fields[key] = str(reader.value())
    try:
        return described_target(fields)
    except ValueError as problem:
        reader.fail(f"this is no target: {problem}", at=at)


def _target_text(target: Target) -> str:
    return (
        f'triple = "{target.triple}", arch = "{target.cpu}", features = "{target.features}",'
        f" simd_bit_width = {target.simd_bits}, index_bit_width = {target.pointer_bits}"
    )


register_value("kgen.dtype.constant", DType, lambda value: value.name, _dtype)
register_value("kgen.rational", Fraction, str, _rational)
register_value("kgen.target", Target, _target_text, _target)
