# itertools: count, product, repeat, cycle-like use.
from std.itertools import count, drop_while, product, repeat, take_while


def main():
    var total = 0
    for i in count(5):
        if i > 8:
            break
        total += i
    print(total)
    var xs: List[Int] = [1, 2]
    var ys: List[String] = ["x", "y"]
    for a, b in product(xs, ys):
        print(a, b, end="; ")
    print()
    for x in repeat(7, times=3):
        print(x, end=" ")
    print()
