# `_ = x` keeps a value alive until that point; references extend life.
struct Noisy:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id

    def __deinit__(deinit self):
        print("deinit", self.id)


def main():
    var a = Noisy(1)
    var b = Noisy(2)
    print("a made", a.id)
    ref r = b
    print("working")
    print("r", r.id)
    print("before keep")
    _ = b^
    print("end")
