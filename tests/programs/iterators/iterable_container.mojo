# A container returning a separate iterator.
struct Squares(Iterable):
    comptime IteratorType[mut: Bool, //, origin: Origin[mut=mut]]: Iterator = SquareIter
    var n: Int

    def __init__(out self, n: Int):
        self.n = n

    def __iter__(ref self) -> Self.IteratorType[origin_of(self)]:
        return SquareIter(0, self.n)


@fieldwise_init
struct SquareIter(Copyable, Iterator):
    comptime Element = Int
    var i: Int
    var n: Int

    def __next__(mut self) raises StopIteration -> Int:
        if self.i >= self.n:
            raise StopIteration()
        self.i += 1
        return self.i * self.i


def main():
    var s = Squares(4)
    for x in s:
        print(x, end=" ")
    print()
    print([x + 1 for x in s])
    for i, x in enumerate(s):
        print(i, x)
