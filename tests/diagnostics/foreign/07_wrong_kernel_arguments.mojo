from std.gpu import thread_idx
from std.gpu.host import DeviceContext


def fill(p: UnsafePointer[Float32, MutAnyOrigin], value: Float32):
    p[Int(thread_idx.x)] = value


def main() raises:
    var ctx = DeviceContext()
    var buffer = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[fill](buffer, grid_dim=1, block_dim=64)
    ctx.synchronize()
