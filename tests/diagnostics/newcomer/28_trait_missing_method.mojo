trait Shape:
    def area(self) -> Float64:
        ...

struct Square(Shape):
    var side: Float64

    def __init__(out self, side: Float64):
        self.side = side

def main():
    print(Square(2.0).side)
