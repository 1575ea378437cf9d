"""Concrete functions and globals as bytes, for the cache: reading one back costs far less than elaborating it.

Operands are numbers: values count in the order in which their definitions are read. Types and compile-time values pickle
as themselves (types are interned again when they are read); places are the path of a file with two offsets.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, Final

from ember.dialects.constants import FrozenBlock, HeapRef, SymbolOffset
from ember.dialects.types import Type
from ember.ir.nodes import REGISTRY, Op, Region, SymbolRef, Value, new_op
from ember.support.dtype import DType
from ember.support.source import SourceFile, Span

FORMAT: Final = "1"
"""Changes when the packed form does."""

_PLAIN: Final = frozenset((int, str, bytes, bool, float, type(None), DType))


class CannotPack(Exception):
    """The function holds something that only exists in memory."""


def pack_op(op: Op) -> tuple[bytes, set[str]]:
    """The bytes of a function or global, and the names of all functions and globals it mentions.

    `CannotPack` if it holds what only exists in memory.
    """
    symbols: set[str] = set()
    try:
        return pickle.dumps(_form(op, {}, symbols), protocol=5), symbols
    except KeyError:
        raise CannotPack("a value of another function is used") from None


def unpack_op(data: bytes, source_of: Callable[[str], SourceFile]) -> Op:
    """The function or global of some bytes; `source_of` gives the files its places are in."""
    return _op(pickle.loads(data), [], source_of)


# -- packing ---------------------------------------------------------------------------------------


def _form(op: Op, numbers: dict[Value, int], symbols: set[str]) -> tuple[Any, ...]:
    operands = tuple([numbers[operand] for operand in op.operands])
    regions = (
        tuple([_region_form(region, numbers, symbols) for region in op.regions])
        if op.regions
        else ()
    )
    types: tuple[Type, ...] = ()
    names: tuple[str | None, ...] = ()
    for result in op.results:
        numbers[result] = len(numbers)
        types += (result.type,)
        if result.name:
            names = tuple([each.name for each in op.results])
    attrs = op.attrs
    for value in attrs.values():
        if value.__class__ not in _PLAIN:
            _check(value, symbols)
    span = op.loc
    place = (span.file.path, span.start, span.end) if isinstance(span, Span) else None
    return (op.op_name, operands, types, names, attrs, place, regions)


def _region_form(region: Region, numbers: dict[Value, int], symbols: set[str]) -> tuple[Any, ...]:
    for argument in region.args:
        numbers[argument] = len(numbers)
    types = tuple([argument.type for argument in region.args])
    names = tuple([argument.name for argument in region.args])
    return (types, names, [_form(op, numbers, symbols) for op in region])


def _check(value: Any, symbols: set[str]) -> None:
    """Only plain values may be stored: what is compared by identity would not be found again. Finds the symbols in one."""
    kind = value.__class__
    if kind is SymbolRef:
        symbols.add(value.name)
    elif kind in _PLAIN or isinstance(value, Type):
        return
    elif kind is tuple or isinstance(value, (HeapRef, SymbolOffset)):
        for part in value:
            _check(part, symbols)
    elif isinstance(value, FrozenBlock):
        _check(value.slots, symbols)
    else:
        raise CannotPack(f"{value.__class__.__name__} cannot be stored")


# -- unpacking -------------------------------------------------------------------------------------


def _op(form: tuple[Any, ...], values: list[Value], source_of: Callable[[str], SourceFile]) -> Op:
    name, operands, types, names, attrs, place, packed = form
    regions = tuple([_region(region, values, source_of) for region in packed])
    span = None if place is None else Span(source_of(place[0]), place[1], place[2])
    op = new_op(REGISTRY[name], [values[i] for i in operands], attrs, regions, span)
    for number, type in enumerate(types):
        values.append(op.add_result(type, names[number] if names else None))
    return op


def _region(
    form: tuple[Any, ...], values: list[Value], source_of: Callable[[str], SourceFile]
) -> Region:
    types, names, ops = form
    region = Region(types, names)
    values.extend(region.args)
    for op in ops:
        region.append(_op(op, values, source_of))
    return region
