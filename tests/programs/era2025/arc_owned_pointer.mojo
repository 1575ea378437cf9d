# ArcPointer and OwnedPointer.
from memory import ArcPointer, OwnedPointer


struct Res:
    var id: Int

    fn __init__(out self, id: Int):
        self.id = id

    fn __moveinit__(out self, owned moved: Self):
        self.id = moved.id

    fn __del__(owned self):
        print("release", self.id)


fn main():
    var a = ArcPointer(Res(1))
    var b = a
    b[].id = 5
    print(a[].id)
    _ = a^
    print("still", b[].id)
    var o = OwnedPointer(7)
    o[] += 1
    print(o[])
