# A copy that is overwritten before anybody reads it is not made, in fields and variables, also where a constructor raises.
struct M(ImplicitlyCopyable):
    var n: Int
    def __init__(out self, n: Int):
        self.n = n
        print("made", n)
    def __init__(out self, *, copy: Self):
        self.n = copy.n
        print("Copy to", copy.n)
    def __deinit__(deinit self):
        print("M(", self.n, ") destroyed")

def maybe(f: Bool) raises:
    if f:
        raise Error("x")

struct B:
    var x: M
    def __init__(out self, m: M, f: Bool) raises:
        self.x = M(1)
        self.x = m
        self.x = M(44)
        maybe(f)

struct C:
    var x: M
    def __init__(out self, m: M, f: Bool) raises:
        var t = m
        self.x = t
        if f:
            raise Error("y")

struct D:
    var x: M
    def __init__(out self, var m: M, f: Bool) raises:
        self.x = m
        if f:
            raise Error("y")
        self.x = M(9)

def main():
    for f in range(2):
        try:
            print("B", f)
            var b = B(M(43), f == 1)
            print(b.x.n)
        except e:
            print(e)
        try:
            print("C", f)
            var c = C(M(43), f == 1)
            print(c.x.n)
        except e:
            print(e)
        try:
            print("D", f)
            var c = D(M(43), f == 1)
            print(c.x.n)
        except e:
            print(e)
    var m = M(3)
    var c = m
    c = m
    c = M(4)
    print(c.n, m.n)
