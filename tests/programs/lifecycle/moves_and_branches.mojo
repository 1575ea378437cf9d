# lifecycle
struct N:
    var s: String
    def __init__(out self, s: String):
        self.s = s
        print("init", s)
    def __init__(out self, *, copy: Self):
        self.s = copy.s + "'"
        print("copy", self.s)
    def __init__(out self, *, deinit move: Self):
        self.s = move.s^
        print("move", self.s)
    def __deinit__(deinit self):
        print("deinit", self.s)

def consume(var n: N):
    print("consume", n.s)

def make(s: String) -> N:
    return N(s)

struct Holder:
    var a: N
    var b: N
    def __init__(out self):
        self.a = N("a")
        self.b = N("b")
    def take_a(deinit self) -> N:
        return self.a^

def branch(c: Bool):
    var n = N("br")
    if c:
        consume(n^)
    else:
        print("keep", n.s)
    print("end branch")

def raising(c: Bool) raises:
    var n = N("r")
    if c:
        raise Error("e")
    print(n.s)

def main() raises:
    var x = N("x")
    consume(x^)
    var h = Holder()
    var a = h^.take_a()
    print("got", a.s)
    branch(True)
    branch(False)
    try:
        raising(True)
    except:
        print("caught")
    var l = List[N]()
    l.append(make("l1"))
    l.append(make("l2"))
    print(len(l))
    var o = l.pop()
    print("popped", o.s)
    var y = N("y")
    y = N("z")
    print(y.s)
    var late: N
    late = N("late")
    print(late.s)
    for i in range(2):
        var t = N(String("loop", i))
        if i == 0:
            continue
        print(t.s)
    print("end")
