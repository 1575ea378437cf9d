# Copy and move initialisers are called where values are copied and transferred.
struct Tracer(Copyable):
    var id: Int

    def __init__(out self, id: Int):
        self.id = id
        print("init", id)

    def __init__(out self, *, copy: Self):
        self.id = copy.id + 100
        print("copy", copy.id)

    def __init__(out self, *, deinit move: Self):
        self.id = move.id
        print("move", move.id)

    def __deinit__(deinit self):
        print("deinit", self.id)


def take(var t: Tracer):
    print("took", t.id)


def main():
    var a = Tracer(1)
    var b = a.copy()
    take(b^)
    print("between")
    take(a.copy())
    var c = a^
    print("c is", c.id)
    print("end")
