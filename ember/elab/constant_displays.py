"""Displays of constants: one array in the binary instead of a store for each element.

    var primes: List[Int] = [2, 3, 5, …]        @value.1f = constant [2, 3, 5, …]
                                                List[Int](__constants__=@value.1f, count=168)

A struct takes part with a constructor that has an argument `__constants__`, the address of the elements, and `count`;
the struct's first parameter is the type of the elements. What is shorter than `SHORTEST`, has elements known at run time
only, or elements that are more than bytes, is built element by element.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.dialects import kgen
from ember.dialects import types as t
from ember.dialects.constants import HeapRef
from ember.elab.archetypes import Unknown
from ember.elab.frame import Frame
from ember.elab.instances import Instance
from ember.elab.interpreter import InterpreterError
from ember.elab.types import Const, FunctionRef, MlirT, SourceType, StructGen, StructT
from ember.elab.values import Argument, Display, Known, Rvalue, Val
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

MARK: Final = "__constants__"
SHORTEST: Final = 16


class ConstantDisplays:
    """Makes arrays of displays."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def arguments(
        self, frame: Frame, display: Display, element: SourceType
    ) -> list[Argument] | None:
        """What the constructor for constants is called with; None when the display is not of that kind."""
        facts = self.program.facts
        if not facts.is_trivial(element, "copy") or not facts.is_trivial(element, "destroy"):
            return None
        values = self._elements(frame, display, element)
        if values is None:
            return None
        array = t.ArrayType(len(values), facts.ir_type(element))
        address = frame.address_of(self.program.instances.constant(values, array))
        return [
            Argument(Rvalue(MlirT(t.POINTER), address), MARK),
            Argument(Known(self.program.comptime.integer(len(values))), "count"),
        ]

    def is_candidate(self, display: Display, target: StructGen | StructT) -> bool:
        """Whether all elements are known now, and the struct takes them at once."""
        if display.kind not in ("list", "set") or len(display.items) < SHORTEST:
            return False
        if self.program.definitions.is_checking or not _takes_constants(target.decl):
            return False
        return all(
            item.__class__ is Known and item.value.__class__ is Const for item in display.items
        )

    def _elements(
        self, frame: Frame, display: Display, element: SourceType
    ) -> tuple[Any, ...] | None:
        """The elements as constants of one type; None when one of them does not become such a constant."""
        values: list[Any] = [None] * len(display.items)
        for type, places in _by_type(display).items():
            raws = [display.items[i].value.raw for i in places]  # type: ignore[union-attr]
            if type is not element:
                function = self._converter(frame, display.items[places[0]], element)
                if function is None:
                    return None
                try:
                    raws = self.program.comptime.interpreter.run_each(function, raws)
                except InterpreterError:
                    return None  # the usual way says what is wrong
            for place, raw in zip(places, raws, strict=True):
                values[place] = raw
        return None if any(map(_is_more_than_bytes, values)) else tuple(values)

    def _converter(self, frame: Frame, item: Val, to: SourceType) -> kgen.Func | None:
        """The implicit constructor that makes elements of constants of another type."""
        if not isinstance(to, StructT):
            return None
        try:
            inits = self.program.members.own_constructors(frame, to)
            match = self.program.overloads.choose(
                frame,
                FunctionRef(inits, to),
                [Argument(item)],
                implicit_only=True,
                allow_conversion=False,
            )
        except CompileError:
            return None
        instance = self.program.instances.get(
            match.decl, match.owner, match.params, match.signature
        )
        return self._compiled(instance)

    def _compiled(self, instance: Instance) -> kgen.Func | None:
        abi = instance.abi
        if abi.raises or abi.result != "value" or len(abi.inputs) != 1 or abi.arg_by_pointer[0]:
            return None
        function = self.program.instances.function(instance.symbol)
        return function if isinstance(function, kgen.Func) else None


def _by_type(display: Display) -> dict[SourceType, list[int]]:
    """Which elements are constants of which type."""
    found: dict[SourceType, list[int]] = {}
    for i, item in enumerate(display.items):
        found.setdefault(item.value.type, []).append(i)  # type: ignore[union-attr]
    return found


def _takes_constants(decl: Any) -> bool:
    return any(a.name == MARK for init in decl.methods("__init__") for a in init.args)


def _is_more_than_bytes(raw: Any) -> bool:
    if raw.__class__ is tuple:
        return any(map(_is_more_than_bytes, raw))
    if isinstance(raw, HeapRef):
        return bool(raw.offset or raw.block.slots or not raw.block.is_static)
    return isinstance(raw, Unknown)
