# A reference into what a value owns is gone when the value is changed.
@fieldwise_init
struct Two(Copyable):
    var a: List[Int]
    var b: List[Int]

    def grow(mut self):
        self.a.append(1)

    def first(ref self) -> ref[self.a[0]] Int:
        return self.a[0]


@fieldwise_init
struct Holder[o: Origin[mut=True]](Movable):
    var p: Pointer[List[Int], Self.o]

    def grow(self):
        self.p[].append(1)


def element():
    var l: List[Int] = [1, 2]
    ref r = l[0]
    l.append(3)
    print(r)  # expect-error: reference into 'l', which was changed after the reference was taken


def written_through():
    var l: List[Int] = [1, 2]
    ref r = l[0]
    l.append(3)
    r = 5  # expect-error: reference into 'l'
    print(l)


def on_one_path(c: Bool):
    var l: List[Int] = [1, 2]
    ref r = l[0]
    if c:
        l.clear()
    print(r)  # expect-error: reference into 'l'


def in_a_loop():
    var l: List[Int] = [1, 2]
    ref r = l[0]
    for i in range(3):
        print(r)  # expect-error: reference into 'l'
        l.append(i)


def taken_in_a_loop():
    var l: List[Int] = [1, 2]
    var s = l[0:1]
    while len(l) < 10:
        print(s[0])  # expect-error: reference into 'l'
        s = l[0:1]
        l.append(0)
    print(s[0])


def assigned():
    var l: List[Int] = [1, 2]
    ref r = l[0]
    l = [3]
    print(r)  # expect-error: reference into 'l'


def after_an_error():
    var l: List[Int] = [1, 2]
    ref r = l[0]
    try:
        l.append(1)
        raise Error("x")
    except:
        pass
    print(r)  # expect-error: reference into 'l'


def value_of_dictionary() raises:
    var d: Dict[String, Int] = {"a": 1}
    ref r = d["a"]
    d["b"] = 2
    print(r)  # expect-error: reference into 'd'


def default_of_dictionary():
    var d: Dict[String, List[Int]] = {}
    ref v = d.setdefault("a", [])
    v.append(1)
    d["b"] = [2]
    print(v)  # expect-error: reference into 'd'


def from_a_method():
    var t = Two([1], [2])
    ref r = t.first()
    t.a.append(1)
    print(r)  # expect-error: reference into 't'


def first(ref l: List[Int]) -> ref[l[0]] Int:
    return l[0]


def either(ref a: List[Int], ref b: List[Int], c: Bool) -> ref[a[0], b[0]] Int:
    if c:
        return a[0]
    return b[0]


def pointer_to(ref l: List[Int]) -> Pointer[Int, origin_of(l[0])]:
    return Pointer(to=l[0])


def from_a_function():
    var l: List[Int] = [1, 2]
    ref r = first(l)
    l.append(1)
    print(r)  # expect-error: reference into 'l'


def from_either():
    var a: List[Int] = [1, 2]
    var b: List[Int] = [1, 2]
    ref r = either(a, b, True)
    b.append(1)
    print(r)  # expect-error: reference into 'b'


def pointer():
    var a: List[Int] = [1, 2]
    var p = pointer_to(a)
    a.append(1)
    print(p[])  # expect-error: reference into 'a'


def changed_through_pointer():
    var a: List[Int] = [1, 2]
    var p = Pointer(to=a)
    ref r = a[0]
    p[].append(1)
    print(r)  # expect-error: reference into 'a'


def changed_through_struct():
    var a: List[Int] = [1]
    ref r = a[0]
    var h = Holder(Pointer(to=a))
    h.grow()
    print(r)  # expect-error: reference into 'a'


def fill(s: Span[mut=True, String, _]):
    for i in range(len(s)):
        s[i] = "other"


def changed_through_span():
    var l: List[String] = ["a"]
    var v = l[0].strip()
    fill(Span(l))
    print(v)  # expect-error: reference into 'l'


def captured():
    var a: List[Int] = [1, 2]
    ref r = a[0]

    def show() {ref r}:
        print(r)

    a.append(1)
    show()  # expect-error: reference into 'a'


def of_an_argument(mut a: List[Int]):
    ref r = a[0]
    a.append(1)
    print(r)  # expect-error: reference into 'a'


def returned(mut a: List[Int]) -> ref[a[0]] Int:
    ref r = a[0]
    a.append(1)
    return r  # expect-error: reference into 'a'


def main() raises:
    element()
    written_through()
    on_one_path(True)
    in_a_loop()
    taken_in_a_loop()
    assigned()
    after_an_error()
    value_of_dictionary()
    default_of_dictionary()
    from_a_method()
    from_a_function()
    from_either()
    pointer()
    changed_through_pointer()
    changed_through_struct()
    changed_through_span()
    captured()
    var l: List[Int] = [1]
    of_an_argument(l)
    print(returned(l))
