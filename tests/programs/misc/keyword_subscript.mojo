# User-defined keyword subscripts and parametric subscripts.
struct Table:
    var cells: List[Int]

    def __init__(out self):
        self.cells = [10, 20, 30, 40]

    def __getitem__(self, *, row: Int, col: Int) -> Int:
        return self.cells[row * 2 + col]

    def __getitem__(self, i: Int) -> Int:
        return self.cells[i]

    def __setitem__(mut self, *, row: Int, col: Int, value: Int):
        self.cells[row * 2 + col] = value


def main():
    var t = Table()
    print(t[row=1, col=0], t[3])
    t[row=0, col=1] = 99
    print(t.cells)
