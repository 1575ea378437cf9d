"""A kernel that leaves its buffer by far is stopped; one that writes just outside of it harms nobody."""

from std.gpu import global_idx
from std.gpu.host import DeviceContext


def beyond(p: UnsafePointer[Float32, MutAnyOrigin], n: Int):
    p[Int(global_idx.x) + n] = 1.0


def main() raises:
    var ctx = DeviceContext()
    var text = String("the host's own text, which is on the heap")
    var buffer = ctx.enqueue_create_buffer[DType.float32](10)
    var other = ctx.enqueue_create_buffer[DType.float32](10)
    other.enqueue_fill(7)
    for n in [0, 3, -4, 1000, 500_000, -500_000]:
        try:
            ctx.enqueue_function[beyond](buffer, n, grid_dim=1, block_dim=8)
            ctx.synchronize()
        except e:
            print(n, "in block (0, 0, 0), thread (0, 0, 0)" in String(e))
    with other.map_to_host() as values:
        print(values[0], values[9], text)
    _ = buffer
