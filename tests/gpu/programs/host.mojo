# The host's side: buffers, copies, fillings, streams, events, graphs, facts about the device.
from std.gpu import global_idx
from std.gpu.host import Attribute, DeviceAttribute, DeviceContext, Dim
from std.gpu.host.info import A100, H100, MI300X
from std.sys import has_accelerator, has_amd_gpu_accelerator, has_nvidia_gpu_accelerator
from std.utils import StaticTuple

comptime Ints = UnsafePointer[Int32, MutAnyOrigin]


def add(data: Ints, amount: Int32, size: Int):
    var i = global_idx.x
    if i < size:
        data[i] += amount


@fieldwise_init
struct Settings(ImplicitlyCopyable, Movable):
    var scale: Int32
    var offsets: StaticTuple[Int32, 3]


def with_struct(data: Ints, settings: Settings, flag: Bool, small: Int8, list: IndexList[2]):
    var i = global_idx.x
    data[i] = settings.scale * Int32(i) + settings.offsets[2] + Int32(small) + Int32(list[1])
    if flag:
        data[i] += 1000


def fill_and_print[dtype: DType](ctx: DeviceContext, value: Scalar[dtype]) raises:
    var buffer = ctx.enqueue_create_buffer[dtype](3)
    _ = buffer.enqueue_fill(value)
    print(buffer, end=" ")


from std.utils.index import IndexList


def buffers(ctx: DeviceContext) raises:
    var host = ctx.enqueue_create_host_buffer[DType.int32](8)
    for i in range(8):
        host[i] = Int32(i)
    var device = ctx.enqueue_create_buffer[DType.int32](8)
    ctx.enqueue_copy(dst_buf=device, src_buf=host)
    var part = device.create_sub_buffer[DType.int32](2, 3)
    _ = part.enqueue_fill(-7)
    var other = ctx.enqueue_create_buffer[DType.int32](8)
    device.enqueue_copy_to(other)
    ctx.enqueue_copy(host, other)
    ctx.synchronize()
    print(host, len(host), len(part))
    with other.map_to_host() as mapped:
        mapped[0] = 99
    print(other)
    var numbers = List[Int32](1, 2, 3, 4, 5, 6, 7, 8)
    ctx.enqueue_copy(device, numbers.unsafe_ptr())
    ctx.synchronize()
    print(device)
    var shared = device
    ctx.enqueue_memset(shared, Int32(4))
    print(device)
    try:
        _ = device.create_sub_buffer[DType.int64](3, 2)
    except e:
        print(e)
    try:
        ctx.enqueue_copy(part, other)
    except e:
        print(e)
    fill_and_print(ctx, Float64(2.5))
    fill_and_print(ctx, Int64(-3))
    fill_and_print(ctx, Float16(0.5))
    fill_and_print(ctx, UInt8(7))
    fill_and_print(ctx, Scalar[DType.bool](True))
    print()


def launches(ctx: DeviceContext) raises:
    var data = ctx.enqueue_create_buffer[DType.int32](100)
    _ = data.enqueue_fill(0)
    var compiled = ctx.compile_function[add]()
    ctx.enqueue_function(compiled, data, Int32(2), 100, grid_dim=2, block_dim=64)
    ctx.enqueue_function[add](data, 3, 100, grid_dim=(2,), block_dim=Dim(64))
    ctx.stream().enqueue_function(compiled, data, Int32(1), 50, grid_dim=1, block_dim=64)
    with data.map_to_host() as host:
        print(host[0], host[7], host[49], host[50], host[8])
    print(compiled.get_attribute(Attribute.MAX_THREADS_PER_BLOCK) > 0)
    var settings = Settings(3, StaticTuple[Int32, 3](10, 20, 30))
    ctx.enqueue_function[with_struct](data, settings, True, Int8(-5), IndexList[2](1, 2), grid_dim=1, block_dim=4)
    with data.map_to_host() as host:
        print(host[0], host[1], host[2], host[3])


def time_and_graphs(ctx: DeviceContext) raises:
    var data = ctx.enqueue_create_buffer[DType.int32](64)
    _ = data.enqueue_fill(0)
    var start = ctx.create_event()
    var end = ctx.create_event()
    ctx.stream().record_event(start)
    ctx.enqueue_function[add](data, 1, 64, grid_dim=1, block_dim=64)
    ctx.stream().record_event(end)
    end.synchronize()
    print("took time:", end.elapsed_ms(start) > 0)
    var other = ctx.create_stream()
    other.enqueue_wait_for(end)
    other.enqueue_function[add](data, 1, 64, grid_dim=1, block_dim=64)
    other.synchronize()

    @__parameter
    def once(ctx: DeviceContext) raises:
        ctx.enqueue_function[add](data, 1, 64, grid_dim=1, block_dim=64)

    print("took time:", ctx.execution_time[once](10) > 0)
    with data.map_to_host() as host:
        print("after times:", host[0])

    @__parameter
    def work(ctx: DeviceContext) raises:
        _ = data.enqueue_fill(5)
        ctx.enqueue_function[add](data, 2, 64, grid_dim=1, block_dim=64)
        ctx.enqueue_function[add](data, 10, 32, grid_dim=1, block_dim=64)

    var graph = ctx.capture_graph[work]()
    with data.map_to_host() as host:
        print("before the graph:", host[0])
    graph.launch()
    graph.replay()
    with data.map_to_host() as host:
        print("after the graph:", host[0], host[63])


def main() raises:
    print(has_accelerator(), has_nvidia_gpu_accelerator(), has_amd_gpu_accelerator())
    var ctx = DeviceContext()
    print(DeviceContext.number_of_devices() >= 1, ctx.id())
    var memory = ctx.get_memory_info()
    print(memory[0] > 0, memory[1] >= memory[0])
    print(ctx.get_attribute(DeviceAttribute.WARP_SIZE), ctx.get_attribute(DeviceAttribute.MAX_THREADS_PER_BLOCK))
    print(A100.sm_count, H100.max_shared_memory_per_block, MI300X.warp_size, MI300X.vendor)
    print(A100.occupancy(threads_per_block=256, registers_per_thread=32))
    print(H100.name, H100.arch_name, H100.threads_per_multiprocessor)
    buffers(ctx)
    launches(ctx)
    time_and_graphs(ctx)
