"""Traits: what a type can do, required and default methods, and functions for every type that can."""

from std.math import pi


trait Shape(Copyable):
    def area(self) -> Float64:
        ...

    def name(self) -> String:
        ...

    def describe(self) -> String:
        return String(self.name(), " with area ", self.area())


@fieldwise_init
struct Circle(Shape):
    var radius: Float64

    def area(self) -> Float64:
        return pi * self.radius * self.radius

    def name(self) -> String:
        return "circle"


@fieldwise_init
struct Rectangle(Shape):
    var width: Float64
    var height: Float64

    def area(self) -> Float64:
        return self.width * self.height

    def name(self) -> String:
        return "square" if self.width == self.height else "rectangle"


def larger[A: Shape, B: Shape](a: A, b: B) -> String:
    return a.name() if a.area() > b.area() else b.name()


def main():
    var circle = Circle(1.5)
    var square = Rectangle(2.0, 2.0)
    var field = Rectangle(3.0, 4.0)
    print(circle.describe())
    print(square.describe())
    print(field.describe())
    print("the larger one is the", larger(circle, field))
