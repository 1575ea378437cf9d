# A struct with __iter__ and __next__ raising StopIteration.
@fieldwise_init
struct Countdown(Copyable, Iterator):
    comptime Element = Int
    var n: Int

    def __iter__(self) -> Self:
        return self.copy()

    def __next__(mut self) raises StopIteration -> Int:
        if self.n <= 0:
            raise StopIteration()
        self.n -= 1
        return self.n + 1


def main():
    for x in Countdown(3):
        print(x)
    var total = 0
    for x in Countdown(10):
        if x % 2:
            continue
        total += x
    print(total)
    var it = Countdown(1)
    try:
        print(next(it))
        print(next(it))
    except e:
        print("stopped")
