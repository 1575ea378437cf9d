# `x.name += y` and `x[i] += y` on a type with hooks: one read, one write.


@fieldwise_init
struct Cell(Copyable, Movable):
    var value: Int

    def __iadd__(mut self, other: Int):
        self.value += other


struct Table(Copyable, Movable):
    var cell: Cell

    def __init__(out self):
        self.cell = Cell(1)

    def __getattr__(self, name: StaticString) -> Cell:
        print("get", name)
        return self.cell.copy()

    def __setattr__(mut self, name: StaticString, value: Cell):
        print("set", name, value.value)
        self.cell = value.copy()

    def __getitem__(self, i: Int) -> Cell:
        print("get item", i)
        return self.cell.copy()

    def __setitem__(mut self, i: Int, value: Cell):
        print("set item", i, value.value)
        self.cell = value.copy()


def main():
    var table = Table()
    table.size += 4
    table[3] += 10
    print(table.cell.value)
