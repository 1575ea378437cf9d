"""Sizes and alignments of IR types in memory: C's rules, the same on every 64-bit target we support.

Codegen's LLVM types must agree; a test compares the two.
"""

from __future__ import annotations

from functools import cache

from ember.dialects import types as t


def align_up(offset: int, alignment: int) -> int:
    return (offset + alignment - 1) // alignment * alignment


@cache
def alignment_of(type: t.Type) -> int:
    """The natural alignment of a type in bytes."""
    match type:
        case t.SimdType():
            if type.width == 1 or type.dtype.bits >= 8:
                size = type.dtype.byte_size * type.width
            else:
                size = max(1, (type.dtype.bits * type.width + 7) // 8)
            return min(_power_of_two(size), 16) if type.width == 1 else _power_of_two(size)
        case t.IntegerType():
            return min(_power_of_two((type.width + 7) // 8), 16)
        case t.IndexType() | t.PointerType():
            return 8
        case t.StructType() | t.UnionType():
            natural = max((alignment_of(e) for e in type.elements), default=1)
            return max(natural, type.alignment) if isinstance(type, t.StructType) else natural
        case t.ArrayType():
            return alignment_of(type.element)
    return 8 if type is t.STRING else 1


@cache
def size_of(type: t.Type) -> int:
    """Bytes from one element of this type to the next in an array."""
    match type:
        case t.SimdType():
            bits = type.dtype.bits * type.width if type.width > 1 else type.dtype.byte_size * 8
            return align_up((bits + 7) // 8, alignment_of(type))
        case t.IntegerType():
            return align_up((type.width + 7) // 8, alignment_of(type))
        case t.IndexType() | t.PointerType():
            return 8
        case t.StructType():
            end = field_offsets(type)[-1] + size_of(type.elements[-1]) if type.elements else 0
            return align_up(end, alignment_of(type))
        case t.UnionType():
            return align_up(max((size_of(e) for e in type.elements), default=0), alignment_of(type))
        case t.ArrayType():
            return type.count * size_of(type.element)
    if type is t.STRING:
        return 16
    return 1 if type is t.DTYPE else 0


@cache
def field_offsets(type: t.StructType) -> tuple[int, ...]:
    """Where each field of a struct starts."""
    offsets = []
    offset = 0
    for element in type.elements:
        offset = align_up(offset, alignment_of(element))
        offsets.append(offset)
        offset += size_of(element)
    return tuple(offsets)


def _power_of_two(size: int) -> int:
    return 1 << max(0, (size - 1).bit_length())
