# What arguments refer to: nobody knows here whose it is, but what is changed through one of them is gone.
@fieldwise_init
struct View[o: ImmOrigin](Copyable):
    var p: Pointer[List[String], Self.o]

    def first(self) -> ref[self.p[][0]] String:
        return self.p[][0]

    def all(self) -> Span[String, Self.o]:
        return Span(self.p[])



def viewed():
    var l: List[String] = ["a"]
    ref r = View(Pointer(to=l)).first()
    l.clear()
    print(r)  # expect-error: this uses a reference into 'l'
    var all = View(Pointer(to=l)).all()
    l.append("b")
    print(all[0])  # expect-error: this uses a reference into 'l'


struct Grid(Movable):
    var rows: List[List[String]]

    def __init__(out self):
        self.rows = [["a"]]

    def corner(ref self) -> ref[self.rows[0][0]] String:
        return self.rows[0][0]


def inner_row():
    var grid = Grid()
    ref r = grid.corner()
    grid.rows[0].clear()
    print(r)  # expect-error: this uses a reference into 'grid'


def through_a_pointer[o: MutOrigin](p: Pointer[List[String], o]):
    ref r = p[][0]
    p[].clear()
    print(r)  # expect-error: this uses a reference into what 'p' refers to


def through_a_span(s: Span[mut=True, List[String], _]):
    ref r = s[0][0]
    s[0].clear()
    print(r)  # expect-error: this uses a reference into what 's' refers to


struct Cursor[o: MutOrigin](Movable):
    var p: Pointer[List[String], Self.o]

    def __init__(out self, ref[Self.o] l: List[String]):
        self.p = Pointer(to=l)

    def shrink(self):
        self.p[].clear()

    def run(mut self):
        ref r = self.p[][0]
        self.shrink()
        print(r)  # expect-error: this uses a reference into what 'self' refers to


def with_a_cursor(mut c: Cursor[_]):
    ref r = c.p[][0]
    c.p[].clear()
    print(r)  # expect-error: this uses a reference into what 'c' refers to


struct Two[i: MutOrigin, o: MutOrigin](Movable):
    var a: Pointer[List[String], Self.i]
    var b: Pointer[List[String], Self.o]

    def __init__(out self, ref[Self.i] a: List[String], ref[Self.o] b: List[String]):
        self.a = Pointer(to=a)
        self.b = Pointer(to=b)

    def wrong(self):
        ref r = self.a[][0]
        self.a[].clear()
        print(r)  # expect-error: this uses a reference into what 'self' refers to

    def right(self):
        ref r = self.a[][0]
        for x in self.a[]:
            self.b[].append(x)
        self.b[].clear()
        print(r)


@fieldwise_init
struct Hiding[o: ImmOrigin](Copyable):
    var p: Pointer[List[String], Self.o]

    def hidden(self) -> ref[self.p[]] String:
        return self.p[][0]  # expect-error: this returns a reference into what 'self' refers to

    def hidden_by_origin(self) -> ref[Self.o] String:
        return self.p[][0]  # expect-error: this returns a reference into what 'self' refers to


def main():
    var l: List[String] = ["a"]
    through_a_pointer(Pointer(to=l))
    var rows = [l.copy()]
    through_a_span(rows)
    var c = Cursor(l)
    c.run()
    with_a_cursor(c)
    var m: List[String] = ["b"]
    var two = Two(l, m)
    two.wrong()
    two.right()
    var hiding = Hiding(Pointer(to=l))
    print(hiding.hidden(), hiding.hidden_by_origin())
