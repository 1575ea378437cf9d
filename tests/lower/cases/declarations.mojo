"""Module text."""
import a.b, c as d
from ..m import x, y as z
from w import *


comptime N: Int = 3
"""Text of N."""
comptime Vec[n: Int] = SIMD[DType.float32, n]
comptime p, (q, _) = f()


@fieldwise_init
struct Box[T: Movable, //, n: Int = 1, *ns: Int](Movable, Copyable where conforms_to(T, Copyable)) where n > 0:
    """A box."""

    var value: Self.T
    comptime Twice = Self.n * 2
    comptime assert Self.n < 9, "small"

    @staticmethod
    def make() -> Self:
        pass


trait Shape(Movable):
    comptime Unit: AnyType

    def area(self) -> Float64:
        ...

    def twice(self) -> Float64:
        return self.area() * 2


__extension Box(Shape):
    def area(self) -> Float64:
        return 1.0
