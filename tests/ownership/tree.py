"""The programs: a tree that is written as Mojo and that runs in the model.

Expressions give a value of their own; places give something to read or write; statements are lists of lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .edition import in_2025
from .model import Frame, Left, Place, Raised, Record, copy_of, show, tag_of

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
    """A piece of text with holes, and what it means. `raises` names the error it may raise."""

    result: Type | None
    text: str
    parameters: tuple[Parameter, ...]
    meaning: Callable[..., Any]
    raises: str = ""


@dataclass(frozen=True)
class Part:
    """A place inside another one, for instance a field."""

    owner: Type
    type: Type
    text: str
    place: Callable[[Any, int], Place]
    raises: str = ""


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
class CallClosure(Expression):
    """A call of a closure in scope; `text_form` says how it is reached."""

    name: str
    argument: Expression
    text_form: str = "{0}({1})"

    def text(self) -> str:
        return self.text_form.format(self.name, self.argument.text())

    def run(self, frame: Frame) -> Any:
        frame.step()
        closure = frame.names[self.name].get()
        result = closure(self.argument.look(frame))
        return closure(tag_of(result) % 10) if "twice" in self.text_form else result


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


# -- functions ------------------------------------------------------------------------------------------


@dataclass
class Function(Node):
    name: str
    parameters: list[tuple[str, Parameter]]
    result: Type | None
    body: Body
    raises: str = "Error"
    is_test: bool = False
    named: str = ""
    """The name of the result, where it has one (`out`)."""
    bound: str = ""
    """What the type parameter `T` has to be, where there is one."""

    def lines(self) -> Iterator[str]:
        listed = ["led: Ledger"]
        for name, parameter in self.parameters:
            listed.append(f"{parameter.word} {name}: {parameter.type.name}".strip())
        result = f" -> {self.result.name}" if self.result else ""
        if self.named and self.result:
            listed.append(f"out {self.named}: {self.result.name}")
            result = ""
        raises = {"": "", "Error": " raises"}.get(self.raises, f" raises {self.raises}")
        bound = f"[T: {self.bound}]" if self.bound else ""
        yield f"def {self.name}{bound}({', '.join(listed)}){raises}{result}:"
        yield from indented(self.body)

    def call(self, caller: Frame, bound: list[Any]) -> Any:
        frame = Frame(caller.output, caller.steps)
        for (name, parameter), given in zip(self.parameters, bound, strict=True):
            if parameter.mode == "mut":
                frame.names[name] = given
            else:
                frame.declare(name, given)
        if self.named:
            frame.names[self.named] = Place(frame.slots, self.named)
        try:
            execute(self.body, frame)
        except Left as left:
            if not self.named:
                return left.value
        return frame.slots[self.named] if self.named else None


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
    is_old: bool = False
    """Written in the words of 2025."""

    def text(self, prelude: str) -> str:
        parts = [prelude]
        for function in self.functions:
            parts.append("\n\n" + "\n".join(function.lines()) + "\n")
        text = "".join(parts) + "\n\n" + "\n".join(self._main()) + "\n"
        return in_2025(text) if self.is_old else text

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
    if isinstance(value, Record):
        return f"trouble {value.fields['text']}{show(value.fields['token'])}"
    return str(value)
