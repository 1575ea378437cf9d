# Assigning over a live value destroys the old one first.
struct Noisy:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id
        print("init", id)

    def __deinit__(deinit self):
        print("deinit", self.id)


def main():
    var x = Noisy(1)
    x = Noisy(2)
    print("now", x.id)
    for i in range(3, 5):
        x = Noisy(i)
    print("last", x.id)
