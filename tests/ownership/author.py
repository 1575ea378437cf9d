"""Writes random programs that the language accepts: it keeps book of what is alive, borrowed and in use.

`State` is what is known at a point: which variables have no value, and which may not be changed because something
refers into them. A statement is written under a `Claim`: what it reads and what it changes, so that no call gets a
place to change together with another way to reach it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from . import forms as f
from .tree import (
    Assign,
    Body,
    Call,
    Choice,
    Constant,
    Copied,
    Declare,
    Do,
    Expression,
    Form,
    Function,
    If,
    Inside,
    Invoke,
    Leave,
    Located,
    Loop,
    Moved,
    Name,
    Parameter,
    Part,
    Print,
    Program,
    Raise,
    Reference,
    Rotate,
    Statement,
    Try,
    Type,
    Unpack,
)

MOST_DEEP = 3
_BY_RESULT: dict[Type | None, list[Form]] = {}
for _form in f.FORMS:
    _BY_RESULT.setdefault(_form.result, []).append(_form)
_PARTS_OF: dict[Type, list[Part]] = {}
for _part in f.PARTS:
    _PARTS_OF.setdefault(_part.type, []).append(_part)


@dataclass
class Variable:
    """A name in scope. What is not `owned` is a reference: it may be read or changed, never moved."""

    name: str
    type: Type
    mutable: bool = True
    owned: bool = True
    owner: str = ""
    """The variable that a reference refers into."""


@dataclass
class Claim:
    """What a statement has reached for so far."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)

    def may_read(self, roots: set[str]) -> bool:
        return not roots & self.writes

    def may_write(self, roots: set[str]) -> bool:
        return not roots & (self.writes | self.reads)


@dataclass
class State:
    dead: set[str] = field(default_factory=set)
    frozen: set[str] = field(default_factory=set)

    def copy(self) -> State:
        return State(set(self.dead), set(self.frozen))


@dataclass
class Around:
    """What a body stands in."""

    in_loop: bool = False
    kept: frozenset[str] = frozenset()
    """Variables that a round of the innermost loop must leave as it found them: alive."""
    catches: bool = True
    may_return: bool = True


class Author:
    """One program."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.functions: list[Function] = []
        self.count = 0
        self.variables: list[Variable] = []
        self.state = State()
        self.moved: list[str] = []
        self.budget = 0
        self.result: Type | None = None

    # -- programs and functions --------------------------------------------------------------------------

    def program(self, tests: int) -> Program:
        for number in range(tests):
            helpers = self.rng.choice((0, 0, 1, 1, 2))
            for _ in range(helpers):
                self.functions.append(self.helper())
            self.functions.append(self.function(f"t{number}", [], None, True))
        return Program(self.functions)

    def helper(self) -> Function:
        """A function that takes arguments in any convention."""
        parameters = []
        for _ in range(self.rng.randint(1, 3)):
            mode, word = self.rng.choice(
                (("read", ""), ("own", "var"), ("own", "var"), ("mut", "mut"), ("mut", "mut"))
            )
            parameters.append((self.fresh("p"), Parameter(mode, self.rng.choice(f.TYPES), word)))
        result = self.rng.choice((None, *(p.type for _, p in parameters), self.rng.choice(f.TYPES)))
        return self.function(self.fresh("f"), parameters, result, False)

    def function(
        self,
        name: str,
        parameters: list[tuple[str, Parameter]],
        result: Type | None,
        is_test: bool,
    ) -> Function:
        self.variables = [
            Variable(n, p.type, p.mode != "read", p.mode == "own") for n, p in parameters
        ]
        self.state = State()
        self.result = result
        self.budget = self.rng.randint(4, 16)
        body = self.body(0, Around(), 12)
        if not ends(body):
            if is_test and self.rng.random() < 0.5:
                body += self.farewell()
            if result is not None:
                body.append(Leave("return", self.own(result, 2, Claim())))
        return Function(name, parameters, result, body, True, is_test)

    def farewell(self) -> Body:
        alive = [v for v in self.variables if self.is_alive(v)]
        return [Print(Name(v.type, v.name)) for v in self.rng.sample(alive, min(3, len(alive)))]

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    # -- bodies ----------------------------------------------------------------------------------------------

    def body(self, depth: int, around: Around, most: int) -> Body:
        """Statements of a scope of their own."""
        visible = len(self.variables)
        body = self.statements(depth, around, most)
        if not ends(body) and around.kept:
            body += self.revive(around.kept)
        del self.variables[visible:]
        return body

    def statements(self, depth: int, around: Around, most: int) -> Body:
        body: Body = []
        for _ in range(self.rng.randint(1, most)):
            if self.budget <= 0:
                break
            self.budget -= 1
            body += self.statement(depth, around)
            if ends(body):
                break
        return body

    def statement(self, depth: int, around: Around) -> Body:
        simple = ("declare", "assign", "assign", "rotate", "do", "do", "print", "unpack")
        nested = ("if", "loop", "try", "reference", "exit")
        if depth < MOST_DEEP and self.rng.random() < 0.35:
            made = self.nested(self.rng.choice(nested), depth, around)
        else:
            made = self.simple(self.rng.choice(simple), around)
        return made if made is not None else [self.declare(around)]

    # -- simple statements -------------------------------------------------------------------------------------

    def simple(self, kind: str, around: Around) -> Body | None:
        if kind == "assign":
            return self.assign()
        if kind == "rotate":
            return self.rotate()
        if kind == "do":
            return self.do()
        if kind == "print":
            type = self.rng.choice(f.TYPES)
            return [Print(self.read(type, 2, Claim()))]
        if kind == "unpack":
            value = self.own(f.TWO, 2, Claim())
            names = (self.fresh("v"), self.fresh("v"))
            self.variables += [Variable(name, f.TOKEN) for name in names]
            return [Unpack(names, value)]
        return [self.declare(around)]

    def declare(self, around: Around) -> Statement:
        type = self.rng.choice(f.TYPES)
        name = self.fresh("v")
        if self.rng.random() < 0.06:
            self.variables.append(Variable(name, type))
            self.state.dead.add(name)
            return Declare(name, type, None, True)
        value = self.own(type, 3, Claim())
        self.variables.append(Variable(name, type))
        return Declare(name, type, value, self.rng.random() < 0.2)

    def assign(self) -> Body | None:
        """To a variable whatever its value is made of; to a part only what does not change its owner."""
        variables = [v for v in self.variables if v.mutable and v.name not in self.state.frozen]
        if not variables:
            return None
        variable = self.rng.choice(variables)
        target: Located = Name(variable.type, variable.name)
        if self.is_alive(variable) and self.rng.random() < 0.4:
            inner = self.part_of(target)
            if inner is None:
                return None
            claim = Claim()
            value = self.own(inner.type, 2, claim)
            if not claim.may_read(self.roots(inner)) or not self.is_alive(variable):
                return None
            return [Assign(inner, value)]
        claim = Claim()
        value = self.own(variable.type, 3, claim)
        if not variable.owned and variable.owner and not claim.may_read({variable.name}):
            return None
        self.state.dead.discard(variable.name)
        return [Assign(target, value)]

    def rotate(self) -> Body | None:
        type = self.rng.choice((f.TOKEN, f.STRING, *f.TYPES))
        claim = Claim()
        places = []
        for _ in range(self.rng.choice((2, 2, 3))):
            place = self.place(type, claim, "mut")
            if place is not None:
                places.append(place)
        if len(places) < 2 or type.copies == "never":
            return None
        shift = self.rng.randrange(1, len(places))
        sources: list[Expression] = []
        for number in range(len(places)):
            source = places[(number + shift) % len(places)]
            sources.append(self.value_of(source))
        return [Rotate(places, sources)]

    def value_of(self, place: Located) -> Expression:
        """Something owned out of a place that is overwritten in the same statement."""
        return Copied(place.type, place, place.type.copies == "explicit")

    def do(self) -> Body | None:
        if self.functions and self.rng.random() < 0.4:
            call = self.invoke(self.rng.choice(self.functions[-3:]), 2, Claim())
            if call is not None:
                return [Do(call, call.function.result is not None)]
        form = self.rng.choice(_BY_RESULT[None])
        call_of_form = self.call(form, 2, Claim())
        return [Do(call_of_form, False)] if call_of_form is not None else None

    # -- nested statements -------------------------------------------------------------------------------------

    def nested(self, kind: str, depth: int, around: Around) -> Body | None:
        if kind == "if":
            return [self.branch(depth, around)]
        if kind == "loop":
            return [self.loop(depth, around)]
        if kind == "try":
            return [self.attempt(depth, around)]
        if kind == "reference":
            return self.reference(depth, around)
        return self.exit(around)

    def branch(self, depth: int, around: Around) -> Statement:
        condition = self.read(f.BOOL, 2, Claim())
        before = self.state.copy()
        body = self.body(depth + 1, around, 3)
        after_body, self.state = self.state, before
        otherwise: Body = []
        if self.rng.random() < 0.5:
            otherwise = self.body(depth + 1, around, 3)
        self.join([(after_body, body), (self.state, otherwise)])
        return If(condition, body, otherwise)

    def join(self, ways: list[tuple[State, Body]]) -> None:
        """After ways that meet, dead is what is dead on one of them."""
        arriving = [state for state, body in ways if not ends(body)]
        self.state = (arriving or [ways[0][0]])[0].copy()
        for state in arriving:
            self.state.dead |= state.dead

    def loop(self, depth: int, around: Around) -> Statement:
        before = self.state.copy()
        kept = frozenset(
            v.name for v in self.variables if v.name not in self.state.dead and v.owned
        )
        name = self.fresh("i")
        inner = Around(True, kept, around.catches, around.may_return)
        mark = len(self.moved)
        self.variables.append(Variable(name, f.INT, False, False))
        body = self.body(depth + 1, inner, 4)
        self.variables.pop()
        self.state = before
        self.state.dead |= set(self.moved[mark:]) & self.left_dead
        otherwise = self.body(depth + 1, around, 2) if self.rng.random() < 0.25 else []
        if otherwise:
            self.state.dead |= before.dead
        return Loop(name, self.rng.randint(1, 3), self.rng.random() < 0.4, body, otherwise)

    left_dead: set[str] = set()

    def attempt(self, depth: int, around: Around) -> Statement:
        before = self.state.copy()
        mark = len(self.moved)
        inner = Around(around.in_loop, around.kept, True, around.may_return)
        body = self.body(depth + 1, inner, 4)
        after_body = self.state
        ended = [(after_body, body)]
        otherwise = handler = at_last = None
        name = ""
        if self.rng.random() < 0.3:
            otherwise = self.body(depth + 1, around, 2)
            ended = [(self.state, body + otherwise)]
        moved = set(self.moved[mark:])
        self.state = State(before.dead | moved, set(before.frozen))
        handler = []
        if self.rng.random() < 0.7:
            name = self.fresh("e")
        handler += self.body(depth + 1, around, 2)
        ended.append((self.state, handler))
        self.join(ended)
        if self.rng.random() < 0.3:
            after = self.state
            self.state = State(
                before.dead | set(self.moved[mark:]) | after.dead, set(before.frozen)
            )
            at_last = self.body(depth + 1, Around(False, around.kept, True, False), 2)
            self.state.dead |= after.dead
        return Try(body, name, handler, otherwise, at_last)

    def reference(self, depth: int, around: Around) -> Body | None:
        type = self.rng.choice(f.TYPES)
        place = self.place(type, Claim(), "mut")
        if place is None:
            return None
        name = self.fresh("r")
        roots = self.roots(place)
        before = set(self.state.frozen)
        self.state.frozen |= roots
        variable = Variable(name, type, True, False, place.root())
        self.variables.append(variable)
        visible = len(self.variables)
        body: Body = [Print(Name(type, name))] if self.rng.random() < 0.3 else []
        body += self.statements(depth + 1, around, 3)
        if not ends(body) and self.rng.random() < 0.6:
            body.append(Print(Name(type, name)))
        self.state.frozen = before
        self.variables.remove(variable)
        del visible
        return [Reference(name, place, body)]

    def exit(self, around: Around) -> Body | None:
        """An exit under a condition; the way that leaves prepares what the other end needs."""
        kinds = ["raise"]
        if around.in_loop:
            kinds += ["break", "continue"] * 2
        if around.may_return:
            kinds.append("return")
        kind = self.rng.choice(kinds)
        condition = self.read(f.BOOL, 2, Claim())
        before = self.state.copy()
        body = self.simple(self.rng.choice(("assign", "do", "print")), around) or []
        if kind in ("break", "continue"):
            body += self.revive(around.kept)
            body.append(Leave(kind))
        elif kind == "return":
            value = self.own(self.result, 2, Claim()) if self.result is not None else None
            body.append(Leave("return", value))
        else:
            body.append(Raise(self.error()))
        self.state = before
        return [If(condition, body, [])]

    def error(self) -> Expression:
        text = f"E{self.rng.randrange(100)}"
        return Constant(f.STRING, f'Error("{text}")', text)

    def revive(self, names: frozenset[str]) -> Body:
        """Gives variables that were moved away a value again."""
        body: Body = []
        for variable in self.variables:
            if variable.name in names & self.state.dead:
                value = self.own(variable.type, 1, Claim())
                body.append(Assign(Name(variable.type, variable.name), value))
                self.state.dead.discard(variable.name)
        return body

    # -- places -------------------------------------------------------------------------------------------------

    def is_alive(self, variable: Variable) -> bool:
        return variable.name not in self.state.dead

    def variable(self, name: str) -> Variable:
        return next(v for v in self.variables if v.name == name)

    def roots(self, place: Located) -> set[str]:
        """Everything that must stay out of the way of a change of this place."""
        name = place.root()
        roots = {name}
        variable = self.variable(name)
        while variable.owner:
            roots.add(variable.owner)
            variable = self.variable(variable.owner)
        if any(self.variable(root).type == f.SHARED for root in roots):
            roots.add("*shared")
        roots |= {v.name for v in self.variables if v.owner in roots}
        return roots

    def place(self, type: Type, claim: Claim, mode: str) -> Located | None:
        """A place of that type, claimed for reading or changing."""
        found: list[Located] = []
        for variable in self.variables:
            if self.is_alive(variable) and (mode == "read" or variable.mutable):
                found += self.places_in(variable, type)
        self.rng.shuffle(found)
        for place in found:
            roots = self.roots(place)
            if mode == "read" and claim.may_read(roots):
                claim.reads |= roots
                return place
            is_reference = bool(self.variable(place.root()).owner)
            if mode == "mut" and claim.may_write(roots):
                if not is_reference and roots & self.state.frozen:
                    continue
                claim.writes |= roots
                return place
        return None

    def places_in(self, variable: Variable, type: Type) -> list[Located]:
        whole = Name(variable.type, variable.name)
        if variable.type == type:
            return [whole, whole]
        found: list[Located] = []
        for part in _PARTS_OF.get(type, ()):
            if part.owner == variable.type:
                found.append(Inside(type, whole, part, self.rng.randrange(4)))
            elif part.owner == f.PLAIN and variable.type == f.PLAINS:
                outer = next(p for p in f.PARTS if p.owner == f.PLAINS)
                element = Inside(f.PLAIN, whole, outer, self.rng.randrange(4))
                found.append(Inside(type, element, part, 0))
        return found

    def part_of(self, place: Located) -> Located | None:
        parts = [part for part in f.PARTS if part.owner == place.type]
        if not parts:
            return None
        part = self.rng.choice(parts)
        return Inside(part.type, place, part, self.rng.randrange(4))

    # -- expressions -----------------------------------------------------------------------------------------------

    def own(self, type: Type, depth: int, claim: Claim) -> Expression:
        """A value that its user owns."""
        roll = self.rng.random()
        if roll < 0.25:
            moved = self.move(type, claim)
            if moved is not None:
                return moved
        if roll < 0.55 and type.copies != "never":
            place = self.place(type, claim, "read")
            if place is not None:
                asked = type.copies == "explicit" or self.rng.random() < 0.1
                return Copied(type, place, asked)
        return self.temporary(type, depth, claim)

    def move(self, type: Type, claim: Claim) -> Expression | None:
        movable = [
            v
            for v in self.variables
            if v.type == type
            and v.owned
            and self.is_alive(v)
            and v.name not in self.state.frozen
            and claim.may_write({v.name})
        ]
        if not movable:
            return None
        variable = self.rng.choice(movable)
        claim.writes.add(variable.name)
        self.state.dead.add(variable.name)
        self.moved.append(variable.name)
        return Moved(type, Name(type, variable.name))

    def read(self, type: Type, depth: int, claim: Claim) -> Expression:
        """A place to be read, or a temporary."""
        if self.rng.random() < 0.7:
            place = self.place(type, claim, "read")
            if place is not None:
                return place
        return self.temporary(type, depth, claim)

    def temporary(self, type: Type, depth: int, claim: Claim) -> Expression:
        if depth > 0:
            roll = self.rng.random()
            if roll < 0.12 and type != f.TWO:
                return self.choice(type, depth - 1, claim)
            if roll < 0.3:
                made = self.invoke_for(type, depth - 1, claim)
                if made is not None:
                    return made
            form = self.rng.choice(_BY_RESULT[type])
            call = self.call(form, depth - 1, claim)
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
        if type == f.TOKEN:
            tag = self.rng.randrange(100)
            return Constant(type, f"Token(led, {tag})", f.token(tag))
        call = self.call(simplest(type), 0, claim)
        assert call is not None
        return call

    def choice(self, type: Type, depth: int, claim: Claim) -> Expression:
        """Both arms start from what the condition left."""
        condition = self.read(f.BOOL, depth, claim)
        before = set(self.state.dead)
        chosen = self.own(type, depth, claim)
        dead = self.state.dead
        self.state.dead = before
        other = self.own(type, depth, claim)
        self.state.dead |= dead
        return Choice(type, condition, chosen, other)

    def call(self, form: Form, depth: int, claim: Claim) -> Expression | None:
        arguments = self.arguments(form.parameters, depth, claim)
        return None if arguments is None else Call(form.result or f.INT, form, arguments)

    def invoke_for(self, type: Type, depth: int, claim: Claim) -> Expression | None:
        fitting = [fn for fn in self.functions[-3:] if fn.result == type]
        return self.invoke(self.rng.choice(fitting), depth, claim) if fitting else None

    def invoke(self, function: Function, depth: int, claim: Claim) -> Invoke | None:
        if function.is_test:
            return None
        parameters = tuple(parameter for _, parameter in function.parameters)
        arguments = self.arguments(parameters, depth, claim)
        if arguments is None:
            return None
        return Invoke(function.result or f.INT, function, arguments)

    def arguments(
        self, parameters: tuple[Parameter, ...], depth: int, claim: Claim
    ) -> list[Expression] | None:
        """Places to change are claimed first; without one there is no call."""
        places: dict[int, Located] = {}
        for number, parameter in enumerate(parameters):
            if parameter.mode == "mut":
                place = self.place(parameter.type, claim, "mut")
                if place is None:
                    return None
                places[number] = place
        arguments: list[Expression] = []
        for number, parameter in enumerate(parameters):
            if number in places:
                arguments.append(places[number])
            elif parameter.mode == "own":
                arguments.append(self.own(parameter.type, depth, claim))
            else:
                arguments.append(self.read(parameter.type, depth, claim))
        return arguments


def ends(body: Body) -> bool:
    """Whether nothing after the body is reached."""
    return bool(body) and isinstance(body[-1], (Leave, Raise))


_SIMPLEST: dict[Type, Form] = {}


def simplest(type: Type) -> Form:
    """The form that makes a value of simpler ones."""
    if type not in _SIMPLEST:
        words = ("Unique(", "Plain(", "Pair(", "Crate(", "list_of", "Optional[", "table_of", "Tuple(")
        words += ("Variant[", "ArcPointer(", "OwnedPointer(", "two(")
        _SIMPLEST[type] = next(form for form in _BY_RESULT[type] if form.text.startswith(words))
    return _SIMPLEST[type]
