# What a million threads cost on the simulated device: `EMBER_DEVICE=sim ember run bench/gpu/simulated.mojo`.
from std.gpu import barrier, global_idx, thread_idx
from std.gpu.host import DeviceContext
from std.memory import stack_allocation
from std.time import perf_counter_ns

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def scale(a: Floats, size: Int):
    var i = global_idx.x
    if i < size:
        a[i] = a[i] * 2 + 1


def turn_over(a: Floats, size: Int):
    var room = stack_allocation[256, Float32, address_space = AddressSpace.SHARED]()
    room[thread_idx.x] = a[global_idx.x]
    barrier()
    a[global_idx.x] = room[255 - thread_idx.x]
    barrier()


def main() raises:
    var ctx = DeviceContext()
    comptime n = 1 << 20
    var a = ctx.enqueue_create_buffer[DType.float32](n)
    _ = a.enqueue_fill(1)
    for _ in range(3):
        var t0 = perf_counter_ns()
        ctx.enqueue_function[scale](a, n, grid_dim=n // 256, block_dim=256)
        var t1 = perf_counter_ns()
        ctx.enqueue_function[turn_over](a, n, grid_dim=n // 256, block_dim=256)
        var t2 = perf_counter_ns()
        print("elementwise ms", (t1 - t0) // 1000000, "two barriers ms", (t2 - t1) // 1000000)
