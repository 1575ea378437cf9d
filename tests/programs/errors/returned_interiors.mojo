# A reference into what an argument owns is declared as one; views and iterators know what they see.
comptime LONG = "a text that is too long to be stored in place"


struct Shelf:
    var items: List[String]

    def __init__(out self):
        self.items = [LONG]

    def top(ref self) -> ref[self] String:
        return self.items[0]  # expect-error: a reference into what 'self' owns

    def right(ref self) -> ref[self.items[0]] String:
        return self.items[0]

    def view(ref self) -> StringSlice[origin_of(self)]:
        return StringSlice(self.items[0])  # expect-error: a reference into what 'self' owns


def first(ref l: List[String]) -> ref[l] String:
    return l[0]  # expect-error: a reference into what 'l' owns


def pointer(ref l: List[String]) -> Pointer[String, origin_of(l)]:
    return Pointer(to=l[0])  # expect-error: a reference into what 'l' owns


def all(ref l: List[String]) -> Span[String, origin_of(l)]:
    return Span(l)


def text(ref s: String) -> StringSlice[origin_of(s)]:
    return StringSlice(s)


def views():
    var l: List[String] = [LONG]
    var v = all(l)
    l.append("x")
    print(v[0])  # expect-error: a reference into 'l'
    var s = String(LONG)
    var t = text(s)
    s += "x"
    print(t)  # expect-error: a reference into 's'


def iterators() raises:
    var l: List[String] = [LONG]
    var it = iter(l)
    var numbered = enumerate(l)
    var backwards = reversed(l)
    l.append("x")
    print(next(it))  # expect-error: a reference into 'l'
    for pair in numbered:  # expect-error: a reference into 'l'
        print(pair[0])
    for x in backwards:  # expect-error: a reference into 'l'
        print(x)


def main() raises:
    var shelf = Shelf()
    var l: List[String] = [LONG]
    print(shelf.top(), shelf.right(), shelf.view(), first(l), pointer(l)[])
    views()
    iterators()
