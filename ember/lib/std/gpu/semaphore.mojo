"""Semaphore: blocks that take turns, in the order of numbers they wait for."""

from std.gpu.id import _linear_thread
from std.gpu.intrinsics import load_acquire, store_release
from std.gpu.sync import barrier


struct Semaphore(TrivialRegisterPassable):
    """A number in global memory that one block after the other waits for and raises."""

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
