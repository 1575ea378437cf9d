"""Extends a struct of another package, with a trait of its own; imported by others."""
from extension_visibility_lib import Money


trait Greets:
    def greet(self) -> String:
        ...


__extension Money(Greets):
    comptime word = _word()

    def greet(self) -> String:
        return String(Self.word, " ", self.cents)


def _word() -> String:
    return "hello"


def greeting(money: Money) -> String:
    return money.greet()
