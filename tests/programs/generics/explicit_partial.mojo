# Partial binding of parameters and defaults through aliases.
struct Grid[T: ImplicitlyCopyable & Deinitable, w: Int, h: Int = w]:
    var cells: List[Self.T]

    def __init__(out self, fill: Self.T):
        self.cells = List[Self.T](length=Self.w * Self.h, fill=fill)

    def count(self) -> Int:
        return len(self.cells)


comptime IntGrid = Grid[Int, ...]
comptime Board = Grid[_, 8, 8]


def area(g: Grid[...]) -> Int:
    return g.count()


def main():
    print(Grid[Float64, 3](0).count(), IntGrid[2, 5](1).count(), Board[Bool](False).count())
    print(area(Grid[Int, 4](0)))
