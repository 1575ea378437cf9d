# Atomic counters.
from std.atomic import Atomic


def main():
    var a = Atomic[Int64](5)
    print(a.load())
    print(a.fetch_add(10), a.load())
    a += 1
    print(a.load())
    a.store(3)
    print(a.load())
