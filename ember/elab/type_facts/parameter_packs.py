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
from typing import TYPE_CHECKING

from ember.elab.model.types import DEFERRED, Const, ParamValue, StructT, has_hole
from ember.elab.type_facts.archetypes import OpenPack, is_unknown

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

Pack = tuple[ParamValue, ...]


class Packs:
    """Makes packs of packs."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rules: dict[str, Callable[..., ParamValue]] = {
            "__pack_reversed": lambda pack: tuple(reversed(pack)),
            "__pack_slice": self._slice,
            "__pack_map": self._map,
            "__pack_filter": self._filter,
            "__pack_tabulate": self._tabulate,
            "__pack_splat": lambda count, value: (value,) * _number(count),
            "__pack_reduce": self._reduce,
        }

    def make(self, name: str, items: Pack) -> ParamValue:
        """`name[items]`."""
        if any(map(has_hole, items)) or any(map(_is_unsettled, items)):
            return DEFERRED
        return self.rules[name](*items)

    def library_type(self, pack: Pack) -> StructT:
        """The library's type of a pack, whose members the pack has."""
        facts = self.program.facts
        if pack and isinstance(pack[0], Const):
            element = facts.materialized(pack[0].type)
            return StructT(self.program.library.parameter_list, (element, pack))
        return StructT(self.program.library.type_list, (pack,))

    def _apply(self, mapper: ParamValue, *values: ParamValue) -> ParamValue:
        return self.program.members.bind(None, mapper, values, {})

    @staticmethod
    def _slice(pack: Pack, start: ParamValue, end: ParamValue) -> Pack:
        return pack[_number(start) : _number(end)]

    def _map(self, pack: Pack, mapper: ParamValue) -> Pack:
        return tuple(self._apply(mapper, element) for element in pack)

    def _filter(self, pack: Pack, predicate: ParamValue) -> Pack:
        integer = self.program.comptime.integer
        return tuple(
            element
            for i, element in enumerate(pack)
            if _number(self._apply(predicate, element, integer(i)))
        )

    def _tabulate(self, count: ParamValue, mapper: ParamValue) -> Pack:
        integer = self.program.comptime.integer
        return tuple(self._apply(mapper, integer(i)) for i in range(_number(count)))

    def _reduce(self, pack: Pack, first: ParamValue, reducer: ParamValue) -> ParamValue:
        for element in pack:
            first = self._apply(reducer, first, element)
        return first


def _is_unsettled(value: ParamValue) -> bool:
    return isinstance(value, OpenPack) or is_unknown(value)


def _number(value: ParamValue) -> int:
    raw = value.raw if isinstance(value, Const) else value
    while isinstance(raw, tuple) and len(raw) == 1:
        raw = raw[0]
    if not isinstance(raw, int):
        raise ValueError("a number is wanted")
    return int(raw)
