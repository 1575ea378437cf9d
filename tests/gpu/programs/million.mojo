# A million threads, each with one element; on the simulated device this takes a fraction of a second.
from std.gpu import global_idx
from std.gpu.host import DeviceContext

comptime COUNT = 1 << 20


def scale(data: UnsafePointer[Int32, MutAnyOrigin], size: Int):
    var i = global_idx.x
    if i < size:
        data[i] = data[i] * 2 + Int32(i)


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.int32](COUNT)
    _ = data.enqueue_fill(3)
    ctx.enqueue_function[scale](data, COUNT, grid_dim=COUNT // 256, block_dim=256)
    var wrong = 0
    with data.map_to_host() as host:
        for i in range(COUNT):
            if host[i] != Int32(i + 6):
                wrong += 1
    print("wrong:", wrong)
