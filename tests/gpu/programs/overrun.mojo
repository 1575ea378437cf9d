from max.gpu.host import DeviceContext
from std.gpu import global_idx

def wide(p: UnsafePointer[Float32, MutAnyOrigin]):
    p[global_idx.x] = 1

def main() raises:
    var ctx = DeviceContext()
    var e = ctx.create_event[disable_timing=False]()
    ctx.stream().record_event(e)
    e.synchronize()
    print(ctx == DeviceContext(), ctx != ctx)
    var small = ctx.enqueue_create_buffer[DType.float32](1500)
    var next = ctx.enqueue_create_buffer[DType.float32](16)
    next.enqueue_fill(7)
    ctx.enqueue_function[wide](small, grid_dim=2, block_dim=1024)
    ctx.synchronize()
    with next.map_to_host() as values:
        print(values[0], values[15])
    _ = small
