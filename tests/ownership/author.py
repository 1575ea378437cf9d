"""Writes random programs that the language accepts: functions, and the statements that do one thing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from . import forms as f
from .blocks import (
    Assign,
    Declare,
    Do,
    If,
    Leave,
    Loop,
    Print,
    Raise,
    RaiseAgain,
    Rotate,
    Show,
    Try,
    Unpack,
)
from .expressions import BY_RESULT, TAKEN_APART
from .nesting import Nesting, ends
from .scope import Around, Claim, State, Variable
from .tree import (
    Body,
    Call,
    Constant,
    Copied,
    Expression,
    Function,
    Inside,
    Located,
    Moved,
    Name,
    Parameter,
    Program,
    Statement,
    Type,
)

MOST_DEEP = 3
_CONVENTIONS = (
    *(("read", ""), ("ref", "ref"), ("own", "var"), ("own", "var"), ("mut", "mut"), ("mut", "mut")),
)
_SIMPLE = ("declare", "assign", "assign", "rotate", "do", "do", "print", "unpack", "part")
_NESTED = (
    *(
        "if",
        "match",
        "parts",
        "loop",
        "try",
        "reference",
        "reference",
        "exit",
        "with",
        "each",
        "closure",
        "some",
        "linear",
    ),
)


class Author(Nesting):
    """One program."""

    def __init__(self, rng: Random, is_old: bool = False) -> None:
        super().__init__(rng, is_old)
        self.budget = 0
        self.result: Type | None = None
        self.named = ""
        self.caught: tuple[str, str] | None = None

    # -- programs and functions -----------------------------------------------------------------------------

    def program(self, tests: int) -> Program:
        for number in range(tests):
            for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
                self.functions.append(self.helper())
            self.functions.append(self.function(f"t{number}", [], None, "Error", ""))
        return Program(self.functions, self.is_old)

    def helper(self) -> Function:
        """A function that takes arguments in any convention."""
        parameters = []
        if self.rng.random() < 0.3:
            self.anchor = self.fresh("p")
            parameters.append((self.anchor, Parameter("read", f.GENERIC)))
        for _ in range(self.rng.randint(1, 3)):
            mode, word = self.rng.choice(_CONVENTIONS)
            parameters.append(
                (self.fresh("p"), Parameter(mode, self.rng.choice(self.types()), word))
            )
        result = self.rng.choice((None, *(p.type for _, p in parameters), self.rng.choice(f.TYPES)))
        named = self.fresh("out") if result is not None and self.rng.random() < 0.25 else ""
        raises = self.rng.choice(("", "Error", *self.kinds))
        made = self.function(self.fresh("f"), parameters, result, raises, named)
        made.bound = f.BOUND if self.anchor else ""
        self.anchor = ""
        return made

    def function(
        self,
        name: str,
        parameters: list[tuple[str, Parameter]],
        result: Type | None,
        raises: str,
        named: str,
    ) -> Function:
        self.variables = [
            Variable(n, p.type, p.mode == "mut" or p.mode == "own", p.mode == "own")
            for n, p in parameters
        ]
        self.closures = []
        self.state = State()
        self.result, self.named, self.caught = result, named, None
        if named and result is not None:
            self.variables.append(Variable(named, result, True, True))
            self.state.dead.add(named)
        self.budget = self.rng.randint(4, 14)
        is_test = name.startswith("t")
        errors = {"Error": self.kinds, "Trouble": ("Trouble",)}.get(raises, ())
        body = self.body(0, Around(errors=errors), 12)
        if not ends(body):
            self.errors = errors
            if self.rng.random() < 0.5:
                body += self.farewell()
            if result is not None:
                body += self.leave()
        return Function(name, parameters, result, body, raises, is_test, named)

    def farewell(self) -> Body:
        alive = [v for v in self.variables if self.is_alive(v)]
        return [Print(Name(v.type, v.name)) for v in self.rng.sample(alive, min(3, len(alive)))]

    def leave(self) -> Body:
        """A return, of a value or with the named result in place."""
        if self.result is None:
            return [Leave("return")]
        if not self.named:
            return [Leave("return", self.own(self.result, 2, Claim()))]
        body = self.revive(frozenset((self.named,)))
        return [*body, Leave("return")]

    # -- bodies ---------------------------------------------------------------------------------------------

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
        self.errors = around.errors
        if depth < MOST_DEEP and self.rng.random() < 0.4:
            made = self.nested(self.rng.choice(_NESTED), depth, around)
        else:
            made = self.simple(self.rng.choice(_SIMPLE))
        self.errors = around.errors
        return made if made is not None else [self.declare()]

    def nested(self, kind: str, depth: int, around: Around) -> Body | None:
        if kind == "exit":
            return self.exit(around)
        if kind == "linear":
            return self.linear(depth, around)
        return super().nested(kind, depth, around)

    # -- simple statements ------------------------------------------------------------------------------------

    def simple(self, kind: str) -> Body | None:
        if kind == "assign":
            return self.assign()
        if kind == "rotate":
            return self.rotate()
        if kind == "do":
            return self.do()
        if kind == "print":
            return [Print(self.read(self.rng.choice((*self.types(), f.INT)), 2, Claim()))]
        if kind == "unpack":
            return self.unpack()
        if kind == "part":
            return self.take_part()
        return [self.declare()]

    def take_part(self) -> Body | None:
        """A field is moved out and another put in, at once: making that one may raise, so it is made before."""
        type = self.rng.choice((f.TOKEN, f.STRING))
        place = self.movable_part(type)
        if place is None:
            return None
        if self.rng.random() < 0.4:
            return self.take_apart(type, place)
        claim = Claim()
        claim.writes.add(place.root())
        other = self.fresh("v")
        made = Declare(other, type, self.own(type, 1, claim), False)
        name = self.fresh("v")
        self.variables.append(Variable(name, type))
        taken = Declare(name, type, Moved(type, place), False)
        return [made, taken, Assign(place, Moved(type, Name(type, other)))]

    def take_apart(self, type: Type, place: Inside) -> Body:
        """A field is moved out for good; the others may be read, until the whole is given a new value or ends."""
        rest = [
            part for part in TAKEN_APART if part.owner == place.part.owner and part != place.part
        ]
        other = self.rng.choice(sorted(rest, key=lambda part: part.text))
        name = self.fresh("v")
        taken = Declare(name, type, Moved(type, place), False)
        self.state.dead.add(place.root())
        self.moved.append(place.root())
        self.variables.append(Variable(name, type))
        left: Body = [Print(Inside(other.type, place.base, other, 0))]
        return [taken, *(left if self.rng.random() < 0.5 else [])]

    def unpack(self) -> Body:
        type, parts = self.rng.choice(((f.TWO, (f.TOKEN, f.TOKEN)), (f.TUPLE, (f.TOKEN, f.STRING))))
        value = self.own(type, 2, Claim())
        names = (self.fresh("v"), self.fresh("v"))
        self.variables += [Variable(n, t) for n, t in zip(names, parts, strict=True)]
        return [Unpack(names, value)]

    def declare(self) -> Statement:
        type = self.rng.choice(self.types())
        name = self.fresh("v")
        if self.rng.random() < 0.06:
            self.variables.append(Variable(name, type))
            self.state.dead.add(name)
            return Declare(name, type, None, True)
        value = self.own(type, 2, Claim())
        self.variables.append(Variable(name, type))
        return Declare(name, type, value, self.rng.random() < 0.2)

    def assign(self) -> Body | None:
        """To a variable whatever its value is made of; to a part only what does not change its owner."""
        variables = [
            v
            for v in self.variables
            if v.mutable and v.name not in self.state.frozen and v.type != f.LINEAR
        ]
        if not variables:
            return None
        variable = self.rng.choice(variables)
        target: Located = Name(variable.type, variable.name)
        claim = Claim()
        if self.is_alive(variable) and self.rng.random() < 0.4:
            inner = self.part_of(target)
            if inner is None:
                return None
            claim.writes.add("*shared")
            value = self.own(inner.type, 2, claim)
            if not claim.may_read(self.roots(inner) - {"*shared"}) or not self.is_alive(variable):
                return [Declare(self.fresh("v"), inner.type, value, False)]
            return [Assign(inner, value)]
        if variable.type not in BY_RESULT:  # views are made of what is seen, not of values
            return None
        if not variable.owned:
            claim.writes |= self.roots_of(variable.name)
        value = self.own(variable.type, 2, claim)
        self.state.dead.discard(variable.name)
        return [Assign(target, value)]

    def rotate(self) -> Body | None:
        type = self.rng.choice((f.TOKEN, f.STRING, *self.types()))
        if type.copies != "implicit" and not (self.is_old and type.copies == "explicit"):
            return None  # edition 1 copies what it unpacks
        claim = Claim()
        found = [self.place(type, claim, "mut") for _ in range(self.rng.choice((2, 2, 3)))]
        places = [place for place in found if place is not None]
        if len(places) < 2:
            return None
        shift = self.rng.randrange(1, len(places))
        sources: list[Expression] = []
        for number in range(len(places)):
            source = places[(number + shift) % len(places)]
            sources.append(Copied(type, source, type.copies == "explicit"))
        return [Rotate(places, sources)]

    def do(self) -> Body | None:
        if self.functions and self.rng.random() < 0.4:
            call = self.invoke(self.rng.choice(self.functions[-4:]), 2, Claim())
            if call is not None:
                return [Do(call, call.function.result is not None)]
        forms = [form for form in f.FORMS if form.result is None]
        call_of_form = self.call(self.rng.choice(forms), 1, Claim())
        return [Do(call_of_form, False)] if call_of_form is not None else None

    # -- linear values ------------------------------------------------------------------------------------------

    def linear(self, depth: int, around: Around) -> Body:
        """A variable that every way ends by its word: nothing is left before that, unless it ends it first."""
        name = Name(f.LINEAR, self.fresh("v"))
        made = Declare(name.name, f.LINEAR, self.temporary(f.LINEAR, 2, Claim()), False)
        variable = Variable(name.name, f.LINEAR, True, False)
        self.variables.append(variable)
        inner = replace(around, kept=frozenset(), in_loop=False, may_return=False, errors=())
        body: Body = [made, *self.statements(depth + 1, inner, 3)]
        if self.rng.random() < 0.4:
            self.state.dead.add(name.name)
            self.errors = ()
            for left in self.exit(around) or []:
                assert isinstance(left, If)
                left.body[:0] = self.ended(name)
                body.append(left)
            self.state.dead.discard(name.name)
        if self.rng.random() < 0.3:
            again = Call(f.LINEAR, f.LINEAR_OF, [Call(f.TOKEN, f.GIVE, [Moved(f.LINEAR, name)])])
            rounds = self.rng.randint(1, 3)
            body.append(Loop(self.fresh("i"), rounds, "for", [Assign(name, again)], []))
        body += self.statements(depth + 1, inner, 2)
        self.variables = [v for v in self.variables if v is not variable]
        self.errors = ()
        return body + self.end(name)

    def ended(self, name: Name) -> Body:
        """Ends it in one statement."""
        moved = Moved(f.LINEAR, name)
        if self.rng.random() < 0.5:
            return [Print(Call(f.INT, f.CLOSE, [moved]))]
        return [Do(Call(f.TOKEN, f.GIVE, [moved]), True)]

    def end(self, name: Name) -> Body:
        """Ends it: at once, on two ways, under another name, or in a call that may raise."""
        kind = self.rng.randrange(5)
        if kind == 0:
            return [If(self.read(f.BOOL, 1, Claim()), self.ended(name), self.ended(name))]
        other = Name(f.LINEAR, self.fresh("v"))
        if kind == 1:
            handed = Call(f.LINEAR, f.HANDED_ON, [Moved(f.LINEAR, name)])
            return [Declare(other.name, f.LINEAR, handed, False), *self.ended(other)]
        if kind == 2:
            risky = Call(f.LINEAR, f.RISKY_LINEAR, [Moved(f.LINEAR, name)])
            body: Body = [Declare(other.name, f.LINEAR, risky, False), *self.ended(other)]
            return [Try(body, caught := self.fresh("e"), [Show(caught)], None, None)]
        if kind == 3:
            token = self.fresh("v")
            given = Call(f.TOKEN, f.GIVE, [Moved(f.LINEAR, name)])
            self.variables.append(Variable(token, f.TOKEN))
            return [Declare(token, f.TOKEN, given, False)]
        return self.ended(name)

    # -- exits --------------------------------------------------------------------------------------------------

    def exit(self, around: Around) -> Body | None:
        """An exit under a condition; the way that leaves prepares what the other end needs."""
        kinds = ["raise"] * bool(around.errors)
        if around.in_loop:
            kinds += ["break", "continue"] * 2
        if around.may_return:
            kinds.append("return")
        if not kinds:
            return None
        kind = self.rng.choice(kinds)
        condition = self.read(f.BOOL, 2, Claim())
        before = self.state.copy()
        visible = len(self.variables)
        body = self.simple(self.rng.choice(("assign", "do", "print"))) or []
        if kind in ("break", "continue"):
            body += self.revive(around.kept)
            body.append(Leave(kind))
        elif kind == "return":
            body += self.leave()
        else:
            body.append(self.fail(around))
        del self.variables[visible:]
        self.state = before
        return [If(condition, body, [])]

    def fail(self, around: Around) -> Statement:
        if self.caught is not None and self.caught[1] in around.errors and self.rng.random() < 0.5:
            name = self.caught[0]
            return RaiseAgain(name, self.rng.choice(("raise", f"raise {name}^")))
        return Raise(self.error(self.rng.choice(around.errors)))

    def error(self, kind: str) -> Expression:
        text = Constant(f.STRING, f'"E{(number := self.rng.randrange(100))}"', f"E{number}")
        if kind == "Error":
            return Call(f.STRING, f.ERROR, [text])
        return Call(f.STRING, f.TROUBLE, [text, self.own(f.TOKEN, 1, Claim())])
