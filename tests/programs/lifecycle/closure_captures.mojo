# Captured values live as long as the closure; moved captures die with it.
struct Noisy(Copyable):
    var id: Int

    def __init__(out self, id: Int):
        self.id = id

    def __init__(out self, *, copy: Self):
        self.id = copy.id + 100
        print("copy", copy.id)

    def __deinit__(deinit self):
        print("deinit", self.id)


def main():
    var a = Noisy(1)
    var b = Noisy(2)

    def show() {imm a, var b^}:
        print("closure", a.id, b.id)

    print("made")
    show()
    show()
    print("after")
