# A variable or field that is moved to itself keeps its value, which ends once.
struct Loud(Movable):
    var n: Int

    def __init__(out self, n: Int):
        self.n = n

    def __deinit__(deinit self):
        print("gone", self.n)


@fieldwise_init
struct Two(Movable):
    var a: Loud
    var b: Loud


def main():
    var x = String("a long text on the heap")
    x = x^
    print(x)
    var y = Loud(1)
    y = y^
    print("after")
    var t = Two(Loud(2), Loud(3))
    t.a = t.a^
    t = t^
    print(t.a.n)
