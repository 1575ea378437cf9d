# Structs in shared memory: made, changed, copied, moved and swapped there.
from std.gpu import thread_idx, barrier
from std.gpu.host import DeviceContext
from std.memory import stack_allocation
comptime P = UnsafePointer[Float32, MutAnyOrigin]


struct Two(Copyable, Movable):
    var a: Float32
    var b: Float32
    def __init__(out self, a: Float32, b: Float32):
        self.a = a
        self.b = b
    def total(self) -> Float32:
        return self.a + self.b
    def grow(mut self):
        self.a += 1


def k(d: P):
    var t = stack_allocation[4, Two, address_space=AddressSpace.SHARED]()
    if thread_idx.x == 0:
        t[0] = Two(1, 2)
        t[0].grow()
        t[1] = t[0].copy()
        var u = t[1].copy()
        t[2] = u^
        t[3] = Two(4, 5)
        swap(t[2], t[3])
    barrier()
    d[thread_idx.x] = t[1].total() + t[0].b


def main() raises:
    var ctx = DeviceContext()
    var d = ctx.enqueue_create_buffer[DType.float32](4)
    _ = d.enqueue_fill(0)
    ctx.enqueue_function[k](d, grid_dim=1, block_dim=4)
    print(d)
