# References that get where one does not look at once: into errors, results with names, variants, packs, what closures change.
from std.utils import Variant


@fieldwise_init
struct Wrong[o: ImmOrigin](Copyable, Writable):
    var p: Pointer[String, Self.o]

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.p[])


def first_is_wrong(l: List[String]) raises Wrong[origin_of(l[0])]:
    raise Wrong(Pointer(to=l[0]))


def hides_the_interior(l: List[String]) raises Wrong[origin_of(l)]:
    raise Wrong(Pointer(to=l[0]))  # expect-error: this raises a reference into what 'l' owns, which a change of 'l' takes away


def raises_a_local(l: List[String]) raises Wrong[origin_of(l[0])]:
    var local: List[String] = ["a"]
    raise Wrong(Pointer(to=local[0]))  # expect-error: this raises a reference to 'local', which is destroyed when the function returns


def passes_on_a_local(l: List[String]) raises Wrong[origin_of(l[0])]:
    var local: List[String] = ["a"]
    first_is_wrong(local)  # expect-error: this raises a reference to 'local', which is destroyed when the function returns


def caught():
    var l: List[String] = ["a"]
    try:
        first_is_wrong(l)
    except e:
        l.clear()
        print(e)  # expect-error: changed after the reference was taken


def by_name(l: List[String], out r: Pointer[String, origin_of(l)]):
    var s = String("s")
    r = Pointer(to=s)  # expect-error: this returns a reference to 's', which is destroyed when the function returns


def by_name_and_method(l: List[String], out r: List[Pointer[String, origin_of(l)]]):
    var s = String("s")
    r = []
    r.append(Pointer(to=s))  # expect-error: this returns a reference to 's', which is destroyed when the function returns


def interior_by_name(l: List[String], out r: Pointer[String, origin_of(l)]):
    r = Pointer(to=l[0])  # expect-error: this returns a reference into what 'l' owns


def varied():
    var l: List[String] = ["a"]
    var v = Variant[Int, Pointer[String, origin_of(l[0])]](Pointer(to=l[0]))
    var p = v[Pointer[String, origin_of(l[0])]]
    l.clear()
    print(v[Pointer[String, origin_of(l[0])]][])  # expect-error: changed after the reference was taken
    print(p[])  # expect-error: changed after the reference was taken


struct Box[T: Copyable & Deinitable](Movable):
    var value: Self.T

    def __init__(out self, var value: Self.T):
        self.value = value^

    def put[U: Movable & Deinitable](mut self, var u: U):
        self.value = rebind_var[Self.T](u^)


def rebound():
    var l: List[String] = ["a"]
    var m: List[String] = ["b"]
    var box = Box(Pointer(to=l[0]))
    box.put(Pointer(to=m[0]))
    m.clear()
    print(box.value[])  # expect-error: changed after the reference was taken


def converted():
    var l: List[String] = ["a"]
    var wrong = Wrong(Pointer(to=l[0]))
    l.clear()
    print(wrong)  # expect-error: changed after the reference was taken


def walked():
    var o = Optional(String("a"))
    for x in o:  # expect-error: changed after the reference was taken
        o = None
        print(x)  # expect-error: changed after the reference was taken


def forgotten():
    var s = String("s")
    var t: Tuple[Pointer[String, MutAnyOrigin], Int] = (Pointer(to=s), 1)  # expect-error: takes these arguments
    print(t[0][])


def in_a_tuple(a: Tuple[Span[String, _], Int]):  # expect-error: lacks parameters, so it is not one type
    pass


def each[F: def(String) -> None](l: List[String], f: F):
    for x in l:
        f(x)


def each_known[f: def(String) capturing -> None](l: List[String]):
    for x in l:
        f(x)


def twice[F: def() -> None, G: def() -> None](f: F, g: G):
    f()
    g()


def closures():
    var l: List[String] = ["a"]
    def add(s: String) {mut l}:
        l.append(s)
        print(s)
    each(l, add)  # expect-error: the closure 'add' may change 'l', which the argument 'l' refers to
    add(l[0])  # expect-error: the closure 'add' may change 'l', which the argument 's' refers to

    @__parameter
    def grow(s: String) capturing:
        l.append(s)
    each_known[grow](l)  # expect-error: the closure 'grow' may change 'l', which the argument 'l' refers to

    def change() {mut l}:
        l.append("b")
    def show() {imm l}:
        print(l)
    twice(change, show)  # expect-error: the closure 'change' may change 'l', which the argument 'g' refers to


def main():
    pass
