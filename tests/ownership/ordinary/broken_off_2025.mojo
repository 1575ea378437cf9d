# edition: 2025
# A loop that moves something and is left while a value in it is still referred to: that value ends once.
struct Token(Copyable, Movable):
    var cell: UnsafePointer[Int]

    fn __init__(out self, n: Int):
        self.cell = UnsafePointer[Int].alloc(1)
        self.cell[] = n

    fn __copyinit__(out self, existing: Self):
        self = Token(existing.cell[])

    fn __moveinit__(out self, owned existing: Self):
        self.cell = existing.cell

    fn __del__(owned self):
        print("end", self.cell[])
        self.cell.free()


struct Holder(Movable):
    var token: Token

    fn __init__(out self, n: Int):
        self.token = Token(n)

    fn __moveinit__(out self, owned existing: Self):
        self.token = existing.token^

    fn __del__(owned self):
        print("end of holder", self.token.cell[])


fn taken(owned s: String) -> Bool:
    return s == "a"


fn main():
    var found = Token(1)
    var s = String("a")
    for _ in range(2):
        var held = Holder(5)
        if taken(s^):
            found = held.token
            break
        s = String("b")
    var kept = found
    print(kept.cell[])
