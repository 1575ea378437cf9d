"""Writes expressions: values to own, places and temporaries to read, calls of everything in scope."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from . import forms as f
from .model import token
from .scope import Claim, Scope, State
from .tree import (
    Call,
    CallClosure,
    Choice,
    Constant,
    Copied,
    Expression,
    Form,
    Function,
    Inside,
    Invoke,
    Located,
    Moved,
    Name,
    Parameter,
    Type,
)

BY_RESULT: dict[Type | None, list[Form]] = {}
for _form in f.FORMS:
    BY_RESULT.setdefault(_form.result, []).append(_form)

TAKEN_APART = {part for part in f.PARTS if part.owner in (f.PAIR, f.PLAIN) and "(" not in part.text}
"""Fields that may be moved out: those of structs without a destructor of their own."""


class Expressions(Scope):
    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.functions: list[Function] = []

    # -- values -------------------------------------------------------------------------------------------

    def own(self, type: Type, depth: int, claim: Claim) -> Expression:
        """A value that its user owns."""
        roll = self.rng.random()
        if roll < 0.25:
            moved = self.move(type, claim)
            if moved is not None:
                return moved
        if roll < 0.6 and type.copies != "never":
            place = self.place(type, claim, "read")
            if place is not None:
                asked = type.copies == "explicit" or self.rng.random() < 0.1
                return Copied(type, place, asked)
        return self.temporary(type, depth, claim)

    def move(self, type: Type, claim: Claim) -> Expression | None:
        """A variable given away; it has no value then."""
        movable = [v for v in self.variables if v.type == type and self.is_movable(v.name, claim)]
        if not movable:
            return None
        return self.given_away(Name(type, self.rng.choice(movable).name), claim)

    def movable_part(self, type: Type) -> Inside | None:
        """A field that can be given away from its owner."""
        found: list[Inside] = []
        for variable in self.variables:
            if self.is_movable(variable.name, Claim()) and variable.type != type:
                for place in self.places_in(variable, type):
                    if isinstance(place, Inside) and place.part in TAKEN_APART:
                        if isinstance(place.base, Name):
                            found.append(place)
        return self.rng.choice(found) if found else None

    def is_movable(self, name: str, claim: Claim) -> bool:
        variable = self.variable(name)
        return (
            variable.owned
            and not self.is_still
            and self.is_alive(variable)
            and name not in self.state.frozen
            and claim.may_write({name})
        )

    def given_away(self, place: Located, claim: Claim) -> Expression:
        claim.writes.add(place.root())
        self.state.dead.add(place.root())
        self.moved.append(place.root())
        return Moved(place.type, place)

    def read(self, type: Type, depth: int, claim: Claim) -> Expression:
        """A place to be read, or a temporary."""
        if self.rng.random() < 0.75:
            place = self.place(type, claim, "read")
            if place is not None:
                return place
        return self.temporary(type, depth, claim)

    def temporary(self, type: Type, depth: int, claim: Claim) -> Expression:
        if depth > 0:
            roll = self.rng.random()
            if roll < 0.1 and type != f.TWO:
                return self.choice(type, depth - 1, claim)
            if roll < 0.25:
                made = self.invoke_for(type, depth - 1, claim)
                if made is not None:
                    return made
            if roll < 0.5 and type == f.TOKEN and self.closures:
                called = self.call_closure(depth - 1, claim)
                if called is not None:
                    return called
            call = self.call(self.rng.choice(BY_RESULT[type]), depth - 1, claim)
            if call is not None:
                return call
        return self.leaf(type, claim)

    def leaf(self, type: Type, claim: Claim) -> Expression:
        if type == f.INT:
            number = self.rng.randrange(10)
            return Constant(type, str(number), number)
        if type == f.BOOL:
            value = self.rng.random() < 0.5
            return Constant(type, str(value), value)
        if type == f.STRING:
            text = self.rng.choice(("a", "bb", "a long text that does not fit into its own words"))
            return Constant(type, f'String("{text}")', text)
        if type == f.GENERIC:
            return Copied(type, Name(type, self.anchor), True)
        if type == f.TOKEN:
            tag = self.rng.randrange(100)
            return Constant(type, f"Token(led, {tag})", token(tag))
        call = self.call(simplest(type), 0, claim)
        assert call is not None
        return call

    def choice(self, type: Type, depth: int, claim: Claim) -> Expression:
        """Both arms start from what the condition left."""
        condition = self.read(f.BOOL, depth, claim)
        before = set(self.state.dead)
        chosen = self.own(type, depth, claim)
        dead = self.state.dead
        self.state = State(before, self.state.frozen)
        other = self.own(type, depth, claim)
        self.state.dead |= dead
        return Choice(type, condition, chosen, other)

    # -- calls ----------------------------------------------------------------------------------------------

    def call(self, form: Form, depth: int, claim: Claim) -> Expression | None:
        if form.raises and form.raises not in self.errors:
            return None
        if not self.anchor and any(p.type == f.GENERIC for p in form.parameters):
            return None
        arguments = self.arguments(form.parameters, depth, claim)
        return None if arguments is None else Call(form.result or f.INT, form, arguments)

    def call_closure(self, depth: int, claim: Claim) -> Expression | None:
        closure = self.rng.choice(self.closures)
        if closure.raises and "Error" not in self.errors:
            return None
        if not claim.may_write(closure.writes) or not claim.may_read(closure.reads):
            return None
        if closure.reads & self.state.dead:
            return None
        claim.writes |= closure.writes
        claim.reads |= closure.reads
        argument = self.read(f.INT, depth, claim)
        form = closure.form
        if form == "{0}({1})":
            others = ("apply({0}, {1})", "apply_twice({0}, {1})")
            if closure.raises:
                others = ("apply_raising({0}, {1})",) * 2
            form = self.rng.choice((form, form, *others))
        return CallClosure(f.TOKEN, closure.name, argument, form)

    def invoke_for(self, type: Type, depth: int, claim: Claim) -> Expression | None:
        results = (type, f.GENERIC) if type in f.STANDS_FOR else (type,)
        fitting = [fn for fn in self.functions[-4:] if fn.result in results]
        return self.invoke(self.rng.choice(fitting), depth, claim, type) if fitting else None

    def invoke(
        self, function: Function, depth: int, claim: Claim, wanted: Type | None = None
    ) -> Invoke | None:
        """A call; the parameter of a generic function stands for what is wanted, or for anything."""
        if function.is_test or (function.raises and function.raises not in self.errors):
            return None
        choices = (*f.STANDS_FOR, f.GENERIC) if self.anchor else f.STANDS_FOR
        chosen = wanted if function.result == f.GENERIC and wanted else self.rng.choice(choices)
        parameters = tuple(
            replace(parameter, type=chosen) if parameter.type == f.GENERIC else parameter
            for _, parameter in function.parameters
        )
        arguments = self.arguments(parameters, depth, claim)
        if arguments is None:
            return None
        result = chosen if function.result == f.GENERIC else function.result
        return Invoke(result or f.INT, function, arguments)

    def arguments(
        self, parameters: tuple[Parameter, ...], depth: int, claim: Claim
    ) -> list[Expression] | None:
        """Places are claimed first; without one there is no call."""
        places: dict[int, Located] = {}
        for number, parameter in enumerate(parameters):
            if parameter.mode in ("mut", "place"):
                mode = "mut" if parameter.mode == "mut" else "read"
                place = self.place(parameter.type, claim, mode)
                if place is None:
                    return None
                places[number] = place
        arguments: list[Expression] = []
        for number, parameter in enumerate(parameters):
            if number in places:
                arguments.append(places[number])
            elif parameter.mode == "own":
                arguments.append(self.own(parameter.type, depth, claim))
            elif parameter.mode == "ref":
                referred = self.place(parameter.type, claim, "mut")
                arguments.append(referred or self.temporary(parameter.type, depth, claim))
            else:
                arguments.append(self.read(parameter.type, depth, claim))
        return arguments


_SIMPLEST: dict[Type, Form] = {}
_MAKERS = (
    *(
        "Unique(",
        "Plain(",
        "Pair(",
        "Crate(",
        "House(",
        "list_of",
        "Optional[",
        "table_of",
        "Tuple(",
    ),
    *(
        "Variant[",
        "ArcPointer(",
        "OwnedPointer(",
        "two(",
        "array_of",
        "deque_of",
        "set_of",
        "Card(",
        "Linear(",
    ),
)


def simplest(type: Type) -> Form:
    """The form that makes a value of simpler ones."""
    if type not in _SIMPLEST:
        _SIMPLEST[type] = next(form for form in BY_RESULT[type] if form.text.startswith(_MAKERS))
    return _SIMPLEST[type]
