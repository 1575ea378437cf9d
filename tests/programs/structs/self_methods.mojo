# Methods with ref, mut, var and deinit self; static factories.
struct Buffer(Movable):
    var data: List[Int]

    def __init__(out self):
        self.data = List[Int]()

    def add(mut self, x: Int):
        self.data.append(x)

    def first(ref self) -> ref[self.data[0]] Int:
        return self.data[0]

    def into_list(deinit self) -> List[Int]:
        return self.data^

    def with_added(var self, x: Int) -> Self:
        self.add(x)
        return self^

    @staticmethod
    def filled(n: Int) -> Self:
        var b = Self()
        for i in range(n):
            b.add(i)
        return b^


def main():
    var b = Buffer.filled(3)
    b.first() = 100
    b = b^.with_added(7).with_added(8)
    print(b.data)
    var xs = b^.into_list()
    xs.append(1)
    print(xs, len(xs))
