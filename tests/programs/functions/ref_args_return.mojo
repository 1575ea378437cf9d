# ref arguments and ref results: assigning through a returned reference.
struct Grid:
    var cells: List[Int]
    var width: Int

    def __init__(out self, width: Int, height: Int):
        self.width = width
        self.cells = List[Int](length=width * height, fill=0)

    def at(ref self, x: Int, y: Int) -> ref[self.cells[0]] Int:
        return self.cells[y * self.width + x]


struct Holder:
    var value: Int

    def __init__(out self, value: Int):
        self.value = value

    def get(ref self) -> ref[self.value] Int:
        return self.value


def first(ref xs: List[Int]) -> ref[xs[0]] Int:
    return xs[0]


def main():
    var g = Grid(3, 2)
    g.at(1, 1) = 7
    g.at(0, 0) += 2
    print(g.cells, g.at(1, 1))
    var xs: List[Int] = [1, 2, 3]
    first(xs) = 50
    print(xs)
    ref r = xs[2]
    r += 4
    print(xs)
    var h = Holder(5)
    h.get() *= 3
    print(h.get())
