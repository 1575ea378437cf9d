# itertools with their arguments named.
from std.itertools import count, cycle, drop, drop_while, product, repeat, take, take_while
def main() raises:
    var l: List[Int] = [1, 2, 3, 4]
    var n = 0
    for x in cycle(l):
        print(x, end=" ")
        n += 1
        if n == 6: break
    print()
    for x in drop(l, 2): print(x, end=" ")
    for x in drop(l, count=1): print(x, end=" ")
    for x in take(l, count=2): print(x, end=" ")
    for x in take(l.copy(), 2): print(x, end=" ")
    for x in drop(l.copy(), 2): print(x, end=" ")
    print()
    for a, b in product(l, range(2)): print(a, b, end=";")
    print()
    for a, b, c in product(range(2), range(2), range(2)): print(a, b, c, end=";")
    for a, b, c, d in product(range(2), range(1), range(1), range(2)): print(a, b, c, d, end=";")
    print()
    for x in repeat("a", times=2): print(x, end=" ")
    for x in repeat(element=3, times=2): print(x, end=" ")
    print()
    for x in count(): 
        if x > 3: break
        print(x, end=" ")
    for x in count(2, 3): 
        if x > 10: break
        print(x, end=" ")
    for x in count(start=10, step=-1): 
        if x < 8: break
        print(x, end=" ")
    print()
    def small(x: Int) -> Bool: return x < 3
    for x in take_while[small](l): print(x, end=" ")
    for x in drop_while[small](l): print(x, end=" ")
    print()
