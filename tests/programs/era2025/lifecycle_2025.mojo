# __copyinit__, __moveinit__ and __del__ with the old spellings.
struct Noisy:
    var id: Int

    fn __init__(out self, id: Int):
        self.id = id
        print("init", id)

    fn __copyinit__(out self, existing: Self):
        self.id = existing.id + 100
        print("copy", existing.id)

    fn __moveinit__(out self, owned moved: Self):
        self.id = moved.id
        print("move", moved.id)

    fn __del__(owned self):
        print("del", self.id)


fn take(owned n: Noisy):
    print("took", n.id)


fn main():
    var a = Noisy(1)
    var b = a
    print("have", b.id)
    take(a^)
    var c = b^
    print("c", c.id)
