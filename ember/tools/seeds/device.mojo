"""What most programs that launch kernels do on the host and in kernels: its functions of the library come elaborated."""

from math import ceildiv
from sys import has_accelerator
from gpu import barrier, block_dim, block_idx, global_idx, thread_idx
from gpu.host import DeviceContext
from layout import Layout, LayoutTensor

alias dtype = DType.float32
alias ROWS = 12
alias COLUMNS = 7
alias line = Layout.row_major(ROWS * COLUMNS)
alias square = Layout.row_major(ROWS, COLUMNS)


def scale_line(
    source: LayoutTensor[dtype, line, MutableAnyOrigin],
    target: LayoutTensor[dtype, line, MutableAnyOrigin],
    size: Int,
):
    var i = Int(global_idx.x)
    if i < size:
        target[i] = source[i] * 2


def scale_square(
    source: LayoutTensor[dtype, square, MutableAnyOrigin],
    target: LayoutTensor[dtype, square, MutableAnyOrigin],
):
    var row = Int(block_idx.x)
    var column = Int(thread_idx.x)
    target[row, column] = source[row, column] + Float32(block_dim.x)
    barrier()


def main() raises:
    constrained[has_accelerator(), "a device is needed"]()
    var ctx = DeviceContext()
    var source = ctx.enqueue_create_buffer[dtype](ROWS * COLUMNS)
    var target = ctx.enqueue_create_buffer[dtype](ROWS * COLUMNS)
    _ = source.enqueue_fill(1.5)
    with source.map_to_host() as host:
        for i in range(ROWS * COLUMNS):
            host[i] = Float32(i)
    ctx.enqueue_function_checked[scale_line, scale_line](
        LayoutTensor[dtype, line](source),
        LayoutTensor[dtype, line](target),
        ROWS * COLUMNS,
        grid_dim=ceildiv(ROWS * COLUMNS, 32),
        block_dim=32,
    )
    ctx.enqueue_function_checked[scale_square, scale_square](
        LayoutTensor[dtype, square](source),
        LayoutTensor[dtype, square](target),
        grid_dim=ROWS,
        block_dim=COLUMNS,
    )
    ctx.synchronize()
    with target.map_to_host() as host:
        print(LayoutTensor[dtype, line](host), host[0])
    var copy = ctx.enqueue_create_host_buffer[dtype](ROWS * COLUMNS)
    ctx.enqueue_copy(copy, target)
    ctx.synchronize()
    print(copy[0], "of", ctx.name())
