"""Programs that must be rejected: right ones with a few lines in each function that break one rule.

The lines are put where the author knows what is alive, owned and unchanged, so that nothing else is wrong with them. The
line with the mistake carries `# wrong:`; a function without an error in it was accepted, and that is what is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from . import forms as f
from .author import Author
from .model import Frame
from .running import errors_in
from .scope import Around, Claim, Variable
from .tree import Body, Function, Program, Statement, Type

GROWN = {
    f.TOKENS: ("ref {1} = {0}[0]", "{0}.append(Token(led, 1))", "print(show({1}))"),
    f.STRINGS: ("ref {1} = {0}[0]", '{0}.append("more")', "print(show({1}))"),
    f.PLAINS: ("ref {1} = {0}[0]", "_ = {0}.pop()", "print({1}.tag())"),
    f.LISTS: ("ref {1} = {0}[0][0]", "{0}[0].append(Token(led, 1))", "print(show({1}))"),
    f.STRING: ("var {1} = StringSlice({0})", '{0} += "more"', "print({1}.byte_length())"),
    f.HOUSE: ("ref {1} = {0}.tokens[0]", "{0}.tokens.clear()", "print(show({1}))"),
    f.MAYBE_TOKEN: ("ref {1} = {0}.value()", "{0} = None", "print(show({1}))"),
    f.DEQUE: ("ref {1} = {0}[0]", "{0}.append(Token(led, 1))", "print(show({1}))"),
    f.CARD: ("var {1} = Span({0}.words)", '{0}.words.append("more")', "print(len({1}))"),
}
"""A reference into a value, a change of the value, and a use of the reference."""

WALKED = {
    f.TOKENS: "{0}.append(Token(led, 1))",
    f.STRINGS: '{0}.append("more")',
    f.DEQUE: "{0}.append(Token(led, 1))",
}
"""What may not be done to a container while one walks over it and uses the element after."""

FLAG = "led[].gone % 2 == 0"


@dataclass
class Wrong(Statement):
    """Lines with a mistake in the one that ends with `!!`; they have no meaning."""

    kind: str
    text: list[str]

    def lines(self) -> Iterator[str]:
        for line in self.text:
            yield line.replace("!!", f"  # wrong: {self.kind}")

    def execute(self, frame: Frame) -> None:
        raise AssertionError("wrong programs do not run")


class Culprit(Author):
    """An author who makes a mistake in each test function, somewhere."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.waiting = -1

    def function(self, name: str, *rest: object) -> Function:
        self.waiting = self.rng.randrange(9) if name.startswith("t") else -1
        made = super().function(name, *rest)  # type: ignore[arg-type]
        if self.waiting >= 0:
            self.waiting = -1
            made.body.insert(0, Wrong("uninitialised", ["var w: Token", "print(show(w))!!"]))
        return made

    def statement(self, depth: int, around: Around) -> Body:
        if self.waiting == 0:
            self.errors = around.errors
            made = self.mistake()
            if made is not None:
                self.waiting = -1
                return [made]
        elif self.waiting > 0:
            self.waiting -= 1
        return super().statement(depth, around)

    # -- mistakes -------------------------------------------------------------------------------------------

    def mistake(self) -> Wrong | None:
        kinds = list(_MISTAKES)
        self.rng.shuffle(kinds)
        for kind in kinds:
            lines = _MISTAKES[kind](self)
            if lines is not None:
                return Wrong(kind, lines)
        return None

    def owned_one(self, *types: Type) -> str | None:
        """A variable that could be moved here."""
        names = [
            v.name
            for v in self.variables
            if (not types or v.type in types) and self.is_movable(v.name, Claim())
        ]
        return self.rng.choice(names) if names else None

    def mutable_one(self, types: tuple[Type, ...]) -> Variable | None:
        found = [
            v
            for v in self.variables
            if v.type in types
            and v.mutable
            and self.is_alive(v)
            and not self.roots_of(v.name) & self.state.frozen
        ]
        return self.rng.choice(found) if found else None

    def borrowed_one(self) -> Variable | None:
        found = [
            v
            for v in self.variables
            if not v.owned and v.type in f.TYPES and self.is_alive(v) and "[" not in v.name
        ]
        return self.rng.choice(found) if found else None

    def use_moved(self) -> list[str] | None:
        name = self.owned_one()
        return name and [f"_ = keep({name}^)", f"print(show({name}))!!"]  # type: ignore[return-value]

    def use_maybe_moved(self) -> list[str] | None:
        name = self.owned_one()
        if not name:
            return None
        return [f"if {FLAG}:", f"    _ = keep({name}^)", f"print(show({name}))!!"]

    def move_in_loop(self) -> list[str] | None:
        name = self.owned_one()
        return name and ["for _ in range(2):", f"    _ = keep({name}^)!!"]  # type: ignore[return-value]

    def move_twice(self) -> list[str] | None:
        name = self.owned_one()
        return name and [f"_ = choose({FLAG}, {name}^, {name}^)!!"]  # type: ignore[return-value]

    def moved_in_try(self) -> list[str] | None:
        name = self.owned_one(f.TOKEN)
        if not name:
            return None
        lines = ["try:", f"    _ = risky(keep({name}^), 3)"]
        if self.rng.random() < 0.5:
            return [*lines, "except:", f"    print(show({name}))!!"]
        return [*lines, "except:", "    pass", f"print(show({name}))!!"]

    def move_referred(self) -> list[str] | None:
        name, new = self.owned_one(*f.TYPES), self.fresh("w")
        if not name:
            return None
        use = f"print(show({new}[]))!!"
        return [f"var {new} = Pointer(to={name})", f"_ = keep({name}^)", use]

    def move_captured(self) -> list[str] | None:
        name, new = self.owned_one(f.TOKEN, f.PAIR, f.UNIQUE), self.fresh("w")
        if not name:
            return None
        make = [f"def {new}() {{imm {name}}} -> Int:", f"    return {name}.tag()"]
        return [*make, f"_ = keep({name}^)", f"print({new}())!!"]

    def use_captured(self) -> list[str] | None:
        name, new = self.owned_one(f.TOKEN, f.PAIR, f.UNIQUE), self.fresh("w")
        if not name:
            return None
        make = [f"def {new}() {{var {name}^}} -> Int:", f"    return {name}.tag()"]
        return [*make, f"print({new}())", f"print(show({name}))!!"]

    def change_captured(self) -> list[str] | None:
        variable, new = self.mutable_one((f.TOKEN,)), self.fresh("w")
        if variable is None or variable.owner:
            return None
        return [
            f"def {new}() {{imm {variable.name}}}:",
            f"    {variable.name}.bump(1)!!",
            f"{new}()",
        ]

    def use_invalid(self) -> list[str] | None:
        variable, new = self.mutable_one(tuple(GROWN)), self.fresh("w")
        if variable is None or (variable.type == f.DEQUE and "Error" not in self.errors):
            return None
        lines = [line.format(variable.name, new) for line in GROWN[variable.type]]
        return [*lines[:-1], lines[-1] + "!!"]

    def use_replaced(self) -> list[str] | None:
        variable, new = self.mutable_one((f.TOKENS,)), self.fresh("w")
        if variable is None:
            return None
        made = "list_of(Token(led, 1), Token(led, 2))"
        name = variable.name
        return [f"ref {new} = {name}[0]", f"{name} = {made}", f"print(show({new}))!!"]

    def walk_changed(self) -> list[str] | None:
        variable, new = self.mutable_one(tuple(WALKED)), self.fresh("w")
        if variable is None:
            return None
        change = WALKED[variable.type].format(variable.name)
        return [f"for ref {new} in {variable.name}:", f"    {change}", f"    print(show({new}))!!"]

    def change_twice(self) -> list[str] | None:
        variable = self.mutable_one(f.TYPES)
        return variable and [f"trade({variable.name}, {variable.name})!!"]  # type: ignore[return-value]

    def read_and_change(self) -> list[str] | None:
        types = tuple(type for type in f.TYPES if type.copies != "never")
        variable = self.mutable_one(types)
        return variable and [f"overwrite({variable.name}, {variable.name})!!"]  # type: ignore[return-value]

    def change_with_part(self) -> list[str] | None:
        variable = self.mutable_one((f.TOKENS, f.PAIR))
        if variable is None:
            return None
        name = variable.name
        if variable.type == f.PAIR:
            return [f"pair_and(led, {name}, {name}.left)!!"]
        return [f"list_and(led, {name}, {name}[0])!!"]

    def copy_unique(self) -> list[str] | None:
        name, new = self.owned_one(f.UNIQUE, f.OWNED), self.fresh("w")
        return name and [f"var {new} = {name}!!", f"print(show({name}), show({new}))"]  # type: ignore[return-value]

    def copy_silently(self) -> list[str] | None:
        types = [type for type in f.TYPES if type.copies == "explicit"]
        name, new = self.owned_one(*types), self.fresh("w")
        return name and [f"var {new} = {name}!!", f"print(show({name}), show({new}))"]  # type: ignore[return-value]

    def move_borrowed(self) -> list[str] | None:
        variable = self.borrowed_one()
        return variable and [f"_ = keep({variable.name}^)!!"]  # type: ignore[return-value]

    def move_element(self) -> list[str] | None:
        variable = self.mutable_one((f.TOKENS,))
        return variable and [f"_ = keep({variable.name}[0]^)!!"]  # type: ignore[return-value]

    def move_out_of_destructor(self) -> list[str] | None:
        name = self.owned_one(f.UNIQUE)
        return name and [f"_ = keep({name}.token^)!!"]  # type: ignore[return-value]

    def whole_after_part(self) -> list[str] | None:
        name = self.owned_one(f.PAIR)
        return name and [f"_ = keep({name}.left^)", f"print(show({name}))!!"]  # type: ignore[return-value]

    def read_uninitialised(self) -> list[str] | None:
        new = self.fresh("w")
        some = ["", f"if {FLAG}:\n    {new} = Token(led, 1)"][self.rng.randrange(2)]
        return [f"var {new}: Token", *some.splitlines(), f"print(show({new}))!!"]

    def raise_silently(self) -> list[str] | None:
        return None if "Error" in self.errors else ["_ = risky(Token(led, 1), 3)!!"]

    def return_local(self) -> list[str]:
        return [
            "def returns(a: Token) -> Pointer[Token, origin_of(a)]:",
            "    var inner = a",
            "    return Pointer(to=inner)!!",
        ]

    def store_local(self) -> list[str]:
        return [
            "def stores[o: Origin](mut l: List[Pointer[Token, o]], a: Token):",
            "    var inner = a",
            "    l.append(Pointer(to=inner))!!",
        ]

    def forget_owner(self) -> list[str]:
        return [
            "var owner = Token(led, 1)",
            "var anyones: Pointer[Token, MutAnyOrigin] = Pointer(to=owner)!!",
            "print(show(anyones[]))",
        ]

    def capture_silently(self) -> list[str]:
        return [
            "var several: List[Token] = [Token(led, 1)]",
            "def counts() {var several} -> Int:!!",
            "    return len(several)",
            "print(counts())",
        ]

    def forget_linear(self) -> list[str]:
        return ["var linear = Linear(Token(led, 1))!!", "print(linear.tag())"]

    def end_sometimes(self) -> list[str]:
        return [
            "var linear = Linear(Token(led, 1))",
            f"if {FLAG}:",
            "    print(linear^.close())!!",
        ]

    def lose_linear(self) -> list[str] | None:
        if "Error" not in self.errors:
            return None
        made = "var linear = Linear(Token(led, 1))"
        return [made, "_ = risky(Token(led, 1), 3)!!", "print(linear^.close())"]

    def raise_another(self) -> list[str] | None:
        return ['raise Error("other")!!'] if self.errors == ("Trouble",) else None


_MISTAKES = {
    name.replace("_", " "): getattr(Culprit, name)
    for name in (
        *("use_moved", "use_maybe_moved", "move_in_loop", "move_twice", "moved_in_try"),
        *("move_referred", "move_captured", "use_captured", "change_captured"),
        *("use_invalid", "use_invalid", "use_replaced", "walk_changed"),
        *("change_twice", "read_and_change", "change_with_part"),
        *("copy_unique", "copy_silently", "move_borrowed", "move_element"),
        *("move_out_of_destructor", "whole_after_part", "read_uninitialised"),
        *("raise_silently", "raise_another"),
        *("return_local", "store_local", "forget_owner", "capture_silently"),
        *("forget_linear", "end_sometimes", "lose_linear"),
    )
}

_HELPERS = """

def list_and(led: Ledger, mut l: List[Token], x: Token):
    l.append(x)


def pair_and(led: Ledger, mut p: Pair, x: Token):
    p.left = x
"""


def wrong_text(seed: str, number: int, size: int, prelude: str) -> str:
    """A file whose test functions have a mistake each."""
    program: Program = Culprit(Random(f"{seed}:{number}:wrong")).program(size)
    return program.text(prelude + _HELPERS)


def accepted(text: str) -> list[tuple[str, str]]:
    """The mistakes of a text without an error in their function: the kind of mistake, and the function."""
    found = []
    try:
        errors = errors_in(text)
    except AssertionError as fault:
        return [(str(fault)[:60], text)]
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines, 1) if line.startswith("def ")] + [len(lines) + 1]
    for at, end in zip(starts, starts[1:], strict=False):
        body = "\n".join(lines[at - 1 : end - 1])
        kind = re.search(r"# wrong: ([\w ]+)", body)
        if kind is not None and not any(at <= line < end for line in errors) and _counts(body):
            found.append((kind[1], body))
    return found


def _counts(body: str) -> bool:
    """Whether the mistake is one: a field that is filled again may be moved out; a `finally` may raise in a function that does."""
    before, mark, after = body.partition("  # wrong: ")
    line = before.rpartition("\n")[2]
    moved = re.search(r"keep\((\w+)\.token\^\)", line)
    if moved is not None and f"{moved[1]}.token = " in after:
        return False
    depth = len(line) - len(line.lstrip())
    for above in reversed(before.splitlines()[1:-1]):
        indent = len(above) - len(above.lstrip())
        if above.strip() and indent < depth:
            depth = indent
            if above.strip() == "finally:" and after.startswith("raise silently"):
                return False
    return bool(mark)
