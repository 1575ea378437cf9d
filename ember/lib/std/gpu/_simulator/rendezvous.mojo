"""Where threads meet: barriers of blocks and clusters, and operations of several lanes of a warp."""

from std.gpu._simulator.check import is_checking, pass_barrier, pass_warp_operation
from std.gpu._simulator.state import (
    BARRIERS,
    Bytes,
    Failure,
    NAMED_BARRIERS,
    Waiting,
    fail,
    make_ready,
    simulation,
)


struct Kind:
    """What lanes do together; lanes that meet must want the same."""

    comptime SYNC = 1
    comptime SHUFFLE = 2
    comptime VOTE = 3
    comptime MATCH = 4
    comptime REDUCE = 5
    comptime ELECT = 6
    comptime MATRIX = 7
    comptime LOAD_MATRIX = 8


# -- lanes of a warp --------------------------------------------------------------------------------


@always_inline
def meet(mask: UInt32, kind: Int, payload: Bytes, complete: def(Int, UInt32) thin -> None):
    """Waits until all lanes of `mask` are here; the last one calls `complete` for all of them."""
    var sim = simulation()
    var me = sim[].thread
    var lane = UInt32(1) << UInt32(me & 31)
    if mask & lane == 0:
        fail(Failure.MASK, Int(mask))
    var record = sim[].threads + me
    record[].mask = mask
    record[].kind = Int32(kind)
    record[].payload = payload
    record[].complete = complete
    record[].waiting = Int32(Waiting.WARP)
    sim[].blocked += 1
    sim[].warps[me >> 5].waiting |= lane
    if not finish_meeting(me >> 5, me & 31):
        sim[].wait()


def finish_meeting(warp: Int, lane: Int) -> Bool:
    """Completes the operation that a lane waits for if all it wants to meet are there."""
    var sim = simulation()
    var base = warp << 5
    var record = sim[].threads[base + lane]
    var needed = record.mask & sim[].warps[warp].live
    if sim[].warps[warp].waiting & needed != needed:
        return False
    for other in range(32):
        if (needed >> UInt32(other)) & 1 == 0:
            continue
        var theirs = sim[].threads[base + other]
        if theirs.mask & sim[].warps[warp].live != needed:
            return False
        if theirs.kind != record.kind:
            sim[].thread = base + lane
            fail(Failure.DIVERGED, base + other)
    record.complete(base, needed)
    comptime if is_checking():
        pass_warp_operation(base)
    sim[].warps[warp].waiting &= ~needed
    for other in range(32):
        if (needed >> UInt32(other)) & 1 == 0:
            continue
        sim[].blocked -= 1
        if base + other == sim[].thread:
            sim[].threads[base + other].waiting = Int32(Waiting.NOTHING)
            sim[].idle_turns = 0
        else:
            make_ready(base + other)
    return True


def active_lanes() -> UInt32:
    """The lanes of this warp that come here before anything else can happen."""
    var sim = simulation()
    var me = sim[].thread
    sim[].threads[me].waiting = Int32(Waiting.ACTIVE_MASK)
    sim[].blocked += 1
    sim[].wait()
    return sim[].threads[me].result


def release_active_lanes() -> Bool:
    """Nothing else can happen: lanes that ask who is active are answered. False if there are none."""
    var sim = simulation()
    var released = False
    for warp in range(sim[].end >> 5):
        var base = warp << 5
        var lanes = UInt32(0)
        for lane in range(32):
            if sim[].threads[base + lane].waiting == Int32(Waiting.ACTIVE_MASK):
                lanes |= UInt32(1) << UInt32(lane)
        for lane in range(32):
            if (lanes >> UInt32(lane)) & 1 == 1:
                sim[].threads[base + lane].result = lanes
                sim[].blocked -= 1
                make_ready(base + lane)
                released = True
    return released


# -- the threads of a block -------------------------------------------------------------------------


def arrive(number: Int, count: Int, predicate: Bool, waits: Bool) -> UInt32:
    """Arrives at a barrier of `count` threads (0: all), and waits for the others; gives how many predicates were true."""
    if number < 0 or number >= NAMED_BARRIERS:
        fail(Failure.BARRIER_COUNT, number)
    return _arrive(number, count, predicate, waits)


def join_warpgroup(payload: Bytes, complete: def(Int) thin -> None):
    """Waits for the other threads of this group of four warps; the last one calls `complete` for all of them."""
    var sim = simulation()
    var me = sim[].thread - sim[].first_thread
    var first = sim[].first_thread + (me & -128)
    if (me & -128) + 128 > sim[].thread_count:
        fail(Failure.WARPGROUP)
    var number = NAMED_BARRIERS + (me >> 7)
    var record = sim[].threads + sim[].thread
    record[].payload = payload
    record[].joint = complete
    if sim[].barriers[number].arrived == 127:
        for other in range(first, first + 128):
            if not _is_same(sim[].threads[other].joint, complete):
                fail(Failure.DIVERGED, other)
        complete(first)
    _ = _arrive(number, 128, False, True)


@always_inline
def _is_same(a: def(Int) thin -> None, b: def(Int) thin -> None) -> Bool:
    var one = a
    var other = b
    return UnsafePointer(to=one).bitcast[Int]()[] == UnsafePointer(to=other).bitcast[Int]()[]


def _arrive(number: Int, count: Int, predicate: Bool, waits: Bool) -> UInt32:
    var sim = simulation()
    var barrier = sim[].barriers + number
    if barrier[].arrived > 0 and barrier[].expected != count:
        fail(Failure.BARRIER_COUNT, number)
    var me = sim[].thread
    barrier[].expected = count
    barrier[].arrived += 1
    barrier[].ones += 1 if predicate else 0
    sim[].idle_turns = 0
    if waits:
        sim[].threads[me].waiting = Int32(Waiting.BARRIER)
        sim[].threads[me].barrier = Int32(number)
        sim[].blocked += 1
    if not finish_barrier(number) and waits:
        sim[].wait()
    return sim[].threads[me].result


def finish_barrier(number: Int) -> Bool:
    """Lets the threads at a barrier go on if enough have arrived."""
    var sim = simulation()
    var barrier = sim[].barriers + number
    if barrier[].arrived == 0:
        return False
    var needed = barrier[].expected
    if needed == 0:
        needed = sim[].thread_count - sim[].blocks[sim[].rank].finished
    if barrier[].arrived < needed:
        return False
    var ones = UInt32(barrier[].ones)
    barrier[].arrived = 0
    barrier[].ones = 0
    barrier[].phase += 1
    comptime if is_checking():
        if barrier[].expected == 0:
            _require_one_place(number)
        pass_barrier()
    for other in range(sim[].first_thread, sim[].first_thread + sim[].thread_count):
        var record = sim[].threads + other
        if record[].waiting != Int32(Waiting.BARRIER) or record[].barrier != Int32(number):
            continue
        record[].result = ones
        sim[].blocked -= 1
        if other == sim[].thread:
            record[].waiting = Int32(Waiting.NOTHING)
        else:
            make_ready(other)
    return True


def _require_one_place(number: Int):
    # The threads of a block wait at one and the same barrier of the source, or some have left one out.
    var sim = simulation()
    var first = -1
    for other in range(sim[].first_thread, sim[].first_thread + sim[].thread_count):
        var record = sim[].threads[other]
        if record.waiting != Int32(Waiting.BARRIER) or record.barrier != Int32(number):
            continue
        if first < 0:
            first = other
        elif sim[].threads[first].place != record.place:
            sim[].thread = other
            fail(Failure.SKIPPED, first)


# -- the threads of a cluster -----------------------------------------------------------------------


def arrive_at_cluster():
    """Arrives at the barrier of the cluster without waiting."""
    var sim = simulation()
    sim[].threads[sim[].thread].cluster_phase = sim[].cluster_barrier.phase
    sim[].cluster_barrier.arrived += 1
    sim[].idle_turns = 0
    finish_cluster_barrier()


def wait_for_cluster():
    """Waits for the threads that have not arrived at the barrier of the cluster."""
    var sim = simulation()
    var me = sim[].threads + sim[].thread
    if sim[].cluster_barrier.phase != me[].cluster_phase:
        return
    me[].waiting = Int32(Waiting.CLUSTER)
    sim[].blocked += 1
    sim[].wait()


def finish_cluster_barrier():
    """Lets the threads at the cluster's barrier go on if all that have not finished have arrived."""
    var sim = simulation()
    var arrived = sim[].cluster_barrier.arrived
    if arrived == 0 or arrived < sim[].thread_count * sim[].cluster_size - sim[].finished:
        return
    sim[].cluster_barrier.arrived = 0
    sim[].cluster_barrier.phase += 1
    comptime if is_checking():
        pass_barrier()
    for other in range(sim[].end):
        if sim[].threads[other].waiting == Int32(Waiting.CLUSTER):
            sim[].blocked -= 1
            make_ready(other)


# -- the end of a thread --------------------------------------------------------------------------------


def leave(thread: Int):
    """A thread has finished: nobody waits for it any more."""
    var sim = simulation()
    sim[].threads[thread].waiting = Int32(Waiting.FINISHED)
    sim[].finished += 1
    sim[].blocks[sim[].rank].finished += 1
    sim[].idle_turns = 0
    var warp = thread >> 5
    sim[].warps[warp].live &= ~(UInt32(1) << UInt32(thread & 31))
    if sim[].threads[thread].cluster_phase == sim[].cluster_barrier.phase:
        sim[].cluster_barrier.arrived -= 1
    if sim[].blocked == 0:
        return
    finish_cluster_barrier()
    for number in range(BARRIERS):
        if sim[].barriers[number].expected == 0:
            _ = finish_barrier(number)
    for lane in range(32):
        if (sim[].warps[warp].waiting >> UInt32(lane)) & 1 == 1:
            _ = finish_meeting(warp, lane)


def take_turns():
    """Lets other threads run; this one goes on later. Stops a kernel whose threads only wait for each other so."""
    var sim = simulation()
    var me = sim[].thread
    var turns = sim[].idle_turns + 1
    var others = sim[].thread_count * sim[].cluster_size - sim[].finished
    if turns > 10000 * others and sim[].next_thread == sim[].end:
        fail(Failure.SPINNING)
    make_ready(me)
    sim[].idle_turns = turns
    sim[].wait()
