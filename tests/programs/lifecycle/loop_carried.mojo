# Values assigned in loops and conditionally initialised values.
struct Noisy:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id
        print("init", id)

    def __deinit__(deinit self):
        print("deinit", self.id)


def pick(flag: Bool) -> Int:
    var x: Noisy
    if flag:
        x = Noisy(1)
    else:
        x = Noisy(2)
    print("picked", x.id)
    return x.id


def main():
    print(pick(True))
    print(pick(False))
    var last = Noisy(0)
    for i in range(1, 4):
        if i == 2:
            continue
        last = Noisy(i)
    print("last", last.id)
    while True:
        var t = Noisy(50)
        if t.id == 50:
            break
    print("end")
