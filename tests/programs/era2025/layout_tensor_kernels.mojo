# Kernels as programs of 2025 write them: tensors as arguments, a tensor builder for shared memory, sizes as parameters.
from gpu import thread_idx, block_idx, block_dim, barrier
from gpu.host import DeviceContext
from layout import Layout, LayoutTensor
from layout.tensor_builder import LayoutTensorBuild as tb
from testing import assert_equal

alias TPB = 4
alias SIZE = 8
alias BLOCKS_PER_GRID = (2, 1)
alias THREADS_PER_BLOCK = (TPB, 1)
alias dtype = DType.float32
alias layout = Layout.row_major(SIZE)
alias layout2 = Layout.row_major(2, 2)

fn add_10_shared_layout_tensor[
    layout: Layout
](
    output: LayoutTensor[mut=True, dtype, layout],
    a: LayoutTensor[mut=True, dtype, layout],
    size: Int,
):
    # Allocate shared memory using tensor builder
    shared = tb[dtype]().row_major[TPB]().shared().alloc()

    global_i = block_dim.x * block_idx.x + thread_idx.x
    local_i = thread_idx.x

    if global_i < size:
        shared[local_i] = a[global_i]

    barrier()

    if global_i < size:
        output[global_i] = shared[local_i] + 10

fn add_10_2d(
    output: LayoutTensor[mut=True, dtype, layout2],
    a: LayoutTensor[mut=True, dtype, layout2],
    size: Int,
):
    row = thread_idx.y
    col = thread_idx.x
    if col < size and row < size:
        output[row, col] = a[row, col] + 10.0

fn dot_product[
    in_layout: Layout, out_layout: Layout
](
    output: LayoutTensor[mut=True, dtype, out_layout],
    a: LayoutTensor[mut=True, dtype, in_layout],
    b: LayoutTensor[mut=True, dtype, in_layout],
    size: Int,
):
    shared = tb[dtype]().row_major[SIZE]().shared().alloc()
    local_i = thread_idx.x
    if local_i < size:
        shared[local_i] = a[local_i] * b[local_i]
    barrier()
    stride = SIZE // 2
    while stride > 0:
        if local_i < stride:
            shared[local_i] += shared[local_i + stride]
        barrier()
        stride //= 2
    if local_i == 0:
        output[0] = shared[0]

def main():
    with DeviceContext() as ctx:
        out = ctx.enqueue_create_buffer[dtype](SIZE).enqueue_fill(0)
        a = ctx.enqueue_create_buffer[dtype](SIZE).enqueue_fill(1)
        out_tensor = LayoutTensor[dtype, layout](out.unsafe_ptr())
        a_tensor = LayoutTensor[dtype, layout](a.unsafe_ptr())
        ctx.enqueue_function[add_10_shared_layout_tensor[layout]](
            out_tensor,
            a_tensor,
            SIZE,
            grid_dim=BLOCKS_PER_GRID,
            block_dim=THREADS_PER_BLOCK,
        )
        expected = ctx.enqueue_create_host_buffer[dtype](SIZE).enqueue_fill(11)
        ctx.synchronize()
        with out.map_to_host() as out_host:
            print("out:", out_host)
            print("expected:", expected)
            for i in range(SIZE):
                assert_equal(out_host[i], expected[i])
        o2 = LayoutTensor[mut=True, dtype, layout2](out.unsafe_ptr())
        a2 = LayoutTensor[mut=True, dtype, layout2](a.unsafe_ptr())
        ctx.enqueue_function[add_10_2d](o2, a2, 2, grid_dim=1, block_dim=(3, 3))
        ctx.enqueue_function[dot_product[layout, Layout.row_major(1)]](
            LayoutTensor[mut=True, dtype, Layout.row_major(1)](out.unsafe_ptr()), a_tensor, a_tensor, SIZE, grid_dim=1, block_dim=SIZE)
        ctx.synchronize()
        with out.map_to_host() as h:
            print(h[0], h[1])
