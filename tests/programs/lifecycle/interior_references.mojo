# References into what values own that stay valid: nothing that owns them is changed in between.
@fieldwise_init
struct Two(Copyable):
    var a: List[Int]
    var b: List[Int]
    var n: Int

    def count(self) -> Int:
        return len(self.a)


def elements_change():
    var l: List[Int] = [1, 2]
    ref r = l[0]
    l[1] = 7
    l[0] += 4
    print(r, len(l))


def taken_again():
    var l: List[Int] = [1, 2]
    for i in range(3):
        ref r = l[0]
        l.append(r + i)
    var s = l[:]
    print(len(s))
    l.append(9)
    s = l[:]
    print(len(s), s[len(s) - 1])
    for i in range(2):
        l.append(i)
        s = l[:]
        print(len(s))


def left_before_use(c: Bool):
    var l: List[Int] = [1, 2]
    ref r = l[0]
    if c:
        l.append(3)
        print(len(l))
        return
    print(r)


def left_after_change():
    var l: List[Int] = [1, 2, 3]
    for x in l:
        if x == 2:
            l.append(4)
            break
    print(l)


def other_fields():
    var t = Two([1], [2], 0)
    ref r = t.a[0]
    t.b.append(3)
    t.n = 4
    print(r, t.count(), t.b)


def nested():
    var l: List[List[Int]] = [[1], [2]]
    ref inner = l[0]
    l[0].append(5)
    inner.append(6)
    print(inner, l[0][1])


def fields_of_elements():
    var l: List[Two] = [Two([1], [2], 3)]
    ref first = l[0].a[0]
    l[0].b.append(4)
    l[0].n = 5
    print(first, l[0].b)


def dictionaries() raises:
    var d: Dict[String, Int] = {"a": 1, "b": 2}
    ref r = d["a"]
    d["b"] += 5
    print(r, d["b"])
    for k in d.keys():
        d[k] += 1
    for ref v in d.values():
        v *= 10
    print(d)
    d["c"] = d["a"]
    print(d["c"])


def copied_out():
    var l: List[String] = ["a", "b"]
    l.append(l[0])
    l.append(l[1] + l[0])
    l[0] = l[1]
    l[0], l[1] = l[2], l[3]
    print(l)
    var s = String("x,y")
    var first = String(s.split(",")[0])
    s += first
    s = s.upper()
    print(s)


def register_values_are_copies():
    var l: List[Int] = [1, 2]
    l.append(l[0])
    l.insert(l[0], l[1])
    l[l[0]] = l[1] + 5
    print(l)


def pointers_in_lists():
    var x = 1
    var l: List[Pointer[Int, origin_of(x)]] = []
    l.append(Pointer(to=x))
    var p = l[0]
    l.append(p)
    print(p[], len(l))


def changed_in_a_loop(mut l: List[Int]):
    while len(l) < 5:
        ref last = l[len(l) - 1]
        l.append(last + 1)
    print(l)


def read_only_argument(l: List[Int], mut x: Int):
    x += len(l)


def element_and_its_list():
    var l: List[Int] = [1, 2]
    read_only_argument(l, l[0])
    print(l)


struct Box[T: Copyable & Deinitable](Movable):
    var _items: List[Self.T]

    def __init__(out self, var item: Self.T):
        self._items = [item^]

    @__unsafe_nested_origins_read_only
    def get(ref self) -> ref[self._items[0]] Self.T:
        return self._items[0]


def own_container():
    var b = Box(String("x"))
    ref r = b.get()
    b.get() += "y"
    print(r)


def main() raises:
    elements_change()
    taken_again()
    left_before_use(True)
    left_before_use(False)
    left_after_change()
    other_fields()
    nested()
    fields_of_elements()
    dictionaries()
    copied_out()
    register_values_are_copies()
    pointers_in_lists()
    var l: List[Int] = [1]
    changed_in_a_loop(l)
    element_and_its_list()
    own_container()
