# A pointer or view to read keeps its owner; a cast that forgets it says that it is unsafe.
def pointer() -> Pointer[String, ImmAnyOrigin]:
    var s = String("a text that is too long to be stored in place")
    return Pointer(to=s).as_imm()  # expect-error: returns a reference to 's'


def view() -> Span[Int, ImmAnyOrigin]:
    var numbers: List[Int] = [1, 2]
    return Span(numbers).as_imm()  # expect-error: returns a reference to 'numbers'


def text() -> StringSlice[ImmAnyOrigin]:
    var s = String("a text that is too long to be stored in place")
    return s.as_string_slice().get_immutable()  # expect-error: returns a reference to 's'


def casts(mut l: List[String]):
    var a = Pointer(to=l).as_any_origin()  # expect-error: write 'as_unsafe_any_origin'
    var b = Pointer(to=l).origin_cast[MutAnyOrigin]()  # expect-error: write 'unsafe_origin_cast'
    print(len(a[]), len(b[]))


def main():
    var l: List[String] = ["a text that is too long to be stored in place"]
    var p = Pointer(to=l[0]).as_imm()
    var v = Span(l).as_imm()
    for _ in range(10):
        l.append("x")
    print(p[])  # expect-error: a reference into 'l'
    print(v[0])  # expect-error: a reference into 'l'
    casts(l)
    print(pointer()[], view()[0], text())
