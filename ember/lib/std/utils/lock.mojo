"""Locks that wait by spinning."""

from std.atomic import Atomic


struct SpinWaiter:
    """Waits a little.

    Example:

    ```mojo
    from std.utils.lock import SpinWaiter

    SpinWaiter().wait()
    ```
    """

    def __init__(out self):
        """Makes one."""
        pass

    def wait(self):
        """Lets other threads run."""
        from std.ffi import external_call

        _ = external_call["sched_yield", Int32]()


struct BlockingSpinLock:
    """Held by one owner at a time.

    Example:

    ```mojo
    from std.utils.lock import BlockingSpinLock

    var lock = BlockingSpinLock()
    lock.lock(1)
    print(lock.unlock(1))  # True
    ```
    """

    comptime UNLOCKED = -1
    """The owner of a lock that is free."""

    var counter: Atomic[Int64]
    """The owner."""

    def __init__(out self):
        """Held by nobody."""
        self.counter = Atomic[Int64](-1)

    def lock(mut self, owner: Int):
        """Waits until the lock is free, then holds it."""
        var waiter = SpinWaiter()
        while True:
            var expected = Int64(-1)
            if self.counter.compare_exchange(expected, Int64(owner)):
                return
            waiter.wait()

    def unlock(mut self, owner: Int) -> Bool:
        """Frees the lock if `owner` holds it."""
        var expected = Int64(owner)
        return self.counter.compare_exchange(expected, Int64(-1))


struct BlockingScopedLock:
    """Holds a lock in a `with` block.

    Example:

    ```mojo
    from std.utils.lock import BlockingScopedLock, BlockingSpinLock

    var lock = BlockingSpinLock()
    with BlockingScopedLock(lock):
        print("mine")  # mine
    ```
    """

    var lock: UnsafePointer[BlockingSpinLock, MutAnyOrigin]
    """The lock."""

    def __init__(out self, mut lock: BlockingSpinLock):
        """For this lock."""
        self.lock = UnsafePointer[BlockingSpinLock, MutAnyOrigin](mlir_value=__address_of(lock))

    def __enter__(mut self):
        """Waits for the lock."""
        self.lock[].lock(1)

    def __exit__(mut self):
        """Frees the lock."""
        _ = self.lock[].unlock(1)
