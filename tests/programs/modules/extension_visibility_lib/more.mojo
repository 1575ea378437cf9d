"""Completes the structs of the package; nobody imports this file."""
from .money import Box, Money

comptime _CENTS = 100


def _joined(amount: Int) -> String:
    return String(amount // _CENTS, ".", amount % _CENTS)


trait Priced:
    comptime Unit: AnyType

    def price(self) -> String:
        ...

    def label(self) -> String:
        return "price " + self.price()


__extension Money(Priced):
    comptime Unit = Int
    comptime whole = _CENTS

    def __init__(out self, *, whole: Int):
        self.cents = whole * Self.whole

    def __add__(self, other: Self) -> Self:
        return Self(self.cents + other.cents)

    def price(self) -> String:
        return _joined(self.cents)

    # one more function of a name that the struct has
    def shown(self, unit: String) -> String:
        return self.shown() + unit


__extension Box where conforms_to(Self.T, Writable):
    def text(self) -> String:
        return String(self.item)
