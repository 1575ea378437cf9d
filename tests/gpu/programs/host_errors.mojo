# Wrong uses of buffers, events and graphs: each raises an error that says what is wrong, and the device goes on.
from std.gpu import thread_idx
from std.gpu.host import DeviceContext

comptime Ints = UnsafePointer[Int32, MutAnyOrigin]


def add_one(data: Ints):
    data[thread_idx.x] += 1


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.int32](8)
    _ = data.enqueue_fill(0)
    buffers(ctx)
    try:
        print(ctx.create_event().elapsed_ms(ctx.create_event()))
    except e:
        print("event:", e)
    try:
        _ = DeviceContext(api="metal")
    except e:
        print("api:", e)
    print("devices of another kind:", DeviceContext.number_of_devices(api="metal"))

    @__parameter
    def waits(c: DeviceContext) raises:
        c.enqueue_function[add_one](data, grid_dim=1, block_dim=8)
        c.synchronize()

    @__parameter
    def looks(c: DeviceContext) raises:
        with data.map_to_host() as host:
            print(host[0])

    @__parameter
    def works(c: DeviceContext) raises:
        c.enqueue_function[add_one](data, grid_dim=1, block_dim=8)

    @__parameter
    def captures(c: DeviceContext) raises:
        _ = c.capture_graph[works]()

    @__parameter
    def empty_grid(c: DeviceContext) raises:
        c.enqueue_function[add_one](data, grid_dim=0, block_dim=8)

    @__parameter
    def raises_error(c: DeviceContext) raises:
        c.enqueue_function[add_one](data, grid_dim=1, block_dim=8)
        raise Error("stop")

    @__parameter
    def own_memory(c: DeviceContext) raises:
        var other = c.enqueue_create_buffer[DType.int32](8)
        _ = other.enqueue_fill(5)
        c.enqueue_function[add_one](other, grid_dim=1, block_dim=8)
        data.enqueue_copy_from(other)

    report[waits](ctx, "synchronize")
    report[looks](ctx, "map_to_host")
    report[captures](ctx, "graph in a graph")
    report[empty_grid](ctx, "empty grid")
    report[raises_error](ctx, "error")
    print("untouched:", data)
    report[works](ctx, "good graph")
    print("once:", data)
    var graph = ctx.capture_graph[own_memory]()
    graph.launch()
    graph.launch()
    print("with memory of its own:", data)


def buffers(ctx: DeviceContext) raises:
    var a = ctx.enqueue_create_buffer[DType.int32](8)
    var b = ctx.enqueue_create_buffer[DType.int32](4)
    var host = ctx.enqueue_create_host_buffer[DType.int32](2)
    try:
        ctx.enqueue_copy(b, a)
    except e:
        print("copy:", e)
    try:
        ctx.enqueue_copy(host, a)
    except e:
        print("copy to the host:", e)
    try:
        _ = a.create_sub_buffer[DType.int32](6, 4)
    except e:
        print("part:", e)
    try:
        _ = ctx.enqueue_create_buffer[DType.int32](-1)
    except e:
        print("negative:", e)
    try:
        _ = ctx.enqueue_create_host_buffer[DType.int32](-1)
    except e:
        print("negative on the host:", e)
    var empty = ctx.enqueue_create_buffer[DType.int32](0)
    with empty.map_to_host() as nothing:
        print("empty:", len(nothing))
    ctx.synchronize()
    ctx.synchronize()


def report[work: def(DeviceContext) raises capturing -> None](ctx: DeviceContext, name: StaticString) raises:
    try:
        var graph = ctx.capture_graph[work]()
        graph.launch()
        print(name, "works")
    except e:
        print(name, "in a graph:", e)
