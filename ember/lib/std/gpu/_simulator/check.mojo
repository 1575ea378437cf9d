"""Checks of what simulated kernels do (`EMBER_SIM_CHECK=1`): the compiler announces every access to memory here.

Known memory is a table of *regions*: buffers of the device with a strip on both sides that belongs to nobody, and
arrays in shared memory. Each region has a *shadow*: for every byte whether it was written, and who read and wrote it
last. Two threads of a block or cluster race when they touch the same bytes between the same two
barriers, one of them writes, and not both do so atomically; lanes of one warp may also be kept apart by an operation of
the warp. Blocks race when they do so in the same launch (`check_blocks.mojo`). Copies that nobody has waited for yet are in
`check_copies.mojo`.
"""

from std.ffi import external_call
from std.gpu._simulator.check_blocks import BlockMark, BlockChecks, begin_block, find_block_race
from std.gpu._simulator.check_copies import Copies, forget_copies, is_pending
from std.gpu._simulator.state import Bytes, Failure, PLACES, SHARED_ROOM, simulation

comptime STRIP = 65536
"""Bytes on either side of a buffer that no access may touch."""
comptime READ = 0
comptime WRITE = 1
comptime ATOMIC = 2
comptime ATOMIC_WRITE = 3
comptime _MANY = Int16(-2)
comptime _NOBODY = Int16(-1)
comptime _PATIENCE = 20000
"""How often a thread may read the same place in a row before others get a turn."""
comptime _RETIRED = 32
"""How many buffers that were given back are remembered."""


struct Mark(TrivialRegisterPassable):
    """Who touched a byte last, and when: eight bytes."""

    var epoch: Int32
    """Counts the barriers of all blocks."""
    var thread: Int16
    var warp_epoch: UInt16
    """Counts the operations of the warp, modulo 32768; the highest bit says that the access was atomic."""

    @always_inline
    def __init__(out self):
        """Nobody."""
        self.epoch = -1
        self.thread = _NOBODY
        self.warp_epoch = 0

    @always_inline
    def __init__(out self, epoch: Int32, thread: Int16, warp_epoch: UInt16, is_atomic: Bool):
        """A thread, now."""
        self.epoch = epoch
        self.thread = thread
        self.warp_epoch = (warp_epoch & 0x7FFF) | (UInt16(0x8000) if is_atomic else UInt16(0))

    @always_inline
    def is_atomic(self) -> Bool:
        """Whether the access was atomic."""
        return self.warp_epoch >= 0x8000


struct Region(TrivialRegisterPassable):
    """A piece of memory that kernels may use."""

    var start: Int
    var size: Int
    var strip: Int
    """How much memory around it belongs to nobody."""
    var is_shared: Bool
    var is_freed: Bool
    var written: UnsafePointer[Bool, MutAnyOrigin]
    var reads: UnsafePointer[Mark, MutAnyOrigin]
    var writes: UnsafePointer[Mark, MutAnyOrigin]
    var block_reads: UnsafePointer[BlockMark, MutAnyOrigin]
    """Which blocks read a byte; shared memory has none."""
    var block_writes: UnsafePointer[BlockMark, MutAnyOrigin]

    def __init__(out self, start: Int, size: Int, strip: Int, is_shared: Bool):
        """A region nobody has touched."""
        self.start = start
        self.size = size
        self.strip = strip
        self.is_shared = is_shared
        self.is_freed = False
        self.block_reads = BlockMark.nobody(0 if is_shared else size)
        self.block_writes = BlockMark.nobody(0 if is_shared else size)
        self.written = UnsafePointer[Bool, MutAnyOrigin].alloc(size + 1)
        self.reads = UnsafePointer[Mark, MutAnyOrigin].alloc(size + 1)
        self.writes = UnsafePointer[Mark, MutAnyOrigin].alloc(size + 1)
        for i in range(size):
            self.written[i] = False
            self.reads[i] = Mark()
            self.writes[i] = Mark()

    def free(self):
        """Gives the shadow back."""
        self.written.free()
        self.reads.free()
        self.writes.free()
        self.block_reads.free()
        self.block_writes.free()


struct Checks:
    """What is known about memory. There is one, in a global variable that starts as zeroes."""

    var regions: UnsafePointer[Region, MutAnyOrigin]
    var count: Int
    var room: Int
    var last: Int
    """The region of the last access; the next one is likely to be there."""
    var epoch: Int32
    var warp_epochs: UnsafePointer[UInt16, MutAnyOrigin]
    var place: StaticString
    """Where the access is that failed."""
    var other: Int
    """The thread it collided with."""
    var distance: Int
    """How far outside it was, or how many bytes."""
    var kind: Int
    var is_shared: Bool
    var retired: Int
    """How many buffers were given back and are remembered."""
    var repeated: Int
    """How often in a row the same thread has read the same place."""
    var repeated_at: Int
    var repeated_by: Int
    var turns: Int
    """How often threads that only read gave up their turn since something was written."""
    var blocks: BlockChecks
    var copies: Copies


@always_inline
def checks() -> UnsafePointer[Checks, MutAnyOrigin]:
    """What is known about memory."""
    return UnsafePointer[Checks, MutAnyOrigin](mlir_value=__global_address["ember_simulated_checks", Checks]())


@always_inline
def is_checking() -> Bool:
    """Whether this program watches its kernels."""
    return __target_info["sim_check"]() == 1


# -- regions ---------------------------------------------------------------------------------------------------


def add_region(start: Int, size: Int, strip: Int, is_shared: Bool = False):
    """Makes memory known; what is in it counts as not written."""
    var all = checks()
    if all[].count == all[].room:
        var room = 2 * all[].room + 16
        var regions = UnsafePointer[Region, MutAnyOrigin].alloc(room)
        for i in range(all[].count):
            regions[i] = all[].regions[i]
        if all[].room > 0:
            all[].regions.free()
        all[].regions = regions
        all[].room = room
    all[].regions[all[].count] = Region(start, size, strip, is_shared)
    all[].count += 1


def remove_region(start: Int):
    """Forgets memory that was given back."""
    var all = checks()
    for i in range(all[].count):
        if all[].regions[i].start == start:
            all[].regions[i].free()
            all[].count -= 1
            all[].regions[i] = all[].regions[all[].count]
            all[].last = 0
            return


def retire_region(start: Int):
    """Remembers for a while that memory was given back, so that its use can be told; then frees it."""
    var all = checks()
    var oldest = -1
    for i in range(all[].count):
        if all[].regions[i].start == start:
            all[].regions[i].is_freed = True
            all[].retired += 1
        if all[].regions[i].is_freed and oldest < 0:
            oldest = all[].regions[i].start
    if all[].retired > _RETIRED:
        all[].retired -= 1
        remove_region(oldest)
        external_call["free", NoneType](oldest - STRIP)


def note_written(start: Int, size: Int):
    """The bytes have a value now: the host, a copy or the simulator wrote them."""
    var number = _find(start)
    if number >= 0:
        var region = checks()[].regions[number]
        for i in range(max(start - region.start, 0), min(start - region.start + size, region.size)):
            region.written[i] = True


def require_written(start: Int, size: Int):
    """Stops a kernel that uses bytes which have no value."""
    var number = _find(start)
    if number < 0:
        return
    var region = checks()[].regions[number]
    for i in range(max(start - region.start, 0), min(start - region.start + size, region.size)):
        if not region.written[i]:
            _fail(Failure.UNINITIALIZED)
            return


def _find(address: Int) -> Int:
    # The region an address lies in, or in whose strips; -1 for memory that is not known.
    var all = checks()
    if all[].last < all[].count and _is_near(all[].regions[all[].last], address):
        return all[].last
    for i in range(all[].count):
        if _is_near(all[].regions[i], address):
            all[].last = i
            return i
    return -1


@always_inline
def _is_near(region: Region, address: Int) -> Bool:
    return address >= region.start - region.strip and address < region.start + region.size + region.strip


# -- time ------------------------------------------------------------------------------------------------------


def begin_cluster(dynamic: Int, size: Int, blocks: Int):
    """Blocks start: their shared memory has no value yet. Their dynamic memory is `size` bytes from `dynamic` on."""
    var all = checks()
    for i in range(all[].count - 1, -1, -1):
        if all[].regions[i].is_shared:
            remove_region(all[].regions[i].start)
    if size > 0:
        for rank in range(blocks):
            add_region(dynamic + rank * SHARED_ROOM, size, 1024, True)
    comptime warps = PLACES // 32 + 1
    if not all[].warp_epochs:
        all[].warp_epochs = UnsafePointer[UInt16, MutAnyOrigin].alloc(warps)
    for i in range(warps):
        all[].warp_epochs[i] = 0
    all[].epoch += 1
    forget_copies(all[].copies)
    begin_block(all[].blocks)


def pass_barrier():
    """The threads of a block have met: what they did before happened before what they do next."""
    checks()[].epoch += 1


def pass_warp_operation(first_thread: Int):
    """The lanes of a warp have met."""
    checks()[].warp_epochs[first_thread >> 5] += 1


# -- what the compiler announces -------------------------------------------------------------------------------------


@no_inline
def shared(pointer: Bytes, size: Int, place: __mlir_type.`!kgen.string`):
    """An array in shared memory, which has no value when the first thread of a block comes here."""
    if _find(Int(pointer)) < 0:
        add_region(Int(pointer), size, 1024, True)


@no_inline
def note_place(place: __mlir_type.`!kgen.string`):
    """The running thread is about to execute an instruction of the device."""
    var sim = simulation()
    sim[].threads[sim[].thread].place = StaticString(StringLiteral(mlir_value=place))


@no_inline
def access(pointer: Bytes, size: Int, way: Int, place: __mlir_type.`!kgen.string`):
    """A kernel is about to touch memory; `way` is how, and from bit 8 on the alignment that the address must have."""
    note_place(place)
    touch(Int(pointer), size, way & 255, way >> 8)


def touch_as(thread: Int, address: Int, size: Int, kind: Int):
    """An instruction of several threads touches memory for one of them."""
    var sim = simulation()
    var me = sim[].thread
    sim[].thread = thread
    touch(address, size, kind, 1)
    sim[].thread = me


def touch(address: Int, size: Int, kind: Int, alignment: Int):
    """The running thread touches memory."""
    var all = checks()
    _look_for_spinning(all, address, kind)
    var number = _find(address)
    if number < 0:
        return
    all[].kind = kind
    all[].is_shared = all[].regions[number].is_shared
    var region = all[].regions[number]
    var first = address - region.start
    if region.is_freed:
        _fail(Failure.FREED)
        return
    if alignment > 1 and address % alignment != 0:
        _fail(Failure.ALIGNMENT)
        return
    if region.is_shared and is_pending(all[].copies, address, size):
        _fail(Failure.PENDING)
        return
    if first < 0 or first + size > region.size:
        all[].distance = -first if first < 0 else first + size - region.size
        _fail(Failure.OUT_OF_BOUNDS)
        return
    if kind == WRITE or kind == ATOMIC_WRITE:
        for i in range(first, first + size):
            region.written[i] = True
    else:
        for i in range(first, first + size):
            if not region.written[i]:
                _fail(Failure.UNINITIALIZED)
                return
    _look_for_races(region, first, size, kind)
    if not region.is_shared:
        var other = find_block_race(
            all[].blocks, region.block_reads + first, region.block_writes + first, size, kind != READ, kind >= ATOMIC
        )
        if other >= -1:
            all[].other = other
            _fail(Failure.BLOCK_RACE)


@always_inline
def _look_for_spinning(all: UnsafePointer[Checks, MutAnyOrigin], address: Int, kind: Int):
    # A thread that reads one place again and again waits for others; if all do so and nobody writes, they wait forever.
    if kind == WRITE or kind == ATOMIC_WRITE:
        all[].turns = 0
        return
    var me = simulation()[].thread
    if all[].repeated_at != address or all[].repeated_by != me:
        all[].repeated_at = address
        all[].repeated_by = me
        all[].repeated = 0
        return
    all[].repeated += 1
    if all[].repeated % _PATIENCE == 0:
        _give_turn(all)


@no_inline
def _give_turn(all: UnsafePointer[Checks, MutAnyOrigin]):
    from std.gpu._simulator.rendezvous import take_turns

    var sim = simulation()
    all[].turns += 1
    if all[].turns > 200 + 4 * (sim[].thread_count * sim[].cluster_size - sim[].finished):
        _fail(Failure.SPINNING)
        return
    take_turns()


@always_inline
def _look_for_races(region: Region, first: Int, size: Int, kind: Int):
    var all = checks()
    var thread = simulation()[].thread
    var now = Mark(all[].epoch, Int16(thread), all[].warp_epochs[thread >> 5], kind >= ATOMIC)
    for i in range(first, first + size):
        if _collide(region.writes[i], now) or (kind != READ and _collide(region.reads[i], now)):
            var before = region.writes[i] if _collide(region.writes[i], now) else region.reads[i]
            all[].other = Int(before.thread)
            _fail(Failure.RACE)
            return
        if kind != READ:
            region.writes[i] = now
        elif region.reads[i].epoch == now.epoch and region.reads[i].thread != now.thread:
            region.reads[i].thread = _MANY
        else:
            region.reads[i] = now


@always_inline
def _collide(before: Mark, now: Mark) -> Bool:
    # Whether nothing keeps the two apart.
    if before.epoch != now.epoch or before.thread == now.thread or before.thread == _NOBODY:
        return False
    if before.is_atomic() and now.is_atomic():
        return False
    if before.thread != _MANY and before.thread >> 5 == now.thread >> 5:
        return (before.warp_epoch ^ now.warp_epoch) & 0x7FFF == 0
    return True


@no_inline
def _fail(why: Int):
    var sim = simulation()
    sim[].failure = why
    sim[].failed_thread = sim[].thread
    sim[].stop()
