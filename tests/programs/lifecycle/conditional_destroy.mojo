# Destruction in branches and loops.
struct Noisy:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id
        print("init", id)

    def __deinit__(deinit self):
        print("deinit", self.id)


def maybe(flag: Bool):
    var x = Noisy(1)
    if flag:
        print("used", x.id)
    else:
        print("not used")
    print("tail")


def early(flag: Bool) -> Int:
    var y = Noisy(2)
    if flag:
        return 0
    print("late use", y.id)
    return 1


def main():
    maybe(True)
    maybe(False)
    print(early(True))
    print(early(False))
    for i in range(10, 12):
        var z = Noisy(i)
        print("loop", z.id)
