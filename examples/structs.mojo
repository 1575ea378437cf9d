"""Structs: fields, methods, operators, and values that know how to print themselves."""

from std.math import sqrt


@fieldwise_init
struct Vector(ImplicitlyCopyable, Writable):
    var x: Float64
    var y: Float64

    def __add__(self, other: Self) -> Self:
        return Self(self.x + other.x, self.y + other.y)

    def __mul__(self, factor: Float64) -> Self:
        return Self(self.x * factor, self.y * factor)

    def length(self) -> Float64:
        return sqrt(self.x * self.x + self.y * self.y)

    def write_to(self, mut writer: Some[Writer]):
        writer.write("(", self.x, ", ", self.y, ")")


struct Counter:
    """Counts its own copies, moves and destructions."""

    var name: String

    def __init__(out self, name: String):
        self.name = name
        print("make", name)

    def __deinit__(deinit self):
        print("drop", self.name)


def main():
    var position = Vector(1.0, 2.0)
    var velocity = Vector(0.5, -0.25)
    for step in range(3):
        position = position + velocity * 2.0
        print("step", step, "at", position)
    print("length of", Vector(3.0, 4.0), "is", Vector(3.0, 4.0).length())

    var _first = Counter("first")
    var second = Counter("second")
    print("using", second.name)  # both are destroyed right after their last use
    print("end")
