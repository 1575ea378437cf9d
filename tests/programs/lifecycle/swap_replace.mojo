# swap and replacing fields run the right destructors.
struct Noisy:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id

    def __deinit__(deinit self):
        print("deinit", self.id)


struct Holder:
    var inner: Noisy

    def __init__(out self, id: Int):
        self.inner = Noisy(id)

    def replace(mut self, id: Int):
        self.inner = Noisy(id)
        print("replaced")


def main():
    var a = Noisy(1)
    var b = Noisy(2)
    swap(a, b)
    print(a.id, b.id)
    var h = Holder(10)
    h.replace(11)
    print("holder", h.inner.id)
    print("end")
