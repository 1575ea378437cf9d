"""Kernels with tensors: shared memory, copies that the threads share, asynchronous copies."""

from std.testing import TestSuite, assert_equal
from gpu import barrier, block_idx, thread_idx
from gpu.host import DeviceContext
from gpu.memory import async_copy_wait_all
from layout import Layout, LayoutTensor
from layout.layout_tensor import (
    copy_dram_to_local,
    copy_dram_to_sram,
    copy_dram_to_sram_async,
    copy_local_to_dram,
    copy_local_to_shared,
    copy_sram_to_dram,
    copy_sram_to_local,
)
from layout.tensor_builder import LayoutTensorBuild as tb
from std.memory import AddressSpace

comptime f32 = DType.float32
comptime SIZE = 16
comptime TILE = 8
comptime matrix = Layout.row_major(SIZE, SIZE)
comptime threads = Layout.row_major(TILE, TILE)


def multiply(
    c: LayoutTensor[mut=True, f32, matrix],
    a: LayoutTensor[mut=False, f32, matrix],
    b: LayoutTensor[f32, matrix, MutAnyOrigin],
):
    """A tile of `c` by each block, an element of it by each thread."""
    var a_tile = tb[f32]().row_major[TILE, TILE]().shared().alloc()
    var b_tile = LayoutTensor[
        f32, Layout.row_major(TILE, TILE), MutAnyOrigin, address_space = AddressSpace.SHARED
    ].stack_allocation()
    var sum = tb[f32]().row_major[1, 1]().local().alloc().fill(0)
    var row = Int(thread_idx.x) // TILE
    var column = Int(thread_idx.x) % TILE
    for k in range(SIZE // TILE):
        copy_dram_to_sram[threads](a_tile, a.tile[TILE, TILE](Int(block_idx.y), k))
        copy_dram_to_sram_async[Layout.row_major(TILE, TILE // 4), num_threads=64](
            b_tile.vectorize[1, 4](), b.tile[TILE, TILE](k, Int(block_idx.x)).vectorize[1, 4]()
        )
        async_copy_wait_all()
        barrier()
        comptime for i in range(TILE):
            sum[0, 0] += a_tile[row, i] * b_tile[i, column]
        barrier()
    copy_local_to_dram[threads](c.tile[TILE, TILE](Int(block_idx.y), Int(block_idx.x)), sum)


def doubled(result: LayoutTensor[mut=True, f32, matrix], source: LayoutTensor[mut=True, f32, matrix]):
    """There and back through registers and shared memory."""
    var share = tb[f32]().row_major[2, 2]().local().alloc()
    var tile = tb[f32]().row_major[SIZE, SIZE]().shared().alloc()
    copy_dram_to_local[threads](share, source)
    copy_local_to_shared[threads](tile, share * 2)
    barrier()
    copy_sram_to_local[threads](share, tile)
    share -= 1
    copy_local_to_shared[threads](tile, share)
    barrier()
    copy_sram_to_dram[threads](result, tile)


def test_multiplication() raises:
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[f32](SIZE * SIZE)
    var b = ctx.enqueue_create_buffer[f32](SIZE * SIZE)
    var c = ctx.enqueue_create_buffer[f32](SIZE * SIZE)
    with a.map_to_host() as host:
        for i in range(SIZE * SIZE):
            host[i] = Float32(i % 5)
    with b.map_to_host() as host:
        for i in range(SIZE * SIZE):
            host[i] = Float32(i % 3)
    ctx.enqueue_function[multiply](
        LayoutTensor[f32, matrix](c),
        LayoutTensor[mut=False, f32, matrix](a),
        LayoutTensor[f32, matrix, MutAnyOrigin](b.unsafe_ptr()),
        grid_dim=(SIZE // TILE, SIZE // TILE),
        block_dim=TILE * TILE,
    )
    ctx.synchronize()
    with c.map_to_host() as host:
        for i in range(SIZE):
            for j in range(SIZE):
                var sum = Float32(0)
                for k in range(SIZE):
                    sum += Float32((i * SIZE + k) % 5) * Float32((k * SIZE + j) % 3)
                assert_equal(host[i * SIZE + j], sum)


def test_copies() raises:
    var ctx = DeviceContext()
    var source = ctx.enqueue_create_buffer[f32](SIZE * SIZE)
    var result = ctx.enqueue_create_buffer[f32](SIZE * SIZE)
    with source.map_to_host() as host:
        for i in range(SIZE * SIZE):
            host[i] = Float32(i)
    ctx.enqueue_function[doubled](
        LayoutTensor[f32, matrix](result), LayoutTensor[f32, matrix](source), grid_dim=1, block_dim=TILE * TILE
    )
    ctx.synchronize()
    with result.map_to_host() as host:
        for i in range(SIZE * SIZE):
            assert_equal(host[i], Float32(2 * i - 1))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
