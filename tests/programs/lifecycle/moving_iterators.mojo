"""`for var x in c^` gives the elements away without copies; a loop that ends early ends the rest."""

from std.collections import Deque, LinkedList, Set
from std.hash import Hasher


@fieldwise_init
struct Noisy(Copyable, Equatable, Hashable):
    var v: Int

    def __init__(out self, *, copy: Self):
        self.v = copy.v
        print("copy", self.v)

    def __init__(out self, *, deinit move: Self):
        self.v = move.v

    def __deinit__(deinit self):
        print("end", self.v)

    def __hash__[H: Hasher](self, mut hasher: H):
        self.v.__hash__(hasher)

    def __eq__(self, other: Self) -> Bool:
        return self.v == other.v


def main():
    var deque = Deque[Noisy]()
    var linked = LinkedList[Noisy]()
    var unique = Set[Noisy]()
    var table = Dict[Noisy, Noisy]()
    var entries = Dict[Noisy, Noisy]()
    for i in range(1, 4):
        deque.append(Noisy(i))
        linked.append(Noisy(i))
        unique.add(Noisy(i))
        table[Noisy(i)] = Noisy(10 * i)
        entries[Noisy(i)] = Noisy(10 * i)
    for var x in deque^:
        print("deque", x.v)
        if x.v == 2:
            break
    for var x in linked^:
        print("linked", x.v)
        if x.v == 2:
            break
    for var x in unique^:
        print("set", x.v)
        if x.v == 2:
            break
    for var key in table^:
        print("key", key.v)
        if key.v == 2:
            break
    for var entry in entries.take_items():
        print("entry", entry.key.v, entry.value.v)
        if entry.key.v == 2:
            break
    var some = Optional(Noisy(1))
    var value = some^.or_else(Noisy(2))
    print("value", value.v)
    var none = Optional[Noisy]()
    var other = none^.or_else(Noisy(3))
    print("value", other.v)
