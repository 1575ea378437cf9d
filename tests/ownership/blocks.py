"""The statements of the programs: what they are as Mojo, and what they do in the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .model import Frame, Left, Place, Raised, copy_of, show, tag_of
from .tree import (
    INDENT,
    Body,
    Expression,
    Located,
    Part,
    Statement,
    Type,
    error_text,
    execute,
    indented,
)


@dataclass
class Declare(Statement):
    name: str
    type: Type
    value: Expression | None
    annotated: bool

    def lines(self) -> Iterator[str]:
        annotation = f": {self.type.name}" if self.annotated or self.value is None else ""
        yield f"var {self.name}{annotation}" + (f" = {self.value.text()}" if self.value else "")

    def execute(self, frame: Frame) -> None:
        frame.names[self.name] = Place(frame.slots, self.name)
        if self.value is not None:
            frame.declare(self.name, self.value.run(frame))


@dataclass
class Unpack(Statement):
    """`var a, b = …` of a form that gives a pair."""

    names: tuple[str, str]
    value: Expression

    def lines(self) -> Iterator[str]:
        yield f"var {', '.join(self.names)} = {self.value.text()}"

    def execute(self, frame: Frame) -> None:
        parts = self.value.run(frame).fields
        for name, key in zip(self.names, sorted(parts), strict=True):
            frame.declare(name, parts[key])


@dataclass
class Assign(Statement):
    target: Located
    value: Expression

    def lines(self) -> Iterator[str]:
        yield f"{self.target.text()} = {self.value.text()}"

    def execute(self, frame: Frame) -> None:
        value = self.value.run(frame)
        self.target.place(frame).set(value)


@dataclass
class Rotate(Statement):
    """`a, b, c = c, a, b`: every place gets what stands at its number in `sources`."""

    places: list[Located]
    sources: list[Expression]

    def lines(self) -> Iterator[str]:
        left = ", ".join(place.text() for place in self.places)
        yield f"{left} = {', '.join(source.text() for source in self.sources)}"

    def execute(self, frame: Frame) -> None:
        values = [source.run(frame) for source in self.sources]
        for place, value in zip(self.places, values, strict=True):
            place.place(frame).set(value)


@dataclass
class Do(Statement):
    """An expression for what it does; a result is dropped."""

    value: Expression
    has_result: bool

    def lines(self) -> Iterator[str]:
        yield ("_ = " if self.has_result else "") + self.value.text()

    def execute(self, frame: Frame) -> None:
        self.value.run(frame)


@dataclass
class Print(Statement):
    value: Expression

    def lines(self) -> Iterator[str]:
        yield f"print(show({self.value.text()}))"

    def execute(self, frame: Frame) -> None:
        frame.output.append(show(self.value.look(frame)))


@dataclass
class If(Statement):
    condition: Expression
    body: Body
    otherwise: Body

    def lines(self) -> Iterator[str]:
        yield f"if {self.condition.text()}:"
        yield from indented(self.body)
        if self.otherwise:
            yield "else:"
            yield from indented(self.otherwise)

    def execute(self, frame: Frame) -> None:
        execute(self.body if self.condition.look(frame) else self.otherwise, frame)


@dataclass
class Match(Statement):
    """`match` of a number: a case for each body, the last for everything else."""

    subject: Expression
    first: Body
    second: Body
    rest: Body

    def lines(self) -> Iterator[str]:
        yield f"match {self.subject.text()} % 3:"
        for case, body in (("0", self.first), ("1", self.second), ("_", self.rest)):
            yield f"{INDENT}case {case}:"
            for line in indented(body):
                yield INDENT + line

    def execute(self, frame: Frame) -> None:
        number = self.subject.look(frame) % 3
        execute((self.first, self.second, self.rest)[number], frame)


@dataclass
class Case(Statement):
    """A pattern: `text`, or a place inside the subject for each name, and below which tag the first of them has to be."""

    text: str
    body: Body
    parts: list[tuple[str, Part]] = field(default_factory=list)
    below: int = 1000

    def fits(self, value: Any, frame: Frame) -> bool:
        if not self.parts:
            return self.text == "_" or value in self.text.replace('"', "").split(" | ")
        places = [part.place(value, 0) for _, part in self.parts]
        if self.below < 1000 and tag_of(places[0].get()) >= self.below:
            return False
        for (name, _), place in zip(self.parts, places, strict=True):
            frame.names[name] = place
        return True


@dataclass
class MatchParts(Statement):
    """`match` of a text, a tuple or a struct; the last case fits everything."""

    subject: Located
    cases: list[Case]

    def lines(self) -> Iterator[str]:
        yield f"match {self.subject.text()}:"
        for case in self.cases:
            guard = f" if {case.parts[0][0]}.tag() < {case.below}" if case.below < 1000 else ""
            yield f"{INDENT}case {case.text}{guard}:"
            for line in indented(case.body):
                yield INDENT + line

    def execute(self, frame: Frame) -> None:
        value = self.subject.look(frame)
        execute(next(case for case in self.cases if case.fits(value, frame)).body, frame)


@dataclass
class Loop(Statement):
    """`for name in range(rounds)`, a `while` that counts, or `comptime for`; `otherwise` runs without a `break`."""

    name: str
    rounds: int
    kind: str
    body: Body
    otherwise: Body

    def lines(self) -> Iterator[str]:
        if self.kind == "while":
            yield f"var {self.name} = -1"
            yield f"while {self.name} < {self.rounds - 1}:"
            yield f"{INDENT}{self.name} += 1"
        else:
            yield f"{self.kind} {self.name} in range({self.rounds}):"
        yield from indented(self.body)
        if self.otherwise:
            yield "else:"
            yield from indented(self.otherwise)

    def execute(self, frame: Frame) -> None:
        for number in range(self.rounds):
            frame.declare(self.name, number)
            try:
                execute(self.body, frame)
            except Left as left:
                if left.how == "break":
                    return
                if left.how == "return":
                    raise
        execute(self.otherwise, frame)


@dataclass
class Leave(Statement):
    """`break`, `continue`, or `return` of a value."""

    how: str
    value: Expression | None = None

    def lines(self) -> Iterator[str]:
        yield self.how + (f" {self.value.text()}" if self.value else "")

    def execute(self, frame: Frame) -> None:
        raise Left(self.how, self.value.run(frame) if self.value else None)


@dataclass
class Raise(Statement):
    value: Expression

    def lines(self) -> Iterator[str]:
        yield f"raise {self.value.text()}"

    def execute(self, frame: Frame) -> None:
        raise Raised(self.value.run(frame))


@dataclass
class Try(Statement):
    """The parts that are `None` are left out; `name` is bound by `except`."""

    body: Body
    name: str
    handler: Body | None
    otherwise: Body | None
    at_last: Body | None

    def lines(self) -> Iterator[str]:
        yield "try:"
        yield from indented(self.body)
        if self.handler is not None:
            yield f"except {self.name}:" if self.name else "except:"
            yield from indented(self.handler)
        if self.otherwise is not None:
            yield "else:"
            yield from indented(self.otherwise)
        if self.at_last is not None:
            yield "finally:"
            yield from indented(self.at_last)

    def execute(self, frame: Frame) -> None:
        try:
            try:
                execute(self.body, frame)
            except Raised as raised:
                if self.handler is None:
                    raise
                if self.name:
                    frame.declare(self.name, raised.value)
                execute(self.handler, frame)
            else:
                execute(self.otherwise or [], frame)
        finally:
            execute(self.at_last or [], frame)


@dataclass
class Show(Statement):
    """`print(e)` of an error that was caught."""

    name: str

    def lines(self) -> Iterator[str]:
        yield f'print("caught", {self.name})'

    def execute(self, frame: Frame) -> None:
        frame.output.append(f"caught {error_text(frame.names[self.name].get())}")


@dataclass
class RaiseAgain(Statement):
    """An error goes on: by name, or whatever it is."""

    name: str
    text: str

    def lines(self) -> Iterator[str]:
        yield self.text

    def execute(self, frame: Frame) -> None:
        raise Raised(frame.names[self.name].get())


@dataclass
class With(Statement):
    """`Scope` prints when it is left, `Guard` takes errors for itself too."""

    guards: bool
    tag: int
    name: str
    body: Body

    def lines(self) -> Iterator[str]:
        manager = "Guard" if self.guards else "Scope"
        bound = f" as {self.name}" if self.name else ""
        yield f"with {manager}(led, {self.tag}){bound}:"
        yield from indented(self.body)

    def execute(self, frame: Frame) -> None:
        if self.name:
            frame.declare(self.name, f"scope {self.tag}")
        try:
            execute(self.body, frame)
        except Raised as raised:
            if not self.guards:
                frame.output.append(f"left {self.tag}")
                raise
            frame.output.append(f"kept {self.tag} {error_text(raised.value)}")
        except Left:
            frame.output.append(f"left {self.tag}")
            raise
        else:
            frame.output.append(f"left {self.tag}")


@dataclass
class Reference(Statement):
    """A reference, pointer or view, and the statements that use it while what it refers to stays put."""

    name: str
    target: Located
    body: Body
    form: str = "ref {0} = {1}"

    def lines(self) -> Iterator[str]:
        yield self.form.format(self.name.removesuffix("[]"), self.target.text())
        for statement in self.body:
            yield from statement.lines()

    def execute(self, frame: Frame) -> None:
        frame.names[self.name] = self.target.place(frame)
        execute(self.body, frame)


@dataclass
class Each(Statement):
    """`for item in list`, by reference, to change, or as a copy."""

    word: str
    name: str
    target: Located
    body: Body

    def lines(self) -> Iterator[str]:
        yield f"for {self.word}{self.name} in {self.target.text()}:"
        yield from indented(self.body)

    def execute(self, frame: Frame) -> None:
        values = self.target.look(frame)
        for at in range(len(values)):
            place = Place(values, at)
            if self.word == "var ":
                frame.declare(self.name, copy_of(place.get()))
            else:
                frame.names[self.name] = place
            try:
                execute(self.body, frame)
            except Left as left:
                if left.how == "break":
                    return
                if left.how == "return":
                    raise


@dataclass
class Closure(Statement):
    """A closure from a number to a token, and the statements that use it. Captures are (word, name).

    With `default`, all are captured by that word, without being named.
    """

    name: str
    argument: str
    captures: list[tuple[str, str]]
    inner: Body
    result: Expression
    body: Body
    is_lambda: bool = False
    default: str = ""
    raises: bool = False

    def lines(self) -> Iterator[str]:
        named = [_capture(word, name) for word, name in self.captures]
        listed = ", ".join(["imm led", *([self.default] if self.default else named)])
        raises = " raises" if self.raises else ""
        head = f"({self.argument}: Int){raises} {{{listed}}} -> Token:"
        if self.is_lambda:
            yield f"var {self.name} = lambda {head} {self.result.text()}"
        else:
            yield f"def {self.name}{head}"
            if self.inner:
                yield from indented(self.inner)
            yield f"{INDENT}return {self.result.text()}"
        for statement in self.body:
            yield from statement.lines()

    def execute(self, frame: Frame) -> None:
        within = Frame(frame.output, frame.steps)
        for word, name in self.captures:
            place = frame.names[name]
            if word in ("imm", "mut", "ref"):
                within.names[name] = place
            else:
                within.declare(name, copy_of(place.get()))
                if word == "var^":
                    del place.holder[place.key]

        def call(number: int) -> Any:
            within.declare(self.argument, number)
            execute(self.inner, within)
            return self.result.run(within)

        frame.declare(self.name, call)
        execute(self.body, frame)


def _capture(word: str, name: str) -> str:
    return f"var {name}^" if word == "var^" else f"{word} {name}"


@dataclass
class Rename(Statement):
    """A closure under another name: moved, returned, kept in another value, or captured by another closure."""

    name: str
    source: str
    form: str

    def lines(self) -> Iterator[str]:
        yield from self.form.format(self.name, self.source).splitlines()

    def execute(self, frame: Frame) -> None:
        frame.declare(self.name, frame.names[self.source].get())
