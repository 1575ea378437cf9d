# edition: 2025
# What a change of a list or text takes away is not used after it, in 2025 either.
fn both(mut l: List[String], x: String):
    l.append(x)


struct Loud:
    var text: String

    fn __init__(out self):
        self.text = "text"

    fn __del__(owned self):
        print("del")


fn of_a_list():
    var l = List[String]("a", "b")
    ref r = l[0]
    for _ in range(10):
        l.append("c")
    print(r)  # expect-error: a reference into 'l'


fn of_a_text():
    var s = String("a b")
    var parts = s.as_bytes()
    s += "a tail that makes the text move elsewhere"
    print(len(parts))  # expect-error: a reference into 's'


fn overlapping():
    var l = List[String]("a", "b")
    both(l, l[0])  # expect-error: a mutable argument must not overlap another


fn taken_apart():
    var loud = Loud()
    var taken = loud.text^  # expect-error: 'loud.text' is moved out
    print(taken)


fn dangling(s: String) -> Pointer[String, __origin_of(s)]:
    var x = s + "x"
    return Pointer(to=x)  # expect-error: this returns a reference to 'x'


fn main():
    of_a_list()
    of_a_text()
    overlapping()
    taken_apart()
    _ = dangling("s")
