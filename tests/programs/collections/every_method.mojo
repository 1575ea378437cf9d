# Every method of the collections once.
from std.collections import Set, Deque, LinkedList, Counter, BitSet, BinaryHeap, StringDict, Array
def t_list() raises:
    var l: List[Int] = [3, 1, 2]
    l.resize(length=5, fill=7)
    l.reserve(capacity=20)
    l.swap_elements(elt_idx_1=0, elt_idx_2=1)
    print(l, l.capacity() >= 20)
    l.extend(SIMD[DType.int, 4](1, 2, 3, 4), count=2)
    print(l, l.count(1), l.index(7), l.try_index(99).__bool__(), l.try_index(2).value())
    def f(i: Int) -> Int: return i * i
    var m = List[Int](length=4, fill_with=f)
    print(m)
    var n = List(range(4))
    print(n)
    var s = List("abc".codepoint_slices())
    print(len(s))
    print(l[1:3], len(l[::2]), l == l.copy(), l != m, 3 in l)
    l.insert(1, 42)
    print(l.pop(1), l.pop())
    l.reverse()
    print(l, l * 2, l + m.copy())
    l.shrink(2)
    l += [9]
    l *= 2
    print(l, repr(l), String(l))
    l.clear()
    print(len(l), Bool(l))
    print(l.byte_length())
def t_dict() raises:
    var d = Dict[String, Int].fromkeys(["a", "b"], 1)
    print(d)
    var e = Dict[Int, Int].fromkeys(range(3), 5)
    print(e, e.get(7, 0), e.find(1).value(), e.pop(0), e.pop(9, -1))
    d["z"] = 4
    d.update({"y": 8})
    print(d | {"q": 1}, "z" in d, len(d), d.setdefault("n", 3))
    for k in reversed(d): print(k, end=" ")
    for v in reversed(d.values()): print(v, end=" ")
    for it in reversed(d.items()): print(it.key, it.value, end=" ")
    print()
    var it = d.popitem()
    print(it.key, it.value)
    var c = d.copy()
    c.clear()
    print(len(c), d == d.copy(), repr(e))
    try:
        _ = d["nope"]
    except x:
        print(x)
def t_set() raises:
    var s: Set[Int] = {1, 2, 3}
    s.add(t=4)
    s.remove(t=1)
    s.discard(77)
    print(s, 2 in s, len(s), s.union({9}), s & {2, 3}, s - {2}, s ^ {2, 8}, s | {0})
    print(s.issubset({2, 3, 4, 5}), s.issuperset({2}), s.isdisjoint({100}), s == {2, 3, 4}, s < {2, 3, 4, 5}, s >= {2})
    s.update({5, 6}); s.intersection_update({2, 5}); s.difference_update({2}); s.symmetric_difference_update({1})
    print(s, s.pop())
    try: s.remove(100)
    except e: print(e)
def t_ll() raises:
    var l = LinkedList[Int](1, 2, 3)
    l.insert(idx=1, elem=9)
    l.append(5); l.prepend(0)
    print(l, l.count(elem=9), l.pop(i=0), l.pop(), l.maybe_pop(0).value(), len(l), 9 in l, repr(l))
    l.reverse(); l.extend(LinkedList[Int](7))
    print(l, l.get_nth(0), l == l.copy())
    l.clear(); print(len(l), Bool(l), l.maybe_pop().__bool__())
def t_counter() raises:
    var c = Counter[String]("a", "b", "a")
    print(c["a"], c.get("z").__bool__(), c.get(value="a").value(), c.get("q", 5), c.pop("b"), c.pop("zz", 3), len(c))
    var e = Counter(["x", "y", "x"])
    print(e["x"])
    c["n"] = 4
    c.update(Counter[String]("n", "m"))
    print(c.total(), c.most_common(1)[0][0], c.most_common(1)[0][1], "n" in c)
    var f = c + e
    print(f["x"], (c - e)["n"], (c & e)["x"], (c | e)["x"], (+c)["n"], (-c)["n"])
    c += e; c -= e; c &= e; c |= e
    print(c == c.copy())
def t_bits():
    var b = BitSet[16]()
    b.set(3); b.set(5); b.toggle(7); b.clear(5)
    print(b, len(b), b.test(3), Bool(b), repr(b))
    var w = BitSet[32](resized_from=b)
    print(w, len(w))
    var n = BitSet[4].__init__[truncate=True](resized_from=b)
    print(n)
    print(BitSet(SIMD[DType.bool, 4](True, False, True, True)), b.union(b), b.intersection(b), b.difference(b))
    b.set_all(); b.toggle_all(); b.clear_all()
def t_deque() raises:
    var d = Deque[Int](1, 2, 3)
    d.append(4); d.appendleft(0); d.extend([5, 6]); d.extendleft([9])
    print(d, d.pop(), d.popleft(), d[1], len(d), d.count(2), d.index(3), 3 in d, repr(d))
    d.insert(1, 77); d.remove(77); d.rotate(2); d.reverse()
    print(d, d.peek(), d.peekleft(), d == d.copy(), d + d.copy(), d * 2)
    d.clear()
    try: _ = d.pop()
    except e: print(e)
def t_array():
    var a: Array[Int, 3] = [1, 2, 3]
    def f(i: Int) -> Int: return i * 10
    var b = Array[Int, 4](fill_with=f)
    def g[i: Int]() -> Int: return i + 100
    var c = Array[Int, 4](fill_with_unrolled=g)
    var e = Array[Int, 2](fill=8)
    print(a, b, c, e, a == a.copy(), len(a), a[1], a.length, 2 in a, repr(a))
    print(a.copy().concat(e.copy()), e.copy().repeat[2]())
    for x in a: print(x, end=" ")
    for x in reversed(a): print(x, end=" ")
    print(a.unsafe_get(0), a.unsafe_ptr()[])
def t_heap():
    var h = BinaryHeap[Int]()
    h.push(3); h.push(9); h.push(1)
    print(len(h), h.pop(), h.peek())
def main() raises:
    t_list(); t_dict(); t_set(); t_ll(); t_counter(); t_bits(); t_deque(); t_array(); t_heap()
