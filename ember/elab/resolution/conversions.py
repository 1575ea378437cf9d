"""From what an expression denotes to a value of a wanted type: loads, copies, displays, implicit conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.constants import HeapRef
from ember.dialects.exact_spans import header
from ember.dialects.layout import size_of
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    TYPE_T,
    ClosureRef,
    ClosureT,
    Const,
    FunctionRef,
    FunctionT,
    ListConst,
    MlirT,
    OriginV,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    mentions_origin,
    spell,
)
from ember.elab.model.values import (
    Argument,
    BoundMethod,
    Choice,
    ClosureVal,
    ContextualMember,
    Display,
    DynamicAttribute,
    Known,
    Local,
    Place,
    Rvalue,
    Subscripted,
    Val,
    Variable,
    held,
)
from ember.elab.resolution.constant_displays import (
    constant_arguments,
    elements_fit,
    is_constant_display,
    rewritten,
    unlike,
)
from ember.elab.resolution.warnings import warn_of_useless_transfer
from ember.elab.type_facts.archetypes import (
    OPAQUE,
    Unknown,
    depends_on_values,
    is_anything,
    may_be_same,
)
from ember.ir.nodes import Value
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program
    from ember.elab.model.declarations import StructDecl

_LITERAL_MARKS = {"list": "__list_literal__", "set": "__set_literal__", "dict": "__dict_literal__"}


class FunctionValueT(SourceType):
    """The type of a plain function passed as a run-time value where any callable fits: it takes no room."""

    __slots__ = ("function",)

    def __init__(self, function: FunctionRef) -> None:
        self.function = function

    def parts(self) -> tuple[object, ...]:
        return (self.function,)

    def __str__(self) -> str:
        written = header(self.function.decls[0].loc) if len(self.function.decls) == 1 else ""
        return written or f"function '{self.function}'"


_SETTLED: Final = frozenset((Known, Rvalue, Place))
"""What most values are; they mean what they are."""


class Conversions:
    """Turns values into other values."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._implicit: dict[tuple[object, ...], bool] = {}
        self._params: dict[tuple[ParamValue, SourceType, bool], ParamValue] = {}
        self._searching: set[tuple[object, ...]] = set()

    # -- what a value is -------------------------------------------------------------------------

    def transferred(self, frame: Frame, value: Val) -> Val:
        """`x^`: the value, which its variable has no more."""
        is_reference = isinstance(value, Local) and value.kind == "ref"
        value = self.settle(frame, value)
        if isinstance(value, ClosureVal) and value.environment is not None:
            value = self.program.closure_value(frame, value)
        if not isinstance(value, Place) or self.program.facts.is_register(value.type):
            warn_of_useless_transfer(frame, value)
            if isinstance(value, Place) and value.root is not None:
                loaded = self.ssa(frame, value)
                frame.moved(value.root, value.path)
                return Rvalue(value.type, loaded, value.root.keeps)
            return value
        if is_reference or (value.root is None and not value.is_temporary):
            frame.fail(
                "transfer-of-borrowed",
                "only a value that is owned here can be transferred with '^'",
            )
        moved = Place(
            value.type, value.pointer, True, value.root, value.path, value.keeps, is_temporary=True
        )
        moved.is_transfer = True
        return moved

    def settle(self, frame: Frame, value: Val) -> Val:
        """The value with reads of locals, subscripts and dynamic attributes done."""
        if value.__class__ in _SETTLED:
            return value
        if isinstance(value, Local):
            if value.bound is None:
                if value.is_poisoned:
                    raise CompileError()
                frame.fail("use-of-uninitialized", f"'{value.name}' is used before it has a value")
            return value.bound
        if isinstance(value, (Subscripted, DynamicAttribute)):
            if value.cached is None:
                value.cached = self.program.members.read_deferred(frame, value)
            return value.cached
        if isinstance(value, Display) and value.cached is not None:
            return value.cached
        return value

    def type_of(self, value: Val) -> SourceType | None:
        """The type of a settled value; None while it waits for a context."""
        if isinstance(value, (Rvalue, Place)):
            return value.type
        if isinstance(value, Known):
            return self.param_source_type(value.value)
        if isinstance(value, Local):
            return self.type_of(value.bound) if value.bound is not None else value.type
        if isinstance(value, (Subscripted, DynamicAttribute, Display)) and value.cached is not None:
            return self.type_of(value.cached)
        if isinstance(value, ClosureVal):
            closure_type: SourceType = value.reference.closure.type
            return closure_type
        if isinstance(value, Choice):
            return self.type_of(value.then)
        return None

    def param_source_type(self, value: ParamValue) -> SourceType | None:
        if isinstance(value, Const):
            return value.type
        if isinstance(value, FunctionRef):
            return self.program.types.intern(FunctionValueT(value))
        if isinstance(value, ClosureRef):
            closure_type: SourceType = value.closure.type
            return closure_type
        return TYPE_T

    def param_type(self, value: ParamValue) -> ParamValue | None:
        """The type of a parameter value, for inferring the parameters of a parameter's type."""
        if isinstance(value, Const):
            return value.type
        if isinstance(value, OriginV):
            origin = self.program.library.origin
            return StructT(origin, (self.program.comptime.boolean(value.mutable),))
        if isinstance(value, (FunctionRef, ClosureRef, ClosureT, FunctionValueT)):
            return self.program.callables.function_type(value)
        return None

    # -- costs -----------------------------------------------------------------------------------

    def cost(
        self, frame: Frame, value: Val, to: SourceType, allow_conversion: bool, convention: str
    ) -> int | None:
        """How far the value is from the type: 0 the same, None out of reach."""
        value = rewritten(frame, self.settle(frame, value), to)
        if isinstance(value, Display):
            return 1 if self._display_fits(frame, value, to) else None
        if isinstance(value, ContextualMember):
            return 1 if isinstance(to, StructT) else None
        if isinstance(value, Choice):
            if self.program.facts.materialized(to) is not to:
                return None  # which one is chosen is known at run time only, and literals are not
            costs = [
                self.cost(frame, v, to, allow_conversion, convention)
                for v in (value.then, value.otherwise)
            ]
            return None if None in costs else max(c for c in costs if c is not None)
        actual = self.type_of(value)
        if actual is None:
            return 1 if isinstance(value, BoundMethod) and isinstance(to, FunctionT) else None
        if actual is to or self.same_type(actual, to):
            return 0
        if _is_raw_word(actual, to):
            return 1
        if isinstance(to, FunctionT):
            reference: ParamValue = actual
            if isinstance(value, Known):
                reference = value.value
            elif isinstance(value, ClosureVal):
                reference = value.reference
            return self.program.callables.distance(reference, to)
        if actual is TYPE_T or convention == "mut":
            return None
        if convention == "ref" and isinstance(value, Place):
            return None  # a reference is to the place itself, not to what it converts to
        if not allow_conversion:
            return 2 if self.program.facts.materialized(actual) is to else None
        if not self.has_implicit(frame, value, actual, to):
            return None
        return 2 if self.program.facts.materialized(actual) is to else 3

    def same_type(self, a: SourceType, b: SourceType) -> bool:
        """Whether two types differ at most in origins."""
        if a is b or is_anything(a) or is_anything(b):
            return True
        if not isinstance(a, StructT) or not isinstance(b, StructT) or a.decl is not b.decl:
            return isinstance(a, MlirT) and isinstance(b, MlirT) and OPAQUE in (a.ir, b.ir)
        return all(self._same_argument(x, y) for x, y in zip(a.args, b.args, strict=True))

    def _same_argument(self, x: ParamValue, y: ParamValue) -> bool:
        if isinstance(x, OriginV) and isinstance(y, OriginV):
            return x.mutable or not y.mutable or self.program.definitions.is_checking
        if isinstance(x, StructT) and isinstance(y, StructT):
            return self.same_type(x, y)
        if isinstance(x, tuple) and isinstance(y, tuple) and len(x) == len(y):
            return all(self._same_argument(a, b) for a, b in zip(x, y, strict=True))
        return bool(x == y) or may_be_same(x, y)

    def forget(self) -> None:
        """Forgets which types convert to which."""
        self._implicit.clear()

    def has_implicit(self, frame: Frame, value: Val, actual: SourceType, to: SourceType) -> bool:
        """Whether an implicit constructor of `to` takes the value."""
        if not isinstance(to, StructT):
            return False
        key: tuple[object, ...] = (actual, to, frame.scope.module.edition)
        if to.decl.strangers:
            key = (*key, self.program.members.own_constructors(frame, to))
        known = self._implicit.get(key)
        if known is not None:
            return known
        if key in self._searching:
            return False
        self._searching.add(key)
        try:
            inits = self.program.members.own_constructors(frame, to)
            self.program.overloads.choose(
                frame,
                FunctionRef(inits, to),
                [Argument(value)],
                implicit_only=True,
                allow_conversion=False,
            )
            found = True
        except CompileError:
            found = False
        finally:
            self._searching.discard(key)
        self._implicit[key] = found
        return found

    # -- conversion ------------------------------------------------------------------------------

    def convert(self, frame: Frame, value: Val, to: SourceType) -> Val:
        """The value as one of type `to`, or an error that names both types."""
        value = rewritten(frame, self.settle(frame, value), to)
        if isinstance(value, Display):
            return self._display_as(frame, value, to)
        if isinstance(value, ContextualMember):
            return self.convert(frame, self.program.members.contextual(frame, value, to), to)
        if isinstance(value, Choice):
            return self.program.chosen(frame, value, to)
        actual = self.type_of(value)
        if actual is to or (actual is not None and self.same_type(actual, to)):
            return self._retyped(value, to)
        if isinstance(to, FunctionT):
            return self.program.callables.as_pointer(frame, value, to)
        if actual is not None and _is_raw_word(actual, to):
            assert isinstance(to, MlirT)
            return Rvalue(to, frame.pure(pop.Cast, (self.ssa(frame, value),), to.ir))
        if isinstance(to, StructT) and actual is not None and actual is not TYPE_T:
            if self.has_implicit(frame, value, actual, to):
                return self.program.construct(frame, to, [Argument(value)], implicit_only=True)
        if self.program.definitions.is_checking and (
            depends_on_values(actual) or depends_on_values(to)
        ):
            raise CompileError()  # they may be the same once their parameters are known
        shown = f"'{self.program.facts.shown(actual)}'" if actual is not None else "this expression"
        if actual is TYPE_T and isinstance(value, Known):
            shown = f"the type '{spell(value.value)}'"
        hint = self._mismatch_hint(frame, value, to)
        frame.fail("type-mismatch", f"cannot convert {shown} to '{spell(to)}'{hint}")

    def _mismatch_hint(self, frame: Frame, value: Val, to: SourceType) -> str:
        if isinstance(value, Known) and value.value == self.program.comptime.none():
            return f"; if there may be no value, the type is 'Optional[{spell(to)}]'"
        if isinstance(to, ClosureT):
            return f"; a function that captures has a type of its own, here that of '{to.closure.name}'"
        if self.can_construct(frame, value, to):
            return f"; write '{spell(to)}(…)' to convert it"
        return ""

    def can_construct(
        self, frame: Frame, value: Val, to: SourceType, may_raise: bool = True
    ) -> bool:
        """Whether `to(value)` would work, for advice in messages."""
        actual = self.type_of(value)
        if not isinstance(to, StructT) or actual is None or actual is TYPE_T:
            return False
        stand_in = value
        if not isinstance(value, Known):
            stand_in = Place(actual, kgen.Undefined((), (t.POINTER,)).results[0], True)
        inits = FunctionRef(self.program.members.own_constructors(frame, to), to)
        try:
            match = self.program.overloads.choose(frame, inits, [Argument(stand_in)])
        except CompileError:
            return False
        return may_raise or not match.signature.raises

    @staticmethod
    def _retyped(value: Val, to: SourceType) -> Val:
        if isinstance(value, Rvalue) and value.type is not to:
            return Rvalue(to, value.ssa, value.keeps)
        if isinstance(value, Place) and value.type is not to:
            place = Place(
                to,
                value.pointer,
                value.mutable,
                value.root,
                value.path,
                value.keeps,
                value.is_temporary,
            )
            place.is_transfer = value.is_transfer
            return place
        return value

    def convert_param(self, value: ParamValue, to: SourceType) -> ParamValue:
        """A parameter value converted at compile time."""
        if isinstance(value, Const) and value.type is to:
            return value
        if isinstance(value, tuple) or not isinstance(value, (Const, FunctionRef, SourceType)):
            return value
        key = (value, to, isinstance(value, ListConst))
        found = self._params.get(key)
        if found is None:
            found = self.program.comptime.compute(
                lambda frame: self.convert(frame, Known(value), to), "conversion"
            )
            self._params[key] = found
        return found

    # -- reading ---------------------------------------------------------------------------------

    def ssa(self, frame: Frame, value: Val) -> Value:
        """The value of a register type as an SSA value."""
        value = self.settle(frame, value)
        if isinstance(value, Rvalue):
            frame.keep(value.keeps)
            return value.ssa
        if isinstance(value, Place):
            loaded = frame.load(value.pointer, self.program.facts.ir_type(value.type))
            frame.use(value)
            return loaded
        if isinstance(value, Known) and isinstance(value.value, Const):
            const = value.value
            return self.materialize_raw(frame, const.raw, self.program.facts.ir_type(const.type))
        if isinstance(value, Known) and isinstance(value.value, FunctionRef):
            return frame.constant((), t.NONE)
        self.no_value(frame, value)

    def no_value(self, frame: Frame, value: Val) -> NoReturn:
        """Fails: the expression has no run-time value."""
        if isinstance(value, Known):
            kind = (
                "a type"
                if isinstance(value.value, (SourceType, StructGen))
                else "a compile-time name"
            )
            frame.fail("not-a-value", f"'{spell(value.value)}' is {kind}, not a run-time value")
        if isinstance(value, BoundMethod):
            frame.fail(
                "not-a-value",
                f"the method '{value.function.decls[0].name}' is not called; add '()'",
            )
        if isinstance(value, ContextualMember):
            frame.fail(
                "cannot-infer-type",
                f"'.{value.name}' needs a context that says which type it belongs to",
            )
        frame.fail("not-a-value", "this expression has no value here")

    def runtime(self, frame: Frame, value: Val) -> Rvalue | Place:
        """The value as a register value or a place, literals materialised as their default type."""
        value = self.settle(frame, value)
        if isinstance(value, Display):
            value = self.settle_default(frame, value)
        if isinstance(value, Choice):
            value = self.program.chosen(frame, value, None)
        if isinstance(value, Known):
            value = self.materialize(frame, value)
        if isinstance(value, ClosureVal):
            value = self.program.closure_value(frame, value)
        if isinstance(value, (Rvalue, Place)):
            return value
        self.no_value(frame, value)

    def materialize(self, frame: Frame, value: Known) -> Rvalue | Place:
        """A compile-time value made a run-time one; literals take their run-time type."""
        const = value.value
        if isinstance(const, FunctionRef):
            type = self.program.types.intern(FunctionValueT(const))
            return Rvalue(type, frame.constant((), t.NONE))
        if isinstance(const, ClosureRef):
            return self.program.referenced_closure(frame, const)
        if isinstance(const, tuple):
            blank = ("",) * len(const)
            display = Display("tuple", [Known(v) for v in const], blank, blank, frame.loc)
            return self.runtime(frame, self.settle_default(frame, display))
        if not isinstance(const, Const):
            self.no_value(frame, value)
        target = self.program.facts.materialized(const.type)
        if target is not const.type:
            converted = self.convert(frame, value, target)
            if isinstance(converted, Known):
                return self.materialize(frame, converted)
            assert isinstance(converted, (Rvalue, Place))
            return converted
        facts = self.program.facts
        ir_type = facts.ir_type(const.type)
        raw = self.materialize_raw(frame, const.raw, ir_type)
        if facts.is_register(const.type):
            return Rvalue(const.type, raw)
        temporary = frame.temporary(const.type)
        frame.store(raw, temporary.pointer)
        frame.initialized(temporary)
        return frame.place_of(temporary, is_temporary=True)

    def materialize_raw(self, frame: Frame, raw: Any, ir_type: t.Type) -> Value:
        """A constant as an SSA value; compile-time heap memory becomes freshly allocated run-time memory."""
        if raw.__class__ is Unknown:
            return frame.emit(kgen.Undefined, (), (ir_type,), {"unknown": True}).results[0]
        if not _holds_heap(raw):
            return frame.constant(raw, ir_type)
        if isinstance(raw, HeapRef):
            return self._allocate(frame, raw)
        if isinstance(ir_type, t.StructType):
            elements: tuple[t.Type, ...] = ir_type.elements
        else:
            assert isinstance(ir_type, t.ArrayType)
            elements = (ir_type.element,) * ir_type.count
        fields = [self.materialize_raw(frame, r, e) for r, e in zip(raw, elements, strict=True)]
        return frame.emit(kgen.StructCreate, fields, (ir_type,)).results[0]

    def _allocate(self, frame: Frame, reference: HeapRef) -> Value:
        block = reference.block
        if block.is_static and not block.slots:
            data = self.program.instances.constant_bytes(block.data, max(block.alignment, 1))
            return self._advance(frame, frame.address_of(data), reference.offset)
        size = frame.index(max(1, block.size))
        memory = frame.emit(
            pop.ExternalCall, (size,), (t.POINTER,), {"name": "malloc", "fixed": -1}
        ).results[0]
        data = self.program.instances.constant_bytes(block.data, max(block.alignment, 1))
        source = frame.address_of(data)
        frame.emit(
            pop.MemoryCopy, (memory, source, frame.index(block.size)), (), {"overlapping": False}
        )
        for offset, pointed in block.slots:
            value = self.materialize_raw(frame, pointed, t.POINTER)
            frame.store(value, self._advance(frame, memory, offset))
        return self._advance(frame, memory, reference.offset)

    @staticmethod
    def _advance(frame: Frame, pointer: Value, distance: int) -> Value:
        if distance == 0:
            return pointer
        operands = (pointer, frame.index(distance))
        return frame.emit(pop.Offset, operands, (t.POINTER,), {"element": t.BYTE}).results[0]

    # -- places ----------------------------------------------------------------------------------

    def in_memory(self, frame: Frame, value: Val) -> Place:
        """The value at an address: itself if it is a place, else stored in a temporary."""
        value = self.runtime(frame, value)
        if isinstance(value, Place):
            return value
        temporary = frame.temporary(value.type)
        frame.store(value.ssa, temporary.pointer)
        frame.initialized(temporary)
        frame.refers_to(temporary, value.keeps)
        return frame.place_of(temporary, is_temporary=True)

    def owned(self, frame: Frame, value: Val, *, explicit: bool = False) -> Place | Rvalue:
        """A value nobody else holds: a temporary or transferred one as it is, any other copied."""
        value = self.runtime(frame, value)
        if isinstance(value, Rvalue):
            return value
        if self.program.facts.is_register(value.type):
            return Rvalue(value.type, self.ssa(frame, value), held(value) if _refers(value) else ())
        if value.is_temporary:
            return value
        facts = self.program.facts
        if not explicit and not facts.is_implicitly_copyable(value.type):
            if not self._may_copy_anyway(frame, value):
                ways = ["transfer it with '^'"] if value.root is not None else []
                has_copy = isinstance(value.type, StructT) and facts.is_copyable(value.type)
                ways += ["copy it with '.copy()'"] if has_copy else []
                fix = f"; {' or '.join(ways)}" if ways else ""
                frame.fail(
                    "not-implicitly-copyable",
                    f"a value of type '{spell(value.type)}' cannot be copied implicitly{fix}",
                )
        if not explicit and value.root is not None and not value.path:
            return self._copied_unless_last(frame, value)
        return self.copied(frame, value)

    def _copied_unless_last(self, frame: Frame, value: Place) -> Place:
        """A copy of a variable's value, or the value itself if the variable is not needed any more."""
        lifecycle = self.program.lifecycle
        if self.program.facts.is_trivial(value.type, "copy"):
            return self.copied(frame, value)
        assert value.root is not None
        temporary = frame.temporary(value.type)
        attrs = {
            "path": (),
            "copy": lifecycle.transfer_function("copy", value.type),
            "move": lifecycle.transfer_function("move", value.type),
            "size": size_of(self.program.facts.ir_type(value.type)),
        }
        frame.keep(value.root.keeps, value.root)
        frame.emit(kgen.VarCopy, (value.root.op.results[0], temporary.pointer), (), attrs)
        frame.initialized(temporary)
        if _refers(value):
            frame.refers_to(temporary, value.root.keeps)
        return frame.place_of(temporary, is_temporary=True)

    def _may_copy_anyway(self, frame: Frame, value: Place) -> bool:
        return frame.scope.module.means.copies_if_possible and self.program.facts.is_copyable(
            value.type
        )

    def copied(self, frame: Frame, value: Place) -> Place:
        """A copy of the value in a temporary."""
        temporary = frame.temporary(value.type)
        self.program.lifecycle.copy(frame, value.type, value.pointer, temporary.pointer)
        frame.use(value)
        frame.initialized(temporary, is_copy=True)
        if _refers(value):
            frame.refers_to(temporary, held(value))
        return frame.place_of(temporary, is_temporary=True)

    def take(self, frame: Frame, value: Place, destination: Value) -> None:
        """Moves an owned place's value to fresh memory."""
        if value.pointer is destination:
            return
        if value.is_transfer:
            self.program.lifecycle.check_movable(frame, value.type)
        root = value.root
        if root is not None and not value.path:
            self._take_whole(frame, root, destination)
        else:
            self.program.lifecycle.move(frame, value.type, value.pointer, destination)
            if root is not None:
                frame.moved(root, value.path)
        frame.keep(value.keeps)

    def _take_whole(self, frame: Frame, variable: Variable, destination: Value) -> None:
        move = self.program.lifecycle.transfer_function("move", variable.type)
        size = size_of(self.program.facts.ir_type(variable.type))
        attrs = {"path": (), "move": move, "size": size}
        operands = (variable.op.results[0], frame.plain(destination))
        frame.emit(kgen.VarTake, operands, (), attrs)

    # -- displays --------------------------------------------------------------------------------

    def _display_fits(self, frame: Frame, display: Display, to: SourceType) -> bool:
        if not isinstance(to, StructT):
            return False
        if display.kind == "tuple":
            tuple_decl = self.program.library.tuple
            if to.decl is tuple_decl:
                elements = to.args[0]
                return not isinstance(elements, tuple) or len(elements) == len(display.items)
            return self._converts_by_default(frame, display, to)
        if display.kind == "braces":
            names = {k for k in display.keywords if k}
            return any(names <= {a.name for a in d.args} for d in to.decl.methods("__init__"))
        if self._literal_mark(display, to.decl) is not None or display.kind == "set":
            return elements_fit(frame, display, to)
        return bool(display.items) and self._converts_by_default(frame, display, to)

    def _converts_by_default(self, frame: Frame, display: Display, to: StructT) -> bool:
        """Whether a value of the display's default type converts to the wanted one."""
        try:
            type = self.display_type(frame, display, None)
        except CompileError:
            return False
        stand_in = Place(type, kgen.Undefined((), (t.POINTER,)).results[0], True)
        return self.has_implicit(frame, stand_in, type, to)

    def takes_display(self, display: Display, decl: Any) -> bool:
        """Whether the struct has a constructor for displays of this kind."""
        if display.kind == "tuple":
            return decl is self.program.library.tuple
        return self._literal_mark(display, decl) is not None

    @staticmethod
    def _literal_mark(display: Display, decl: Any) -> str | None:
        mark = _LITERAL_MARKS.get(display.kind)
        for init in decl.methods("__init__"):
            if any(a.name == mark for a in init.args):
                return mark
        return None

    def display_type(
        self, frame: Frame, display: Display, target: StructGen | StructT | None
    ) -> SourceType:
        """The type a display would have, as its default or as a value of the target struct; nothing is built."""
        if display.cached is not None:
            found = self.type_of(display.cached)
            assert found is not None
            return found
        if target is None:
            target = self._default_target(frame, display)
        complete = self._complete_target(frame, display, target)
        if isinstance(complete, StructGen) and is_constant_display(self.program, display, complete):
            complete = self._of_elements(frame, display, complete)
        if isinstance(complete, StructT):
            return complete
        match = self.program.overloads.choose(
            frame,
            FunctionRef(self.program.members.constructors(frame, complete), complete),
            self._display_arguments(display, complete),
        )
        result = match.signature.result
        assert isinstance(result, SourceType)
        return result

    def _default_target(self, frame: Frame, display: Display) -> StructGen | StructT:
        """The struct a display makes where the context says nothing."""
        if display.kind == "braces" or (not display.items and display.kind != "tuple"):
            frame.fail(
                "cannot-infer-type",
                "the type of this display cannot be inferred; write it",
                display.loc,
            )
        decl = self.default_struct(frame, display.kind)
        return StructGen(decl, ()) if decl.params else StructT(decl, ())

    def default_struct(self, frame: Frame, kind: str) -> StructDecl:
        """What displays of a kind make where nothing else is wanted."""
        library = self.program.library
        has_lists = frame.scope.module.means.brackets_make_lists
        return {
            "list": library.list if has_lists else library.array,
            "tuple": library.tuple,
            "set": library.set,
            "dict": library.dict,
        }[kind]

    def _complete_target(
        self, frame: Frame, display: Display, target: StructGen | StructT
    ) -> StructGen | StructT:
        """An array is as long as its display."""
        if not isinstance(target, StructGen) or target.decl is not self.program.library.array:
            return target
        given = target.args[0] if target.args and isinstance(target.args[0], SourceType) else None
        element = given or self._element_type(frame, display)
        count = self.program.comptime.integer(display.count)
        bound = self.program.members.bind(StructGen(target.decl, ()), (element, count), {})
        assert isinstance(bound, (StructGen, StructT))
        return bound

    def _display_arguments(self, display: Display, target: StructGen | StructT) -> list[Argument]:
        """What the constructor for a display is called with."""
        arguments = [
            Argument(v, k, u)
            for v, k, u in zip(display.items, display.keywords, display.unpack, strict=True)
        ]
        if display.kind == "dict":
            arguments = self._dict_arguments(display)
        mark = self._literal_mark(display, target.decl)
        if mark is not None:
            arguments.append(Argument(Known(self.program.comptime.none()), mark))
        return arguments

    def settle_display(self, frame: Frame, display: Display, target: StructGen | StructT) -> None:
        """Builds the display as a value of the target struct, for inference."""
        if display.cached is not None or self._literal_mark(display, target.decl) is None:
            return
        display.cached = self._display_as(frame, display, target)

    def settle_default(self, frame: Frame, display: Display) -> Val:
        """Builds the display as its default type."""
        if display.cached is None:
            display.cached = self._display_as(frame, display, self._default_target(frame, display))
        return display.cached

    def _element_type(self, frame: Frame, display: Display) -> SourceType:
        """The type all elements of a list display have: that of the first that the others convert to."""
        settled = unlike([self.settle(frame, item) for item in display.items])
        candidates = []
        for item in settled:
            if isinstance(item, Display):
                type: SourceType | None = self.display_type(frame, item, None)
            else:
                type = self.type_of(item)
            if type is not None:
                candidates.append(self.program.facts.materialized(type))
        for type in dict.fromkeys(candidates):
            if all(self.cost(frame, item, type, True, "read") is not None for item in settled):
                return type
        shown = " and ".join(f"'{spell(type)}'" for type in dict.fromkeys(candidates))
        message = f"the elements of this list have different types: {shown}"
        frame.fail("mixed-display", message, display.loc)

    def _display_as(self, frame: Frame, display: Display, to: ParamValue) -> Val:
        if not isinstance(to, (StructT, StructGen)):
            frame.fail("type-mismatch", f"this display cannot become '{spell(to)}'", display.loc)
        to = self._complete_target(frame, display, to)
        if display.kind == "tuple" and to.decl is not self.program.library.tuple:
            return self.convert(frame, self.settle_default(frame, display), to)
        if self._literal_mark(display, to.decl) is None and display.kind in ("list", "dict"):
            return self.convert(frame, self.settle_default(frame, display), to)
        if display.build is not None:
            built = display.build(frame, to)
            return self._display_as(frame, built, to) if isinstance(built, Display) else built
        return self._of_constants(frame, display, to) or self.program.construct(
            frame, to, self._display_arguments(display, to)
        )

    def _of_constants(self, frame: Frame, display: Display, to: StructGen | StructT) -> Val | None:
        """The display as one array copied at once, if its elements are constants."""
        if not is_constant_display(self.program, display, to):
            return None
        if isinstance(to, StructGen):
            to = self._of_elements(frame, display, to)
        element = to.args[0] if isinstance(to, StructT) else None
        if not isinstance(element, SourceType):
            return None
        arguments = constant_arguments(frame, display, element)
        return self.program.construct(frame, to, arguments) if arguments else None

    def _of_elements(
        self, frame: Frame, display: Display, target: StructGen
    ) -> StructGen | StructT:
        """The struct, its first parameter the type of the display's elements."""
        if target.args:
            return target
        element = self._element_type(frame, display)
        bound = self.program.members.bind(StructGen(target.decl, ()), (element,), {})
        return bound if isinstance(bound, StructT) else target

    @staticmethod
    def _dict_arguments(display: Display) -> list[Argument]:
        keys, values = display.items[0::2], display.items[1::2]
        blank = ("",) * len(keys)
        return [
            Argument(Display("list", list(keys), blank, blank, display.loc)),
            Argument(Display("list", list(values), blank, blank, display.loc)),
        ]


def _is_raw_word(actual: SourceType, to: SourceType) -> bool:
    """Whether two raw types are the two spellings of a machine word or of a bool."""
    if not isinstance(actual, MlirT) or not isinstance(to, MlirT):
        return False
    return {actual.ir, to.ir} in ({t.INDEX, t.WORD}, {t.I1, t.BOOL})


def _holds_heap(raw: Any) -> bool:
    if isinstance(raw, HeapRef):
        return True
    return isinstance(raw, tuple) and any(map(_holds_heap, raw))


def _refers(value: Place) -> bool:
    return mentions_origin(value.type)
