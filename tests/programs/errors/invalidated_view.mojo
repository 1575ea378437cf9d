# Views, iterators and elements of all kinds of containers are gone when what they belong to is changed.
from std.collections import Deque
from std.memory import OwnedPointer
from std.utils import Variant


@fieldwise_init
struct Two(Copyable):
    var a: List[Int]
    var b: List[Int]

    def grow(mut self):
        self.a.append(1)

    def first(ref self) -> ref[self.a[0]] Int:
        return self.a[0]


struct Box[T: Copyable & Deinitable](Movable):
    var _items: List[Self.T]

    def __init__(out self, var item: Self.T):
        self._items = [item^]

    def set(mut self, var item: Self.T):
        self._items[0] = item^

    def get(ref self) -> ref[origin_of(self)._get_owned_interior["content"]] Self.T:
        return self._items[0]


def words():
    var s = String("hello world")
    var v = s.split()
    s += "x"
    print(v)  # expect-error: reference into 's'


def stripped():
    var s = String(" hello ")
    var v = s.strip()
    s += "x"
    print(v)  # expect-error: reference into 's'


def view():
    var s = String("hello")
    var v = StringSlice(s)
    s += "x"
    print(v)  # expect-error: reference into 's'


def bytes_of_string():
    var s = String("hello")
    var v = s.as_bytes()
    s = "x"
    print(v[0])  # expect-error: reference into 's'


def span():
    var l: List[Int] = [1, 2]
    var s = Span(l)
    l.append(3)
    print(s[0])  # expect-error: reference into 'l'


def iterator():
    var l: List[Int] = [1, 2]
    for x in l:  # expect-error: reference into 'l'
        l.append(x)


def characters():
    var s = String("abc")
    for c in s.codepoint_slices():  # expect-error: reference into 's'
        s += String("x")
        _ = c  # expect-error: reference into 's'


def optional():
    var o = Optional(String("abc"))
    ref r = o.value()
    o = None
    print(r)  # expect-error: reference into 'o'


def variant():
    var v = Variant[Int, String](3)
    ref r = v[Int]
    v.set[String]("x")
    print(r)  # expect-error: reference into 'v'


def owned_pointer():
    var p = OwnedPointer(String("x"))
    ref r = p[]
    p = OwnedPointer(String("y"))
    print(r)  # expect-error: reference into 'p'


def deque():
    var d = Deque[Int]()
    d.append(1)
    ref r = d[0]
    d.append(1)
    print(r)  # expect-error: reference into 'd'


def nested():
    var l: List[List[Int]] = [[1], [2]]
    ref r = l[0][0]
    l[1].append(3)
    print(r)  # expect-error: reference into 'l'


def nested_views():
    var l: List[String] = ["a", "b"]
    var v = l[0].strip()
    l[1] = "x"
    print(v)  # expect-error: reference into 'l'


def field():
    var t = Two([1], [2])
    ref r = t.a[0]
    t.a.append(3)
    print(r)  # expect-error: reference into 't'


def by_a_method():
    var t = Two([1], [2])
    ref r = t.a[0]
    t.grow()
    print(r)  # expect-error: reference into 't'


def own_container():
    var b = Box(String("x"))
    ref r = b.get()
    b.set("y")
    print(r)  # expect-error: reference into 'b'


def sorted_while_referred_to():
    var l: List[Int] = [3, 1]
    ref r = l[0]
    sort(l)
    print(r)  # expect-error: reference into 'l'


def main() raises:
    words()
    stripped()
    view()
    bytes_of_string()
    span()
    iterator()
    characters()
    optional()
    variant()
    owned_pointer()
    deque()
    nested()
    nested_views()
    field()
    by_a_method()
    own_container()
    sorted_while_referred_to()
