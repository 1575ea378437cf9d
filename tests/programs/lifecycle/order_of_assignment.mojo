# The old value of what is assigned ends before the new one is copied or moved there.
from std.memory import ArcPointer
struct X(ImplicitlyCopyable, Movable, Writable):
    var n: String
    def __init__(out self, n: String):
        self.n = n
    def __init__(out self, *, copy: Self):
        self.n = copy.n + "'"
        print("copy", self.n)
    def __init__(out self, *, deinit move: Self):
        self.n = move.n^
    def __deinit__(deinit self):
        print("del", self.n)
    def write_to(self, mut w: Some[Writer]):
        w.write(self.n)

def named(var a: X, out r: X):
    r = a^
def named2(a: X, out r: X):
    r = a
def keep(var a: X) -> X:
    return a^
def pair(a: X) -> Tuple[X, X]:
    return (a, X("q"))
struct U(Movable):
    var inner: X
    var other: X
    def __init__(out self):
        self.inner = X("inner")
        self.other = X("other")

def main():
    print("-- s = named(s)")
    var s = X("s")
    s = named(s)
    print(s)
    print("-- s = named(s^)")
    var s1 = X("s1")
    s1 = named(s1^)
    print(s1)
    print("-- s = named2(s)")
    var s2 = X("s2")
    s2 = named2(s2)
    print(s2)
    print("-- s = keep(s)")
    var s3 = X("s3")
    s3 = keep(s3)
    print(s3)
    print("-- t = a used later")
    var t = X("t")
    var a = X("a")
    t = a
    print(t, a)
    var a2 = X("a2")
    print("-- field")
    var u = U()
    u.inner = a2
    print(u.inner)
    u.other = u.inner
    print(u.other, u.inner)
    print("-- element")
    var l: List[X] = [X("e0"), X("e1")]
    l[0] = a2
    print("assigned")
    l[1] = l[0]
    print(l[1])
    print("-- arc")
    var k1 = ArcPointer(X("k1"))
    var k2 = ArcPointer(X("k2"))
    k1, k2 = k2, k1
    print(k1[], k2[])
    print("-- self")
    var cur = X("3")
    cur = cur
    print(cur)
