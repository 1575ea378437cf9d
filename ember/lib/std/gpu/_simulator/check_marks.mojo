"""Who touched a byte, where and when (`EMBER_SIM_CHECK=1`), and what atomic operations tell threads of a block about each other.

A thread that does an atomic operation on a place learns what the thread knew that did the last one there: locks and flags order
what was done before them. `Clocks` remembers who knows how much of whom since the last barrier.
"""

comptime MANY = Int16(-2)
comptime NOBODY = Int16(-1)
comptime _FIRST_WARP = -3


struct Mark(TrivialRegisterPassable):
    """Who touched a byte last, and when."""

    var epoch: Int32
    """Counts the barriers of all blocks."""
    var order: Int32
    """Counts the atomic operations of the block."""
    var place: Int
    """The address of the text that says where in the source."""
    var thread: Int16
    """`NOBODY`, `MANY`, or, from -3 downwards, several lanes of warp 0, 1, …"""
    var warp_epoch: UInt16
    """Counts the operations of the warp, modulo 32768; the highest bit says that the access was atomic."""

    @always_inline
    def __init__(out self):
        """Nobody."""
        self.epoch = -1
        self.order = 0
        self.place = 0
        self.thread = NOBODY
        self.warp_epoch = 0

    @always_inline
    def __init__(
        out self, epoch: Int32, order: Int32, place: Int, thread: Int16, warp_epoch: UInt16, is_atomic: Bool
    ):
        """A thread, now."""
        self.epoch = epoch
        self.order = order
        self.place = place
        self.thread = thread
        self.warp_epoch = (warp_epoch & 0x7FFF) | (UInt16(0x8000) if is_atomic else UInt16(0))

    @always_inline
    def is_atomic(self) -> Bool:
        """Whether the access was atomic."""
        return self.warp_epoch >= 0x8000

    @always_inline
    def warp(self) -> Int:
        """The warp of the thread or of all the threads; -1 for threads of several warps."""
        if self.thread >= 0:
            return Int(self.thread) >> 5
        return _FIRST_WARP - Int(self.thread) if self.thread <= _FIRST_WARP else -1

    @always_inline
    def joined(self, now: Mark) -> Mark:
        """Both of them, who have read the byte; the new one alone if an operation of the warp was between them."""
        var both = now
        if self.epoch != now.epoch or self.thread == now.thread:
            return both
        if self.warp() != now.warp():
            both.thread = MANY
        elif (self.warp_epoch ^ now.warp_epoch) & 0x7FFF == 0:
            both.thread = Int16(_FIRST_WARP - now.warp())
        return both


struct Clocks:
    """What the threads of a block know of each other; starts as zeroes."""

    var now: Int32
    """How many atomic operations there were."""
    var size: Int
    var known: UnsafePointer[Int32, MutAnyOrigin]
    """Row by row: up to which atomic operation a thread knows what another one did."""
    var epochs: UnsafePointer[Int32, MutAnyOrigin]
    """Since which barrier a row is kept."""


@always_inline
def knows(clocks: Clocks, thread: Int, mark: Mark) -> Bool:
    """Whether atomic operations tell a thread that an access has happened."""
    if mark.thread < 0 or clocks.size == 0 or clocks.epochs[thread] != mark.epoch:
        return False
    return clocks.known[thread * clocks.size + Int(mark.thread)] >= mark.order


def meet_in_atomic(mut clocks: Clocks, threads: Int, thread: Int, last: Mark, epoch: Int32):
    """A thread does an atomic operation on a byte that was last changed as `last` says."""
    clocks.now += 1
    if not last.is_atomic() or last.epoch != epoch or last.thread < 0 or Int(last.thread) == thread:
        return
    if clocks.size < threads:
        _grow(clocks, threads)
    _refresh(clocks, thread, epoch)
    _refresh(clocks, Int(last.thread), epoch)
    var mine = clocks.known + thread * clocks.size
    var theirs = clocks.known + Int(last.thread) * clocks.size
    for i in range(threads):
        mine[i] = max(mine[i], theirs[i])
    mine[Int(last.thread)] = max(mine[Int(last.thread)], last.order)


def _refresh(clocks: Clocks, thread: Int, epoch: Int32):
    if clocks.epochs[thread] != epoch:
        clocks.epochs[thread] = epoch
        for i in range(clocks.size):
            clocks.known[thread * clocks.size + i] = 0


def _grow(mut clocks: Clocks, threads: Int):
    if clocks.size > 0:
        clocks.known.free()
        clocks.epochs.free()
    clocks.size = threads
    clocks.known = UnsafePointer[Int32, MutAnyOrigin].alloc(threads * threads)
    clocks.epochs = UnsafePointer[Int32, MutAnyOrigin].alloc(threads)
    for i in range(threads):
        clocks.epochs[i] = -1
