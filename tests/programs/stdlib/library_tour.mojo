# Owners, variants, indices, environment, paths, files, random numbers, iterators.
from std.memory import ArcPointer, OwnedPointer
from std.utils import Variant, Index, IndexList, StaticTuple
from std.sys import size_of, align_of, simd_width_of, argv
from std.os import getenv, setenv
from std.os.path import join, basename, exists
from std.pathlib import Path
from std.time import perf_counter_ns, sleep
from std.random import seed, random_float64, random_si64, shuffle
from std.itertools import count, product, repeat

@fieldwise_init
struct Node(Copyable):
    var value: Int
    var children: List[Int]

struct Res(Movable):
    var n: Int
    def __init__(out self, n: Int):
        self.n = n
        print("make", n)
    def __deinit__(deinit self):
        print("drop", self.n)

def main() raises:
    var a = ArcPointer(Res(1))
    var b = a
    print(a[].n, a.count())
    _ = b^
    print(a.count())
    _ = a^
    var o = OwnedPointer(Res(2))
    print(o[].n)
    _ = o^
    var v: Variant[Int, String] = String("s")
    print(v.isa[String](), v[String], v)
    print(Index(1, 2, 3), IndexList[2](4, 5)[1])
    print(size_of[Int32](), align_of[Int64](), size_of[String](), size_of[Tuple[Int8, Int64]]())
    _ = setenv("EMBER_X", "yes")
    print(getenv("EMBER_X"), getenv("EMBER_NOPE", "def"))
    print(join("a", "b"), basename("/x/y.z"), exists("/tmp"))
    print(Path("/a/b") / "c.txt", Path("a/b.txt").suffix(), Path("/a/b").name())
    var t0 = perf_counter_ns()
    print(perf_counter_ns() >= t0)
    seed(42)
    var r = random_float64()
    print(r >= 0 and r < 1, random_si64(1, 6) >= 1)
    var xs: List[Int] = [1, 2, 3]
    shuffle(xs)
    print(len(xs))
    print(hash("a") == hash("a"), hash(1) == hash(2))
    for x, y in product([1, 2], ["a", "b"]):
        print(x, y, end="; ")
    print()
    for x in repeat(7, times=2):
        print(x, end=" ")
    print()
    var n = Node(1, [2, 3])
    var m = n.copy()
    m.children.append(4)
    print(len(n.children), len(m.children))
    var p = Pointer(to=n.value)
    p[] = 50
    print(n.value)
    var s = Span(xs)
    print(len(s), len(s[1:]))
    var st = StaticTuple[Int, 3](1, 2, 3)
    print(st[1], len(st))
    print(Error("boom"), String(Error("x ", 1)))
    var name = "world"
    print(t"hello {name} {1 + 2}")
    print(len(argv()) >= 1)
    with open("/tmp/ember_cmp.txt", "w") as f:
        f.write("line1\nline2\n", 3)
    with open("/tmp/ember_cmp.txt", "r") as f:
        print(f.read())
    print(Path("/tmp/ember_cmp.txt").read_text().split("\n"))
