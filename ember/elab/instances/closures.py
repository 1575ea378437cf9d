"""Nested functions: what they capture, the environments that hold it, and calls of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ember.dialects import kgen, lit
from ember.dialects import types as t
from ember.dialects.exact_spans import name_span
from ember.elab.instances.captured_changes import changed_parts
from ember.elab.instances.kernel_captures import block_type
from ember.elab.instances.literals import with_literals
from ember.elab.model.declarations import FunctionDecl, Scope
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    ClosureRef,
    ClosureT,
    FunctionRef,
    MlirT,
    SourceType,
    mentions_origin,
)
from ember.elab.model.values import (
    POISON,
    Argument,
    ClosureVal,
    Keep,
    Keeps,
    Known,
    Local,
    Place,
    Rvalue,
    Val,
    Variable,
    extended,
    held,
    join_keeps,
    keeps_of,
    location,
)
from ember.elab.resolution.lending import lent
from ember.ir.nodes import Op, Value
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.instances.instances import Instance

LAMBDA: Final = "lambda"
"""The name of functions that have none: their values cannot be named twice."""


class Capture:
    """One captured variable: by address, or by value into the environment.

    A captured closure is its environment: `{var f}` holds a copy of it, any other capture its address.
    """

    __slots__ = ("by_value", "changes", "closure", "moves", "mutable", "name", "source", "type")

    def __init__(
        self, source: Value | None, type: SourceType, by_value: bool, mutable: bool
    ) -> None:
        self.source = source  # None: the environment of a function parameter
        self.type = type
        self.by_value = by_value
        self.mutable = mutable
        self.name = ""
        self.moves = False  # the variable's value is given to the closure
        self.changes: Keeps = ()  # what a call changes: the variable, or what a captured closure changes
        self.closure: ClosureRef | None = None  # set when what is captured is itself a closure


class Closure:
    """A nested function of one function instance, with what it captures."""

    __slots__ = ("captures", "decl", "known", "name", "spelling", "type")

    def __init__(self, decl: FunctionDecl) -> None:
        self.decl = decl
        self.name = decl.name
        self.captures: list[Capture] = []
        self.known: dict[Value, Val] = {}
        self.type = ClosureT(self)
        self.spelling: Callable[[], str] = lambda: decl.name  # its function type as text

    def environment_fields(self) -> list[SourceType]:
        return [c.type if c.by_value else MlirT(t.POINTER) for c in self.captures]

    def reflected_fields(self) -> list[SourceType]:
        """What reflection shows: the types of the variables, and references to those that are not copied."""
        return [c.type if c.by_value else MlirT(t.POINTER, c.type) for c in self.captures]

    def changes(self) -> Keeps:
        """What a call of it changes outside of its environment."""
        changed: Keeps = ()
        for capture in self.captures:
            changed = join_keeps(changed, capture.changes)
        return changed

    def environment_type(self, facts: Any) -> t.Type:
        fields = self.environment_fields()
        return t.StructType(tuple(map(facts.ir_type, fields))) if fields else t.NONE


def _as_it_is(scope: Scope) -> Scope:
    """The names a lambda sees; as a parameter's default it is not to find itself among them."""
    seen = Scope(scope.module, dict(scope.bindings), scope.owner, scope.parent)
    seen.arguments = scope.arguments
    return seen


def make_closure(frame: Frame, op: lit.Closure) -> Val:
    """A nested function where it is written: its environment is filled here."""
    generator = op.regions[0].first
    assert isinstance(generator, lit.Generator)
    decl = FunctionDecl(generator, frame.scope.module)
    decl.scope = frame.scope if decl.name != LAMBDA else _as_it_is(frame.scope)
    closure = Closure(decl)
    closure.spelling = lambda: str(frame.program.callables.function_type(ClosureRef(closure)))
    for name in generator.attrs.get("unknown_captures", ()):
        frame.fail("unknown-name", f"there is no variable '{name}' to capture")
    modes = _capture_modes(generator)
    sources = [(v, _captured(frame, v)) for v in _free_values(generator)]
    stored: list[tuple[Capture, Val]] = []
    _check_capture_list(frame, generator, sources)
    decl.outer = {source: _stand_in(value) for source, value in sources}
    for source, value in sources:
        if isinstance(value, Known):
            closure.known[source] = value
            continue
        name = _name_of(value, source)
        capture = _capture(source, value, modes.get(name, modes.get("", "")))
        capture.name = name
        capture.changes = _changed_by_calls(frame, generator, capture, value, modes.get(name, ""))
        closure.captures.append(capture)
        stored.append((capture, value))
    for outer in _outer_closures(frame, generator):
        capture = Capture(None, outer.closure.type, False, False)
        capture.closure = outer
        capture.changes = outer.closure.changes()
        closure.captures.append(capture)
        stored.append((capture, frame.environments[outer]))
    reference = ClosureRef(closure)
    if not stored:
        return ClosureVal(reference, None, ())
    variable = frame.variable("" if closure.name == LAMBDA else closure.name, closure.type)
    keeps: Keeps = ()
    for i, (capture, value) in enumerate(stored):
        keeps = join_keeps(keeps, _store_capture(frame, closure, variable, i, capture, value))
    frame.initialized(variable)
    frame.refers_to(variable, keeps)
    made = ClosureVal(reference, variable.pointer, (Keep(variable), *variable.keeps))
    frame.environments[reference] = made
    return made


def _changed_by_calls(
    frame: Frame, generator: lit.Generator, capture: Capture, value: Val, mode: str
) -> Keeps:
    """What of a captured variable every call of the closure may change."""
    if capture.closure is not None:
        captured: Closure = capture.closure.closure
        return captured.changes()
    if not isinstance(value, Place) or capture.by_value or not capture.mutable:
        return ()
    assert capture.source is not None
    if mode == "mut":
        return location(value)
    if frame.program.names.is_library(frame.scope.module):
        return ()
    parts = changed_parts(frame, generator, capture.source, value.type)
    return join_keeps(*(extended(location(value), path) for path in parts))


def _check_capture_list(
    frame: Frame, generator: lit.Generator, sources: list[tuple[Value, Val]]
) -> None:
    """Edition 1: a nested function uses outer variables only through its capture list."""
    old_style = {"parameter", "__parameter", "__copy_capture"}
    if frame.scope.module.means.captures_freely:
        return
    if generator.attrs.get("capturing") or any(
        d.attrs["name"] in old_style for d in generator.decorators
    ):
        return
    listed = {name for _, name, _ in generator.attrs.get("captures") or ()}
    if "" in listed:
        return  # how all the others are captured
    for source, value in sources:
        name = _name_of(value, source)
        if name not in listed and _has_storage(value):
            uses = [op for op in generator.walk() if source in op.operands]
            written = any(
                isinstance(op, (lit.Assign, lit.AugAssign)) and op.operands[0] is source
                for op in uses
            )
            frame.fail(
                "missing-capture",
                f"'{name}' belongs to the function around; name it in a capture list: "
                f"{{{'mut' if written else 'imm'} {name}}}",
                name_span(uses[0].loc, name),
            )


def _has_storage(value: Val) -> bool:
    """Whether a value is in the frame of its function: one known now is not, nor a function that captures nothing."""
    if isinstance(value, ClosureVal):
        return value.environment is not None
    return not isinstance(value, Known)


def _outer_closures(frame: Frame, generator: lit.Generator) -> list[ClosureRef]:
    """Capturing functions among the surrounding function's parameters that the nested one names."""
    found: dict[ClosureRef, None] = {}
    for op in generator.walk():
        if isinstance(op, lit.Name):
            value = frame.program.names.lookup(frame.scope, op.attrs["name"])
            if isinstance(value, ClosureRef) and ClosureRef(value.closure) in frame.environments:
                found[ClosureRef(value.closure)] = None
    return list(found)


def _capture_modes(generator: lit.Generator) -> dict[str, str]:
    modes: dict[str, str] = {}
    for convention, name, transfer in generator.attrs.get("captures") or ():
        modes[name] = "move" if transfer else (convention or "read")
    decorator = next((d for d in generator.decorators if d.attrs["name"] == "__copy_capture"), None)
    if decorator is not None:
        for name in decorator.attrs.get("names", ()):
            modes[name] = "var"
    return modes


def _captured(frame: Frame, value: Value) -> Val:
    found = frame.values.get(value)
    if found is None:
        found = frame.program.value_of(frame, value)
    if found is POISON:
        raise CompileError()
    if isinstance(found, Local) and found.bound is None:
        if found.is_poisoned:
            raise CompileError()
        frame.fail("use-of-uninitialized", f"'{found.name}' is captured before it has a value")
    return frame.program.conversions.settle(frame, found)


def _capture(source: Value, value: Val, mode: str) -> Capture:
    by_value = mode in ("var", "move")
    if isinstance(value, Rvalue):
        return Capture(source, value.type, True, False)
    if isinstance(value, ClosureVal):
        is_held = by_value and value.environment is not None
        capture = Capture(source, value.reference.closure.type, is_held, False)
        capture.closure = value.reference
    else:
        assert isinstance(value, Place)
        mutable = value.mutable and mode not in ("read", "imm")
        capture = Capture(source, value.type, by_value, mutable)
        if isinstance(value.type, ClosureT):
            capture.closure = ClosureRef(value.type.closure)
    capture.moves = mode == "move"
    return capture


def _store_capture(
    frame: Frame,
    closure: Closure,
    variable: Variable,
    index: int,
    capture: Capture,
    value: Val,
) -> Keeps:
    slot = frame.field_pointer(
        variable.pointer, closure.environment_type(frame.program.facts), index
    )
    if isinstance(value, ClosureVal) and not capture.by_value:
        pointer = value.environment
        frame.store(pointer if pointer is not None else frame.constant(None, t.POINTER), slot)
        return value.keeps
    if isinstance(value, ClosureVal):
        value = closure_value(frame, value)
    if isinstance(value, Rvalue):
        frame.store(value.ssa, slot)
        return value.keeps
    assert isinstance(value, Place)
    if not capture.by_value:
        frame.store(value.pointer, slot)
        frame.use(value)
        return keeps_of(value)
    if capture.moves:
        value = Place(
            value.type,
            value.pointer,
            True,
            value.root,
            value.path,
            value.keeps,
            is_temporary=True,
        )
    else:
        _check_copied(frame, capture)
    keeps = held(value) if mentions_origin(value.type) else ()
    owned = frame.program.conversions.owned(frame, value, explicit=True)
    if isinstance(owned, Rvalue):
        frame.store(owned.ssa, slot)
    else:
        frame.program.conversions.take(frame, owned, slot)
    return keeps


def _check_copied(frame: Frame, capture: Capture) -> None:
    """`{var x}` copies without a word, as an assignment does."""
    type, facts = capture.type, frame.program.facts
    if facts.is_implicitly_copyable(type) or frame.scope.module.means.copies_if_possible:
        return
    name = capture.name
    frame.fail(
        "not-implicitly-copyable",
        f"'{name}' is of type '{facts.shown(type)}', which is not copied implicitly;"
        f" write '{{var {name}^}}' to move it into the closure, or '{{imm {name}}}' to refer to it",
    )


def enter_closure(frame: Frame, instance: Instance, own: ClosureRef | None) -> None:
    """Inside a closure's body: what it captured, found through its environment."""
    closure = own.closure if own is not None else getattr(instance, "closure", None)
    if closure is None:
        closure = _uncapturing(instance.decl)
    if closure is None:
        return
    frame.values.update(closure.known)
    reference = ClosureRef(closure)
    own_value = frame.environments.get(reference, ClosureVal(reference, None, ()))
    frame.own_closures[closure.name] = own_value
    environment = own_value.environment
    if environment is None:
        return
    is_block = closure in frame.program.block_closures
    layout = block_type if is_block else Closure.environment_type
    type = layout(closure, frame.program.facts)
    for i, capture in enumerate(closure.captures):
        slot = frame.field_pointer(environment, type, i)
        value = _captured_value(frame, capture, slot, is_block)
        if capture.source is not None:
            frame.values[capture.source] = value


def _uncapturing(decl: FunctionDecl) -> Closure | None:
    found = decl.closure
    return found if isinstance(found, Closure) else None


def _captured_value(frame: Frame, capture: Capture, slot: Value, is_block: bool) -> Val:
    if capture.closure is not None:
        is_here = is_block or capture.by_value
        pointer = slot if is_here else frame.load(slot, t.POINTER)
        plain = ClosureRef(capture.closure.closure)
        frame.environments.setdefault(plain, ClosureVal(plain, pointer, ()))
        return ClosureVal(capture.closure, pointer, ())
    if is_block and not capture.by_value:  # a copy: what happened to it would be lost
        return Place(capture.type, slot, False)
    pointer = slot if capture.by_value else frame.load(slot, t.POINTER)
    mutable = capture.by_value or capture.mutable
    keeps = lent(frame, capture.name, capture.type, True)
    return Place(capture.type, pointer, mutable, keeps=keeps)


def environment_of(frame: Frame, reference: ClosureRef) -> ClosureVal:
    """A closure a callee needs, with its environment."""
    found = frame.environments.get(ClosureRef(reference.closure))
    if found is None:
        frame.fail(
            "invalid-closure",
            f"the captures of '{reference.closure.name}' are not available here",
        )
    return found


def call_closure(frame: Frame, value: ClosureVal, arguments: list[Argument]) -> Val:
    reference = value.reference
    plain = ClosureRef(reference.closure)
    if value.environment is not None:
        frame.environments.setdefault(plain, ClosureVal(plain, value.environment, value.keeps))
    return call_closure_reference(
        frame, reference, arguments, value if value.environment is not None else None
    )


def call_closure_reference(
    frame: Frame,
    reference: ClosureRef,
    arguments: list[Argument],
    own: ClosureVal | None = None,
) -> Val:
    closure: Closure = reference.closure
    decl = closure.decl
    decl.closure = closure
    function = FunctionRef((decl,), None, reference.bound)
    match = frame.program.overloads.choose(frame, function, arguments)
    plain = ClosureRef(closure)
    params, signature = with_literals(frame, match)
    instance = frame.program.instances.get(decl, None, params, signature, plain)
    environments = [
        own if own is not None and c == plain else environment_of(frame, c)
        for c in instance.closures
    ]
    return frame.program.emit_instance(frame, instance, match, environments)


def closure_value(frame: Frame, value: ClosureVal) -> Rvalue | Place:
    """A closure as a run-time value: its environment."""
    type = value.reference.closure.type
    if value.environment is None:
        slot = frame.temporary(type)
        frame.initialized(slot)
        return frame.place_of(slot, is_temporary=True)
    held_here = _environment_place(frame, value)
    if held_here is not None:
        held_here.is_temporary = value.reference.closure.decl.name == LAMBDA
        return held_here
    return Place(type, value.environment, True, keeps=value.keeps)


def _environment_place(frame: Frame, value: ClosureVal) -> Place | None:
    """The variable that holds a closure's captures, where this function made it: it can be moved away."""
    owner = value.keeps[0].variable if value.keeps else None
    if not isinstance(owner, Variable) or owner.pointer is not value.environment:
        return None
    return frame.place_of(owner)


def referenced_closure(frame: Frame, reference: ClosureRef) -> Rvalue | Place:
    found = frame.environments.get(ClosureRef(reference.closure))
    value = ClosureVal(reference, None, ()) if found is None else found
    return closure_value(frame, value)


def _stand_in(value: Val) -> Val:
    """What stands for a captured value in the types of a signature: only its type counts there."""
    if isinstance(value, (Place, Rvalue)):
        return Place(value.type, kgen.Undefined((), (t.POINTER,)).results[0], False)
    return value


def _free_values(generator: Op) -> list[Value]:
    """Values of the surrounding function that a nested function uses, in order of first use."""
    inside: set[Value] = set()
    free: dict[Value, None] = {}
    for op in generator.walk():
        for region in op.regions:
            inside.update(region.args)
        inside.update(op.results)
    for op in generator.walk():
        for operand in op.operands:
            if operand not in inside:
                free[operand] = None
    return list(free)


def _name_of(value: Val, source: Value) -> str:
    if isinstance(value, Place) and value.root is not None and value.root.name:
        return value.root.name
    if source.name:
        return source.name
    owner = source.owner
    return str(owner.attrs.get("name", "")) if isinstance(owner, Op) else ""
