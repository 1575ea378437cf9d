# Single instructions and hints of `gpu.intrinsics`, `gpu.memory`, `gpu.grid_controls`, and the vendor questions.
from std.gpu import WARP_SIZE, barrier, block_dim, block_idx, global_idx, grid_dim, lane_id, thread_idx, warp_id
from std.gpu.cluster import elect_one_sync
from std.gpu.grid_controls import launch_dependent_grids, wait_on_dependent_grids
from std.gpu.host import DeviceContext, FuncAttribute
from std.gpu.host.tensor_map import TMADescriptor, create_tma_descriptor
from std.gpu.intrinsics import (
    Scope,
    byte_permute,
    clock,
    global_perf_counter_ns,
    ldg,
    load_acquire,
    load_volatile,
    lop,
    mulhi,
    mulwide,
    sleep_ns,
    store_release,
    store_volatile,
    threadfence,
)
from std.gpu.memory import CacheEviction, CacheOperation, load, prefetch_global, prefetch_tensor_map, store
from std.gpu.semaphore import Semaphore
from std.gpu.sync import syncwarp
from std.os.atomic import Atomic
from std.sys.info import is_amd_gpu, is_apple_gpu, is_gpu, is_nvidia_gpu
from std.utils.index import IndexList

comptime Words = UnsafePointer[UInt32, MutAnyOrigin]
comptime Ints = UnsafePointer[Int32, MutAnyOrigin]


def numbers(input: Words, output: Words):
    var a = ldg(input)
    var b = input[1]
    output[0] = mulhi(a, b)
    output[1] = UInt32(mulwide(a, b) >> 32)
    output[2] = byte_permute(a, b, 0x5140)
    output[3] = UInt32(lop[0x96](Int32(a & 0xFF), Int32(b & 0xFF), Int32(7)))
    output[4] = UInt32(mulhi(Int32(-5), Int32(1 << 30)) & 0xFF)
    output[5] = UInt32(is_nvidia_gpu()) + UInt32(is_amd_gpu()) * 2 + UInt32(is_apple_gpu()) * 4 + UInt32(is_gpu()) * 8
    output[6] = load[cache_policy = CacheOperation.GLOBAL](input.address_space_cast[AddressSpace.GLOBAL]())


def hints(input: Words, output: Words):
    # Every hint, with every width: what is read and written is the same with all of them.
    var source = input.address_space_cast[AddressSpace.GLOBAL]()
    var a = load[1, eviction_policy = CacheEviction.EVICT_LAST](source)
    var b = load[2, eviction_policy = CacheEviction.EVICT_FIRST](input)
    var c = load[4, eviction_policy = CacheEviction.NO_ALLOCATE](source)
    var d = load[4, eviction_policy = CacheEviction.EVICT_UNCHANGED](input)
    var e = load[1, cache_policy = CacheOperation.STREAMING](source)
    store[eviction_policy = CacheEviction.EVICT_LAST](output, a + e + b[0] + b[1])
    store[eviction_policy = CacheEviction.EVICT_FIRST](output + 4, c + d)
    store[cache_policy = CacheOperation.STREAMING](output + 2, SIMD[DType.uint32, 2](b[1], b[0]))
    store[eviction_policy = CacheEviction.NO_ALLOCATE](output + 1, UInt32(9))


def order(data: Ints, tensor: TMADescriptor):
    # Blocks publish a number each and count; the last one that counts adds up what all have published.
    wait_on_dependent_grids()
    prefetch_tensor_map(UnsafePointer(to=tensor))
    prefetch_global(data.address_space_cast[AddressSpace.GLOBAL]())
    var block = block_idx.x
    if thread_idx.x == 0:
        store_volatile(data + 16 + block, Int32(block + 1))
        threadfence()
        threadfence[Scope.BLOCK]()
        if Atomic[DType.int32].fetch_add(data, 1) == Int32(grid_dim.x - 1):
            threadfence[Scope.SYSTEM]()
            var sum = Int32(0)
            for i in range(grid_dim.x):
                sum += load_volatile(data + 16 + i)
            store_release(data + 1, sum)
    launch_dependent_grids()


def turns(data: Ints):
    var turn = Semaphore(data, thread_idx.x)
    turn.fetch()
    turn.wait(block_idx.x)
    if thread_idx.x == 0:
        data[1] = data[1] * 10 + Int32(block_idx.x + 1)
    turn.release(Int32(block_idx.x + 1))


def waiting(data: Ints):
    # One lane of each warp is elected; time goes on; one warp waits for the other's number.
    var start = clock()
    var time = global_perf_counter_ns()
    if elect_one_sync():
        _ = Atomic[DType.int32].fetch_add(data + 2, 1)
    syncwarp()
    sleep_ns(100)
    barrier()
    if warp_id() == 1 and lane_id() == 0:
        store_release(data, Int32(block_dim.x // WARP_SIZE))
    if warp_id() == 0 and lane_id() == 0:
        while load_acquire(data) == 0:
            pass
        data[1] = load_acquire(data) * 100 + Int32(clock() > start) * 10 + Int32(global_perf_counter_ns() >= time)


def place(data: Ints):
    data[global_idx.x] = Int32(global_idx.x)


def run_hints(ctx: DeviceContext) raises:
    var input = ctx.enqueue_create_buffer[DType.uint32](4)
    var output = ctx.enqueue_create_buffer[DType.uint32](8)
    with input.map_to_host() as host:
        for i in range(4):
            host[i] = UInt32(3 + i)
    ctx.enqueue_function[hints](input, output, grid_dim=1, block_dim=1)
    print("hints:", output)


def main() raises:
    var ctx = DeviceContext()
    run_hints(ctx)
    var input = ctx.enqueue_create_buffer[DType.uint32](2)
    var output = ctx.enqueue_create_buffer[DType.uint32](8)
    with input.map_to_host() as host:
        host[0] = 0x89ABCDEF
        host[1] = 0x12345678
    ctx.enqueue_function[numbers](input, output, grid_dim=1, block_dim=1)
    with output.map_to_host() as host:
        for i in range(7):
            print(hex(host[i]), end=" ")
        print()
    print(is_nvidia_gpu(), is_amd_gpu(), is_apple_gpu(), is_gpu())
    var data = ctx.enqueue_create_buffer[DType.int32](64)
    _ = data.enqueue_fill(0)
    var tensor = create_tma_descriptor(data, IndexList[2](8, 8), IndexList[2](4, 4))
    ctx.enqueue_function[order](data, tensor, grid_dim=7, block_dim=32)
    with data.map_to_host() as host:
        print("order:", host[0], host[1])
    _ = data.enqueue_fill(0)
    ctx.enqueue_function[turns](data, grid_dim=4, block_dim=32)
    with data.map_to_host() as host:
        print("turns:", host[0], host[1])
    _ = data.enqueue_fill(0)
    ctx.enqueue_function[waiting](data, grid_dim=1, block_dim=64)
    with data.map_to_host() as host:
        print("waiting:", host[1], host[2])
    ctx.enqueue_function_checked[place, place](data, grid_dim=2, block_dim=32)
    var loaded = ctx.compile_function_checked[place, place](
        func_attribute=FuncAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES(65536)
    )
    ctx.enqueue_function_checked(loaded, data, grid_dim=2, block_dim=32, shared_mem_bytes=65536)

    @__parameter
    def again(ctx: DeviceContext, time: Int) raises:
        ctx.enqueue_function(loaded, data, grid_dim=1, block_dim=8)

    print("took time:", ctx.execution_time_iter[again](3) > 0)
    with data.map_to_host() as host:
        print("places:", host[0], host[63])
