# Sums over warps, blocks and grids: shared memory with barriers, the library's reductions, prefix sums.
from std.gpu import barrier, block_dim, block_idx, global_idx, thread_idx
from std.gpu import block, warp
from std.gpu.host import DeviceContext
from std.gpu.memory import external_memory
from std.memory import stack_allocation

comptime BLOCK = 128
comptime Ints = UnsafePointer[Int32, MutAnyOrigin]


def tree_sum(input: Ints, output: Ints):
    # Halves the number of working threads until one has the sum of the block.
    var shared = stack_allocation[BLOCK, Int32, address_space = AddressSpace.SHARED]()
    var t = thread_idx.x
    shared[t] = input[global_idx.x]
    barrier()
    var active = BLOCK // 2
    while active > 0:
        if t < active:
            shared[t] += shared[t + active]
        barrier()
        active //= 2
    if t == 0:
        output[block_idx.x] = shared[0]


def dynamic_sum(input: Ints, output: Ints):
    # The same in memory whose size the launch says, through an early exit of half of the threads.
    var shared = external_memory[Int32, address_space = AddressSpace.SHARED, alignment=16]()
    var t = thread_idx.x
    shared[t] = input[global_idx.x]
    if t >= BLOCK // 2:
        return
    barrier()
    if t == 0:
        var total = Int32(0)
        for i in range(BLOCK):
            total += shared[i]
        output[block_idx.x] = total


def library(input: Ints, output: Ints):
    var value = input[global_idx.x]
    var t = thread_idx.x
    var total = block.sum[block_size=BLOCK](value)
    var largest = block.max[block_size=BLOCK](value)
    var smallest = block.min[block_size=BLOCK](value)
    var before = block.prefix_sum[block_size=BLOCK, exclusive=True](value)
    var upto = block.prefix_sum[block_size=BLOCK](value)
    var chosen = block.broadcast[block_size=BLOCK](value, 77)
    var in_warp = warp.sum(value)
    var warp_before = warp.prefix_sum[exclusive=True](value)
    if t == 100 and block_idx.x == 1:
        output[0] = total
        output[1] = largest
        output[2] = smallest
        output[3] = before
        output[4] = upto
        output[5] = chosen
        output[6] = in_warp
        output[7] = warp_before


def lane_groups(output: Ints):
    var t = thread_idx.x
    output[t] = warp.lane_group_sum[8](Int32(t))
    output[32 + t] = warp.lane_group_max_and_broadcast[4](Int32(t))
    output[64 + t] = warp.broadcast(Int32(t + 5))


def two_dimensions(output: Ints):
    # x runs first: lanes of a warp are neighbours in x.
    var shared = stack_allocation[64, Int32, address_space = AddressSpace.SHARED]()
    var x = thread_idx.x
    var y = thread_idx.y
    shared[y * block_dim.x + x] = Int32(10 * y + x)
    barrier()
    output[y * block_dim.x + x] = shared[x * block_dim.y + y]


def main() raises:
    var ctx = DeviceContext()
    var input = ctx.enqueue_create_buffer[DType.int32](4 * BLOCK)
    var output = ctx.enqueue_create_buffer[DType.int32](128)
    with input.map_to_host() as host:
        for i in range(len(host)):
            host[i] = Int32(i)
    ctx.enqueue_function[tree_sum](input, output, grid_dim=4, block_dim=BLOCK)
    with output.map_to_host() as host:
        print("tree:", host[0], host[1], host[2], host[3])
    ctx.enqueue_function[dynamic_sum](input, output, grid_dim=4, block_dim=BLOCK, shared_mem_bytes=4 * BLOCK)
    with output.map_to_host() as host:
        print("dynamic:", host[0], host[1], host[2], host[3])
    ctx.enqueue_function[library](input, output, grid_dim=4, block_dim=BLOCK)
    with output.map_to_host() as host:
        print("library:", end="")
        for i in range(8):
            print("", host[i], end="")
        print()
    ctx.enqueue_function[lane_groups](output, grid_dim=1, block_dim=32)
    with output.map_to_host() as host:
        print("groups:", host[0], host[8], host[24], host[32 + 5], host[64 + 31])
    ctx.enqueue_function[two_dimensions](output, grid_dim=1, block_dim=(8, 8))
    with output.map_to_host() as host:
        print("turned:", host[1], host[8], host[63])
