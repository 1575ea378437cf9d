from std.gpu import thread_idx, block_idx, block_dim
from std.gpu.host import DeviceContext


def scale(p: UnsafePointer[Float32, MutAnyOrigin], q: UnsafePointer[Int32, MutAnyOrigin], n: Int):
    var i = Int(block_idx.x * block_dim.x + thread_idx.x)
    if i < n:
        p[i] = q[i]
        q[i] = p[i] * 2.5
        p[i, 0] = 1
        p.push(i)


def main() raises:
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[DType.float32](64)
    var b = ctx.enqueue_create_buffer[DType.int32](64)
    ctx.enqueue_function[scale](a, b, 64, grid_dim=1, block_dim=64)
    ctx.synchronize()
