# A matrix product whose tiles go from global to shared memory and to registers by LayoutTensor's copies.
from std.gpu import barrier, block_idx, thread_idx
from std.gpu.host import DeviceContext
from std.gpu.memory import async_copy_wait_all
from std.layout import Layout, LayoutTensor
from std.layout.layout_tensor import (
    copy_dram_to_local,
    copy_dram_to_sram,
    copy_dram_to_sram_async,
    copy_local_to_dram,
    copy_local_to_local,
    copy_local_to_shared,
    copy_sram_to_dram,
    copy_sram_to_local,
)

comptime N = 32
comptime T = 16
comptime full = Layout.row_major(N, N)
comptime tile = Layout.row_major(T, T)
comptime threads = Layout.row_major(8, 16)
comptime Matrix = LayoutTensor[DType.float32, full, MutAnyOrigin]
comptime SharedTile = LayoutTensor[DType.float32, tile, MutAnyOrigin, address_space = AddressSpace.SHARED]


def multiply(a: Matrix, b: Matrix, c: Matrix):
    # 128 threads per tile of 16 by 16: each has two rows' elements of one column.
    var left = SharedTile.stack_allocation()
    var right = SharedTile.stack_allocation()
    var sums = LayoutTensor[DType.float32, Layout.row_major(2, 1), MutAnyOrigin].stack_allocation().fill(0)
    for k in range(N // T):
        copy_dram_to_sram[threads](left, a.tile[T, T](block_idx.y, k))
        copy_dram_to_sram_async[Layout.row_major(16, 4), num_threads=128](
            right.vectorize[1, 4](), b.tile[T, T](k, block_idx.x).vectorize[1, 4]()
        )
        async_copy_wait_all()
        barrier()
        var row = thread_idx.x // 16
        var column = thread_idx.x % 16
        for i in range(T):
            sums[0, 0] += left[row, i] * right[i, column]
            sums[1, 0] += left[row + 8, i] * right[i, column]
        barrier()
    copy_local_to_dram[threads](c.tile[T, T](block_idx.y, block_idx.x), sums)


def roundtrip(a: Matrix, c: Matrix):
    # Global memory, registers, shared memory, registers of another type and back, shared memory, global memory.
    var room = SharedTile.stack_allocation()
    var mine = LayoutTensor[DType.float32, Layout.row_major(2, 1), MutAnyOrigin].stack_allocation()
    var halves = LayoutTensor[DType.float16, Layout.row_major(2, 1), MutAnyOrigin].stack_allocation()
    copy_dram_to_local[threads](mine, a.tile[T, T](1, 0))
    copy_local_to_shared[threads](room, mine)
    barrier()
    copy_sram_to_local[threads](mine, room)
    copy_local_to_local(halves, mine)
    halves[0, 0] += 1
    copy_local_to_local(mine, halves)
    copy_local_to_shared[threads](room, mine)
    barrier()
    copy_sram_to_dram[threads](c.tile[T, T](0, 1), room)


def main() raises:
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[DType.float32](N * N)
    var b = ctx.enqueue_create_buffer[DType.float32](N * N)
    var c = ctx.enqueue_create_buffer[DType.float32](N * N)
    with a.map_to_host() as host:
        for i in range(N * N):
            host[i] = Float32(i % 7 - 3)
    with b.map_to_host() as host:
        for i in range(N * N):
            host[i] = Float32(i % 5 - 2)
    ctx.enqueue_function[multiply](Matrix(a), Matrix(b), Matrix(c), grid_dim=(2, 2), block_dim=128)
    var wrong = 0
    with c.map_to_host() as host:
        for row in range(N):
            for column in range(N):
                var sum = 0
                for k in range(N):
                    sum += ((row * N + k) % 7 - 3) * ((k * N + column) % 5 - 2)
                if host[row * N + column] != Float32(sum):
                    wrong += 1
    print("product, wrong:", wrong)
    ctx.enqueue_function[roundtrip](Matrix(a), Matrix(c), grid_dim=1, block_dim=128)
    wrong = 0
    with c.map_to_host() as host:
        for row in range(T):
            for column in range(T):
                var expected = ((row + T) * N + column) % 7 - 3 + (1 if row < 8 else 0)
                if host[row * N + column + T] != Float32(expected):
                    wrong += 1
    print("round trip, wrong:", wrong)
