# Kernels print with the ordinary 'print'; the host sees the text when it has waited for the device.
from std.gpu import barrier, block_idx, thread_idx
from std.gpu.host import DeviceContext


@fieldwise_init
struct Point(ImplicitlyCopyable, Movable, Writable):
    var x: Int32
    var y: Float32


def in_turns(data: UnsafePointer[Float32, MutAnyOrigin]):
    # Threads run in any order; the barrier gives them one.
    for turn in range(3):
        if thread_idx.x == turn:
            print("thread", thread_idx.x, "of block", block_idx.x, "has", data[turn])
        barrier()


def many_types(big: UInt64, flag: Bool):
    print(Int8(-7), big, Float64(0.1), Float16(2.5), flag, sep="|", end=" end\n")
    print(SIMD[DType.int32, 4](1, 2, 3, 4), Point(3, -1.5), "100 %s %d")
    print()
    var size = 600
    for i in range(size):
        print("-" if i % 2 == 0 else "=", end="" if i + 1 < size else "\n")


def long_text():
    comptime line = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,"
    comptime text = line + line + line + line + line
    print(text, text, sep="+")


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](3)
    with data.map_to_host() as host:
        for i in range(3):
            host[i] = Float32(i) * 0.75
    print("before")
    ctx.enqueue_function[in_turns](data, grid_dim=1, block_dim=3)
    ctx.synchronize()
    print("between")
    ctx.enqueue_function[many_types](UInt64(18446744073709551615), True, grid_dim=1, block_dim=1)
    ctx.enqueue_function[long_text](grid_dim=1, block_dim=1)
    ctx.synchronize()
    print("after")
