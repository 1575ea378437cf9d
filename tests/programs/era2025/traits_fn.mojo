# Traits with fn methods and generic functions.
trait Shape:
    fn area(self) -> Float64:
        ...

    @staticmethod
    fn name() -> String:
        ...


@value
struct Square(Shape):
    var side: Float64

    fn area(self) -> Float64:
        return self.side * self.side

    @staticmethod
    fn name() -> String:
        return "square"


@value
struct Circle(Shape):
    var r: Float64

    fn area(self) -> Float64:
        return 3 * self.r * self.r

    @staticmethod
    fn name() -> String:
        return "circle"


fn report[T: Shape](s: T):
    print(T.name(), s.area())


fn main():
    report(Square(3))
    report(Circle(2))
