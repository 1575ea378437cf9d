from std.collections import Set, Deque, LinkedList
from std.utils import StaticTuple
def main() raises:
    var l: List[Int] = [1, 2, 3]
    print(l.try_index(2), l.try_index(9))
    var n = 0
    def add(var x: Int) {mut n}:
        n += x
    l^.deinit_with(add)
    print(n)
    var s: Set[Int] = {4, 5}
    print(s.insert(4), s.insert(6))
    s.clear_with(add)
    print(n, len(s))
    var ll = LinkedList[Int](7, 8)
    print(ll.get_nth(1))
    ll^.deinit_with(add)
    print(n)
    var o = Optional(3)
    print(o.bounds()[0])
    o^.deinit_with(add)
    print(n)
    var a: Array[Int, 2] = [1, 2]
    print(a.copy().concat(Array[Int, 1](fill=5)))
    print(a.copy().repeat[2]())
    a^.deinit_with(add)
    print(n)
    print(StaticTuple[Int, 2](1, 2) < StaticTuple[Int, 2](1, 3), StaticTuple[Int, 2](1, 2).get[1]())
    var t = String("äbc")
    for i, g in t.grapheme_indices():
        print(i, g)
    for g in t.graphemes_reversed():
        print(g)
    var p = t.split_at_grapheme(2)
    print(p[0], p[1])
    t.reserve_bytes(100)
    print(t.capacity_bytes() >= 100)
