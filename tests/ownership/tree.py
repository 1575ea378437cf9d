"""The programs: a tree that is written as Mojo and that runs in the model.

Expressions give a value of their own; places give something to read or write; statements are lists of lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .model import Frame, Left, Place, Raised, Record, copy_of, show

INDENT = "    "


@dataclass(frozen=True)
class Type:
    """`copies` is how a copy is written: "implicit", "explicit" (`.copy()`), or "never"."""

    name: str
    copies: str = "implicit"


@dataclass(frozen=True)
class Parameter:
    """How a form or function takes an argument: "read", "own" or "mut"; `word` is the convention as written."""

    mode: str
    type: Type
    word: str = ""


@dataclass(frozen=True)
class Form:
    """A piece of text with holes, and what it means. `raises` forms need a handler or a raising function."""

    result: Type | None
    text: str
    parameters: tuple[Parameter, ...]
    meaning: Callable[..., Any]
    raises: bool = False


@dataclass(frozen=True)
class Part:
    """A place inside another one, for instance a field."""

    owner: Type
    type: Type
    text: str
    place: Callable[[Any, int], Place]
    raises: bool = False


# -- expressions ----------------------------------------------------------------------------------------


@dataclass
class Node:
    """Anything in the tree."""


@dataclass
class Expression(Node):
    type: Type

    def text(self) -> str:
        raise NotImplementedError

    def run(self, frame: Frame) -> Any:
        """The value, owned by the caller."""
        raise NotImplementedError

    def look(self, frame: Frame) -> Any:
        """The value, to be read only."""
        return self.run(frame)


@dataclass
class Constant(Expression):
    spelling: str
    value: Any

    def text(self) -> str:
        return self.spelling

    def run(self, frame: Frame) -> Any:
        return copy_of(self.value)


@dataclass
class Located(Expression):
    """A place. Run as an expression it is copied implicitly."""

    def place(self, frame: Frame) -> Place:
        raise NotImplementedError

    def root(self) -> str:
        raise NotImplementedError

    def run(self, frame: Frame) -> Any:
        return copy_of(self.place(frame).get())

    def look(self, frame: Frame) -> Any:
        return self.place(frame).get()


@dataclass
class Name(Located):
    name: str

    def text(self) -> str:
        return self.name

    def place(self, frame: Frame) -> Place:
        return frame.names[self.name]

    def root(self) -> str:
        return self.name


@dataclass
class Inside(Located):
    base: Located
    part: Part
    number: int

    def text(self) -> str:
        return self.part.text.format(self.base.text(), self.number)

    def place(self, frame: Frame) -> Place:
        return self.part.place(self.base.look(frame), self.number)

    def root(self) -> str:
        return self.base.root()


@dataclass
class Copied(Expression):
    """A copy, asked for or implicit."""

    source: Located
    asked: bool

    def text(self) -> str:
        return self.source.text() + (".copy()" if self.asked else "")

    def run(self, frame: Frame) -> Any:
        return self.source.run(frame)


@dataclass
class Moved(Expression):
    """A transfer; the model forgets the variable, so that a wrong program does not run in it."""

    source: Located

    def text(self) -> str:
        return f"{self.source.text()}^"

    def run(self, frame: Frame) -> Any:
        place = self.source.place(frame)
        value = place.get()
        del place.holder[place.key]
        return value


@dataclass
class Call(Expression):
    form: Form
    arguments: list[Expression]

    def text(self) -> str:
        return self.form.text.format(*(argument.text() for argument in self.arguments))

    def run(self, frame: Frame) -> Any:
        frame.step()
        return self.form.meaning(*bind(frame, self.form.parameters, self.arguments))


@dataclass
class Choice(Expression):
    condition: Expression
    chosen: Expression
    other: Expression

    def text(self) -> str:
        return f"({self.chosen.text()} if {self.condition.text()} else {self.other.text()})"

    def run(self, frame: Frame) -> Any:
        return (self.chosen if self.condition.look(frame) else self.other).run(frame)


def bind(
    frame: Frame, parameters: tuple[Parameter, ...], arguments: list[Expression]
) -> Iterator[Any]:
    """The arguments as a meaning takes them: places for `mut`, values otherwise."""
    for parameter, argument in zip(parameters, arguments, strict=True):
        if parameter.mode == "mut":
            assert isinstance(argument, Located)
            yield argument.place(frame)
        elif parameter.mode == "own":
            yield argument.run(frame)
        else:
            yield argument.look(frame)


# -- statements -----------------------------------------------------------------------------------------


@dataclass
class Statement(Node):
    def lines(self) -> Iterator[str]:
        raise NotImplementedError

    def execute(self, frame: Frame) -> None:
        raise NotImplementedError


Body = list[Statement]


def indented(body: Body) -> Iterator[str]:
    for statement in body:
        for line in statement.lines():
            yield INDENT + line
    if not body:
        yield INDENT + "pass"


def execute(body: Body, frame: Frame) -> None:
    for statement in body:
        frame.step()
        statement.execute(frame)


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
        for name, value in zip(self.names, self.value.run(frame).fields.values(), strict=True):
            frame.declare(name, value)


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
class Loop(Statement):
    """`for name in range(rounds)`, or a `while` that counts; `otherwise` runs when there was no `break`."""

    name: str
    rounds: int
    is_while: bool
    body: Body
    otherwise: Body

    def lines(self) -> Iterator[str]:
        if self.is_while:
            yield f"var {self.name} = -1"
            yield f"while {self.name} < {self.rounds - 1}:"
            yield f"{INDENT}{self.name} += 1"
        else:
            yield f"for {self.name} in range({self.rounds}):"
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
class Reference(Statement):
    """`ref r = place`, and the statements that use `r` while what it refers to stays put."""

    name: str
    target: Located
    body: Body

    def lines(self) -> Iterator[str]:
        yield f"ref {self.name} = {self.target.text()}"
        for statement in self.body:
            yield from statement.lines()

    def execute(self, frame: Frame) -> None:
        frame.names[self.name] = self.target.place(frame)
        execute(self.body, frame)


# -- functions ------------------------------------------------------------------------------------------


@dataclass
class Function(Node):
    name: str
    parameters: list[tuple[str, Parameter]]
    result: Type | None
    body: Body
    raises: bool = True
    is_test: bool = False
    calls: set[str] = field(default_factory=set)

    def lines(self) -> Iterator[str]:
        listed = ["led: Ledger"]
        for name, parameter in self.parameters:
            listed.append(f"{parameter.word} {name}: {parameter.type.name}".strip())
        result = f" -> {self.result.name}" if self.result else ""
        raises = " raises" if self.raises else ""
        yield f"def {self.name}({', '.join(listed)}){raises}{result}:"
        yield from indented(self.body)

    def call(self, caller: Frame, bound: list[Any]) -> Any:
        frame = Frame(caller.output, caller.steps)
        for (name, parameter), given in zip(self.parameters, bound, strict=True):
            if parameter.mode == "mut":
                frame.names[name] = given
            else:
                frame.declare(name, given)
        try:
            execute(self.body, frame)
        except Left as left:
            return left.value
        return None


@dataclass
class Invoke(Expression):
    """A call of a generated function."""

    function: Function
    arguments: list[Expression]

    def text(self) -> str:
        given = ", ".join(["led", *(argument.text() for argument in self.arguments)])
        return f"{self.function.name}({given})"

    def run(self, frame: Frame) -> Any:
        frame.step()
        parameters = tuple(parameter for _, parameter in self.function.parameters)
        return self.function.call(frame, list(bind(frame, parameters, self.arguments)))


@dataclass
class Program(Node):
    """Functions that call earlier ones, and those that `main` runs."""

    functions: list[Function]

    def text(self, prelude: str) -> str:
        parts = [prelude]
        for function in self.functions:
            parts.append("\n\n" + "\n".join(function.lines()) + "\n")
        return "".join(parts) + "\n\n" + "\n".join(self._main()) + "\n"

    def _main(self) -> Iterator[str]:
        yield "def main():"
        yield "    var led = open_book()"
        for function in self.functions:
            if function.is_test:
                yield f'    print("{function.name}")'
                yield "    try:"
                yield f"        {function.name}(led)"
                yield "    except e:"
                yield '        print("raised", e)'
                yield f'    led[].close("{function.name}")'
        yield "    burn_book(led)"

    def expected(self) -> str:
        output: list[str] = []
        for function in self.functions:
            if function.is_test:
                output.append(function.name)
                try:
                    function.call(Frame(output, [0]), [])
                except Raised as raised:
                    output.append(f"raised {error_text(raised.value)}")
        return "".join(f"{line}\n" for line in output)


def error_text(value: Any) -> str:
    return show(value.fields["text"]) if isinstance(value, Record) else str(value)
