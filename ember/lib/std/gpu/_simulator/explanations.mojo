"""What went wrong in a kernel that was stopped, in words: the reason, the block and the thread."""

from std.gpu._message import Message
from std.gpu._simulator.check import WRITE, checks, is_checking
from std.gpu._simulator.fiber import GUARD_SIZE, STACK_SIZE
from std.gpu._simulator.state import Failure, NAMED_BARRIERS, Simulation, Waiting, enter_block, simulation


def explain() -> Error:
    """The error of the kernel that was stopped last."""
    var sim = simulation()
    var thread = sim[].failed_thread
    var message = Message("")
    if sim[].failure == Failure.STUCK:
        thread = _first_waiting(sim)
        enter_block(thread // sim[].stride)
        _put_place(message, sim, thread)
        _put_wait(message, sim, thread)
    else:
        _put_place(message, sim, thread)
        _put_reason(message, sim)
    message.put(" in block ")
    message.put_triple(Int(sim[].block_x), Int(sim[].block_y), Int(sim[].block_z))
    if sim[].failure != Failure.STACK:
        message.put(", thread ")
        _put_position(message, sim, thread)
    if sim[].failure == Failure.DIVERGED:
        message.put(" and thread ")
        _put_position(message, sim, sim[].detail)
    if sim[].failure == Failure.STUCK:
        _put_census(message, sim)
    return message.error()


def _put_place(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin], thread: Int):
    # Where in the source the thread is, which only checks know.
    comptime if is_checking():
        if sim[].failure != Failure.STACK and sim[].threads[thread].place.byte_length() > 0:
            message.put(sim[].threads[thread].place)
            message.put(": ")


def _put_reason(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin]):
    var failure = sim[].failure
    if failure == Failure.STACK:
        message.put("no memory for the stacks of the threads")
    elif failure == Failure.DIVERGED:
        message.put("divergence: lanes of one warp execute different warp operations at the same time")
    elif failure == Failure.MASK:
        message.put("the mask of a warp operation does not name the calling lane")
    elif failure == Failure.SPINNING:
        message.put("deadlock: all threads wait in loops for something that none of them does")
    elif failure == Failure.ADDRESS and _is_guard(sim, sim[].detail):
        message.put("stack overflow: a simulated thread has ")
        message.put(STACK_SIZE // 1024)
        message.put(" KiB of stack;")
    elif failure == Failure.ADDRESS:
        message.put("CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered at address ")
        UnsafePointer[Byte, MutAnyOrigin](unsafe_from_address=sim[].detail).write_to(message.text)
    elif failure == Failure.TRAP:
        message.put("CUDA_ERROR_LAUNCH_FAILED: the kernel executed a trap")
    elif failure == Failure.BARRIER_COUNT:
        message.put("barrier ")
        message.put(sim[].detail)
        message.put(" does not exist or is used with different thread counts")
    elif failure == Failure.OUT_OF_BOUNDS or failure == Failure.UNINITIALIZED or failure == Failure.RACE:
        _put_finding(message, sim)
    elif failure == Failure.BLOCK_RACE:
        _put_block_race(message, sim)
    elif failure == Failure.PENDING:
        message.put("the target of an asynchronous copy that was not waited for,")
    elif failure == Failure.SKIPPED:
        message.put("a barrier that only a part of the block reaches: thread ")
        _put_position(message, sim, sim[].detail)
        message.put(" waits at another one")
        checks()[].other_place = Int(sim[].threads[sim[].detail].place.unsafe_ptr())
        message.put(",")
        _put_other_place(message)
    elif failure == Failure.FREED:
        message.put("memory of a buffer that was given back,")
    elif failure == Failure.INACTIVE:
        message.put("a shuffle takes the value of lane ")
        message.put(sim[].detail)
        message.put(", which does not take part,")
    elif failure == Failure.RANK:
        message.put("there is no block ")
        message.put(sim[].detail)
        message.put(" in a cluster of ")
        message.put(sim[].cluster_size)
    elif failure == Failure.WARPGROUP:
        message.put("wgmma needs four whole warps")
    elif failure == Failure.TENSOR:
        message.put("CUDA_ERROR_ILLEGAL_INSTRUCTION: what a copy of a tile was given does not describe a tensor")
    elif failure == Failure.ALIGNMENT:
        message.put("CUDA_ERROR_MISALIGNED_ADDRESS: misaligned address")
    else:
        message.put("an mbarrier received more arrivals than it expects")


def _put_finding(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin]):
    # What a check of memory found, and where in the source.
    var all = checks()
    if sim[].failure == Failure.UNINITIALIZED:
        message.put("a read of memory that was never written,")
    elif sim[].failure == Failure.OUT_OF_BOUNDS:
        message.put("a write" if all[].kind == WRITE else "an access")
        message.put(" that goes ")
        message.put(all[].distance)
        if all[].is_local:
            message.put(" bytes beyond an array of the thread,")
        else:
            message.put(" bytes beyond shared memory," if all[].is_shared else " bytes beyond a buffer,")
    else:
        message.put("a data race: ")
        if all[].other < 0:
            message.put("threads of the block have read")
        else:
            message.put("thread ")
            _put_position(message, sim, all[].other)
            message.put(" has touched")
        message.put(" the same bytes since the last barrier,")
        _put_other_place(message)


def _put_other_place(mut message: Message):
    # Where the other one was.
    var place = checks()[].other_place
    if place != 0:
        message.put(" at ")
        message.put(StringSlice[ImmAnyOrigin](unsafe_from_utf8_ptr=UnsafePointer[Byte, MutAnyOrigin](unsafe_from_address=place)))
        message.put(",")


def _put_block_race(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin]):
    message.put("a data race: ")
    var other = checks()[].other
    if other < 0:
        message.put("other blocks have")
    elif sim[].cluster_size > 1:
        message.put("another cluster of blocks has")
    else:
        var x = Int(sim[].grid_dim_x)
        var y = Int(sim[].grid_dim_y)
        message.put("block ")
        message.put_triple(other % x, other // x % y, other // (x * y))
        message.put(" has")
    message.put(" touched the same bytes in this launch, and nothing orders the two,")
    _put_other_place(message)


def _is_guard(sim: UnsafePointer[Simulation, MutAnyOrigin], address: Int) -> Bool:
    # Whether the address lies in the forbidden pages below a stack.
    for number in range(sim[].fiber_count):
        var below = sim[].fiber_memory[number]
        if address >= below and address < below + GUARD_SIZE:
            return True
    return False


def _put_position(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin], thread: Int):
    var record = sim[].threads[thread]
    message.put_triple(Int(record.x), Int(record.y), Int(record.z))


def _first_waiting(sim: UnsafePointer[Simulation, MutAnyOrigin]) -> Int:
    for thread in range(sim[].end):
        if sim[].threads[thread].waiting != Int32(Waiting.FINISHED):
            return thread
    return 0


def _put_wait(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin], thread: Int):
    var record = sim[].threads[thread]
    if record.waiting == Int32(Waiting.WARP):
        message.put("deadlock: a warp operation waits for lanes that never come")
        return
    if record.waiting == Int32(Waiting.CLUSTER):
        var all = sim[].thread_count * sim[].cluster_size
        _put_arrivals(message, "the barrier of the cluster", sim[].cluster_barrier.arrived, all - sim[].finished)
        return
    var number = Int(record.barrier)
    var barrier = sim[].barriers[number]
    var wanted = barrier.expected
    if wanted == 0:
        wanted = sim[].thread_count - sim[].blocks[sim[].rank].finished
    if number >= NAMED_BARRIERS:
        _put_arrivals(message, "wgmma", barrier.arrived, wanted)
        return
    var name = Message("barrier ")
    name.put(number)
    _put_arrivals(message, name.text, barrier.arrived, wanted)


def _put_arrivals(mut message: Message, what: StringSlice[ImmAnyOrigin], arrived: Int, wanted: Int):
    message.put("deadlock: ")
    message.text += what
    message.put(" was reached by ")
    message.put(arrived)
    message.put(" of ")
    message.put(wanted)
    message.put(" threads")


def _put_census(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin]):
    var at_barriers = 0
    var in_warps = 0
    for thread in range(sim[].end):
        var waiting = sim[].threads[thread].waiting
        if waiting == Int32(Waiting.BARRIER) or waiting == Int32(Waiting.CLUSTER):
            at_barriers += 1
        elif waiting == Int32(Waiting.WARP):
            in_warps += 1
    message.put(" (")
    message.put(at_barriers)
    message.put(" threads at barriers, ")
    message.put(in_warps)
    message.put(" in warp operations, ")
    message.put(sim[].finished)
    message.put(" finished)")
