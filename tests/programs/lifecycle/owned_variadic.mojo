# The values of an owned variadic argument end with the call that took them.
struct Loud(Movable):
    var n: Int

    def __init__(out self, n: Int):
        self.n = n

    def __deinit__(deinit self):
        print("gone", self.n)


def last(var *xs: Loud) -> Int:
    return xs[1].n


def change(var *xs: Loud) -> Int:
    xs[0].n = 7
    var total = 0
    for x in xs:
        total += x.n
    return total


def packed[*Ts: Deinitable](var *xs: *Ts):
    print(xs.__len__())


def none(var *xs: Loud):
    print("none")


def main():
    print(last(Loud(1), Loud(2)))
    print(change(Loud(3), Loud(4)))
    packed(Loud(5), String("a text that is long enough for the heap"), Loud(6))
    none()
    none(Loud(8))
    var list: List[Loud] = [Loud(9), Loud(10)]
    print(len(list))
    var both = (Loud(11), 3)
    print(both[1])
