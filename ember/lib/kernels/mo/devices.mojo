"""What host programs and loops of graphs need of devices: contexts by address, copies, waiting, a thread for each vector."""

from std.algorithm._device import run_on_device
from std.gpu.host import DeviceContext
from std.gpu.host._driver import Way, copy
from std.utils.index import IndexList

comptime _VECTOR = 16
"""Bytes that a thread reads at once."""
comptime _Context = UnsafePointer[DeviceContext, MutAnyOrigin]


def open_context(number: Int, stream: Int) raises -> Int:
    """The address of a context for a stream of a device, which stays; 0 is a stream of its own.

    Example:

    ```mojo
    from mo.devices import open_context, wait_for

    wait_for(open_context(0, 0))
    ```
    """
    var place = _Context.alloc(1)
    if stream == 0:
        place.init_pointee_move(DeviceContext(number))
    else:
        place.init_pointee_move(DeviceContext._on_stream(number, stream))
    return Int(place)


@always_inline
def _context(address: Int) -> _Context:
    return _Context(unsafe_from_address=address)


def wait_for(context: Int) raises:
    """Waits until all work put on the context's stream is done.

    Example:

    ```mojo
    from mo.devices import open_context, wait_for

    wait_for(open_context(0, 0))
    ```
    """
    _context(context)[].synchronize()


def copy_to_device(context: Int, target: Int, source: Int, size: Int) raises:
    """Puts a copy from the host to the device on the stream.

    Example:

    ```mojo
    from mo.devices import copy_to_device, open_context

    copy_to_device(open_context(0, 0), 0, 0, 0)
    ```
    """
    copy[Way.TO_DEVICE](_context(context)[]._device(), target, source, size)


def copy_to_host(context: Int, target: Int, source: Int, size: Int) raises:
    """Puts a copy from the device to the host on the stream.

    Example:

    ```mojo
    from mo.devices import copy_to_host, open_context

    copy_to_host(open_context(0, 0), 0, 0, 0)
    ```
    """
    copy[Way.TO_HOST](_context(context)[]._device(), target, source, size)


def copy_on_device(context: Int, target: Int, source: Int, size: Int) raises:
    """Puts a copy inside a device, or from it to another one, on the stream.

    Example:

    ```mojo
    from mo.devices import copy_on_device, open_context

    copy_on_device(open_context(0, 0), 0, 0, 0)
    ```
    """
    copy[Way.ON_DEVICE](_context(context)[]._device(), target, source, size)


@always_inline
def lanes_of[dtype: DType]() -> Int:
    """How many elements a thread of a device does at once.

    Example:

    ```mojo
    from mo.devices import lanes_of

    print(lanes_of[DType.float32](), lanes_of[DType.bool]())  # 4 16
    ```
    """
    return max(1, _VECTOR // dtype.size_of())


@always_inline
def for_all_on_device[
    rank: Int, //, func: def[width: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank], context: DeviceContext) raises:
    """Calls `func` for all places of a shape, `width` at a time along the last axis; what it captured is copied to the device.

    Example:

    ```mojo
    from mo.devices import for_all_on_device
    from std.gpu.host import DeviceContext
    from std.utils import IndexList

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](6)
    var place = numbers.unsafe_ptr()

    @parameter
    def fill[width: Int](index: IndexList[2]):
        for lane in range(width):
            place[index[0] * 3 + index[1] + lane] = Int32(index[0])

    for_all_on_device[fill, 2](IndexList[2](2, 3), context)
    print(numbers)  # DeviceBuffer([0, 0, 0, 1, 1, 1])
    ```
    """
    comptime room = max(rank, 1)
    var places = IndexList[room](fill=1)
    comptime for i in range(rank):
        places[i] = shape[i]

    @__parameter
    @always_inline
    def one[lanes: Int, any_rank: Int](index: IndexList[any_rank]):
        var place = IndexList[rank]()
        comptime for i in range(rank):
            place[i] = index[i]
        func[lanes](place)

    run_on_device[one, width if rank > 0 else 1](places, context)
