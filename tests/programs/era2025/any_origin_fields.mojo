# A pointer without an origin in a field keeps alive what it was made from.
from memory import UnsafePointer
struct X(Movable):
    var n: String
    fn __init__(out self, n: String):
        self.n = n + " long enough to be on the heap, is it not?"
    fn __moveinit__(out self, owned o: Self):
        self.n = o.n^
    fn __del__(owned self):
        print("del", self.n)
struct Holder(Movable):
    var p: UnsafePointer[X]
    fn __init__(out self, p: UnsafePointer[X]):
        self.p = p
    fn see(self):
        print("see", self.p[].n)
fn main():
    var x = X("x")
    var h = Holder(UnsafePointer(to=x))
    print("made")
    h.see()
    print("after")
