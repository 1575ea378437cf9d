# A List destroys its elements; pop transfers; clear destroys.
struct Noisy(Copyable):
    var id: Int

    def __init__(out self, id: Int):
        self.id = id

    def __init__(out self, *, copy: Self):
        self.id = copy.id
        print("copy", self.id)

    def __deinit__(deinit self):
        print("deinit", self.id)


def main():
    var xs = List[Noisy](capacity=4)
    xs.append(Noisy(1))
    xs.append(Noisy(2))
    xs.append(Noisy(3))
    print("filled")
    var last = xs.pop()
    print("popped", last.id)
    xs.clear()
    print("cleared", len(xs))
    xs.append(Noisy(4))
    print("len", len(xs))
    print("end")
