from std.memory.alloc import alloc, dealloc, ThinAllocation, Layout
from std.memory import Allocation

struct Box[T: Movable & Deinitable]:
    comptime layout = Layout[Self.T].single()
    var a: ThinAllocation[Self.T]
    def __init__(out self, var value: Self.T):
        self.a = alloc(Self.layout).into_thin()
        self.a.unsafe_ptr().unsafe_write(value^)
    def get(ref self) -> ref[self] Self.T:
        return self.a.unsafe_ptr().unsafe_origin_cast[origin_of(self)]()[]
    def __deinit__(deinit self):
        self.a.unsafe_ptr().unsafe_deinit_pointee()
        dealloc(self.a^.unsafe_with_layout(Self.layout))

def main():
    var b = Box("hello")
    print(b.get())
    var x = alloc(Layout[Int](count=3))
    var p = x.unsafe_ptr()
    for i in range(3):
        p.unsafe_offset(i).unsafe_write(i * i)
    print(p[unsafe_offset=2], x.layout().count())
    dealloc(x^)
    var q = alloc[Int](2)
    q.unsafe_write(4)
    print(q[0])
    q.unsafe_free()
