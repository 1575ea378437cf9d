# Returning local values moves them; no copies are made.
struct Big(Movable):
    var data: List[Int]

    def __init__(out self, n: Int):
        self.data = List[Int](length=n, fill=1)

    def __init__(out self, *, deinit move: Self):
        self.data = move.data^
        print("moved")

    def __deinit__(deinit self):
        print("freed", len(self.data))


def build(n: Int) -> Big:
    var b = Big(n)
    b.data[0] = 5
    return b^


def main():
    var b = build(3)
    print(b.data)
    var c = b^
    print(len(c.data))
