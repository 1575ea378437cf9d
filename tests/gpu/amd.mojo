# Kernels for AMD GPUs: compiled to assembly and objects, not launched.
from std.gpu import barrier, block_dim, block_idx, global_idx, lane_id, thread_idx, warp_id, WARP_SIZE
from std.gpu import block, warp
from std.gpu.host.compile import compile_info
from std.gpu.host.info import MI210, MI300X
from std.math import exp
from std.memory import stack_allocation
from std.os.atomic import Atomic

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Shared = AddressSpace.SHARED


def add(a: Floats, b: Floats, size: Int):
    var i = global_idx.x
    if i < size:
        a[i] += b[i]


def total(input: Floats, output: Floats):
    # Warps add up with shuffles, their sums meet in shared memory, the block's goes out atomically.
    var sums = stack_allocation[16, Float32, address_space=Shared]()
    var sum = warp.sum(exp(input[global_idx.x]))
    if lane_id() == 0:
        sums[warp_id()] = sum
    barrier()
    if thread_idx.x == 0:
        var all = Float32(0)
        for i in range(block_dim.x // WARP_SIZE):
            all += sums[i]
        _ = Atomic[DType.float32].fetch_add(output, all)


def multiply(a: Floats, b: Floats, c: Floats, n: Int):
    # One 16 by 16 tile of C per block, from tiles in shared memory.
    comptime T = 16
    var left = stack_allocation[T * T, Float32, address_space=Shared]()
    var right = stack_allocation[T * T, Float32, address_space=Shared]()
    var row = block_idx.y * T + thread_idx.y
    var column = block_idx.x * T + thread_idx.x
    var sum = Float32(0)
    for k in range(0, n, T):
        left[thread_idx.y * T + thread_idx.x] = a[row * n + k + thread_idx.x]
        right[thread_idx.y * T + thread_idx.x] = b[(k + thread_idx.y) * n + column]
        barrier()
        comptime for i in range(T):
            sum += left[thread_idx.y * T + i] * right[i * T + thread_idx.x]
        barrier()
    c[row * n + column] = sum




def main():
    comptime for model in range(2):
        comptime target = MI210.target() if model == 0 else MI300X.target()
        print(compile_info[add, target=target]().asm)
        print(compile_info[total, target=target]().asm)
        print(compile_info[multiply, target=target]().asm)
        comptime for kernel in range(3):
            comptime if kernel == 0:
                show(compile_info[add, target=target, emission_kind="object"]().asm)
            elif kernel == 1:
                show(compile_info[total, target=target, emission_kind="object"]().asm)
            else:
                show(compile_info[multiply, target=target, emission_kind="object"]().asm)
    print("facts:", MI210.arch_name, MI210.warp_size, MI210.sm_count, MI210.max_shared_memory_per_block, MI210.vendor)
    print("facts:", MI300X.arch_name, MI300X.warp_size, MI300X.sm_count, MI300X.version, MI300X.name)


def show(object: StaticString):
    print("object:", object.byte_length() > 500, end="")
    for i in range(20):
        print("", object.unsafe_ptr()[i], end="")
    print()
