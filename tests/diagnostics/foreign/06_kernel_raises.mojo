from std.gpu import thread_idx
from std.gpu.host import DeviceContext


def check(p: UnsafePointer[Float32, MutAnyOrigin]) raises:
    if p[0] < 0:
        raise Error("negative")


def main() raises:
    var ctx = DeviceContext()
    var buffer = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[check](buffer, grid_dim=1, block_dim=1)
    ctx.synchronize()
