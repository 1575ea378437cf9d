# Where values end in blocks that raise, manage, capture and return: as Mojo 1.2 prints it.
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
    def __enter__(mut self) -> ref[self] Self:
        print("enter")
        return self
    def __exit__(mut self):
        print("exit")
def fails(var x: X, c: Bool) raises -> X:
    if c:
        raise Error("failed with " + x.n)
    return x^
def mk(n: Int) -> X:
    return X(String(n))
def many(*xs: X):
    for x in xs:
        print("each", x)
def opt(c: Bool) -> Optional[X]:
    if c:
        return X("some")
    return None
def f1() raises:
    print("-- raise keeps target")
    var x = X("x")
    try:
        x = fails(X("1"), False)
        print(x)
        x = fails(X("2"), True)
    except e:
        print(e, x)
def f2():
    print("-- with")
    with X("w") as w:
        print(w)
    print("after")
def f3():
    print("-- many")
    many(X("a"), X("b"))
    print("after")
def f4():
    print("-- opt")
    var o = opt(True)
    if o:
        var v = o.take()
        print(v)
    print("after")
    var l: List[X] = [X("l0"), X("l1")]
    var p = l.pop()
    print(p)
    l[0] = p^
    print(l[0])
def f5():
    print("-- closure")
    var x = X("x")
    def show() {imm x}:
        print("in", x)
    show()
    print("after")
def f6() raises:
    print("-- finally")
    var x = X("x")
    try:
        try:
            x = fails(X("y"), True)
        finally:
            print("finally", x)
            x = X("z")
    except e:
        print(e)
    print(x)
def f7(c: Int) -> X:
    var a = X("a")
    var b = X("b")
    if c == 0:
        return a^
    elif c == 1:
        return b^
    b = a^
    return b^
def main() raises:
    f1()
    f2()
    f3()
    f4()
    f5()
    f6()
    for i in range(3):
        print("-- f7", i)
        print(f7(i))
