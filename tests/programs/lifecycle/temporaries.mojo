# When temporaries, arguments and struct fields die, in nested calls.
struct Noisy(Copyable):
    var id: Int

    def __init__(out self, id: Int):
        self.id = id
        print("+", id, sep="")

    def __init__(out self, *, copy: Self):
        self.id = copy.id * 10
        print("copy", copy.id)

    def __deinit__(deinit self):
        print("-", self.id, sep="")

    def twice(self) -> Noisy:
        return Noisy(self.id * 2)


def use(a: Noisy, b: Noisy) -> Int:
    print("use", a.id, b.id)
    return a.id + b.id


def pass_on(var a: Noisy) -> Noisy:
    print("passing", a.id)
    return a^


def main():
    print(use(Noisy(1), Noisy(2)))
    print(Noisy(3).twice().id)
    var x = pass_on(Noisy(5))
    print("x", x.id)
    var y = pass_on(x.copy())
    print("y", y.id, "x", x.id)
    print("end")
