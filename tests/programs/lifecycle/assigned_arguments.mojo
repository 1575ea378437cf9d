# A `mut` argument that is assigned: its old value ends where it is not needed any more, as that of a variable.
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
def setm(mut m: X, var a: X):
    print("setm")
    m = a
    print("set")
def setm2(mut m: X, a: X):
    print("setm2")
    m = a
    print("set")
def make(c: Bool) raises -> X:
    if c:
        raise Error("no")
    return X("made")
def raising(mut m: X, c: Bool) raises:
    print("raising")
    m = make(c)
    print("set")
def cond(mut m: X, c: Bool):
    print("cond", c)
    if c:
        m = X("new")
    print("end")
def own(mut m: X):
    print("own")
    m = m
    print("end")
def first(ref a: X, mut m: X) -> ref[a] X:
    m = X("f")
    return a
def loop(mut m: X):
    for i in range(2):
        m = X(m.n + String(i))
def main():
    var m = X("m")
    var a = X("a")
    setm(m, a)
    print(m, a)
    setm2(m, a)
    print(m, a)
    try:
        raising(m, False)
        raising(m, True)
    except e:
        print(e, m)
    cond(m, False)
    cond(m, True)
    print(m)
    own(m)
    print(m)
    print(first(a, m))
    print(m)
    loop(m)
    print(m)
    m = X("again")
    refilled(m).n = "changed"
    print(m)
def refilled(mut m: X) -> ref[m] X:
    m = X("refilled")
    return m
