"""Displays of constants: one array in the binary instead of a store for each element.

    var primes: List[Int] = [2, 3, 5, …]        @value.1f = constant [2, 3, 5, …]
                                                List[Int](__constants__=@value.1f, count=168)

A struct takes part with a constructor that has an argument `__constants__`, the address of the elements, and `count`;
the struct's first parameter is the type of the elements. What is shorter than `SHORTEST`, has elements known at run time
only, or elements that are more than bytes, is built element by element.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ember.dialects import kgen
from ember.dialects import types as t
from ember.dialects.constants import HeapRef, SymbolOffset
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    Const,
    FunctionRef,
    ListConst,
    MlirT,
    SourceType,
    StructGen,
    StructT,
)
from ember.elab.model.values import Argument, Display, Known, Rvalue, Val
from ember.elab.type_facts.archetypes import Unknown
from ember.interpreter.interpreter import InterpreterError
from ember.ir.nodes import SymbolRef
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program
    from ember.elab.instances.instances import Instance

MARK: Final = "__constants__"
SHORTEST: Final = 16


def constant_arguments(
    frame: Frame, display: Display, element: SourceType
) -> list[Argument] | None:
    """What the constructor for constants is called with; None when the display is not of that kind."""
    values = _elements(frame, display, element)
    if values is None:
        return None
    values = _with_pooled_texts(frame.program, values)
    array = t.ArrayType(len(values), frame.program.facts.ir_type(element))
    address = frame.address_of(frame.program.instances.constant(values, array))
    return [
        Argument(Rvalue(MlirT(t.POINTER), address), MARK),
        Argument(Known(frame.program.comptime.integer(len(values))), "count"),
    ]


def rewritten(frame: Frame, value: Val, to: SourceType) -> Val:
    """A constant written as a list, where it is to become another type: the list again, to be read as that."""
    if not isinstance(value, Known) or not isinstance(value.value, ListConst):
        return value
    if value.value.type is to or not isinstance(to, StructT):
        return value
    blank = ("",) * len(value.value.elements)
    return Display("list", [Known(e) for e in value.value.elements], blank, blank, frame.loc)


def elements_fit(frame: Frame, display: Display, to: StructT) -> bool:
    """Whether the elements of a list convert to the type that the struct says its elements have."""
    element = to.args[0] if display.kind == "list" and _takes_constants(to.decl) else None
    if not isinstance(element, StructT) or any(display.unpack):
        return True
    conversions = frame.program.conversions
    items = unlike([conversions.settle(frame, item) for item in display.items])
    return all(conversions.cost(frame, i, element, True, "read") is not None for i in items)


def unlike(values: list[Val]) -> list[Val]:
    """The values without constants of a type that an earlier one has."""
    seen: set[SourceType] = set()
    kept = []
    for value in values:
        if isinstance(value, Known) and isinstance(value.value, Const):
            if value.value.type in seen:
                continue
            seen.add(value.value.type)
        kept.append(value)
    return kept


def is_constant_display(program: Program, display: Display, target: StructGen | StructT) -> bool:
    """Whether all elements are known now, and the struct takes them at once."""
    if display.kind not in ("list", "set") or display.build or len(display.items) < SHORTEST:
        return False
    if program.definitions.is_checking or not _takes_constants(target.decl):
        return False
    return _is_constant(display)


def _elements(frame: Frame, display: Display, element: SourceType) -> tuple[Any, ...] | None:
    """The elements as constants of one type; None when one of them does not become such a constant."""
    values: list[Any] = [None] * len(display.items)
    for i, item in enumerate(display.items):
        if isinstance(item, Display):
            inner = _held_in_place(frame.program, element, len(item.items))
            parts = None if inner is None else _elements(frame, item, inner)
            if parts is None:
                return None
            values[i] = parts
    for type, places in _by_type(display).items():
        raws = [display.items[i].value.raw for i in places]  # type: ignore[union-attr]
        if type is not element:
            function = _converter(frame, display.items[places[0]], element)
            if function is None:
                return None
            try:
                made = frame.program.facts.ir_type(element)
                raws = frame.program.comptime.interpreter.run_each(function, raws, made)
            except InterpreterError:
                return None  # the usual way says what is wrong
        for place, raw in zip(places, raws, strict=True):
            values[place] = raw
    return None if any(map(_is_more_than_bytes, values)) else tuple(values)


def _held_in_place(program: Program, type: SourceType, count: int) -> SourceType | None:
    """What a struct that takes part holds, if it is nothing but an array of `count` of them."""
    if not isinstance(type, StructT) or not _takes_constants(type.decl):
        return None
    element = type.args[0]
    if not isinstance(element, SourceType):
        return None
    array = t.ArrayType(count, program.facts.ir_type(element))
    return element if program.facts.ir_type(type) is array else None


def _with_pooled_texts(program: Program, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values with all constant bytes they point to in one piece."""
    places: dict[bytes, int] = {}
    size = 0
    for reference in _references(values):
        if reference.block.data not in places:
            places[reference.block.data] = size
            size += len(reference.block.data)
    if not places:
        return values
    pool = SymbolRef(program.instances.constant_bytes(b"".join(places), 1))

    def pooled(raw: Any) -> Any:
        if raw.__class__ is tuple:
            return tuple(map(pooled, raw))
        return SymbolOffset(pool, places[raw.block.data]) if isinstance(raw, HeapRef) else raw

    return tuple(map(pooled, values))


def _converter(frame: Frame, item: Val, to: SourceType) -> kgen.Func | None:
    """The implicit constructor that makes elements of constants of another type."""
    if not isinstance(to, StructT):
        return None
    try:
        inits = frame.program.members.own_constructors(frame, to)
        match = frame.program.overloads.choose(
            frame,
            FunctionRef(inits, to),
            [Argument(item)],
            implicit_only=True,
            allow_conversion=False,
        )
    except CompileError:
        return None
    if not frame.program.names.is_library(match.decl.module):
        return None  # a program's own may have effects, and these belong to run time
    instance = frame.program.instances.get(match.decl, match.owner, match.params, match.signature)
    return _compiled(frame.program, instance)


def _compiled(program: Program, instance: Instance) -> kgen.Func | None:
    abi = instance.abi
    places = {"value": 1, "memory": 2}
    if abi.raises or len(abi.inputs) != places.get(abi.result) or abi.arg_by_pointer[0]:
        return None
    function = program.instances.function(instance.symbol)
    return function if isinstance(function, kgen.Func) else None


def _by_type(display: Display) -> dict[SourceType, list[int]]:
    """Which elements are constants of which type."""
    found: dict[SourceType, list[int]] = {}
    for i, item in enumerate(display.items):
        if isinstance(item, Known) and isinstance(item.value, Const):
            found.setdefault(item.value.type, []).append(i)
    return found


def _is_constant(value: Val) -> bool:
    if isinstance(value, Display):
        return value.kind in ("list", "set") and all(map(_is_constant, value.items))
    return isinstance(value, Known) and isinstance(value.value, Const)


def _takes_constants(decl: Any) -> bool:
    return any(a.name == MARK for init in decl.methods("__init__") for a in init.args)


def _is_more_than_bytes(raw: Any) -> bool:
    if raw.__class__ is tuple:
        return any(map(_is_more_than_bytes, raw))
    if isinstance(raw, HeapRef):
        block = raw.block
        return bool(raw.offset or block.slots or not block.is_static or block.alignment > 1)
    return isinstance(raw, Unknown)


def _references(raw: Any) -> Iterator[HeapRef]:
    if raw.__class__ is tuple:
        for part in raw:
            yield from _references(part)
    elif isinstance(raw, HeapRef):
        yield raw
