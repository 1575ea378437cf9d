# Checks that fail in a kernel stop it, not the process: the launch raises, and the device works afterwards.
from std.gpu import thread_idx
from std.gpu.host import DeviceContext
from std.os import abort

comptime Ints = UnsafePointer[Int32, MutAnyOrigin]


def index(data: Ints):
    var few = InlineArray[Int32, 4](fill=1)
    data[0] = few[thread_idx.x]


def gives_up(data: Ints):
    if thread_idx.x == 2:
        abort("this cannot be")


def fine(data: Ints):
    data[thread_idx.x] = Int32(thread_idx.x)


def report[F: AnyType, //, kernel: F](ctx: DeviceContext) raises:
    var data = ctx.enqueue_create_buffer[DType.int32](8)
    try:
        ctx.enqueue_function[kernel](data, grid_dim=1, block_dim=8)
        print("it worked")
    except e:
        print(e)


def main() raises:
    var ctx = DeviceContext()
    report[index](ctx)
    report[gives_up](ctx)
    report[fine](ctx)
