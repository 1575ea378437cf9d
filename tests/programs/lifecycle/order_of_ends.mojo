# The order in which values end that die together: owned arguments, then the rest, the latest first; what refers, before what it refers to.
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
    def peek(self) -> Int:
        return 1


def two(a: X, b: X) -> Int:
    return 1
def three(a: X, b: X, c: X) -> Int:
    return 1

def q1(var a: X):
    print("-- arg a, local t: print(t, a)")
    var t = X("t")
    print(t, a)
    print("after")
def q2(var a: X):
    print("-- arg a, local t: print(a, t)")
    var t = X("t")
    print(a, t)
    print("after")
def q3():
    print("-- locals a b: print(b, a)")
    var a = X("a")
    var b = X("b")
    print(b, a)
    print("after")
def q4():
    print("-- locals a b: two(a, b)")
    var a = X("a")
    var b = X("b")
    _ = two(a, b)
    print("after")
def q5():
    print("-- locals a b: two(b, a)")
    var a = X("a")
    var b = X("b")
    _ = two(b, a)
    print("after")
def q6():
    print("-- locals a b c: three(b, c, a)")
    var a = X("a")
    var b = X("b")
    var c = X("c")
    _ = three(b, c, a)
    print("after")
def q7(var a: X, var b: X):
    print("-- args a b: two(b, a)")
    _ = two(b, a)
    print("after")
def q8(var a: X, var b: X):
    print("-- args a b: two(a, b)")
    _ = two(a, b)
    print("after")
def q9(var a: X, var b: X):
    print("-- args a b, local c: three(a, c, b)")
    var c = X("c")
    _ = three(a, c, b)
    print("after")
def q10(var a: X, var b: X):
    print("-- args a b unused")
    print("after")
def q11():
    print("-- t, tmp")
    var t = X("t")
    _ = two(t, X("tmp"))
    print("after")
def q12(var a: X):
    print("-- a, tmp")
    _ = two(a, X("tmp"))
    print("after")
def q13(var a: X, var b: X, c: Bool):
    print("-- args, locals at branch", c)
    var x = X("x")
    var y = X("y")
    if c:
        print(x, a, y, b)
    else:
        print("none")
    print("after")
def q15():
    print("-- swap")
    var a = X("a")
    var t = X("t")
    swap(a, t)
    print("after")
def q16():
    print("-- use in loop")
    var a = X("a")
    var b = X("b")
    for _ in range(2):
        _ = two(a, b)
    print("after")
def q17() raises:
    print("-- return")
    var a = X("a")
    var b = X("b")
    if two(a, b) == 1:
        return
    _ = two(a,b)

struct Guard[o: ImmOrigin](Movable):
    var p: Pointer[X, Self.o]
    def __init__(out self, ref[Self.o] x: X):
        self.p = Pointer(to=x)
    def __deinit__(deinit self):
        print("guard sees", self.p[])
    def look(self):
        print("look", self.p[])

def guard():
    print("-- guard")
    var x = X("x")
    var g = Guard(x)
    g.look()
    print("after")

def guard_branch(c: Bool):
    print("-- guard branch")
    var x = X("x")
    var g = Guard(x)
    if c:
        g.look()
    else:
        print("other")
    print("after")

def over():
    print("-- overwrite")
    var t = X("old")
    var a = X("a")
    print("made")
    t = a
    print("assigned", a)
    print(t)

def selfassign():
    print("-- s = two-step")
    var s = X("s")
    var u = s
    s = u
    print(s)

def main() raises:
    guard()
    guard_branch(True)
    guard_branch(False)
    over()
    selfassign()
    q1(X("a"))
    q2(X("a"))
    q3()
    q4()
    q5()
    q6()
    q7(X("a"), X("b"))
    q8(X("a"), X("b"))
    q9(X("a"), X("b"))
    q10(X("a"), X("b"))
    q11()
    q12(X("a"))
    q13(X("a"), X("b"), True)
    q13(X("a"), X("b"), False)
    q15()
    q16()
    q17()
