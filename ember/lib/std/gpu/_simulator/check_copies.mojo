"""Asynchronous copies that nobody has waited for yet (`EMBER_SIM_CHECK=1`): their targets may not be touched.

The copies themselves are done at once here. A thread waits for groups of its own copies; copies that tell an mbarrier are over
when somebody has waited for it.
"""

from std.gpu._simulator.state import PLACES, simulation


struct Copy(TrivialRegisterPassable):
    """A copy under way."""

    var target: Int
    var size: Int
    var thread: Int
    var group: Int
    var barrier: Int
    """The mbarrier that is told of it, or 0."""

    @always_inline
    def __init__(out self, target: Int, size: Int, thread: Int, group: Int, barrier: Int):
        self.target = target
        self.size = size
        self.thread = thread
        self.group = group
        self.barrier = barrier


struct Copies:
    """All copies of a cluster that are under way; starts as zeroes."""

    var items: UnsafePointer[Copy, MutAnyOrigin]
    var count: Int
    var room: Int
    var groups: UnsafePointer[Int32, MutAnyOrigin]
    """How many groups of copies each thread has made."""


def forget_copies(mut copies: Copies):
    """A cluster starts."""
    copies.count = 0
    if not copies.groups:
        copies.groups = UnsafePointer[Int32, MutAnyOrigin].alloc(PLACES)
    for i in range(PLACES):
        copies.groups[i] = 0


def begin_copy(mut copies: Copies, target: Int, size: Int, barrier: Int = 0):
    """A copy of the running thread starts."""
    if copies.count == copies.room:
        var room = 2 * copies.room + 64
        var items = UnsafePointer[Copy, MutAnyOrigin].alloc(room)
        for i in range(copies.count):
            items[i] = copies.items[i]
        if copies.room > 0:
            copies.items.free()
        copies.items = items
        copies.room = room
    var thread = simulation()[].thread
    copies.items[copies.count] = Copy(target, size, thread, Int(copies.groups[thread]), barrier)
    copies.count += 1


def end_group(mut copies: Copies):
    """The copies of the running thread since the last group are a group."""
    copies.groups[simulation()[].thread] += 1


def wait_for_groups(mut copies: Copies, left: Int):
    """All groups of the running thread but the last `left` are over."""
    var thread = simulation()[].thread
    _drop(copies, thread, Int(copies.groups[thread]) - left, 0)


def wait_for_all(mut copies: Copies):
    """All copies of the running thread are over."""
    _drop(copies, simulation()[].thread, Int.MAX, 0)


def tell_barrier(mut copies: Copies, barrier: Int):
    """An mbarrier will know when the copies of the running thread are over."""
    var thread = simulation()[].thread
    for i in range(copies.count):
        if copies.items[i].thread == thread and copies.items[i].barrier == 0:
            copies.items[i].barrier = barrier


def wait_for_barrier(mut copies: Copies, barrier: Int):
    """Somebody has waited for an mbarrier."""
    _drop(copies, -1, 0, barrier)


def _drop(mut copies: Copies, thread: Int, groups: Int, barrier: Int):
    # Forgets copies of a barrier, or of a thread in its first `groups` groups.
    var kept = 0
    for i in range(copies.count):
        var item = copies.items[i]
        var is_over = item.barrier == barrier if barrier != 0 else (
            item.barrier == 0 and item.thread == thread and item.group < groups
        )
        if not is_over:
            copies.items[kept] = item
            kept += 1
    copies.count = kept


@always_inline
def is_pending(copies: Copies, address: Int, size: Int) -> Bool:
    """Whether bytes are the target of a copy under way."""
    for i in range(copies.count):
        var item = copies.items[i]
        if address < item.target + item.size and item.target < address + size:
            return True
    return False
