# A variable assigned from itself and never read again: the new value dies once, after it was written.


struct Noisy(Copyable, Movable):
    var first: Int
    var second: Int

    def __init__(out self, first: Int):
        self.first = first
        self.second = 0

    def __init__(out self, *, copy: Self):
        self.first = copy.first + 1
        self.second = copy.second

    def __deinit__(deinit self):
        print("gone", self.first)


def lists(value: Int) -> Int:
    var xs = List[Int]()
    xs.append(value)
    xs = xs.copy()
    return value


def strings(value: Int) -> Int:
    var text = String("a string that is too long to be stored inside") + String("b")
    text = text.upper()
    return value


def main():
    var noisy = Noisy(1)
    noisy = noisy.copy()
    print(lists(1), strings(2))
    comptime one = lists(1)
    comptime two = strings(2)
    print(one, two)
