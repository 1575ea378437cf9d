"""How IR types look in LLVM: `TypeInfo` has the text of a type in registers and in memory.

The two differ where LLVM packs bits: a bool is `i1` in a register and a byte in memory, a vector of bools is
`<n x i1>` in a register and whole bytes in memory. Struct fields and array elements always have their memory form,
so that a store of a field and a load of the whole struct agree on every byte.
Sizes, alignments and offsets come from `dialects/layout.py`; where LLVM would lay out a struct differently, the struct is
written packed, with its padding spelled out.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import layout
from ember.dialects import types as t
from ember.support import dtype as dt
from ember.support.dtype import DType

SIGNED: Final = 0
UNSIGNED: Final = 1
FLOAT: Final = 2
SMALL_FLOAT: Final = 3  # bfloat16 and floats of 8 bits and less: computed in `float`
OTHER: Final = 4  # pointers, aggregates

_FLOAT_TEXT: Final = {
    "f16": "half",
    "bf16": "bfloat",
    "f32": "float",
    "tf32": "float",
    "f64": "double",
}
_FLOAT_SUFFIX: Final = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}


_LARGEST_INTEGER_ALIGNMENT: Final = {"nvptx64": 32, "amdgcn": 8}
"""How far LLVM aligns wide integers where it is not to 16 bytes, as C does."""


class NoLlvmForm(Exception):
    """A type or constant that exists at compile time only."""


class TypeInfo:
    """One IR type as LLVM sees it."""

    __slots__ = (
        "align",
        "bits",
        "column",
        "field_indices",
        "fields",
        "is_bool",
        "is_none",
        "lane",
        "lanes",
        "memory",
        "natural",
        "size",
        "suffix",
        "text",
    )

    def __init__(
        self,
        type: t.Type,
        text: str,
        memory: str | None = None,
        *,
        column: int = OTHER,
        lanes: int = 1,
        lane: str | None = None,
        bits: int = 0,
        suffix: str = "",
        is_bool: bool = False,
        natural: int | None = None,
    ) -> None:
        self.text: Final = text
        """The type in a register; empty for `none`, which has no value."""
        self.memory: Final = text if memory is None else memory
        """The type in memory and inside aggregates."""
        self.column: Final = column
        """Which column of an opcode table applies: SIGNED, UNSIGNED, FLOAT, SMALL_FLOAT or OTHER."""
        self.lanes: Final = lanes
        self.lane: Final = text if lane is None else lane
        """The register type of one lane."""
        self.bits: Final = bits
        """Bits of one lane."""
        self.suffix: Final = suffix
        """How overloaded intrinsics name the type: `v4f32`, `i64`."""
        self.is_bool: Final = is_bool
        self.is_none: Final = not text
        self.size: Final = layout.size_of(type)
        self.align: Final = layout.alignment_of(type)
        self.natural: Final = self.align if natural is None else natural
        """The alignment LLVM gives `memory` inside a struct."""
        self.fields: tuple[TypeInfo, ...] = ()
        """The fields of a struct, the one element of an array."""
        self.field_indices: tuple[int, ...] = ()
        """Where each field stands in the LLVM struct, which may have padding entries; empty for an array."""

    def field(self, index: int) -> tuple[TypeInfo, int]:
        """Field `index` of a struct or array, and where it stands in the LLVM type."""
        if self.field_indices:
            return self.fields[index], self.field_indices[index]
        return self.fields[0], index


class TypeTable(dict[t.Type, TypeInfo]):
    """`table[type]` makes the description of a type the first time it is asked for."""

    def __init__(self, arch: str = "", has_spaces: bool = True) -> None:
        super().__init__()
        self._has_spaces = has_spaces  # whether address spaces differ on the machine
        self._largest_alignment = _LARGEST_INTEGER_ALIGNMENT.get(arch, 16)

    def __missing__(self, type: t.Type) -> TypeInfo:
        info = self._describe(type)
        self[type] = info
        return info

    def _describe(self, type: t.Type) -> TypeInfo:
        match type:
            case t.SimdType():
                return _simd(type, self._largest_alignment)
            case t.IndexType():
                return TypeInfo(type, "i64", column=SIGNED, bits=64, suffix="i64")
            case t.IntegerType():
                return _integer(type, self._largest_alignment)
            case t.PointerType():
                space = type.space if self._has_spaces else 0
                text = f"ptr addrspace({space})" if space else "ptr"
                return TypeInfo(type, text, column=UNSIGNED, bits=64, suffix=f"p{space}")
            case t.FunctionType():
                return TypeInfo(t.POINTER, "ptr", column=UNSIGNED, bits=64, suffix="p0")
            case t.StructType():
                return self._struct(type)
            case t.ArrayType():
                element = self[type.element]
                memory = element.memory or "{}"
                info = TypeInfo(type, f"[{type.count} x {memory}]", natural=element.natural)
                info.fields = (element,)
                return info
            case t.UnionType():
                align = layout.alignment_of(type)
                unit = min(align, 8)
                count = layout.size_of(type) // unit
                return TypeInfo(type, f"[{count} x i{unit * 8}]", natural=unit)
        if type is t.NONE:
            return TypeInfo(type, "", "{}")
        if type is t.STRING:
            return TypeInfo(type, "{ ptr, i64 }")
        if type is t.DTYPE:
            return TypeInfo(type, "i8", column=UNSIGNED, bits=8, suffix="i8")
        raise NoLlvmForm(f"type {type} has no run-time form")

    def _struct(self, type: t.StructType) -> TypeInfo:
        fields = tuple(self[element] for element in type.elements)
        offsets = layout.field_offsets(type)
        size = layout.size_of(type)
        natural = max((field.natural for field in fields), default=1)
        end = 0
        agrees = True
        for field, offset in zip(fields, offsets, strict=True):
            end = layout.align_up(end, field.natural)
            agrees = agrees and end == offset
            end += field.size
        if agrees and layout.align_up(end, natural) == size:
            text = f"{{ {', '.join(field.memory for field in fields)} }}" if fields else "{}"
            indices = tuple(range(len(fields)))
        else:
            text, indices = _packed(fields, offsets, size)
            natural = 1
        info = TypeInfo(type, text, natural=natural)
        info.fields = fields
        info.field_indices = indices
        return info


def _packed(
    fields: tuple[TypeInfo, ...], offsets: tuple[int, ...], size: int
) -> tuple[str, tuple[int, ...]]:
    """A struct with its padding written out, and where its fields stand in it."""
    parts: list[str] = []
    indices = []
    end = 0
    for field, offset in zip(fields, offsets, strict=True):
        if offset > end:
            parts.append(f"[{offset - end} x i8]")
        indices.append(len(parts))
        parts.append(field.memory)
        end = offset + field.size
    if size > end:
        parts.append(f"[{size - end} x i8]")
    return f"<{{ {', '.join(parts)} }}>", tuple(indices)


def _integer(type: t.IntegerType, largest: int) -> TypeInfo:
    width = type.width
    return TypeInfo(
        type,
        f"i{width}",
        f"i{layout.size_of(type) * 8}",
        column=UNSIGNED if width == 1 else SIGNED,
        bits=width,
        suffix=f"i{width}",
        is_bool=width == 1,
        natural=min(layout.size_of(type), largest),
    )


def _simd(type: t.SimdType, largest: int) -> TypeInfo:
    dtype, width = type.dtype, type.width
    lane, column, bits = _lane(dtype)
    suffix = _FLOAT_SUFFIX.get(lane, lane)
    if width > 1:
        suffix = f"v{width}{suffix}"
    text = lane if width == 1 else f"<{width} x {lane}>"
    size = layout.size_of(type)
    memory = f"i{size * 8}" if bits < 8 else text
    is_integer = bits < 8 or (width == 1 and not dtype.is_float)
    natural = min(size, largest) if is_integer else None
    return TypeInfo(
        type,
        text,
        memory,
        column=column,
        lanes=width,
        lane=lane,
        bits=bits,
        suffix=suffix,
        is_bool=dtype is dt.BOOL,
        natural=natural,
    )


def _lane(dtype: DType) -> tuple[str, int, int]:
    """The LLVM type of one lane, its opcode column and its bits."""
    if dtype.is_float:
        text = _FLOAT_TEXT.get(dtype.name)
        if text is not None:
            return text, SMALL_FLOAT if dtype.name == "bf16" else FLOAT, dtype.bits
        return f"i{dtype.bits}", SMALL_FLOAT, dtype.bits
    bits = dtype.bits or 8
    return f"i{bits}", SIGNED if dtype.kind == "signed" else UNSIGNED, bits
