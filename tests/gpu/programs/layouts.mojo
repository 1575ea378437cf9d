from std.gpu.host import DeviceContext
from std.sys import is_gpu, size_of

comptime Word = Int64 if is_gpu() else Int32

struct Mixed(TrivialRegisterPassable):
    var first: Word
    var second: Int32

    def __init__(out self):
        self.first = 1
        self.second = 2

def sizes(out_pointer: UnsafePointer[Int64, MutAnyOrigin]):
    var here = Mixed()
    out_pointer[0] = Int64(size_of[Mixed]())
    out_pointer[1] = Int64(here.first) + Int64(here.second)

def main() raises:
    var here = Mixed()
    print(size_of[Mixed](), Int64(here.first) + Int64(here.second))
    var context = DeviceContext()
    var buffer = context.enqueue_create_buffer[DType.int64](2)
    context.enqueue_function[sizes](buffer, grid_dim=1, block_dim=1)
    context.synchronize()
    with buffer.map_to_host() as found:
        print(found[0], found[1])
