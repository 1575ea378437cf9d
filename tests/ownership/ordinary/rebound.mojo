# 'rebind_var' moves; pointers in fields keep what they point to.
struct Loud(Movable):
    var n: Int

    def __init__(out self, n: Int):
        self.n = n

    def __deinit__(deinit self):
        print("del", self.n)


def moved[T: Movable & Deinitable](var x: T):
    var y = rebind_var[Loud](x^)
    print(y.n)


struct Holder[o: Origin]:
    var p: Pointer[Loud, Self.o]

    def __init__(out self, p: Pointer[Loud, Self.o]):
        self.p = p


def main():
    moved(Loud(1))
    var x = Loud(2)
    var h = Holder(Pointer(to=x))
    print("made")
    print(h.p[].n)
    print("end")
