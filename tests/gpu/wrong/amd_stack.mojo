# devices: gfx942
# What LLVM finds only when it makes the code of a kernel is an error at the kernel.
from std.gpu.host import DeviceContext
from std.memory import stack_allocation

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def small(data: Floats):
    data[0] = 1


def large(data: Floats):  # error: LLVM cannot generate code for the kernel 'large': stack frame size
    var room = stack_allocation[10000000, Float32]()
    room[Int(data[0])] = 1
    data[1] = room[Int(data[2])]


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[small](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[large](data, grid_dim=1, block_dim=1)
