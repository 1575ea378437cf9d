# Heterogeneous values through Variant and a trait, dispatched with comptime for.
from std.utils import Variant


trait Shape(Copyable, Deinitable):
    def area(self) -> Float64:
        ...

    @staticmethod
    def kind() -> String:
        ...


@fieldwise_init
struct Square(Shape):
    var s: Float64

    def area(self) -> Float64:
        return self.s * self.s

    @staticmethod
    def kind() -> String:
        return "square"


@fieldwise_init
struct Rect(Shape):
    var w: Float64
    var h: Float64

    def area(self) -> Float64:
        return self.w * self.h

    @staticmethod
    def kind() -> String:
        return "rect"


comptime AnyShape = Variant[Square, Rect]


def area(v: AnyShape) -> Float64:
    if v.isa[Square]():
        return v[Square].area()
    return v[Rect].area()


def report[*Ts: Shape](*shapes: *Ts) -> Float64:
    var total = 0.0
    comptime for i in range(shapes.__len__()):
        print(Ts[i].kind(), shapes[i].area())
        total += shapes[i].area()
    return total


def main():
    var shapes: List[AnyShape] = [AnyShape(Square(2)), AnyShape(Rect(2, 5))]
    var total = 0.0
    for s in shapes:
        total += area(s)
    print(total)
    print(report(Square(1), Rect(3, 4), Square(2)))
