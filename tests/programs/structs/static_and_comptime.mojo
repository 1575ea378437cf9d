# Static methods, comptime members, Self.
struct Circle:
    comptime PI = 3.0
    comptime Unit = Float64

    var r: Self.Unit

    def __init__(out self, r: Float64):
        self.r = r

    def area(self) -> Self.Unit:
        return Self.PI * self.r * self.r

    @staticmethod
    def unit() -> Self:
        return Self(1.0)


def main():
    print(Circle.PI)
    print(Circle(2).area(), Circle.unit().area())
    var x: Circle.Unit = 4
    print(x)
