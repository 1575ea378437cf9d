# edition: 2025
# Structs that hold pointers are returned in tuples and lists, and copied in arrays, by their old hooks.
from memory import UnsafePointer

struct Box(Copyable, Movable):
    var p: UnsafePointer[Int]
    fn __init__(out self, n: Int):
        self.p = UnsafePointer[Int].alloc(1)
        self.p[] = n
    fn __copyinit__(out self, existing: Self):
        self.p = UnsafePointer[Int].alloc(1)
        self.p[] = existing.p[]
    fn __moveinit__(out self, owned existing: Self):
        self.p = existing.p
    fn __del__(owned self):
        self.p.free()

fn two(a: Box) -> Tuple[Box, Box]:
    return (a, Box(2))

fn lst(owned a: Box, owned b: Box) -> List[Box]:
    return [a^, b^]

fn main():
    var a = Box(1)
    var t = two(a)
    print(t[0].p[], t[1].p[])
    var l = lst(a^, Box(4))
    print(len(l), l[1].p[])
    var arr = InlineArray[Box, 2](Box(7))
    var brr = arr.copy()
    print(brr[1].p[])
