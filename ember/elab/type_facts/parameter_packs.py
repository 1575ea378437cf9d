"""Packs: the values of variadic parameters, and new ones made of them.

`Ts` of `*Ts: AnyType` is a tuple of parameter values here. `Ts.name` is a member of the library's `TypeList[*Ts]`, or of
`ParameterList[*ns]` for values; both are written with the functions of this file.

    __pack_reversed[Ts]                 the last first
    __pack_slice[Ts, start, end]        a part
    __pack_map[Ts, f]                   f[T] for each
    __pack_filter[Ts, f]                those for which f[T, i] is true
    __pack_tabulate[n, f]               f[i] for 0 … n - 1
    __pack_splat[n, value]              one value n times
    __pack_reduce[Ts, first, f]         f[f[first, T0], T1] …
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ember.elab.model.types import DEFERRED, Const, ParamValue, StructT, has_hole
from ember.elab.type_facts.archetypes import OpenPack, is_unknown

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

Pack = tuple[ParamValue, ...]


def make_pack(program: Program, name: str, items: Pack) -> ParamValue:
    """`name[items]`."""
    if any(map(has_hole, items)) or any(map(_is_unsettled, items)):
        return DEFERRED
    return PACK_RULES[name](program, *items)


def library_type_of(program: Program, pack: Pack) -> StructT:
    """The library's type of a pack, whose members the pack has."""
    if pack and isinstance(pack[0], Const):
        element = program.facts.materialized(pack[0].type)
        return StructT(program.library.parameter_list, (element, pack))
    return StructT(program.library.type_list, (pack,))


def _apply(program: Program, mapper: ParamValue, *values: ParamValue) -> ParamValue:
    return program.members.bind(mapper, values, {})


def _reversed(program: Program, pack: Pack) -> Pack:
    return tuple(reversed(pack))


def _slice(program: Program, pack: Pack, start: ParamValue, end: ParamValue) -> Pack:
    return pack[_number(start) : _number(end)]


def _map(program: Program, pack: Pack, mapper: ParamValue) -> Pack:
    return tuple(_apply(program, mapper, element) for element in pack)


def _filter(program: Program, pack: Pack, predicate: ParamValue) -> Pack:
    integer = program.comptime.integer
    return tuple(
        element
        for i, element in enumerate(pack)
        if _number(_apply(program, predicate, element, integer(i)))
    )


def _tabulate(program: Program, count: ParamValue, mapper: ParamValue) -> Pack:
    integer = program.comptime.integer
    return tuple(_apply(program, mapper, integer(i)) for i in range(_number(count)))


def _splat(program: Program, count: ParamValue, value: ParamValue) -> Pack:
    return (value,) * _number(count)


def _reduce(program: Program, pack: Pack, first: ParamValue, reducer: ParamValue) -> ParamValue:
    for element in pack:
        first = _apply(program, reducer, first, element)
    return first


PACK_RULES: Final[dict[str, Callable[..., ParamValue]]] = {
    "__pack_reversed": _reversed,
    "__pack_slice": _slice,
    "__pack_map": _map,
    "__pack_filter": _filter,
    "__pack_tabulate": _tabulate,
    "__pack_splat": _splat,
    "__pack_reduce": _reduce,
}


def _is_unsettled(value: ParamValue) -> bool:
    return isinstance(value, OpenPack) or is_unknown(value)


def _number(value: ParamValue) -> int:
    raw = value.raw if isinstance(value, Const) else value
    while isinstance(raw, tuple) and len(raw) == 1:
        raw = raw[0]
    if not isinstance(raw, int):
        raise ValueError("a number is wanted")
    return int(raw)
