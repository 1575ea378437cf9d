"""Runs kernels on the simulated device: block after block, and the threads of a block in turns.

A fiber runs thread after thread as plain calls. Only when a thread has to wait does another fiber take over, so a
kernel without barriers costs one call per thread.
"""

from std.gpu._message import Message, failure
from std.gpu._simulator.check import WRITE, begin_block, checks, is_checking
from std.gpu._simulator.fiber import Fiber, GUARD_SIZE, STACK_SIZE, switch_stack
from std.gpu._simulator.rendezvous import leave, release_active_lanes
from std.gpu._simulator.signals import catch_faults, restore_faults
from std.gpu._simulator.state import (
    BARRIERS,
    BarrierRecord,
    Bytes,
    Failure,
    MAX_THREADS,
    Parameters,
    Simulation,
    ThreadRecord,
    Waiting,
    WarpRecord,
    simulation,
)

comptime MAX_SHARED = 227 * 1024


@fieldwise_init
struct Extent(TrivialRegisterPassable):
    """Three sizes or three coordinates."""

    var x: Int
    var y: Int
    var z: Int

    def count(self) -> Int:
        """How many points there are."""
        return self.x * self.y * self.z


def launch(
    entry: def(Parameters) thin -> None, parameters: Parameters, grid: Extent, block: Extent, shared_bytes: Int
) raises:
    """Runs a kernel. The error of a failed one says where and why, without the kernel's name."""
    var sim = simulation()
    if sim[].is_running:
        raise failure("a kernel cannot launch a kernel on the simulated device")
    _check_sizes(grid, block, shared_bytes)
    _prepare(sim)
    sim[].entry = entry
    sim[].parameters = parameters
    sim[].thread_count = block.count()
    sim[].grid_dim_x = UInt32(grid.x)
    sim[].grid_dim_y = UInt32(grid.y)
    sim[].grid_dim_z = UInt32(grid.z)
    sim[].block_dim_x = UInt32(block.x)
    sim[].block_dim_y = UInt32(block.y)
    sim[].block_dim_z = UInt32(block.z)
    sim[].shared_size = shared_bytes
    sim[].failure = Failure.NONE
    sim[].is_running = True
    var previous = catch_faults()
    _run_blocks(sim, grid)
    restore_faults(previous)
    sim[].is_running = False
    if sim[].failure != Failure.NONE:
        var why = _explain(sim)
        _forget_fibers(sim)
        raise why^


def _check_sizes(grid: Extent, block: Extent, shared_bytes: Int) raises:
    if block.count() > MAX_THREADS or block.x > 1024 or block.y > 1024 or block.z > 64:
        var message = Message("CUDA_ERROR_INVALID_VALUE: a block of ")
        message.put_triple(block.x, block.y, block.z)
        message.put(" threads is too large; 1024 are possible, at most 1024 by 1024 by 64")
        raise message.error()
    if block.x < 1 or block.y < 1 or block.z < 1 or grid.x < 1 or grid.y < 1 or grid.z < 1:
        raise failure("CUDA_ERROR_INVALID_VALUE: a grid or block without threads")
    if grid.x > 2147483647 or grid.y > 65535 or grid.z > 65535:
        raise failure("CUDA_ERROR_INVALID_VALUE: a grid is at most 2147483647 by 65535 by 65535 blocks")
    if shared_bytes > MAX_SHARED or shared_bytes < 0:
        raise failure(
            "CUDA_ERROR_INVALID_VALUE: ", shared_bytes, " bytes of shared memory; a block has at most ", MAX_SHARED
        )


def _prepare(sim: UnsafePointer[Simulation, MutAnyOrigin]):
    # Allocates, once, what every launch needs.
    if sim[].threads:
        return
    sim[].threads = UnsafePointer[ThreadRecord, MutAnyOrigin].alloc(MAX_THREADS)
    sim[].warps = UnsafePointer[WarpRecord, MutAnyOrigin].alloc(MAX_THREADS // 32)
    sim[].barriers = UnsafePointer[BarrierRecord, MutAnyOrigin].alloc(BARRIERS)
    sim[].ready = UnsafePointer[Int32, MutAnyOrigin].alloc(MAX_THREADS)
    sim[].fiber_stacks = UnsafePointer[Int, MutAnyOrigin].alloc(MAX_THREADS + 1)
    sim[].fiber_memory = UnsafePointer[Int, MutAnyOrigin].alloc(MAX_THREADS + 1)
    sim[].free_fibers = UnsafePointer[Int32, MutAnyOrigin].alloc(MAX_THREADS + 1)
    sim[].shared = Bytes.alloc(MAX_SHARED + 2048, alignment=1024) + 1024
    sim[].wait = _run_others
    sim[].stop = _stop
    sim[].exit = _exit_thread


# -- blocks -------------------------------------------------------------------------------------------


def _run_blocks(sim: UnsafePointer[Simulation, MutAnyOrigin], grid: Extent):
    for z in range(grid.z):
        for y in range(grid.y):
            for x in range(grid.x):
                sim[].block_x = UInt32(x)
                sim[].block_y = UInt32(y)
                sim[].block_z = UInt32(z)
                _run_block(sim)
                if sim[].failure != Failure.NONE:
                    return


def _run_block(sim: UnsafePointer[Simulation, MutAnyOrigin]):
    sim[].next_thread = 0
    sim[].finished = 0
    sim[].blocked = 0
    sim[].idle_turns = 0
    sim[].ready_first = 0
    sim[].ready_count = 0
    for number in range(BARRIERS):
        sim[].barriers[number].arrived = 0
        sim[].barriers[number].expected = 0
        sim[].barriers[number].ones = 0
        sim[].barriers[number].phase = 0
    for warp in range((sim[].thread_count + 31) >> 5):
        var lanes = min(32, sim[].thread_count - (warp << 5))
        sim[].warps[warp].live = ~UInt32(0) >> UInt32(32 - lanes)
        sim[].warps[warp].waiting = 0
    comptime if is_checking():
        begin_block(Int(sim[].shared), sim[].shared_size)
    if not _free_fiber(sim):
        return
    _go_to_fiber(sim, UnsafePointer[Int, MutAnyOrigin](mlir_value=__address_of(sim[].main_stack)))


# -- fibers -------------------------------------------------------------------------------------------


def _fiber_main():
    # What every fiber runs, forever: threads that have not started, while nobody else is ready.
    var sim = simulation()
    while True:
        while sim[].next_thread < sim[].thread_count and sim[].ready_count == 0:
            var thread = sim[].next_thread
            sim[].next_thread = thread + 1
            _start(sim, thread)
            sim[].entry(sim[].parameters)
            leave(sim[].thread)
        sim[].free_fibers[sim[].free_count] = Int32(sim[].fiber)
        sim[].free_count += 1
        _go_on(sim, sim[].fiber_stacks + sim[].fiber)


@always_inline
def _start(sim: UnsafePointer[Simulation, MutAnyOrigin], thread: Int):
    # Thread 0 stands at the origin; the others follow, x first.
    var x = UInt32(0)
    var y = UInt32(0)
    var z = UInt32(0)
    if thread > 0:
        var before = sim[].threads[thread - 1]
        x = before.x + 1
        y = before.y
        z = before.z
        if x == sim[].block_dim_x:
            x = 0
            y += 1
            if y == sim[].block_dim_y:
                y = 0
                z += 1
    var record = sim[].threads + thread
    record[].x = x
    record[].y = y
    record[].z = z
    record[].waiting = Int32(Waiting.NOTHING)
    record[].result = 0
    record[].cluster_phase = -1
    sim[].thread = thread
    sim[].thread_x = x
    sim[].thread_y = y
    sim[].thread_z = z


def _run_others():
    # The running thread waits: others run until it is its turn again.
    var sim = simulation()
    sim[].threads[sim[].thread].fiber = Int32(sim[].fiber)
    if sim[].ready_count == 0 and sim[].next_thread < sim[].thread_count:
        if not _free_fiber(sim):
            return
        _go_to_fiber(sim, sim[].fiber_stacks + sim[].fiber)
    else:
        _go_on(sim, sim[].fiber_stacks + sim[].fiber)


def _go_on(sim: UnsafePointer[Simulation, MutAnyOrigin], save: UnsafePointer[Int, MutAnyOrigin]):
    # To the next thread that is ready, or out of the block when all have finished or nothing can happen any more.
    if sim[].ready_count == 0 and sim[].blocked > 0 and sim[].next_thread == sim[].thread_count:
        _ = release_active_lanes()
    if sim[].ready_count > 0:
        var thread = Int(sim[].ready[sim[].ready_first])
        sim[].ready_first = (sim[].ready_first + 1) % MAX_THREADS
        sim[].ready_count -= 1
        var record = sim[].threads[thread]
        sim[].thread = thread
        sim[].thread_x = record.x
        sim[].thread_y = record.y
        sim[].thread_z = record.z
        sim[].fiber = Int(record.fiber)
        var next = sim[].fiber_stacks + sim[].fiber
        if next != save:
            switch_stack(save, next)
        return
    if sim[].finished < sim[].thread_count:
        sim[].failure = Failure.STUCK
    _leave_block(sim, save)


def _leave_block(sim: UnsafePointer[Simulation, MutAnyOrigin], save: UnsafePointer[Int, MutAnyOrigin]):
    switch_stack(save, UnsafePointer[Int, MutAnyOrigin](mlir_value=__address_of(sim[].main_stack)))


def _stop():
    # Ends the kernel from inside a thread, which never goes on.
    var sim = simulation()
    _leave_block(sim, sim[].fiber_stacks + sim[].fiber)


def _exit_thread():
    # The running thread finishes here; its fiber starts afresh.
    var sim = simulation()
    leave(sim[].thread)
    var fiber = Fiber(sim[].fiber_memory[sim[].fiber])
    fiber.reset(sim[].fiber, _fiber_main)
    sim[].fiber_stacks[sim[].fiber] = fiber.stack_pointer
    sim[].free_fibers[sim[].free_count] = Int32(sim[].fiber)
    sim[].free_count += 1
    var nowhere = 0
    var save = UnsafePointer[Int, MutAnyOrigin](mlir_value=__address_of(nowhere))
    if sim[].ready_count == 0 and sim[].next_thread < sim[].thread_count:
        _go_to_fiber(sim, save)
    else:
        _go_on(sim, save)


def _free_fiber(sim: UnsafePointer[Simulation, MutAnyOrigin]) -> Bool:
    # Makes sure that there is a fiber to start threads on.
    if sim[].free_count > 0:
        return True
    var number = sim[].fiber_count
    try:
        var fiber = Fiber(number, _fiber_main)
        sim[].fiber_stacks[number] = fiber.stack_pointer
        sim[].fiber_memory[number] = fiber.stack
    except:
        sim[].failure = Failure.STACK
        if sim[].thread_count > 0 and number > 0:
            _stop()
        return False
    sim[].fiber_count = number + 1
    sim[].free_fibers[0] = Int32(number)
    sim[].free_count = 1
    return True


def _go_to_fiber(sim: UnsafePointer[Simulation, MutAnyOrigin], save: UnsafePointer[Int, MutAnyOrigin]):
    sim[].free_count -= 1
    sim[].fiber = Int(sim[].free_fibers[sim[].free_count])
    switch_stack(save, sim[].fiber_stacks + sim[].fiber)


def _forget_fibers(sim: UnsafePointer[Simulation, MutAnyOrigin]):
    # After a failure: threads that never finished are dropped.
    for number in range(sim[].fiber_count):
        var fiber = Fiber(sim[].fiber_memory[number])
        fiber.reset(number, _fiber_main)
        sim[].fiber_stacks[number] = fiber.stack_pointer
        sim[].free_fibers[number] = Int32(number)
    sim[].free_count = sim[].fiber_count


# -- explaining failures ----------------------------------------------------------------------------------


def _explain(sim: UnsafePointer[Simulation, MutAnyOrigin]) -> Error:
    var thread = sim[].failed_thread
    var message = Message("")
    if sim[].failure == Failure.STUCK:
        thread = _first_waiting(sim)
        _put_wait(message, sim, thread)
    else:
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
    elif failure == Failure.ALIGNMENT:
        message.put("CUDA_ERROR_MISALIGNED_ADDRESS: misaligned address")
    else:
        message.put("an mbarrier received more arrivals than it expects")


def _put_finding(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin]):
    # What a check of memory found, and where in the source.
    var all = checks()
    message.put(all[].place)
    if sim[].failure == Failure.UNINITIALIZED:
        message.put(": a read of memory that was never written,")
    elif sim[].failure == Failure.OUT_OF_BOUNDS:
        message.put(": a write" if all[].kind == WRITE else ": an access")
        message.put(" that goes ")
        message.put(all[].distance)
        message.put(" bytes beyond shared memory," if all[].is_shared else " bytes beyond a buffer,")
    else:
        message.put(": a data race: thread ")
        if all[].other < 0:
            message.put("s of the block have read")
        else:
            _put_position(message, sim, all[].other)
            message.put(" has touched")
        message.put(" the same bytes since the last barrier,")


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
    for thread in range(sim[].thread_count):
        if sim[].threads[thread].waiting != Int32(Waiting.FINISHED):
            return thread
    return 0


def _put_wait(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin], thread: Int):
    var record = sim[].threads[thread]
    if record.waiting == Int32(Waiting.WARP):
        message.put("deadlock: a warp operation waits for lanes that never come")
        return
    var barrier = sim[].barriers[Int(record.barrier)]
    var wanted = barrier.expected
    if wanted == 0:
        wanted = sim[].thread_count - sim[].finished
    message.put("deadlock: barrier ")
    message.put(Int(record.barrier))
    message.put(" was reached by ")
    message.put(barrier.arrived)
    message.put(" of ")
    message.put(wanted)
    message.put(" threads")


def _put_census(mut message: Message, sim: UnsafePointer[Simulation, MutAnyOrigin]):
    var at_barriers = 0
    var in_warps = 0
    for thread in range(sim[].thread_count):
        var waiting = sim[].threads[thread].waiting
        if waiting == Int32(Waiting.BARRIER):
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
