"""What host programs and loops of graphs need of devices: contexts by address, copies, waiting, a thread for each vector."""

from std.algorithm._device import place_of
from std.gpu import block_idx, thread_idx
from std.gpu.host import DeviceContext, DeviceGraph
from std.gpu.host._driver import Way, copy
from std.math import ceildiv
from std.utils.index import IndexList

comptime _VECTOR = 16
"""Bytes that a thread reads at once."""
comptime _BLOCK = 256
"""Threads of a block."""
comptime _TILE_BITS = 5
"""A tile has 32 columns at most."""
comptime _BELOW = 4
"""Elements of a tile that a thread does."""
comptime _Context = UnsafePointer[DeviceContext, MutAnyOrigin]
comptime _Graph = UnsafePointer[DeviceGraph, MutAnyOrigin]


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


def begin_graph(context: Int) raises -> Int:
    """The address of a graph, which gets all work put on the context's stream from now on until `end_graph`.

    Example:

    ```mojo
    from mo.devices import begin_graph, end_graph, free_graph, open_context, replay_graph

    var graph = begin_graph(open_context(0, 0))
    end_graph(graph)
    replay_graph(graph)
    free_graph(graph)
    ```
    """
    var place = _Graph.alloc(1)
    place.init_pointee_move(DeviceGraph(_context(context)[]))
    place[]._begin()
    return Int(place)


def end_graph(graph: Int) raises:
    """The graph is complete: work is done again as it comes.

    Example:

    ```mojo
    from mo.devices import abandon_graph, begin_graph, end_graph, free_graph, open_context, replay_graph

    var context = open_context(0, 0)
    var graph = begin_graph(context)
    end_graph(graph)
    replay_graph(graph)
    free_graph(graph)
    abandon_graph(begin_graph(context))
    ```
    """
    _Graph(unsafe_from_address=graph)[]._end()


def abandon_graph(graph: Int) raises:
    """Work is done again as it comes; the graph is of no use.

    Example:

    ```mojo
    from mo.devices import abandon_graph, begin_graph, end_graph, free_graph, open_context, replay_graph

    var context = open_context(0, 0)
    var graph = begin_graph(context)
    end_graph(graph)
    replay_graph(graph)
    free_graph(graph)
    abandon_graph(begin_graph(context))
    ```
    """
    _Graph(unsafe_from_address=graph)[]._abandon()
    free_graph(graph)


def replay_graph(graph: Int) raises:
    """Puts the work of a graph on the stream, at once.

    Example:

    ```mojo
    from mo.devices import abandon_graph, begin_graph, end_graph, free_graph, open_context, replay_graph

    var context = open_context(0, 0)
    var graph = begin_graph(context)
    end_graph(graph)
    replay_graph(graph)
    free_graph(graph)
    abandon_graph(begin_graph(context))
    ```
    """
    _Graph(unsafe_from_address=graph)[].replay()


def free_graph(graph: Int):
    """Gives a graph back.

    Example:

    ```mojo
    from mo.devices import abandon_graph, begin_graph, end_graph, free_graph, open_context, replay_graph

    var context = open_context(0, 0)
    var graph = begin_graph(context)
    end_graph(graph)
    replay_graph(graph)
    free_graph(graph)
    abandon_graph(begin_graph(context))
    ```
    """
    _Graph(unsafe_from_address=graph).destroy_pointee()
    _Graph(unsafe_from_address=graph).free()


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
](shape: IndexList[rank], context: DeviceContext, is_aligned: Bool = True) raises:
    """Calls `func` for all places of a shape, `width` at a time along the last axis; what it captured is copied to the device.

    Where memory is not aligned, or rows are not a multiple of `width`, elements are done one by one, in tiles: if what is read is turned, neighbours below each other lie together.

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
            place[index[0] * 2 + index[1] + lane] = Int32(index[0])

    for_all_on_device[fill, 2](IndexList[2](3, 2), context)
    print(numbers)  # DeviceBuffer([0, 0, 1, 1, 2, 2])
    ```
    """
    comptime if rank > 0 and width > 1:
        if is_aligned and shape[rank - 1] % width == 0:
            _launch[func, width](shape, context)
            return
    comptime if rank > 1:
        _launch_tiles[func](shape, context)
    else:
        _launch[func, 1](shape, context)


@always_inline
def _launch[
    rank: Int, //, func: def[width: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank], context: DeviceContext) raises:
    var vectors = shape
    comptime if rank > 0:
        vectors[rank - 1] //= width
    var count = vectors.flattened_length()
    if count == 0:
        return

    @__parameter
    def kernel() {var vectors, var count}:
        var i = UInt(block_idx.x) * UInt(_BLOCK) + UInt(thread_idx.x)
        if Int(i) >= count:
            return
        var place = place_of(i, vectors, count)
        comptime if rank > 0:
            place[rank - 1] *= width
        func[width](place)

    context.enqueue_function[kernel](grid_dim=ceildiv(count, _BLOCK), block_dim=_BLOCK)


@always_inline
def _launch_tiles[
    rank: Int, //, func: def[width: Int](IndexList[rank]) capturing -> None
](shape: IndexList[rank], context: DeviceContext) raises:
    # A block has a tile of the last two axes, as wide as a line of memory; a thread has some elements below each other.
    comptime last = rank - 1
    var bits = 0
    while bits < _TILE_BITS and 1 << bits < shape[last]:
        bits += 1
    var tiles = shape
    tiles[last] = ceildiv(shape[last], 1 << bits)
    tiles[last - 1] = ceildiv(shape[last - 1], _BELOW * _BLOCK >> bits)
    var count = tiles.flattened_length()
    if count == 0:
        return

    @__parameter
    def kernel() {var shape, var tiles, var count, var bits}:
        var place = place_of(UInt(block_idx.x), tiles, count)
        var thread = Int(thread_idx.x)
        var rows = _BLOCK >> bits
        place[last] = (place[last] << bits) + (thread & (1 << bits) - 1)
        place[last - 1] = place[last - 1] * rows * _BELOW + (thread >> bits)
        if place[last] >= shape[last]:
            return
        comptime for i in range(_BELOW):
            if place[last - 1] < shape[last - 1]:
                func[1](place)
            place[last - 1] += rows

    context.enqueue_function[kernel](grid_dim=count, block_dim=_BLOCK)
