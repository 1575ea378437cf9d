# The programs of the ownership model as they were written in 2025.
from collections import Dict, List, Optional
from memory import ArcPointer

alias LONG = ", and a text that is too long to be kept inside of the string itself"


struct Noisy(Copyable, Movable):
    var id: Int

    fn __init__(out self, id: Int):
        self.id = id

    fn __copyinit__(out self, other: Self):
        self.id = other.id + 100

    fn __moveinit__(out self, owned other: Self):
        self.id = other.id

    fn __del__(owned self):
        print("gone", self.id)


fn step(owned s: String, out result: String):
    result = s.replace(",", LONG)


fn grown(owned s: String) -> String:
    s += "!"
    return s


fn apply[f: fn (Int) capturing -> Int](n: Int) -> Int:
    return f(n)


fn call_later(f: fn (Int) escaping -> Int, n: Int) -> Int:
    return f(n)


fn risky(n: Int) raises -> Noisy:
    var value = Noisy(n)
    if n > 1:
        raise Error("risky " + String(n))
    return value^


fn assignments():
    var s = String("a,b")
    var t = s.replace(",", LONG)
    s = t
    print(s.byte_length(), t.byte_length())
    var current = String("x,")
    for _ in range(3):
        var next = step(current)
        current = String(next[:10].strip())
    print(current)
    s = grown(s)
    print(s.byte_length())


fn swaps():
    var a = String("A") + LONG
    var b = String("B")
    a, b = b, a
    print(a, b.byte_length())
    var x = Optional(String("x"))
    var y = Optional(String("y"))
    x, y = y, x
    print(x.value(), y.value())
    var p = ArcPointer(1)
    var q = ArcPointer(2)
    p, q = q, p
    print(p[], q[])
    var u = String("u")
    var v = String("v")
    var w = String("w")
    u, v, w = v, w, u
    print(u, v, w)


fn closures():
    var noisy = Noisy(1)
    var words = List[String]("one" + LONG, "two" + LONG)

    @parameter
    fn by_reference(n: Int) -> Int:
        return noisy.id + n + len(words[1])

    print(apply[by_reference](1))

    fn kept(n: Int) escaping -> Int:
        return len(words) + n

    print(call_later(kept, 2))
    words.append("three")
    print(by_reference(2), len(words))


fn errors():
    try:
        var value = risky(1)
        print("got", value.id)
        var other = risky(2)
        print("not", other.id)
    except e:
        print("caught", e)
    finally:
        print("at last")


fn fields() raises:
    var table = Dict[String, List[String]]()
    table["a"] = List[String]("x")
    var copy = table["a"]
    copy.append("y" + LONG)
    table["a"] = copy
    table["b"] = table["a"]
    print(len(table["a"]), len(table["b"]), len(copy))


fn main() raises:
    assignments()
    swaps()
    closures()
    errors()
    fields()
