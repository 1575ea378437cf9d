# Deque, Counter and LinkedList.
from std.collections import Counter, Deque, LinkedList


def main() raises:
    var d = Deque[Int](1, 2, 3)
    d.append(4)
    d.appendleft(0)
    print(len(d), d.pop(), d.popleft(), d[0])
    print(d)
    var c = Counter[String]("a", "b", "a")
    print(c["a"], c["b"], c["zzz"], len(c))
    var l = LinkedList[Int]()
    l.append(1)
    l.append(2)
    l.prepend(0)
    print(len(l), l)
