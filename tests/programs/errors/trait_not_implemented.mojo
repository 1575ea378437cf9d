# A required trait method is missing.
trait Shape:
    def area(self) -> Float64:
        ...


@fieldwise_init
struct Square(Shape):  # expect-error: Shape
    var side: Float64


def main():
    print(Square(2).side)
