"""Runs kernels on the simulated device: cluster after cluster, and the threads of a cluster in turns.

A fiber runs thread after thread as plain calls. Only when a thread has to wait does another fiber take over, so a
kernel without barriers costs one call per thread.
"""

from std.gpu._message import Message, failure
from std.gpu._simulator.check import begin_cluster, begin_kernel, checks, end_cluster, is_checking
from std.gpu._simulator.check_blocks import begin_launch
from std.gpu._simulator.explanations import explain
from std.gpu._simulator.fiber import Fiber, switch_stack
from std.gpu._simulator.rendezvous import leave, release_active_lanes
from std.gpu._simulator.signals import catch_faults, restore_faults
from std.gpu._simulator.state import (
    BARRIERS,
    BarrierRecord,
    BlockRecord,
    Bytes,
    Failure,
    MAX_BLOCKS,
    MAX_THREADS,
    PLACES,
    Parameters,
    SHARED_ROOM,
    Simulation,
    ThreadRecord,
    Waiting,
    WarpRecord,
    enter_block,
    simulation,
)

comptime MAX_SHARED = 227 * 1024
comptime _DYNAMIC_ALIGNMENT = 1024


@fieldwise_init
struct Extent(TrivialRegisterPassable):
    """Three sizes or three coordinates."""

    var x: Int
    var y: Int
    var z: Int

    def count(self) -> Int:
        """How many points there are."""
        return self.x * self.y * self.z


@fieldwise_init
struct LaunchSizes(TrivialRegisterPassable):
    """How much is launched."""

    var grid: Extent
    var block: Extent
    var cluster: Extent
    """Zeroes: whatever the kernel says."""
    var shared_bytes: Int
    """Besides the kernel's own arrays."""


struct KernelDescription(TrivialRegisterPassable):
    """What the compiler says about a kernel (`elab/instances/offload.py`)."""

    var entry: def(Parameters) thin -> None
    var array_bytes: Int
    """The arrays in shared memory."""
    var max_threads: Int
    """Threads of a block; 0: as many as the device can."""
    var cluster: Extent
    """Zeroes: whatever the launch says."""


comptime Kernel = UnsafePointer[KernelDescription, MutAnyOrigin]


def launch(kernel: Kernel, parameters: Parameters, sizes: LaunchSizes) raises:
    """Runs a kernel. The error of a failed one says where and why, without the kernel's name."""
    var sim = simulation()
    comptime if is_checking():
        begin_kernel()
    if sim[].is_running:
        raise failure("a kernel cannot launch a kernel on the simulated device")
    var dynamic = kernel[].array_bytes
    if sizes.shared_bytes > 0:
        dynamic = (dynamic + _DYNAMIC_ALIGNMENT - 1) & -_DYNAMIC_ALIGNMENT
    _check_block(kernel, sizes.block)
    _check_memory(dynamic, sizes.shared_bytes)
    var cluster = _cluster_of(kernel, sizes)
    _prepare(sim)
    sim[].entry = kernel[].entry
    sim[].parameters = parameters
    sim[].thread_count = sizes.block.count()
    sim[].stride = (sim[].thread_count + 31) & -32
    sim[].cluster_size = cluster.count()
    sim[].end = sim[].stride * sim[].cluster_size
    sim[].grid_dim_x = UInt32(sizes.grid.x)
    sim[].grid_dim_y = UInt32(sizes.grid.y)
    sim[].grid_dim_z = UInt32(sizes.grid.z)
    sim[].block_dim_x = UInt32(sizes.block.x)
    sim[].block_dim_y = UInt32(sizes.block.y)
    sim[].block_dim_z = UInt32(sizes.block.z)
    sim[].cluster_dim_x = UInt32(cluster.x)
    sim[].cluster_dim_y = UInt32(cluster.y)
    sim[].cluster_dim_z = UInt32(cluster.z)
    sim[].array_bytes = dynamic
    sim[].dynamic_bytes = sizes.shared_bytes
    sim[].failure = Failure.NONE
    sim[].is_running = True
    for place in range(sim[].end):
        if place % sim[].stride >= sim[].thread_count:
            sim[].threads[place].waiting = Int32(Waiting.FINISHED)
    comptime if is_checking():
        begin_launch(checks()[].blocks, sizes.grid.count() // cluster.count())
    var previous = catch_faults()
    _run_clusters(sim, sizes.grid, cluster)
    restore_faults(previous)
    sim[].is_running = False
    if sim[].failure != Failure.NONE:
        var why = explain()
        _forget_threads(sim)
        raise why^


def _check_block(kernel: Kernel, block: Extent) raises:
    if block.count() > MAX_THREADS or block.x > 1024 or block.y > 1024 or block.z > 64:
        var message = Message("CUDA_ERROR_INVALID_VALUE: a block of ")
        message.put_triple(block.x, block.y, block.z)
        message.put(" threads is too large; 1024 are possible, at most 1024 by 1024 by 64")
        raise message.error()
    if block.x < 1 or block.y < 1 or block.z < 1:
        raise failure("CUDA_ERROR_INVALID_VALUE: a grid or block without threads")
    var most = kernel[].max_threads
    if most > 0 and block.count() > most:
        raise failure("CUDA_ERROR_INVALID_VALUE: a block of ", block.count(), " threads; the kernel allows ", most)


def _check_memory(arrays: Int, dynamic: Int) raises:
    # Checks of accesses put strips around arrays, which a GPU has not: then only the room for them counts.
    var most = SHARED_ROOM if is_checking() else MAX_SHARED
    if dynamic < 0 or dynamic > MAX_SHARED or arrays + dynamic > most:
        raise failure(
            "CUDA_ERROR_INVALID_VALUE: ", arrays + dynamic, " bytes of shared memory; a block has at most ", MAX_SHARED
        )


def _cluster_of(kernel: Kernel, sizes: LaunchSizes) raises -> Extent:
    # The cluster that the kernel or the launch asks for; checks the grid, which consists of whole clusters.
    var grid = sizes.grid
    if grid.x < 1 or grid.y < 1 or grid.z < 1:
        raise failure("CUDA_ERROR_INVALID_VALUE: a grid or block without threads")
    if grid.x > 2147483647 or grid.y > 65535 or grid.z > 65535:
        raise failure("CUDA_ERROR_INVALID_VALUE: a grid is at most 2147483647 by 65535 by 65535 blocks")
    var own = kernel[].cluster
    var asked = sizes.cluster
    if asked.count() == 0:
        asked = own if own.count() > 0 else Extent(1, 1, 1)
    if own.count() > 0 and (own.x != asked.x or own.y != asked.y or own.z != asked.z):
        raise failure("CUDA_ERROR_INVALID_CLUSTER_SIZE: the launch wants other clusters than the kernel has")
    if asked.x < 0 or asked.y < 0 or asked.z < 0 or asked.count() > MAX_BLOCKS:
        raise failure(
            "CUDA_ERROR_INVALID_CLUSTER_SIZE: a cluster of ", asked.count(), " blocks; at most ", MAX_BLOCKS, " are possible"
        )
    if grid.x % asked.x != 0 or grid.y % asked.y != 0 or grid.z % asked.z != 0:
        raise failure("CUDA_ERROR_INVALID_VALUE: the grid does not consist of whole clusters")
    return asked


def _prepare(sim: UnsafePointer[Simulation, MutAnyOrigin]):
    # Allocates, once, what every launch needs.
    if sim[].threads:
        return
    sim[].threads = UnsafePointer[ThreadRecord, MutAnyOrigin].alloc(PLACES)
    sim[].warps = UnsafePointer[WarpRecord, MutAnyOrigin].alloc(PLACES // 32)
    sim[].blocks = UnsafePointer[BlockRecord, MutAnyOrigin].alloc(MAX_BLOCKS)
    sim[].all_barriers = UnsafePointer[BarrierRecord, MutAnyOrigin].alloc(MAX_BLOCKS * BARRIERS)
    sim[].ready = UnsafePointer[Int32, MutAnyOrigin].alloc(PLACES)
    sim[].fiber_stacks = UnsafePointer[Int, MutAnyOrigin].alloc(PLACES + 1)
    sim[].fiber_memory = UnsafePointer[Int, MutAnyOrigin].alloc(PLACES + 1)
    sim[].free_fibers = UnsafePointer[Int32, MutAnyOrigin].alloc(PLACES + 1)
    # One room more, so that what goes a little too far hits nothing else.
    sim[].memory = Int(Bytes.alloc((MAX_BLOCKS + 1) * SHARED_ROOM, alignment=SHARED_ROOM))
    sim[].wait = _run_others
    sim[].stop = _stop
    sim[].exit = _exit_thread


# -- clusters and blocks ------------------------------------------------------------------------------


def _run_clusters(sim: UnsafePointer[Simulation, MutAnyOrigin], grid: Extent, cluster: Extent):
    for z in range(0, grid.z, cluster.z):
        for y in range(0, grid.y, cluster.y):
            for x in range(0, grid.x, cluster.x):
                _run_cluster(sim, Extent(x, y, z), cluster)
                if sim[].failure != Failure.NONE:
                    return


def _run_cluster(sim: UnsafePointer[Simulation, MutAnyOrigin], first: Extent, cluster: Extent):
    sim[].next_thread = 0
    sim[].finished = 0
    sim[].blocked = 0
    sim[].idle_turns = 0
    sim[].ready_first = 0
    sim[].ready_count = 0
    sim[].cluster_barrier = BarrierRecord()
    for rank in range(sim[].cluster_size):
        var block = sim[].blocks + rank
        block[].x = UInt32(first.x + rank % cluster.x)
        block[].y = UInt32(first.y + rank // cluster.x % cluster.y)
        block[].z = UInt32(first.z + rank // (cluster.x * cluster.y))
        block[].finished = 0
        for number in range(BARRIERS):
            sim[].all_barriers[rank * BARRIERS + number] = BarrierRecord()
        var warps = sim[].warps + (rank * sim[].stride >> 5)
        for warp in range(sim[].stride >> 5):
            var lanes = min(32, sim[].thread_count - (warp << 5))
            warps[warp].live = ~UInt32(0) >> UInt32(32 - lanes)
            warps[warp].waiting = 0
    enter_block(0)
    comptime if is_checking():
        begin_cluster(sim[].memory + sim[].array_bytes, sim[].dynamic_bytes, sim[].cluster_size)
    if not _free_fiber(sim):
        return
    _go_to_fiber(sim, UnsafePointer[Int, MutAnyOrigin](mlir_value=__address_of(sim[].main_stack)))
    comptime if is_checking():
        end_cluster()


# -- fibers -------------------------------------------------------------------------------------------


def _fiber_main():
    # What every fiber runs, forever: threads that have not started, while nobody else is ready.
    var sim = simulation()
    while True:
        while sim[].next_thread < sim[].end and sim[].ready_count == 0:
            _start(sim, sim[].next_thread)
            sim[].entry(sim[].parameters)
            leave(sim[].thread)
        sim[].free_fibers[sim[].free_count] = Int32(sim[].fiber)
        sim[].free_count += 1
        _go_on(sim, sim[].fiber_stacks + sim[].fiber)


@always_inline
def _start(sim: UnsafePointer[Simulation, MutAnyOrigin], thread: Int):
    # The first thread of a block stands at the origin; the others follow, x first.
    if sim[].cluster_size > 1:
        enter_block(thread // sim[].stride)
    var x = UInt32(0)
    var y = UInt32(0)
    var z = UInt32(0)
    if thread > sim[].first_thread:
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
    record[].place = StaticString()
    sim[].thread = thread
    sim[].thread_x = x
    sim[].thread_y = y
    sim[].thread_z = z
    sim[].next_thread = thread + 1
    if thread + 1 == sim[].first_thread + sim[].thread_count:
        sim[].next_thread = sim[].first_thread + sim[].stride


def _run_others():
    # The running thread waits: others run until it is its turn again.
    var sim = simulation()
    sim[].threads[sim[].thread].fiber = Int32(sim[].fiber)
    if sim[].ready_count == 0 and sim[].next_thread < sim[].end:
        if not _free_fiber(sim):
            return
        _go_to_fiber(sim, sim[].fiber_stacks + sim[].fiber)
    else:
        _go_on(sim, sim[].fiber_stacks + sim[].fiber)


def _go_on(sim: UnsafePointer[Simulation, MutAnyOrigin], save: UnsafePointer[Int, MutAnyOrigin]):
    # To the next thread that is ready, or out of the cluster when all have finished or nothing can happen any more.
    if sim[].ready_count == 0 and sim[].blocked > 0 and sim[].next_thread == sim[].end:
        _ = release_active_lanes()
    if sim[].ready_count > 0:
        var thread = Int(sim[].ready[sim[].ready_first])
        sim[].ready_first = (sim[].ready_first + 1) % PLACES
        sim[].ready_count -= 1
        var record = sim[].threads[thread]
        sim[].thread = thread
        sim[].thread_x = record.x
        sim[].thread_y = record.y
        sim[].thread_z = record.z
        sim[].fiber = Int(record.fiber)
        if sim[].cluster_size > 1:
            enter_block(thread // sim[].stride)
        var next = sim[].fiber_stacks + sim[].fiber
        if next != save:
            switch_stack(save, next)
        return
    if sim[].finished < sim[].thread_count * sim[].cluster_size:
        sim[].failure = Failure.STUCK
    _leave_cluster(sim, save)


def _leave_cluster(sim: UnsafePointer[Simulation, MutAnyOrigin], save: UnsafePointer[Int, MutAnyOrigin]):
    switch_stack(save, UnsafePointer[Int, MutAnyOrigin](mlir_value=__address_of(sim[].main_stack)))


def _stop():
    # Ends the kernel from inside a thread, which never goes on.
    var sim = simulation()
    _leave_cluster(sim, sim[].fiber_stacks + sim[].fiber)


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
    if sim[].ready_count == 0 and sim[].next_thread < sim[].end:
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


def _forget_threads(sim: UnsafePointer[Simulation, MutAnyOrigin]):
    # After a failure: threads that never finished are dropped.
    for thread in range(sim[].end):
        sim[].threads[thread].waiting = Int32(Waiting.FINISHED)
    for number in range(sim[].fiber_count):
        var fiber = Fiber(sim[].fiber_memory[number])
        fiber.reset(number, _fiber_main)
        sim[].fiber_stacks[number] = fiber.stack_pointer
        sim[].free_fibers[number] = Int32(number)
    sim[].free_count = sim[].fiber_count
