"""Semaphores: blocks that take turns, in the order of numbers they wait for."""

from std.gpu.id import _linear_thread
from std.gpu.intrinsics import load_acquire, store_release
from std.gpu.sync import barrier, named_barrier


struct Semaphore(TrivialRegisterPassable):
    """A number in global memory that one block after the other waits for and raises.

    Example:

    ```mojo
    from std.gpu import block_idx, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.semaphore import Semaphore

    def kernel(lock: UnsafePointer[Int32, MutAnyOrigin], result: UnsafePointer[Int32, MutAnyOrigin]):
        var turn = Semaphore(lock, Int(thread_idx.x))
        turn.fetch()
        turn.wait(Int(block_idx.x))
        if thread_idx.x == 0 and turn.state() == Int32(block_idx.x):
            result[0] = 10 * result[0] + Int32(block_idx.x) + 1
        turn.release(Int32(block_idx.x + 1))

    var context = DeviceContext()
    var lock = context.enqueue_create_buffer[DType.int32](1)
    var result = context.enqueue_create_buffer[DType.int32](1)
    context.enqueue_fill(lock, 0)
    context.enqueue_fill(result, 0)
    context.enqueue_function[kernel](lock, result, grid_dim=3, block_dim=32)
    with result.map_to_host() as values:
        print(values[0])  # 123
    ```
    """

    var _lock: UnsafePointer[Int32, MutAnyOrigin]
    var _is_first: Bool
    var _state: Int32

    @always_inline
    def __init__(out self, lock: UnsafePointer[Int32, MutAnyOrigin], thread_id: Int):
        """The semaphore at an address, which starts as 0."""
        self._lock = lock
        self._is_first = thread_id <= 0
        self._state = -1

    @always_inline
    def fetch(mut self):
        """Reads the number."""
        if self._is_first:
            self._state = load_acquire(self._lock)

    @always_inline
    def state(self) -> Int32:
        """The number as it was read last."""
        return self._state

    @always_inline
    def wait(mut self, status: Int = 0):
        """Waits, with the whole block, until the number is `status`."""
        if self._is_first:
            while self._state != Int32(status):
                self.fetch()
        barrier()

    @always_inline
    def release(mut self, status: Int32 = 0):
        """Sets the number, after everything the block wrote."""
        barrier()
        if self._is_first:
            store_release(self._lock, status)


struct NamedBarrierSemaphore[thread_count: Int32, id_offset: Int32, max_num_barriers: Int32](TrivialRegisterPassable):
    """A number in global memory that some threads of a block wait for and set, beside others of the same block.

    The threads, `thread_count` of them, meet at the barrier `id + id_offset`, one of `max_num_barriers`.

    Example:

    ```mojo
    from std.gpu import block_idx, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.semaphore import NamedBarrierSemaphore

    def kernel(lock: UnsafePointer[Int32, MutAnyOrigin], result: UnsafePointer[Int32, MutAnyOrigin]):
        var turn = NamedBarrierSemaphore[32, 1, 2](lock, Int(thread_idx.x))
        turn.wait_eq(0, Int32(block_idx.x))
        if thread_idx.x == 0 and turn.state() == Int32(block_idx.x):
            result[0] = 10 * result[0] + Int32(block_idx.x) + 1
        turn.arrive_set(0, Int32(block_idx.x + 1))

    var context = DeviceContext()
    var lock = context.enqueue_create_buffer[DType.int32](1)
    var result = context.enqueue_create_buffer[DType.int32](1)
    context.enqueue_fill(lock, 0)
    context.enqueue_fill(result, 0)
    context.enqueue_function[kernel](lock, result, grid_dim=3, block_dim=32)
    with result.map_to_host() as values:
        print(values[0])  # 123
    ```

    ```mojo
    from std.gpu import block_idx, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.semaphore import NamedBarrierSemaphore

    def kernel(lock: UnsafePointer[Int32, MutAnyOrigin], result: UnsafePointer[Int32, MutAnyOrigin]):
        var turn = NamedBarrierSemaphore[32, 1, 2](lock, Int(thread_idx.x))
        if block_idx.x == 1:
            turn.wait_lt(0, 7)
            result[thread_idx.x] += 1
        else:
            result[thread_idx.x] = 4
            turn.arrive_set(0, 7)

    var context = DeviceContext()
    var lock = context.enqueue_create_buffer[DType.int32](1)
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_fill(lock, 0)
    context.enqueue_function[kernel](lock, result, grid_dim=2, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """

    var _lock: UnsafePointer[Int32, MutAnyOrigin]
    var _is_first: Bool
    var _state: Int32

    @always_inline
    def __init__(out self, lock: UnsafePointer[Int32, MutAnyOrigin], thread_id: Int):
        """The semaphore at an address, which starts as 0."""
        comptime assert Self.id_offset + Self.max_num_barriers <= 16, "a block has 16 barriers"
        self._lock = lock
        self._is_first = thread_id <= 0
        self._state = -1

    @always_inline
    def _fetch(mut self):
        if self._is_first:
            self._state = load_acquire(self._lock)

    @always_inline
    def state(self) -> Int32:
        """The number as it was read last."""
        return self._state

    @always_inline
    def wait_eq(mut self, id: Int32, status: Int32 = 0):
        """Waits, with the other threads, until the number is `status`."""
        while self._is_first and self._state != status:
            self._fetch()
        named_barrier(Self.thread_count, id + Self.id_offset)

    @always_inline
    def wait_lt(mut self, id: Int32, count: Int32 = 0):
        """Waits, with the other threads, while the number is less than `count`."""
        while self._is_first and self._state < count:
            self._fetch()
        named_barrier(Self.thread_count, id + Self.id_offset)

    @always_inline
    def arrive_set(self, id: Int32, status: Int32 = 0):
        """Sets the number, after everything the threads wrote."""
        named_barrier(Self.thread_count, id + Self.id_offset)
        if self._is_first:
            store_release(self._lock, status)
