# Variables assigned to each other: no value is freed twice, none is lost.
def step(current: String) -> String:
    return current.replace("a", "a long piece of text that lives on the heap;")


def same(var s: String, out result: String):
    result = s^


def main():
    var s = String("a,a")
    var t = s.replace(",", " and a text that is long enough to be on the heap ")
    s = t
    print(s)
    var current = String("ab")
    for _ in range(3):
        var next = step(current)
        current = next
        print(current.byte_length())
    var a = String("A") * 40
    var b = String("B") * 40
    a, b = b, a
    print(a, b)
    var c = String("C") * 40
    a, b, c = b, c, a
    print(a, b, c)
    s = same(s)
    s = same(s^)
    print(s)
    var x: Optional[String] = String("x") * 40
    var y: Optional[String] = String("y") * 40
    x, y = y, x
    print(x.value(), y.value())
