"""Elementwise functions on devices: a kernel with one thread for each vector."""

from std.gpu.host import DeviceContext
from std.gpu.id import block_idx, thread_idx
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
    comptime if rank == 0:

        @__parameter
        def alone() {var shape}:
            func[1, rank](shape)

        context.enqueue_function[alone](grid_dim=1, block_dim=1)
    else:
        comptime last = rank - 1
        var vectors = shape
        vectors[last] = ceildiv(shape[last], width)
        var count = vectors.flattened_length()
        if count == 0:
            return

        @__parameter
        def kernel() {var shape, var vectors, var count}:
            var i = UInt(block_idx.x) * UInt(_BLOCK) + UInt(thread_idx.x)
            if Int(i) >= count:
                return
            var place = place_of(i, vectors, count)
            place[last] *= width
            if place[last] + width <= shape[last]:
                func[width, rank](place)
            else:
                while place[last] < shape[last]:
                    func[1, rank](place)
                    place[last] += 1

        context.enqueue_function[kernel](grid_dim=ceildiv(count, _BLOCK), block_dim=_BLOCK)


@always_inline
def place_of[rank: Int, //](number: UInt, shape: IndexList[rank], count: Int) -> IndexList[rank]:
    """The place with a number, row by row, in a shape of `count` elements.

    Example:

    ```mojo
    from std.algorithm._device import place_of
    from std.utils import IndexList

    print(place_of(5, IndexList[2](3, 2), 6))  # (2, 1)
    ```
    """
    if count < (1 << 31):
        return _divided(UInt32(number), shape)  # divisions of small numbers take less time
    return _divided(UInt64(number), shape)


@always_inline
def _divided[
    rank: Int, dtype: DType, //
](number: Scalar[dtype], shape: IndexList[rank]) -> IndexList[rank]:
    var place = IndexList[rank]()
    var rest = number
    comptime for k in range(rank):
        comptime d = rank - 1 - k
        comptime if d == 0:
            place[d] = Int(rest)
        else:
            var size = Scalar[dtype](shape[d])
            place[d] = Int(rest % size)
            rest //= size
    return place


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
