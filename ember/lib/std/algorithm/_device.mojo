"""Elementwise functions on devices: a kernel with one thread for each vector."""

from std.gpu.host import DeviceContext
from std.gpu.id import global_idx
from std.io.file_descriptor import stderr
from std.math import ceildiv
from std.sys import exit
from std.utils.index import IndexList

comptime _BLOCK = 256


def is_device(target: StaticString) -> Bool:
    """Whether a target's name means the GPU.

    Example:

    ```mojo
    from std.algorithm._device import is_device

    print(is_device("gpu"), is_device("cpu"))  # True False
    ```
    """
    return target == "gpu" or target == "cuda"


def run_on_device[
    rank: Int, //, func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank], context: DeviceContext) raises:
    """Calls `func` for all places of a shape; what it captured is copied to the device."""
    comptime last = rank - 1
    var per_row = ceildiv(shape[last], width)
    var count = per_row
    comptime for d in range(last):
        count *= shape[d]
    if count == 0:
        return

    @__parameter
    def kernel() {var shape, var per_row, var count}:
        var i = Int(global_idx.x)
        if i >= count:
            return
        var place = IndexList[rank]()
        place[last] = i % per_row * width
        var rest = i // per_row
        comptime for k in range(last):
            comptime d = last - 1 - k
            place[d] = rest % shape[d]
            rest //= shape[d]
        if place[last] + width <= shape[last]:
            func[width, rank](place)
        else:
            while place[last] < shape[last]:
                func[1, rank](place)
                place[last] += 1

    context.enqueue_function[kernel](grid_dim=ceildiv(count, _BLOCK), block_dim=_BLOCK)


def run_on_first_device[
    rank: Int, //, func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank]):
    """As `run_on_device`, on the first device, and waits. An error ends the program: the caller could not catch it."""
    try:
        var context = DeviceContext()
        run_on_device[func, width](shape, context)
        context.synchronize()
    except e:
        _end_with(e)


@no_inline
def _end_with(error: Error):
    print(
        "Unhandled exception caught during execution: 'elementwise' on the first GPU: ",
        error,
        "; pass a DeviceContext after the shape to catch this error",
        sep="",
        file=stderr,
    )
    exit(1)
