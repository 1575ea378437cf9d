# edition: 2025
# What a pointer in a field points to lives until the pointer was used.
struct Token(Copyable, Movable):
    var cell: UnsafePointer[Int]

    fn __init__(out self, n: Int):
        self.cell = UnsafePointer[Int].alloc(1)
        self.cell[] = n

    fn __copyinit__(out self, existing: Self):
        self.cell = UnsafePointer[Int].alloc(1)
        self.cell[] = existing.cell[]

    fn __del__(owned self):
        print("end", self.cell[])
        self.cell.free()

fn two(a: Int, b: Int):
    print(a, b)

fn main():
    var kept = Token(5)
    print(kept.cell[])
    var a = Token(7)
    var b = a.cell[] + 1
    print(b)
    var c = Token(8)
    two(c.cell[], 1)
    var d = Token(9)
    print(d.cell[], 1)
    var e = Token(10)
    ref r = e.cell[]
    print(r)
