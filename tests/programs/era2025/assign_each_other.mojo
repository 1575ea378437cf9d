# Variables assigned to each other, swapped, rotated, passed and returned: each value is there once, and ends once.
from memory import ArcPointer

alias LONG = " and more, so that it does not fit into the string itself"


fn step(s: String) -> String:
    return s + "+"


fn named(owned s: String, out result: String):
    result = s^


fn either(a: String, b: String, first: Bool) -> String:
    return a if first else b


fn longer(s: String) raises -> String:
    if s.byte_length() > 100:
        raise Error("too long")
    return s + s


struct Node(Movable):
    var name: String
    var last: String

    fn __init__(out self, owned name: String):
        self.last = name
        self.name = name^

    fn shift(mut self, owned name: String):
        self.last = self.name
        self.name = name^


fn strings():
    var s = String("s,") + LONG
    var t = s.replace(",", LONG)
    s = t
    print(s)
    var a = String("a") + LONG
    var b = String("b") + LONG
    var c = String("c") + LONG
    a, b = b, a
    print(a, b, sep="|")
    a, b, c = b, c, a
    print(a, b, c, sep="|")
    c = a
    print(a, c, sep="|")
    a = a
    print(a)
    (a, b) = (b, a)
    print(a, b, sep="|")


fn loops():
    var current = String("0") + LONG
    var previous = String("none") + LONG
    for _ in range(3):
        var next = step(current)
        previous = current
        current = next
    print(previous, current, sep="|")
    for i in range(4):
        if i % 2 == 0:
            current, previous = previous, current
        else:
            current = previous
    print(previous, current, sep="|")


fn calls() raises:
    var s = String("s") + LONG
    s = named(s)
    s = named(s^)
    s = step(s)
    print(s)
    var t = String("t") + LONG
    s = either(s, t, False)
    t = either(s, t, True)
    print(s, t, sep="|")
    try:
        for _ in range(3):
            s = longer(s)
    except e:
        print(e, s)


fn holders():
    var o = Optional(String("o") + LONG)
    var p = Optional(String("p") + LONG)
    o, p = p, o
    print(o.value(), p.value(), sep="|")
    p = o
    o = None
    print(p.value(), o.__bool__())
    var k = ArcPointer(String("k") + LONG)
    var l = ArcPointer(String("l") + LONG)
    k, l = l, k
    print(k[], l[], sep="|")
    l = k
    print(l[], l.count())
    var x: List[String] = [String("x") + LONG]
    var y: List[String] = [String("y") + LONG]
    swap(x, y)
    x[0], y[0] = y[0], x[0]
    print(x[0], y[0], sep="|")


fn fields():
    var n = Node("first" + LONG)
    n.shift("second" + LONG)
    n.name, n.last = n.last, n.name
    print(n.name, n.last, sep="|")
    n.last = n.name
    print(n.name, n.last, sep="|")
    var m = Node("other" + LONG)
    swap(n, m)
    m.name, n.name = n.name, m.name
    print(n.name, m.name, sep="|")


fn main() raises:
    strings()
    loops()
    calls()
    holders()
    fields()
