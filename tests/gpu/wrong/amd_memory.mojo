# devices: gfx942
# Kernels for AMD GPUs have no memory to take from: what needs some is an error at its line.
from std.gpu.host import DeviceContext

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def taking(data: Floats):
    var room = Floats.alloc(4)  # error: a kernel for gfx942 cannot call 'malloc': nothing there has it
    room[0] = data[0]
    data[1] = room[0] + 1
    room.free()


def texts(data: Floats):
    var text = String("a")
    for i in range(100):
        text += String(Int(data[i]))  # error: a kernel for gfx942 cannot call '
    data[0] = Float32(text.byte_length())


def lists(data: Floats):
    var numbers = List[Float32]()
    for i in range(10):
        numbers.append(data[i])  # error: a kernel for gfx942 cannot call 'malloc'
    data[0] = numbers[3]


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[taking](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[texts](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[lists](data, grid_dim=1, block_dim=1)
