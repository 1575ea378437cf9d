"""Copying, moving and destroying values of memory types: the type's own hook, or field by field.

Field-wise operations become functions of their own, made once per type, so that code that copies a struct stays small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.layout import size_of
from ember.elab.model.declarations import FunctionDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    ClosureT,
    FunctionRef,
    SourceType,
    StructT,
    mentions_origin,
    spell,
)
from ember.elab.model.values import Argument, Place, Val, Variable, held
from ember.elab.resolution.mismatches import NoMatch
from ember.elab.type_facts.archetypes import is_anything, is_archetype
from ember.elab.type_facts.facts import PackT
from ember.ir.nodes import Region, SymbolRef, Value

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

_SMALL = 32  # bytes copied by one load and store


class Lifecycle:
    """Emits copies, moves and destructions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._symbols: dict[tuple[str, SourceType], SymbolRef] = {}

    def copy(self, frame: Frame, type: SourceType, source: Value, destination: Value) -> None:
        """Initialises `destination` with a copy of the value at `source`."""
        self._transfer(frame, "copy", type, source, destination)

    def move(self, frame: Frame, type: SourceType, source: Value, destination: Value) -> None:
        """Moves the value at `source` to fresh memory; the source is left without a value."""
        self._transfer(frame, "move", type, source, destination)

    def _transfer(
        self, frame: Frame, hook: str, type: SourceType, source: Value, destination: Value
    ) -> None:
        if source is destination:
            return
        if self.program.facts.is_trivial(type, hook):
            self._copy_bytes(frame, type, source, destination)
            return
        own = self._own_hook(type, hook)
        if own is not None:
            assert isinstance(type, StructT)
            self._call_hook(frame, own, type, source, destination)
            return
        symbol = self._fieldwise(hook, type)
        operands = (frame.plain(source), frame.plain(destination))
        frame.emit(kgen.Call, operands, (), {"callee": symbol})

    def check_movable(self, frame: Frame, type: SourceType) -> None:
        """A generic body moves only what its bounds say can be moved."""
        if not is_archetype(type) or is_anything(type):
            return
        if not isinstance(type, StructT) or not self.program.facts.has_trait(
            type, self.program.library.movable
        ):
            message = f"a value of type '{spell(type)}' cannot be moved: the type does not have the trait 'Movable'"
            frame.fail("missing-trait", message)

    def _own_hook(self, type: SourceType, hook: str) -> FunctionDecl | None:
        if not isinstance(type, StructT):
            return None
        facts = self.program.facts
        return facts.copy_hook(type) if hook == "copy" else facts.move_hook(type)

    def _copy_bytes(
        self, frame: Frame, type: SourceType, source: Value, destination: Value
    ) -> None:
        ir_type = self.program.facts.ir_type(type)
        size = size_of(ir_type)
        if size == 0:
            return
        if size <= _SMALL and not isinstance(ir_type, (t.ArrayType, t.UnionType)):
            frame.store(frame.load(source, ir_type), destination)
        else:
            frame.emit(
                pop.MemoryCopy, (destination, source, frame.index(size)), (), {"overlapping": True}
            )

    def _call_hook(
        self, frame: Frame, decl: FunctionDecl, type: StructT, source: Value, destination: Value
    ) -> None:
        name = decl.explicit_args()[0].name if decl.explicit_args()[0].keyword_only else ""
        value = Place(type, source, True, is_temporary=True)
        try:
            match = self.program.overloads.match(
                frame, decl, FunctionRef((decl,), type), [Argument(value, name)], False
            )
        except NoMatch as failure:
            frame.fail(
                "invalid-hook",
                f"'{decl.qualified_name}' cannot be used as a hook: {failure}",
                decl.loc,
            )
        self.program.emit_call(frame, match, destination=destination)

    def transfer_function(self, hook: str, type: SourceType) -> SymbolRef | None:
        """The function `(source, destination)` that copies or moves a value; None when its bytes are enough."""
        if self.program.facts.is_trivial(type, hook):
            return None
        own = self._own_hook(type, hook)
        if own is None:
            return self._fieldwise(hook, type)
        key = (f"{hook} hook", type)
        found = self._known(key)
        if found is None:
            found, frame = self._function(hook, type, 2)
            self._symbols[key] = found
            source, destination = frame.function.body.args
            frame.loc = own.loc
            assert isinstance(type, StructT)
            self._call_hook(frame, own, type, source, destination)
            self._close(frame, key)
        return found

    def _fieldwise(self, hook: str, type: SourceType) -> SymbolRef:
        key = (hook, type)
        found = self._known(key)
        if found is None:
            found, frame = self._function(hook, type, 2)
            self._symbols[key] = found
            source, destination = frame.function.body.args
            for i, field in enumerate(self._fields(type)):
                self._transfer(
                    frame,
                    hook,
                    field,
                    frame.field_address(source, type, i),
                    frame.field_address(destination, type, i),
                )
            self._close(frame, key)
        return found

    def destroy_function(self, type: SourceType) -> SymbolRef:
        """The function `(pointer) -> ()` that destroys a value of the type."""
        key = ("destroy", type)
        found = self._known(key)
        if found is not None:
            return found
        hook = self.program.facts.destroy_hook(type) if isinstance(type, StructT) else None
        if hook is not None:
            params: dict[str, object] = {}
            signature = self.program.signatures.concrete(hook, type, params)
            instance = self.program.instances.get(hook, type, params, signature)
            if not instance.closures and not instance.abi.raises and len(instance.abi.inputs) == 1:
                found = self._symbols[key] = SymbolRef(instance.symbol)
                return found
        found, frame = self._function("destroy", type, 1)
        self._symbols[key] = found
        pointer = frame.function.body.args[0]
        for i, field in enumerate(self._fields(type)):
            symbol = self.program.facts.destroy_symbol(field)
            if symbol is not None:
                inner = frame.field_address(pointer, type, i)
                frame.emit(kgen.Call, (inner,), (), {"callee": symbol})
        self._close(frame, key)
        return found

    def _known(self, key: tuple[str, SourceType]) -> SymbolRef | None:
        """A function made before, by this compilation or an earlier one."""
        found = self._symbols.get(key)
        if found is None:
            symbol = self.program.functions.find_made(*key)
            if symbol is not None:
                found = self._symbols[key] = SymbolRef(symbol)
        return found

    def _fields(self, type: SourceType) -> tuple[SourceType, ...]:
        if isinstance(type, StructT):
            return self.program.facts.fields(type)
        if isinstance(type, PackT):
            return type.elements
        assert isinstance(type, ClosureT)
        return tuple(type.closure.environment_fields())

    def _function(self, hook: str, type: SourceType, pointers: int) -> tuple[SymbolRef, Frame]:
        name = f"{self.program.instances.prefix}{hook}.{spell(type)}"
        symbol, number = name, 1
        while symbol in self.program.instances.by_symbol:
            number += 1
            symbol = f"{name}#{number}"
        inputs = (t.POINTER,) * pointers
        func = kgen.Func(
            (),
            (),
            {
                "name": symbol,
                "type": t.FunctionType(inputs, ()),
                "linkage": "internal",
                "inline": "",
                "is_declaration": False,
                "source_name": symbol,
            },
            (Region(inputs),),
        )
        self.program.instances.by_symbol[symbol] = func
        self.program.output.body.append(func)
        scope = self.program.empty_scope()
        return SymbolRef(symbol), Frame(self.program, scope, func)

    def _close(self, frame: Frame, key: tuple[str, SourceType]) -> None:
        frame.emit(kgen.Return)
        self.program.complete(frame.function)
        self.program.functions.remember_made(*key, frame.function)

    def destroy_at(self, frame: Frame, type: SourceType, pointer: Value) -> None:
        """Destroys the value at an address."""
        symbol = self.program.facts.destroy_symbol(type)
        if symbol is not None:
            frame.emit(kgen.Call, (frame.plain(pointer),), (), {"callee": symbol})


def initialize(frame: Frame, variable: Variable, value: Val) -> None:
    """Writes the first value into a fresh variable."""
    conversions = frame.program.conversions
    keeps = held(value) if mentions_origin(variable.type) else ()
    if frame.program.facts.is_register(variable.type):
        frame.store(conversions.ssa(frame, value), variable.pointer)
    else:
        place = conversions.in_memory(frame, conversions.owned(frame, value))
        conversions.take(frame, place, variable.pointer)
    frame.initialized(variable)
    frame.refers_to(variable, keeps, whole=True)
