# A trait with required and default methods, generic functions over it.
trait Shape:
    def area(self) -> Float64:
        ...

    def name(self) -> String:
        return "shape"


@fieldwise_init
struct Square(Shape):
    var side: Float64

    def area(self) -> Float64:
        return self.side * self.side

    def name(self) -> String:
        return "square"


@fieldwise_init
struct Disc(Shape):
    var r: Float64

    def area(self) -> Float64:
        return 3.0 * self.r * self.r


def report[T: Shape](s: T):
    print(s.name(), s.area())


def report_some(s: Some[Shape]):
    print("some", s.name(), s.area())


def main():
    report(Square(2))
    report(Disc(1))
    report_some(Disc(2))
