# Iterators made of iterators: every kind, also over those that only know when they are at their end.
from std.iter import peekable, once, empty, chain
from std.itertools import product, cycle, take, take_while, drop_while, count
def small(x: Int) -> Bool: return x < 3
def even(x: Int) -> Bool: return x % 2 == 0
def main() raises:
    var xs: List[Int] = [3, 1, 2]
    var p = peekable(xs)
    print(p.peek().value()[], p.peek().value()[])
    print(next(p), next(p), next(p))
    print(Bool(p.peek()))
    for x in once(5): print("once", x)
    for x in chain(xs, xs): print("chain", x)
    for x in chain(once(1), once(2)): print("c2", x)
    for x in empty[Int](): print("never", x)
    for a, b, c in product(range(2), xs, range(1)): print(a, b, c)
    for a, b, c, d in product(range(2), range(2), range(2), range(2)): print(a, b, c, d, end="; ")
    print()
    var none = List[Int]()
    for a, b in product(xs, none): print("never", a, b)
    for a, b in product(none, xs): print("never", a, b)
    for i, x in take(enumerate(xs), 2): print(i, x)
    for x in take(cycle(xs), 7): print(x, end=" ")
    for x in cycle(none): print("never", x)
    for x in take_while[small](count()): print(x, end=" ")
    for x in drop_while[small](range(6)): print(x, end=" ")
    for x in filter[even](range(10)): print(x, end=" ")
    for x in map[even](chain(xs, range(2))): print(x, end=" ")
    var words: List[String] = ["b", "a", "c"]
    print(sorted(words), sorted(xs), sorted(range(3, 0, -1)))
    var pw = peekable(words)
    while True:
        var nxt = pw.peek()
        if not nxt: break
        print(nxt.value()[], end=" ")
        _ = next(pw)
    print()
