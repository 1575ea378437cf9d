"""Kernels with one mistake each, and what the checks of the simulated device say."""

from gpu import barrier, thread_idx
from gpu.host import DeviceContext
from std.memory import stack_allocation

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Shared = AddressSpace.SHARED


def right(data: Floats, out: Floats):
    var tile = stack_allocation[8, Float32, address_space=Shared]()
    var t = Int(thread_idx.x)
    tile[t] = data[t]
    barrier()
    out[t] = tile[7 - t]


def beyond_a_buffer(data: Floats):
    data[Int(thread_idx.x) + 1] = 1


def before_a_buffer(data: Floats, out: Floats):
    out[Int(thread_idx.x)] = data[Int(thread_idx.x) - 4]


def never_written(data: Floats, out: Floats):
    out[Int(thread_idx.x)] = data[Int(thread_idx.x)]


def beyond_shared(out: Floats):
    var tile = stack_allocation[8, Float32, address_space=Shared]()
    var t = Int(thread_idx.x)
    tile[t * 2] = Float32(t)
    out[t] = tile[t * 2]


def never_written_shared(out: Floats):
    var tile = stack_allocation[8, Float32, address_space=Shared]()
    out[Int(thread_idx.x)] = tile[Int(thread_idx.x)]


def race_in_shared(out: Floats):
    var tile = stack_allocation[8, Float32, address_space=Shared]()
    var t = Int(thread_idx.x)
    tile[t] = Float32(t)
    barrier()
    tile[t] = tile[(t + 1) % 8] + 1  # the neighbour may have written already
    barrier()
    out[t] = tile[t]


def race_in_global(out: Floats):
    out[0] = Float32(Int(thread_idx.x))




def main() raises:
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[DType.float32](8)
    var b = ctx.enqueue_create_buffer[DType.float32](8)
    var fresh = ctx.enqueue_create_buffer[DType.float32](8)
    _ = a.enqueue_fill(2)
    _ = b.enqueue_fill(2)
    ctx.enqueue_function[right](a, b, grid_dim=1, block_dim=8)
    with b.map_to_host() as host:
        print(host[3])
    try:
        ctx.enqueue_function[beyond_a_buffer](b, grid_dim=1, block_dim=8)
    except e:
        print(e)
    try:
        ctx.enqueue_function[before_a_buffer](a, b, grid_dim=1, block_dim=8)
    except e:
        print(e)
    try:
        ctx.enqueue_function[never_written](fresh, b, grid_dim=1, block_dim=8)
    except e:
        print(e)
    try:
        ctx.enqueue_function[beyond_shared](b, grid_dim=1, block_dim=8)
    except e:
        print(e)
    try:
        ctx.enqueue_function[never_written_shared](b, grid_dim=1, block_dim=8)
    except e:
        print(e)
    try:
        ctx.enqueue_function[race_in_shared](b, grid_dim=1, block_dim=8)
    except e:
        print(e)
    try:
        ctx.enqueue_function[race_in_global](b, grid_dim=1, block_dim=8)
    except e:
        print(e)
    ctx.enqueue_function[right](a, b, grid_dim=1, block_dim=8)
    with b.map_to_host() as host:
        print(host[3])
