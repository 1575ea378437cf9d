# OwnedPointer and ArcPointer.
from std.memory import ArcPointer, OwnedPointer


struct Res:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id
        print("acquire", id)

    def __deinit__(deinit self):
        print("release", self.id)


def main():
    var o = OwnedPointer(Res(1))
    print(o[].id)
    o[].id = 5
    print(o[].id)
    var a = ArcPointer(Res(2))
    var b = a
    b[].id = 7
    print(a[].id, a.count())
    _ = b^
    print("count", a.count())
    print("end")
