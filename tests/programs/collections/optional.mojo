# Optional: presence, value, or_else, printing, take.
def find(xs: List[Int], wanted: Int) -> Optional[Int]:
    for i in range(len(xs)):
        if xs[i] == wanted:
            return i
    return None


def main() raises:
    var xs: List[Int] = [5, 6, 7]
    var a = find(xs, 6)
    var b = find(xs, 9)
    print(a, b)
    if a:
        print("found at", a.value())
    if not b:
        print("not found")
    print(a.or_else(-1), b.or_else(-1))
    print(a is None, b is None, a is not None)
    print(a == Optional(1), a == b)
    var s: Optional[String] = String("text")
    s.value() += "!"
    print(s.value())
    var taken = s.take()
    print(taken, s is None)
    try:
        print(b[])
    except e:
        print("empty:", e)
