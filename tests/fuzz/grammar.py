"""Random sentences of the grammar: they parse, mostly, and mean nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

NAMES = ("a", "b", "x", "self", "Self", "Int", "List", "T", "f", "S", "main", "_", "print", "`if`")
NUMBERS = ("0", "1", "42", "0xff", "0b1", "1_000", "1.5", "1e3", ".5", "1e999", "9" * 40)
STRINGS = ('"s"', "'q'", '""', '"""doc"""', 'r"\\n"', '"\\n\\x41\\u00e9"', "'\"'")
BINARY = tuple("+ - * / // % ** @ << >> & | ^ and or == != < <= > >= in is".split())
BINARY += ("not in", "is not")
ASSIGNMENTS = tuple("= += -= *= /= //= %= **= <<= >>= &= |= ^=".split())
CONVENTIONS = ("", "", "mut ", "out ", "ref ", "ref[a] ", "var ", "deinit ", "imm ", "owned ")
EFFECTS = ("", "", " raises", " raises T", " capturing", " thin", " {mut a}", " unified {var}")


class Sentences:
    """Generates text from the start symbol down; `depth` bounds the nesting."""

    def __init__(self, rng: Random, depth: int = 4) -> None:
        self.rng = rng
        self.depth = depth

    def pick(self, *choices: Callable[[], str]) -> str:
        self.depth -= 1
        text = self.rng.choice(choices if self.depth > 0 else choices[:1])()
        self.depth += 1
        return text

    def many(self, make: Callable[[], str], least: int = 0, most: int = 3) -> list[str]:
        return [make() for _ in range(self.rng.randint(least, most))]

    def commas(self, make: Callable[[], str], least: int = 0, most: int = 3) -> str:
        return ", ".join(self.many(make, least, most)) + self.rng.choice(("", "", "", ","))

    # --- expressions ---

    def name(self) -> str:
        return self.rng.choice(NAMES)

    def literal(self) -> str:
        return self.rng.choice((*NUMBERS, *STRINGS, "True", "False", "None", "...", ".member"))

    def expression(self) -> str:
        e = self.expression
        return self.pick(
            self.name,
            self.literal,
            lambda: f"{e()} {self.rng.choice(BINARY)} {e()}",
            lambda: f"{self.rng.choice(('-', '+', '~', 'not ', 'await '))}{e()}",
            lambda: f"({e()})",
            lambda: f"{e()}.{self.name()}",
            lambda: f"{e()}({self.commas(self.argument)})",
            lambda: f"{e()}[{self.commas(self.index)}]",
            lambda: f"{self.name()}^",
            lambda: f"{e()} if {e()} else {e()}",
            lambda: f"[{self.commas(e)}]",
            lambda: f"({self.commas(e, 2)})",
            lambda: f"{{{self.commas(e, 1)}}}",
            lambda: f"{{{self.commas(lambda: f'{e()}: {e()}', 1)}}}",
            lambda: f"[{e()} for {self.name()} in {e()} if {e()}]",
            lambda: f"{{{e()}: {e()} for a, b in {e()}}}",
            lambda: f"lambda ({self.commas(self.typed)}) -> {self.type()}: {e()}",
            lambda: f"({self.name()} := {e()})",
            lambda: f't"text {{{self.name()}}} {{{{ {{{self.name()} + 1}}"',
            lambda: f"comptime({e()})",
            lambda: f"{{{self.name()}={e()}}}",
            lambda: f"__mlir_op.`pop.add`({e()}, {e()})",
            lambda: f"{e()}^ + {e()}",
        )

    def argument(self) -> str:
        return self.pick(
            self.expression,
            lambda: f"{self.name()}={self.expression()}",
            lambda: f"*{self.expression()}",
            lambda: f"**{self.expression()}",
        )

    def index(self) -> str:
        e = self.expression
        return self.pick(
            e,
            lambda: f"{e()}:{e()}",
            lambda: ":",
            lambda: f"::{e()}",
            lambda: f"{self.name()}={e()}",
            lambda: f"*{e()}",
        )

    def type(self) -> str:
        return self.pick(
            self.name,
            lambda: f"{self.name()}[{self.commas(self.type, 1)}]",
            lambda: f"def({self.commas(self.type)}) raises -> {self.type()}",
            lambda: f"{self.type()} & {self.type()}",
            lambda: f"__mlir_type.`!pop.simd<4, {self.name()}>`",
            lambda: f"Some[{self.type()}]",
        )

    # --- signatures ---

    def typed(self) -> str:
        default = f" = {self.expression()}" if self.rng.random() < 0.2 else ""
        star = self.rng.choice(("", "", "", "*", "**"))
        convention = self.rng.choice(CONVENTIONS)
        return f"{convention}{star}{self.name()}: {self.type()}{default}"

    def parameters(self) -> str:
        if self.rng.random() < 0.6:
            return ""
        items = self.many(lambda: f"{self.name()}: {self.type()}", 1)
        if self.rng.random() < 0.3:
            items.insert(self.rng.randint(1, len(items)), self.rng.choice(("//", "/", "*")))
        return f"[{', '.join(items)}]"

    def function(self, indent: str) -> str:
        rng = self.rng
        word = rng.choice(("def", "def", "fn", "async def"))
        result = f" -> {self.type()}" if rng.random() < 0.5 else ""
        where = f" where {self.expression()}" if rng.random() < 0.1 else ""
        name = rng.choice(("f", "g", "main", "__init__", "__add__", "__deinit__", "test_a"))
        head = f"{indent}{word} {name}{self.parameters()}({self.commas(self.typed)})"
        return f"{head}{rng.choice(EFFECTS)}{result}{where}:\n{self.block(indent)}"

    # --- statements ---

    def block(self, indent: str) -> str:
        inner = indent + "    "
        return "".join(self.many(lambda: self.statement(inner), 1))

    def statement(self, indent: str) -> str:
        e, b = self.expression, self.block
        return self.pick(
            lambda: f"{indent}{self.simple()}\n",
            lambda: f"{indent}{self.simple()}\n",
            lambda: f"{indent}{self.simple()}; {self.simple()}\n",
            lambda: f"{indent}if {e()}:\n{b(indent)}{indent}elif {e()}:\n{b(indent)}",
            lambda: f"{indent}if {e()}: {self.simple()}\n{indent}else:\n{b(indent)}",
            lambda: f"{indent}while {e()}:\n{b(indent)}",
            lambda: f"{indent}for {self.name()} in {e()}:\n{b(indent)}{indent}else:\n{b(indent)}",
            lambda: f"{indent}comptime for ref a in {e()}:\n{b(indent)}",
            lambda: f"{indent}@parameter\n{indent}if {e()}:\n{b(indent)}",
            lambda: f"{indent}try:\n{b(indent)}{indent}except e:\n{b(indent)}",
            lambda: f"{indent}with {e()} as {self.name()}:\n{b(indent)}",
            lambda: self.match(indent),
            lambda: self.function(indent),
            lambda: self.struct(indent),
            lambda: f"{indent}# a comment\n",
        )

    def simple(self) -> str:
        e, n = self.expression, self.name
        return self.pick(
            e,
            lambda: f"{n()} {self.rng.choice(ASSIGNMENTS)} {e()}",
            lambda: f"var {n()} = {e()}",
            lambda: f"var {n()}: {self.type()} = {e()}",
            lambda: f"ref {n()} = {e()}",
            lambda: f"{e()}.{n()} = {e()}",
            lambda: f"var a, b = {e()}, {e()}",
            lambda: f"comptime {n()}{self.parameters()} = {e()}",
            lambda: f"alias {n()}: {self.type()} = {e()}",
            lambda: f"return {e()}",
            lambda: f"raise {e()}",
            lambda: "pass",
            lambda: "break",
            lambda: f"assert {e()}, {e()}",
            lambda: f"comptime assert {e()}",
            lambda: f"from {n()} import {n()} as {n()}",
            lambda: f"import {n()}.{n()}",
            lambda: f"_ = {e()}",
        )

    def match(self, indent: str) -> str:
        inner = indent + "    "
        cases = self.many(lambda: f"{inner}case {self.pattern()}:\n{self.block(inner)}", 1)
        return f"{indent}match {self.expression()}:\n" + "".join(cases)

    def pattern(self) -> str:
        return self.pick(
            self.name,
            lambda: self.rng.choice(NUMBERS),
            lambda: f"{self.pattern()} | {self.pattern()}",
            lambda: f"({self.commas(self.pattern, 2)})",
            lambda: f"[{self.pattern()}, *rest]",
            lambda: f"S(x={self.pattern()})",
            lambda: f"{self.pattern()} as y",
            lambda: f"x if {self.expression()}",
        )

    # --- files ---

    def struct(self, indent: str) -> str:
        inner = indent + "    "
        word = self.rng.choice(("struct", "struct", "trait", "__extension"))
        decorator = self.rng.choice(("", "", "@fieldwise_init\n", "@value\n"))
        head = f"{word} {self.rng.choice(('S', 'T', 'U'))}{self.parameters()}"
        traits = self.rng.choice(("", "", "(Copyable)", "(Copyable, T where x)"))
        fields = "".join(self.many(lambda: f"{inner}var {self.name()}: {self.type()}\n"))
        methods = "".join(self.many(lambda: self.function(inner), 0, 2))
        start = indent + decorator + (indent if decorator else "")
        return f"{start}{head}{traits}:\n{fields}{methods}{inner}pass\n"

    def module(self) -> str:
        parts = self.many(self.declaration, 1, 4)
        return "\n".join(parts)

    def declaration(self) -> str:
        return self.pick(
            lambda: self.function(""),
            lambda: self.struct(""),
            lambda: self.struct(""),
            lambda: f"comptime {self.name()} = {self.expression()}\n",
            lambda: f"from {self.name()} import {self.name()}\n",
        )


def random_source(rng: Random) -> str:
    """A file of random declarations."""
    return Sentences(rng, rng.choice((3, 4, 5, 6))).module()
