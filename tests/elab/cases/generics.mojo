# One function per set of parameters, named after them; what is known at compile time is gone.


trait Shape(Copyable):
    comptime sides: Int

    def area(self) -> Int:
        ...

    def twice(self) -> Int:
        return self.area() + self.area()


struct Square(Shape, TrivialRegisterPassable):
    comptime sides: Int = 4
    var edge: Int

    def __init__(out self, edge: Int):
        self.edge = edge

    def area(self) -> Int:
        return self.edge


@no_inline
def measure[T: Shape](shape: T) -> Int:
    comptime if T.sides < 5:
        return shape.twice()
    else:
        return shape.area()


@no_inline
def repeated[count: Int](number: Int) -> Int:
    var sum = number
    comptime if 0 < count:
        sum += repeated[count - 1](number)
    return sum


@export
def both(edge: Int) -> Int:
    return measure(Square(edge)) + repeated[2](edge)
