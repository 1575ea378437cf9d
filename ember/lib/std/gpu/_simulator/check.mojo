"""Checks of what simulated kernels do (`EMBER_SIM_CHECK=1`): the compiler announces every access to memory here.

Known memory is a table of *regions*: buffers of the device with a strip on both sides that belongs to nobody, and
arrays in shared memory. Each region has a *shadow*: for every byte whether it was written, and who read and wrote it
last. Two threads of a block or cluster race when they touch the same bytes between the same two
barriers, one of them writes, and not both do so atomically; lanes of one warp may also be kept apart by an operation of
the warp, and threads by atomic operations (`check_marks.mojo`). Blocks race when they do so in the same launch (`check_blocks.mojo`). Copies that nobody has waited for yet are in
`check_copies.mojo`.
"""

from std.ffi import external_call
from std.os import abort
from std.gpu._simulator.check_blocks import BlockMark, BlockChecks, begin_block, find_block_race
from std.gpu._simulator.check_marks import Clocks, Mark, knows, meet_in_atomic
from std.gpu._simulator.check_parts import Parts, is_given_in_parts, outside_parts
from std.gpu._simulator.check_copies import Copies, forget_copies, is_pending
from std.gpu._simulator.state import Bytes, Failure, PLACES, SHARED_ROOM, Simulation, simulation

comptime STRIP = 1 << 24
"""Bytes on either side of a buffer that no access may touch; as nobody does, they take no memory."""
comptime READ = 0
comptime WRITE = 1
comptime ATOMIC = 2
comptime ATOMIC_WRITE = 3
comptime _FIRST_PAGE = 65536
"""Addresses below do not exist."""
comptime _PATIENCE = 20000
"""How often a thread may read the same place in a row before others get a turn."""
comptime _RETIRED = 32
"""How many buffers that were given back are remembered."""


struct Region(TrivialRegisterPassable):
    """A piece of memory that kernels may use."""

    var start: Int
    var size: Int
    var strip: Int
    """How much memory around it belongs to nobody."""
    var is_shared: Bool
    var is_freed: Bool
    var is_given_in_parts: Bool
    """Whether the running kernel got parts of it only."""
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
        self.is_given_in_parts = False
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
    var other_place: Int
    """Where that thread was."""
    var has_unset: Bool
    """Whether a thread has read a byte without a value; if another one writes it before the next barrier, that is missing."""
    var unset_thread: Int
    var unset_place: StaticString
    var clocks: Clocks
    var parts: Parts
    var distance: Int
    """How far outside it was, or how many bytes."""
    var kind: Int
    var is_shared: Bool
    var is_local: Bool
    """Whether it was to an array of the thread itself."""
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
    var is_known = False
    for i in range(all[].count):
        if all[].regions[i].start == start and not all[].regions[i].is_freed:
            all[].regions[i].is_freed = True
            all[].retired += 1
            is_known = True
        if all[].regions[i].is_freed and oldest < 0:
            oldest = all[].regions[i].start
    if not is_known:
        abort("EMBER_SIM_CHECK: memory of the device is given back that is not in use: twice, or by another address")
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


def begin_kernel():
    """A kernel starts with the arguments that were noted last."""
    var all = checks()
    all[].parts.is_launched = True
    for i in range(all[].count):
        var region = all[].regions + i
        region[].is_given_in_parts = is_given_in_parts(all[].parts, region[].start, region[].size)


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
    all[].has_unset = False
    forget_copies(all[].copies)
    begin_block(all[].blocks)


def pass_barrier():
    """The threads of a block have met: what they did before happened before what they do next."""
    var all = checks()
    if all[].has_unset:
        _fail(Failure.UNINITIALIZED)
        return
    all[].epoch += 1


def end_cluster():
    """Blocks have ended, or were stopped: what was read without a value is the reason, if nothing else explains it."""
    var all = checks()
    var sim = simulation()
    if all[].has_unset and sim[].failure != Failure.RACE:
        _blame_unset(sim)


def _blame_unset(sim: UnsafePointer[Simulation, MutAnyOrigin]):
    var all = checks()
    sim[].failure = Failure.UNINITIALIZED
    sim[].failed_thread = all[].unset_thread
    sim[].threads[all[].unset_thread].place = all[].unset_place


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


@no_inline
def local(pointer: Bytes, array: Bytes, room: Int, size: Int, way: Int, place: __mlir_type.`!kgen.string`):
    """A kernel is about to touch an array of `room` bytes that belongs to the thread."""
    note_place(place)
    var first = Int(pointer) - Int(array)
    if first < 0 or first + size > room:
        var all = checks()
        all[].kind = way & 255
        all[].is_local = True
        all[].distance = -first if first < 0 else first + size - room
        _fail(Failure.OUT_OF_BOUNDS)


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
        if address >= 0 and address < _FIRST_PAGE:
            simulation()[].detail = address
            _fail(Failure.ADDRESS)
        return
    all[].kind = kind
    all[].is_shared = all[].regions[number].is_shared
    all[].is_local = False
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
    if region.is_given_in_parts and outside_parts(all[].parts, address, size) > 0:
        all[].distance = outside_parts(all[].parts, address, size)
        _fail(Failure.OUT_OF_BOUNDS)
        return
    _look_for_values(region, first, size, kind)
    _look_for_races(region, first, size, kind)
    if not region.is_shared:
        var sim = simulation()
        var place = Int(sim[].threads[sim[].thread].place.unsafe_ptr())
        var reads = region.block_reads + first
        var other = find_block_race(
            all[].blocks, reads, region.block_writes + first, size, kind != READ, kind >= ATOMIC, place
        )
        if other >= -1:
            all[].other = other
            all[].other_place = all[].blocks.place
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
def _look_for_values(region: Region, first: Int, size: Int, kind: Int):
    # Whether all bytes that are read have a value; if not, the next barrier says whether it only comes too late.
    var all = checks()
    if kind == WRITE or kind == ATOMIC_WRITE:
        for i in range(first, first + size):
            region.written[i] = True
        return
    for i in range(first, first + size):
        if not region.written[i] and not all[].has_unset:
            var sim = simulation()
            all[].has_unset = True
            all[].unset_thread = sim[].thread
            all[].unset_place = sim[].threads[sim[].thread].place


@always_inline
def _look_for_races(region: Region, first: Int, size: Int, kind: Int):
    var all = checks()
    var sim = simulation()
    var thread = sim[].thread
    if kind >= ATOMIC:
        var threads = sim[].stride * sim[].cluster_size
        meet_in_atomic(all[].clocks, threads, thread, region.writes[first], all[].epoch)
    var order = all[].clocks.now if kind >= ATOMIC else all[].clocks.now + 1
    var place = Int(sim[].threads[thread].place.unsafe_ptr())
    var now = Mark(all[].epoch, order, place, Int16(thread), all[].warp_epochs[thread >> 5], kind >= ATOMIC)
    for i in range(first, first + size):
        if _collide(all[].clocks, region.writes[i], now):
            _collision(region.writes[i])
            return
        if kind != READ and _collide(all[].clocks, region.reads[i], now):
            _collision(region.reads[i])
            return
        if kind != READ:
            region.writes[i] = now
        else:
            var before = region.reads[i]
            region.reads[i] = now if knows(all[].clocks, thread, before) else before.joined(now)


@no_inline
def _collision(before: Mark):
    var all = checks()
    all[].other = Int(before.thread)
    all[].other_place = before.place
    all[].has_unset = False  # what was read without a value may have had one after a barrier
    _fail(Failure.RACE)


@always_inline
def _collide(clocks: Clocks, before: Mark, now: Mark) -> Bool:
    # Whether nothing keeps the two apart.
    if before.epoch != now.epoch or before.thread == now.thread or before.thread == -1:
        return False
    if before.is_atomic() and now.is_atomic():
        return False
    if before.warp() == now.warp():
        if (before.warp_epoch ^ now.warp_epoch) & 0x7FFF != 0:
            return False
    return not knows(clocks, Int(now.thread), before)


@no_inline
def _fail(why: Int):
    var sim = simulation()
    sim[].failure = why
    sim[].failed_thread = sim[].thread
    if checks()[].has_unset:
        _blame_unset(sim)
    sim[].stop()
