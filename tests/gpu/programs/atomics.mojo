# Numbers that many threads change: in global and in shared memory.
from std.gpu import barrier, global_idx, thread_idx
from std.gpu.host import DeviceContext
from std.memory import stack_allocation
from std.atomic import Atomic as AtomicNumber
from std.os.atomic import Atomic

comptime Ints = UnsafePointer[Int32, MutAnyOrigin]
comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def histogram(input: Ints, bins: Ints):
    var local = stack_allocation[8, Int32, address_space = AddressSpace.SHARED]()
    var t = thread_idx.x
    if t < 8:
        local[t] = 0
    barrier()
    _ = Atomic[DType.int32].fetch_add(local + Int(input[global_idx.x]), 1)
    barrier()
    if t < 8:
        _ = Atomic[DType.int32].fetch_add(bins + t, local[t])


def extremes(input: Ints, result: Ints, total: Floats):
    var value = input[global_idx.x]
    Atomic[DType.int32].max(result, value)
    Atomic[DType.int32].min(result + 1, value)
    _ = Atomic[DType.float32].fetch_add(total, Float32(value) * 0.5)


def taken_once(taken: Ints):
    # One thread alone finds the number it expects, in either memory.
    var local = stack_allocation[1, Int32, address_space = AddressSpace.SHARED]()
    if thread_idx.x == 0:
        local[0] = 0
    barrier()
    var expected = Int32(0)
    if AtomicNumber.compare_exchange(local, expected, Int32(1)):
        _ = AtomicNumber.fetch_add(taken, Int32(1))
    expected = 0
    if AtomicNumber.compare_exchange[weak=False](taken + 1, expected, Int32(7)):
        _ = AtomicNumber.fetch_add(taken, Int32(100))


def main() raises:
    var ctx = DeviceContext()
    var input = ctx.enqueue_create_buffer[DType.int32](1000)
    var bins = ctx.enqueue_create_buffer[DType.int32](8)
    var total = ctx.enqueue_create_buffer[DType.float32](1)
    with input.map_to_host() as host:
        for i in range(1000):
            host[i] = Int32(i * i % 8)
    _ = bins.enqueue_fill(0)
    _ = total.enqueue_fill(0)
    ctx.enqueue_function[histogram](input, bins, grid_dim=10, block_dim=100)
    print(bins)
    _ = bins.enqueue_fill(3)
    ctx.enqueue_function[extremes](input, bins, total, grid_dim=10, block_dim=100)
    print(bins.create_sub_buffer[DType.int32](0, 2), total)
    _ = bins.enqueue_fill(0)
    ctx.enqueue_function[taken_once](bins, grid_dim=3, block_dim=64)
    print(bins.create_sub_buffer[DType.int32](0, 2))
