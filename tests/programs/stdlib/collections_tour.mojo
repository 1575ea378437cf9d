# Dict, Set, Deque, Counter, List, Optional, Tuple, Array and comprehensions.
from std.collections import Dict, Set, Deque, Counter, LinkedList, OptionalReg
def main() raises:
    var d: Dict[String, Int] = {"one": 1, "two": 2}
    d["three"] = 3
    print(d, len(d), "one" in d, d.get("zz").or_else(-1), d.get("zz", 7))
    for k in d.keys():
        print(k, end=" ")
    for v in d.values():
        print(v, end=" ")
    for e in d.items():
        print(e.key, e.value, sep="=", end=" ")
    print()
    print(d.pop("two"), d, d.pop("zz", 0))
    var e = d.copy()
    e["four"] = 4
    print(e == d, len(e))
    d.update(e)
    print(d)
    d.clear()
    print(d, len(d), Bool(d))
    var big = Dict[Int, Int]()
    for i in range(1000):
        big[i] = i * i
    var t = 0
    for i in range(0, 1000, 2):
        _ = big.pop(i)
    for e in big.items():
        t += e.value
    print(len(big), t)
    var s: Set[Int] = {1, 2, 3}
    s.add(3)
    s.add(4)
    print(s, len(s), 2 in s, s - {1, 2}, s & {2, 9}, s | {7})
    s.remove(1)
    s.discard(100)
    print(s)
    try:
        s.remove(100)
    except e:
        print("err", e)
    var q: Deque[Int] = [1, 2, 3]
    q.append(4)
    q.appendleft(0)
    print(q, q.pop(), q.popleft(), len(q), q[1])
    var c = Counter[String]("a", "b", "a")
    print(c["a"], c["z"], len(c))
    var l: List[Int] = [5, 3, 1]
    l.append(9)
    l.insert(1, 7)
    l.extend([2, 2])
    print(l, len(l), l.index(3), l.count(2), l.pop(), l.pop(0), l)
    l.reverse()
    print(l, 7 in l, 100 in l)
    sort(l)
    print(l, l + [1], l * 2)
    l.resize(2, 0)
    print(l)
    l.clear()
    print(l, not l)
    var m = List[List[Int]]()
    m.append([1, 2])
    m.append([3])
    print(m, m[0][1])
    var o: Optional[String] = "hi"
    print(o.value(), o, o.or_else("no"))
    var n: Optional[String] = None
    print(n, n is None, n.or_else("default"), Bool(n))
    var tup = (1, "two", 3.0)
    print(tup, len(tup), tup[1])
    var a, b, f = tup
    print(a, b, f)
    var arr = [1, 2, 3]
    print(arr, len(arr), arr[2])
    var filled = Array[Float32, 4](fill=1.5)
    filled[2] = 2
    print(filled)
    var comp = [x * x for x in range(5) if x % 2 == 0]
    print(comp)
    var dc = {x: x * 2 for x in range(3)}
    print(dc)
    print([i for i in reversed(range(4))])
    for i, x in enumerate(["a", "b"]):
        print(i, x)
    for x, y in zip([1, 2], ["p", "q"]):
        print(x, y)
