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
    var expected = Int64(3)
    print(a.compare_exchange(expected, 7), a.load())
    print(a.compare_exchange(expected, 9), a.load(), expected)
    comptime swapped = swap_at_compile_time()
    print(swapped)


def swap_at_compile_time() -> Bool:
    var a = Atomic[Int32](1)
    var expected = Int32(1)
    return a.compare_exchange(expected, 2)
