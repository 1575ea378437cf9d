# Optional: map, and_then, init_with, or.
from std.collections import OptionalReg
def t1() raises:
    var o: Optional[Int] = 4
    def twice(var x: Int) -> Int: return x * 2
    def half(var x: Int) -> Optional[Int]: return Optional(x // 2)
    print(o.map(twice), o.and_then(half), o.map(mapper=twice).value(), o.or_else(1), o.value(), o.__bool__(), o is None, o is not None)
    def make() -> Int: return 12
    var p = Optional[Int](init_with=make)
    print(p, repr(p), p == o, p != o, Optional[Int](None), p.take(), p, p.or_else(7), o.unsafe_value())
    var q: Optional[String] = String("hi")
    def size(var s: String) -> Int: return s.byte_length()
    print(q.copy().map(size))
    var x = 5
    var r = Optional(Pointer(to=x))
    print(r.copied())
    for v in q: print(v)
    print(o.copy() or 0, not o)
    if o: print(o[])
def t2():
    var r = OptionalReg[Int](3)
    print(r.value(), Bool(r), r.or_else(4), OptionalReg[Int](None).or_else(4), r is None)
def main() raises:
    t1(); t2()
    var e = Optional[Int]()
    try: print(e[])
    except x: print(x)
