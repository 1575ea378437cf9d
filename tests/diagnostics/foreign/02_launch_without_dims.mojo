from std.gpu import thread_idx
from std.gpu.host import DeviceContext


def fill(p: UnsafePointer[Float32, MutAnyOrigin]):
    p[Int(thread_idx.x)] = 1.0


def main() raises:
    var ctx = DeviceContext()
    var buffer = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[fill](buffer)
    ctx.synchronize()
