# BitSet operations.
from std.collections import BitSet


def main():
    var b = BitSet[16]()
    b.set(1)
    b.set(5)
    b.set(5)
    print(len(b), b.test(5), b.test(6))
    b.clear(1)
    b.toggle(6)
    print(len(b), b.test(6))
