# edition: 2025
# What a pointer in a field points to lives as long as the struct.
struct Loud(Movable):
    var n: Int

    fn __init__(out self, n: Int):
        self.n = n

    fn __moveinit__(out self, owned other: Self):
        self.n = other.n

    fn __del__(owned self):
        print("del", self.n)


struct Holder:
    var p: UnsafePointer[Loud]

    fn __init__(out self, p: UnsafePointer[Loud]):
        self.p = p


fn main():
    var x = Loud(2)
    var h = Holder(UnsafePointer(to=x))
    print("made")
    print(h.p[].n)
    print("end")
