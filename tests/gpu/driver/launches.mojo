# What the library tells the driver.
from std.gpu import global_idx
from std.gpu.host import DeviceContext, Dim
from std.gpu.host.tensor_map import TensorMapSwizzle, create_tma_descriptor
from std.utils.index import IndexList


def add(a: UnsafePointer[Float32, MutAnyOrigin], n: Int):
    if global_idx.x < n:
        a[global_idx.x] += 1


def main() raises:
    var ctx = DeviceContext()
    print(ctx.api(), ctx.compute_capability(), DeviceContext.number_of_devices())
    var a = ctx.enqueue_create_buffer[DType.float32](8)
    _ = a.enqueue_fill(1.5)
    var d = ctx.enqueue_create_buffer[DType.float64](2)
    _ = d.enqueue_fill(2.5)
    var small = ctx.enqueue_create_buffer[DType.int8](3)
    _ = small.enqueue_fill(-2)
    print(a, d, small)
    ctx.enqueue_function[add](a, 8, grid_dim=(1, 2, 3), block_dim=64)
    ctx.enqueue_function[add](a, 7, grid_dim=2, block_dim=64, cluster_dim=Dim(2), shared_mem_bytes=100000)
    ctx.create_stream(priority=-1).enqueue_function[add](a, 6, grid_dim=2, block_dim=64)
    try:
        ctx.enqueue_function[add](a, 8, grid_dim=1, block_dim=2000)
    except e:
        print(e)
    try:
        _ = ctx.enqueue_create_buffer[DType.float32](1 << 45)
    except e:
        print(e)
    try:
        _ = DeviceContext(3)
    except e:
        print(e)
    var start = ctx.create_event()
    var end = ctx.create_event()
    ctx.stream().record_event(start)
    ctx.stream().record_event(end)
    print(end.elapsed_ms(start))

    @__parameter
    def work(ctx: DeviceContext) raises:
        ctx.enqueue_function[add](a, 5, grid_dim=1, block_dim=32)

    var graph = ctx.capture_graph[work]()
    graph.launch()
    var tensor = create_tma_descriptor[DType.float32, 2, swizzle = TensorMapSwizzle.SWIZZLE_64B](
        a, IndexList[2](2, 4), IndexList[2](1, 4)
    )
    _ = tensor
    with a.map_to_host() as host:
        host[0] = 9
    print(a)
    ctx.enqueue_function[add](a, 6, grid_dim=666, block_dim=32)
    try:
        ctx.synchronize()
    except e:
        print(e)
    print(length_without_context())


def length_without_context() raises -> Int:
    # The buffer is the last that holds the context: it needs its stream until it is freed.
    var buffer = DeviceContext().enqueue_create_buffer[DType.float32](4)
    return len(buffer)
