# Values in Dict, Optional and Tuple are destroyed once.
@fieldwise_init
struct Noisy(Copyable):
    var id: Int

    def __deinit__(deinit self):
        print("deinit", self.id)


def main() raises:
    var d = Dict[String, Noisy]()
    d["a"] = Noisy(1)
    d["b"] = Noisy(2)
    print("filled", len(d))
    d["a"] = Noisy(3)
    print("replaced")
    var taken = d.pop("b")
    print("popped", taken.id)
    print("a is", d["a"].id)
    var o = Optional(Noisy(7))
    print("optional", o.value().id)
    o = None
    print("cleared")
    var t = (Noisy(8), Noisy(9))
    print(t[0].id, t[1].id)
    print("end")
