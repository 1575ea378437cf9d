# A struct borrowing a list keeps it alive.
struct Noisy:
    var xs: List[Int]

    def __init__(out self):
        self.xs = [1, 2, 3]

    def __deinit__(deinit self):
        print("gone")


struct Cursor[origin: ImmOrigin]:
    var src: Pointer[Noisy, Self.origin]
    var i: Int

    def __init__(out self, ref[Self.origin] src: Noisy):
        self.src = Pointer(to=src)
        self.i = 0

    def next(mut self) -> Int:
        self.i += 1
        return self.src[].xs[self.i - 1]


def main():
    var n = Noisy()
    var c = Cursor(n)
    print(c.next(), c.next())
    print("still")
    print(c.next())
    print("end")
