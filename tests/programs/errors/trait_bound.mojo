# The argument type does not conform to the bound.
trait Shape:
    def area(self) -> Float64:
        ...


def show[T: Shape](s: T):
    print(s.area())


def main():
    show(5)  # expect-error: Shape
