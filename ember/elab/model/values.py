"""What an expression denotes while a function is elaborated.

A `Known` is a compile-time value; an `Rvalue` an SSA value of a register type; a `Place` an address with a value of
some type at it. The rest are expressions whose meaning waits for their use: a display for its expected type, a
subscript for whether it is read or written, a method for its call.

`keeps` lists what must stay alive while the value is in use: what it refers to, and what it may refer to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ember.dialects import kgen
from ember.elab.model.types import (
    ClosureRef,
    FunctionRef,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    only_origin,
    tracks_origin,
)
from ember.ir import nodes

OriginPath: TypeAlias = tuple[int | str, ...]
"""The way from a variable to what is referred to: an index for a field, a name for what it owns elsewhere (`"element"`)."""


class Keep(NamedTuple):
    """A variable (or what is at `path` of it) that a value refers to; not `certain`: that it may refer to.

    What is certain must still have its value where the reference is used. `direct`: what a reference points at, not what
    is referred to from there. `holder`: who took the reference, for `interiors.py`; 0 is nobody.
    """

    variable: Variable | Lender
    path: OriginPath = ()
    certain: bool = True
    direct: bool = True
    holder: int = 0

    @property
    def is_interior(self) -> bool:
        """Whether it certainly refers to what a change of its owner takes away."""
        return self.certain and not all(step.__class__ is int for step in self.path)


Keeps: TypeAlias = tuple[Keep, ...]

NO_KEEPS: Keeps = ()


class Variable:
    """An owned stack slot: a local variable, an owned argument or a temporary."""

    __slots__ = ("is_argument", "keeps", "loc", "name", "op", "partial", "pointer", "type")

    def __init__(self, name: str, type: SourceType, op: kgen.Var, loc: Any) -> None:
        self.name = name
        self.type = type
        self.op = op
        self.pointer: nodes.Value = op.results[0]
        self.keeps: Keeps = NO_KEEPS
        self.partial = False  # fields are initialised or moved one by one
        self.is_argument = False
        self.loc = loc


class Lender:
    """What the caller owns and an argument is, or (`is_behind`) refers to: a `mut` argument's value, a pointer's target.

    `parts`: what fields refer to, where each refers to something of its own.
    """

    __slots__ = ("is_behind", "keeps", "loc", "name", "parts")

    def __init__(self, name: str, loc: Any, is_behind: bool = False) -> None:
        self.name = name
        self.keeps: Keeps = NO_KEEPS
        self.loc = loc
        self.is_behind = is_behind
        self.parts: dict[OriginPath, Lender] | None = None

    def behind(self, path: OriginPath) -> Lender:
        """What a field refers to."""
        assert self.parts is not None
        found = self.parts.get(path)
        if found is None:
            found = self.parts[path] = Lender(self.name, self.loc, is_behind=True)
        return found


class Known:
    """A compile-time value: a type, constant, function, module …"""

    __slots__ = ("value",)

    def __init__(self, value: ParamValue) -> None:
        self.value = value


class Rvalue:
    """A value of a register type."""

    __slots__ = ("keeps", "ssa", "type")

    def __init__(self, type: SourceType, ssa: nodes.Value, keeps: Keeps = NO_KEEPS) -> None:
        self.type = type
        self.ssa = ssa
        self.keeps = keeps


class Place:
    """A value in memory. `root` is the variable it is part of, at field `path`; None when reached through a pointer.

    `is_temporary`: nobody else can name it, so its value may be taken instead of copied. `uninitialized`: writing to
    it does not destroy what was there.
    """

    __slots__ = (
        "is_temporary",
        "is_transfer",
        "keeps",
        "mutable",
        "path",
        "pointer",
        "root",
        "type",
        "uninitialized",
        "write_back",
    )

    def __init__(
        self,
        type: SourceType,
        pointer: nodes.Value,
        mutable: bool,
        root: Variable | None = None,
        path: tuple[int, ...] = (),
        keeps: Keeps = NO_KEEPS,
        is_temporary: bool = False,
    ) -> None:
        self.type = type
        self.pointer = pointer
        self.mutable = mutable
        self.root = root
        self.path = path
        self.keeps = keeps
        self.is_temporary = is_temporary
        self.is_transfer = False
        self.uninitialized = False
        self.write_back: Any = None


class Local:
    """A declared local name; it gets its variable (or, for `ref`, its place) when first given a value."""

    __slots__ = ("anchor", "bound", "is_poisoned", "kind", "loc", "name", "region", "type")

    def __init__(self, name: str, kind: str, type: SourceType | None, loc: Any) -> None:
        self.name = name
        self.kind = kind
        self.type = type
        self.loc = loc
        self.bound: Place | Rvalue | Known | None = None
        self.region: nodes.Region | None = None  # where the variable is declared: in this region
        self.anchor: nodes.Op | None = None  # … after this op (None: at its start)
        self.is_poisoned = False  # it has no value because the statement that gives it one is wrong


class Display:
    """`[a, b]`, `(a, b)`, `{a, b}`, `{k: v}`, `{a, k = v}` waiting for the type it is to have.

    Of a long one `items` may be an element of each form; `build` then makes it as some struct, where it stands, or gives the
    display with all of its items.
    """

    __slots__ = ("build", "cached", "count", "items", "keywords", "kind", "loc", "unpack")

    def __init__(
        self,
        kind: str,
        items: list[Val],
        keywords: tuple[str, ...],
        unpack: tuple[str, ...],
        loc: Any,
    ) -> None:
        self.kind = kind
        self.items = items
        self.keywords = keywords
        self.unpack = unpack
        self.loc = loc
        self.cached: Val | None = None
        self.count = len(items)
        self.build: Callable[[Any, StructGen | StructT], Val] | None = None


class ContextualMember:
    """`.name` waiting for the expected type, with the subscripts and calls applied to it so far."""

    __slots__ = ("loc", "name", "steps")

    def __init__(self, name: str, loc: Any, steps: tuple[Any, ...] = ()) -> None:
        self.name = name
        self.loc = loc
        self.steps = steps  # ("call", arguments) | ("attribute", name) | ("subscript", arguments)


class Choice:
    """`a if c else b` where neither has a type of its own yet."""

    __slots__ = ("condition", "otherwise", "then")

    def __init__(self, condition: nodes.Value, then: Val, otherwise: Val) -> None:
        self.condition = condition
        self.then = then
        self.otherwise = otherwise


class Subscripted:
    """`base[items]` on a type with `__getitem__`/`__setitem__`: read or written when used."""

    __slots__ = ("base", "cached", "items", "loc")

    def __init__(self, base: Val, items: list[Argument], loc: Any) -> None:
        self.base = base
        self.items = items
        self.loc = loc
        self.cached: Val | None = None


class DynamicAttribute:
    """`base.name` on a type with `__getattr__`/`__setattr__`."""

    __slots__ = ("base", "cached", "loc", "name")

    def __init__(self, base: Val, name: str, loc: Any) -> None:
        self.base = base
        self.name = name
        self.loc = loc
        self.cached: Val | None = None


class BoundMethod:
    """A method with its object: `x.f`, before the call."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: FunctionRef, receiver: Val) -> None:
        self.function = function
        self.receiver = receiver


class ClosureVal:
    """A nested function in the function that made it: its captures are in the memory at `environment`."""

    __slots__ = ("environment", "keeps", "reference")

    def __init__(
        self, reference: ClosureRef, environment: nodes.Value | None, keeps: Keeps
    ) -> None:
        self.reference = reference
        self.environment = environment
        self.keeps = keeps


class Poison:
    """The value of an expression with a mistake that has been reported."""

    __slots__ = ()


POISON = Poison()


class Argument:
    """One argument of a call as written: `name` for keywords, `unpack` "" / "*" / "**"."""

    __slots__ = ("loc", "name", "unpack", "value")

    def __init__(self, value: Val, name: str = "", unpack: str = "", loc: Any = None) -> None:
        self.value = value
        self.name = name
        self.unpack = unpack
        self.loc = loc


Val: TypeAlias = (
    Known
    | Rvalue
    | Place
    | Local
    | Display
    | ContextualMember
    | Choice
    | Subscripted
    | DynamicAttribute
    | BoundMethod
    | ClosureVal
    | Poison
)


def join_keeps(*groups: Keeps) -> Keeps:
    """What all groups keep, each once."""
    filled = [g for g in groups if g]
    if not filled:
        return NO_KEEPS
    if len(filled) == 1:
        return filled[0]
    return tuple(dict.fromkeys(v for g in filled for v in g))


def keeps_of(value: Val) -> Keeps:
    """What must outlive a use of the value."""
    if isinstance(value, Place):
        if value.root is None:
            return value.keeps
        return join_keeps((Keep(value.root, value.path),), inside(value.root.keeps), value.keeps)
    if isinstance(value, (Rvalue, ClosureVal)):
        return value.keeps
    if isinstance(value, BoundMethod):
        return keeps_of(value.receiver)
    if isinstance(value, Display):
        return join_keeps(*(keeps_of(i) for i in value.items if value.build is None))
    if isinstance(value, Local) and value.bound is not None:
        return keeps_of(value.bound)
    return NO_KEEPS


def referred(value: Val) -> Keeps:
    """What a value refers to once it is read: what it is part of does not count."""
    if isinstance(value, Place):
        if value.root is None:
            return _read(value.keeps, value.type)
        return join_keeps(value.root.keeps, value.keeps)
    if isinstance(value, Display):
        return join_keeps(*(referred(i) for i in value.items if value.build is None))
    return keeps_of(value)


def location(place: Place) -> Keeps:
    """Where a place lies, as far as that is certain: in a variable, or in what a reference points at."""
    if place.root is not None:
        return (Keep(place.root, place.path),)
    return pointed_at(place.keeps)


def pointed_at(keeps: Keeps) -> Keeps:
    """What a reference certainly points at, of all that it refers to."""
    return tuple(k for k in keeps if k.direct and k.certain)


def inside(keeps: Keeps) -> Keeps:
    """What is referred to from something that lies in memory: a reference to that does not point at it."""
    if not keeps:
        return keeps
    return tuple(k._replace(direct=False) if k.direct else k for k in keeps)


def extended(keeps: Keeps, path: OriginPath) -> Keeps:
    """What a reference to a part of what these point at refers to."""
    if not keeps or not path:
        return keeps
    return tuple(k._replace(path=(*k.path, *path)) if k.direct and k.certain else k for k in keeps)


def _read(keeps: Keeps, type: SourceType) -> Keeps:
    """What a value read through a reference refers to: what was referred to from there."""
    if not keeps:
        return keeps
    return tuple(_read_at(k, type) if k.direct else k._replace(direct=k.certain) for k in keeps)


def _read_at(keep: Keep, type: SourceType) -> Keep:
    """What a value refers to that was read where a reference points."""
    lender = keep.variable
    if isinstance(lender, Lender) and lender.parts is not None and only_origin(type) is not None:
        if keep.path and all(step.__class__ is int for step in keep.path):
            return Keep(lender.behind(keep.path))
    return Keep(lender, (), False, False)


def held(value: Val) -> Keeps:
    """What the holder of a value that was read refers to. Where no variable is named in the type of a part, it may
    point into what it is a part of: the first node of a list, the memory of a box.
    """
    own = referred(value)
    if not isinstance(value, Place) or not value.path or tracks_origin(value.type):
        return own
    return join_keeps(own, uncertain(keeps_of(value)))


def uncertain(keeps: Keeps) -> Keeps:
    """What may be referred to, and if its value is gone, it was not."""
    return tuple(Keep(k.variable, (), False, False) for k in keeps)
