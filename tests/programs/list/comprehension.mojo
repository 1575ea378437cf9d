# Comprehensions for lists, sets and dicts, with conditions and nested loops.
from std.collections import Set


def main():
    var squares = [x * x for x in range(6)]
    print(squares)
    var evens = [x for x in range(10) if x % 2 == 0]
    print(evens)
    var pairs = [i * 10 + j for i in range(3) for j in range(i)]
    print(pairs)
    var d = {i: i * i for i in range(3)}
    print(d)
    var s = {x % 3 for x in range(10)}
    print(len(s))
    var words: List[String] = ["apple", "fig"]
    print([w.upper() for w in words])
    print([w.byte_length() for w in words if w != "fig"])
