# Set operations.
from std.collections import Set


def main() raises:
    var a: Set[Int] = {1, 2, 3}
    var b = Set[Int](3, 4)
    print(len(a), 2 in a, 9 in a)
    a.add(3)
    a.add(10)
    print(len(a))
    print(len(a | b), len(a & b), len(a - b), len(a ^ b))
    b.discard(4)
    b.remove(3)
    print(len(b))
    try:
        b.remove(77)
    except e:
        print("missing")
    var total = 0
    for x in a:
        total += x
    print(total, a)
    print(a == Set[Int](10, 3, 2, 1))
