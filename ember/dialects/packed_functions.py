"""Concrete functions and globals as bytes, for the cache: reading one back costs far less than elaborating it.

Operands are numbers: values count in the order in which their definitions are read. Types and compile-time values pickle
as themselves (types are interned again when they are read); places are the path of a file with two offsets.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, Final

from ember.dialects.constants import FrozenBlock, HeapRef, SymbolOffset
from ember.ir.nodes import REGISTRY, Op, Region, SymbolRef, Value
from ember.ir.types import Type
from ember.support.dtype import DType
from ember.support.source import SourceFile, Span

FORMAT: Final = "1"
"""Changes when the packed form does."""

_PLAIN: Final = (int, str, bytes, bool, float, type(None), Type, SymbolRef, DType)


class CannotPack(Exception):
    """The function holds something that only exists in memory."""


def pack_op(op: Op) -> bytes:
    """The bytes of a function or global; `CannotPack` if it holds what only exists in memory."""
    try:
        return pickle.dumps(_form(op, {}), protocol=5)
    except KeyError:
        raise CannotPack("a value of another function is used") from None


def unpack_op(data: bytes, source_of: Callable[[str], SourceFile]) -> Op:
    """The function or global of some bytes; `source_of` gives the files its places are in."""
    return _op(pickle.loads(data), [], source_of)


def symbols_in(op: Op) -> set[str]:
    """The names of all functions and globals an op mentions."""
    found: set[str] = set()
    for inner in op.walk():
        for key, value in inner.attrs.items():
            if inner is op and key == "name":
                continue
            if value.__class__ not in (int, str, bool):
                found.update(_symbols(value))
    return found


def _symbols(value: Any) -> set[str]:
    if isinstance(value, SymbolRef):
        return {value.name}
    if isinstance(value, FrozenBlock):
        return set().union(*(_symbols(target) for _, target in value.slots))
    if isinstance(value, tuple):
        return set().union(*map(_symbols, value))
    return set()


# -- packing ---------------------------------------------------------------------------------------


def _form(op: Op, numbers: dict[Value, int]) -> tuple[Any, ...]:
    operands = tuple([numbers[operand] for operand in op.operands])
    regions = tuple([_region_form(region, numbers) for region in op.regions])
    results = op.results
    for result in results:
        numbers[result] = len(numbers)
    for value in op.attrs.values():
        _check(value)
    span = op.loc
    place = (span.file.path, span.start, span.end) if isinstance(span, Span) else None
    types = tuple([result.type for result in results])
    names = tuple([result.name for result in results]) if any(r.name for r in results) else ()
    return (op.op_name, operands, types, names, op.attrs, place, regions)


def _region_form(region: Region, numbers: dict[Value, int]) -> tuple[Any, ...]:
    for argument in region.args:
        numbers[argument] = len(numbers)
    types = tuple([argument.type for argument in region.args])
    names = tuple([argument.name for argument in region.args])
    return (types, names, [_form(op, numbers) for op in region])


def _check(value: Any) -> None:
    """Only plain values may be stored: what is compared by identity would not be found again."""
    if isinstance(value, _PLAIN):
        return
    if isinstance(value, (HeapRef, SymbolOffset)) or value.__class__ is tuple:
        for part in value:
            _check(part)
    elif isinstance(value, FrozenBlock):
        _check(value.slots)
    else:
        raise CannotPack(f"{value.__class__.__name__} cannot be stored")


# -- unpacking -------------------------------------------------------------------------------------


def _op(form: tuple[Any, ...], values: list[Value], source_of: Callable[[str], SourceFile]) -> Op:
    name, operands, types, names, attrs, place, packed = form
    regions = [_region(region, values, source_of) for region in packed]
    span = None if place is None else Span(source_of(place[0]), place[1], place[2])
    op = REGISTRY[name]([values[i] for i in operands], types, attrs, regions, span)
    for result in op.results:
        values.append(result)
    if names:
        for result, result_name in zip(op.results, names, strict=True):
            result.name = result_name
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
