# A pointer of any origin in a field keeps alive what it was made from. (Mojo 1.2 does not allow such fields.)
struct X(Movable):
    var n: String
    def __init__(out self, n: String):
        self.n = n + " long enough to be on the heap, is it not?"
    def __deinit__(deinit self):
        print("del", self.n)
struct Holder(Movable):
    var p: UnsafePointer[X, MutAnyOrigin]
    def __init__(out self, p: UnsafePointer[X, MutAnyOrigin]):
        self.p = p
    def see(self):
        print("see", self.p[].n)
struct Outer(Movable):
    var h: Holder
    def __init__(out self, var h: Holder):
        self.h = h^
def main():
    var x = X("x")
    var h = Holder(UnsafePointer[X, MutAnyOrigin](to=x))
    print("made")
    h.see()
    print("after")
    var y = X("y")
    var o = Outer(Holder(UnsafePointer[X, MutAnyOrigin](to=y)))
    print("made")
    o.h.see()
    print("after")
