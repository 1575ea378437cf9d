# Two devices, each with its context, its buffers and its work.
from std.gpu import thread_idx
from std.gpu.host import DeviceBuffer, DeviceContext


def add(data: UnsafePointer[Float32, MutAnyOrigin], amount: Float32):
    data[thread_idx.x] = Float32(thread_idx.x) + amount


def work_on(ctx: DeviceContext) raises -> DeviceBuffer[DType.float32]:
    var data = ctx.enqueue_create_buffer[DType.float32](2)
    ctx.enqueue_function[add](data, Float32(ctx.id() * 10 + 1), grid_dim=1, block_dim=2)
    ctx.synchronize()
    with data.map_to_host() as host:
        print(ctx.id(), ": ", host[0], " ", host[1], sep="")
    return data


def main() raises:
    print(DeviceContext.number_of_devices(), "devices")
    var first = DeviceContext()
    var second = DeviceContext(device_id=1)
    var mine = work_on(first)
    var other = work_on(second)
    second.enqueue_copy(other, mine)
    second.synchronize()
    with other.map_to_host() as host:
        print("copied:", host[0], host[1], second.can_access(first))
    try:
        first.enqueue_function[add](other, Float32(0), grid_dim=1, block_dim=2)
    except e:
        print(e)
    try:
        var loaded = first.compile_function[add]()
        second.enqueue_function(loaded, other, Float32(0), grid_dim=1, block_dim=2)
    except e:
        print(e)
    first.enable_peer_access(second)
    first.enqueue_function[add](other, Float32(5), grid_dim=1, block_dim=2)
    with other.map_to_host() as host:
        print("peer:", host[0], host[1])
    try:
        _ = DeviceContext(2)
    except e:
        print(e)
