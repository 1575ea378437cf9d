"""What the simulated device knows while it runs a kernel: the running thread, the threads of its block, its warps."""

comptime WARP = 32
comptime NAMED_BARRIERS = 16
comptime CLUSTER_BARRIER = 16
comptime BARRIERS = 17
comptime MAX_THREADS = 1024

comptime Parameters = UnsafePointer[UnsafePointer[Byte, MutAnyOrigin], MutAnyOrigin]
comptime Bytes = UnsafePointer[Byte, MutAnyOrigin]
comptime SharedBytes = UnsafePointer[Byte, MutAnyOrigin, address_space = AddressSpace.SHARED]


struct Waiting:
    """What a thread is doing (`ThreadRecord.waiting`)."""

    comptime NOTHING = 0
    comptime BARRIER = 1
    comptime WARP = 2
    comptime ACTIVE_MASK = 3
    comptime FINISHED = 4


struct ThreadRecord(TrivialRegisterPassable):
    """One thread of the block."""

    var x: UInt32
    var y: UInt32
    var z: UInt32
    var fiber: Int32
    var waiting: Int32
    var barrier: Int32
    """Which barrier it waits at."""
    var mask: UInt32
    """The lanes it wants to meet."""
    var kind: Int32
    """What they do together (see `rendezvous.Kind`)."""
    var payload: Bytes
    """What it brings to the meeting, and where its result goes."""
    var complete: def(Int, UInt32) thin -> None
    """What happens when all lanes are there; takes the first thread of the warp and the lanes."""
    var result: UInt32
    """What a barrier gave it."""
    var cluster_phase: Int
    """The phase of the cluster's barrier at which it arrived."""


struct WarpRecord(TrivialRegisterPassable):
    """32 threads: which of them have not finished, and which wait for others."""

    var live: UInt32
    var waiting: UInt32


struct BarrierRecord(TrivialRegisterPassable):
    """A barrier of the block."""

    var arrived: Int
    var expected: Int
    """How many threads complete it; 0: all that have not finished."""
    var ones: Int
    """How many of them brought a true predicate."""
    var phase: Int
    """How often it was completed."""


struct Failure:
    """Why a kernel was stopped (`Simulation.failure`)."""

    comptime NONE = 0
    comptime STUCK = 1
    comptime DIVERGED = 2
    comptime MASK = 3
    comptime SPINNING = 4
    comptime ADDRESS = 5
    comptime STACK = 6
    comptime TRAP = 7
    comptime BARRIER_COUNT = 8
    comptime MBARRIER = 9
    comptime ALIGNMENT = 10
    comptime OUT_OF_BOUNDS = 11
    comptime UNINITIALIZED = 12
    comptime RACE = 13


struct Simulation:
    """The state of the simulated device. There is one, in a global variable that starts as zeroes."""

    # The running thread.
    var thread: Int
    var thread_x: UInt32
    var thread_y: UInt32
    var thread_z: UInt32
    # The launch.
    var block_x: UInt32
    var block_y: UInt32
    var block_z: UInt32
    var block_dim_x: UInt32
    var block_dim_y: UInt32
    var block_dim_z: UInt32
    var grid_dim_x: UInt32
    var grid_dim_y: UInt32
    var grid_dim_z: UInt32
    var entry: def(Parameters) thin -> None
    var parameters: Parameters
    var shared: Bytes
    var shared_size: Int
    var static_shared_size: Int
    # The block.
    var thread_count: Int
    var next_thread: Int
    """The first thread that has not started."""
    var finished: Int
    var blocked: Int
    """How many threads wait at a barrier or for other lanes."""
    var idle_turns: Int
    """How often threads gave up their turn since something last changed."""
    var threads: UnsafePointer[ThreadRecord, MutAnyOrigin]
    var warps: UnsafePointer[WarpRecord, MutAnyOrigin]
    var barriers: UnsafePointer[BarrierRecord, MutAnyOrigin]
    # The queue of threads that may go on, a ring.
    var ready: UnsafePointer[Int32, MutAnyOrigin]
    var ready_first: Int
    var ready_count: Int
    # Fibers.
    var fiber: Int
    """The running one."""
    var fiber_stacks: UnsafePointer[Int, MutAnyOrigin]
    """Where each stands: its stack pointer."""
    var fiber_memory: UnsafePointer[Int, MutAnyOrigin]
    var fiber_count: Int
    var free_fibers: UnsafePointer[Int32, MutAnyOrigin]
    var free_count: Int
    var main_stack: Int
    var is_running: Bool
    # Called through pointers, because these are made for the processor and kernels for a device.
    var wait: def() thin -> None
    """Runs others until somebody makes this thread ready again."""
    var stop: def() thin -> None
    """Ends the kernel; `failure` says why."""
    var exit: def() thin -> None
    """Ends the thread."""
    # Why it was stopped.
    var failure: Int
    var failed_thread: Int
    var detail: Int


@always_inline
def simulation() -> UnsafePointer[Simulation, MutAnyOrigin]:
    """The state of the simulated device."""
    return UnsafePointer[Simulation, MutAnyOrigin](
        mlir_value=__global_address["ember_simulated_device", Simulation]()
    )


@always_inline
def fail(why: Int, detail: Int = 0):
    """Stops the kernel; does not return."""
    var sim = simulation()
    sim[].failure = why
    sim[].failed_thread = sim[].thread
    sim[].detail = detail
    sim[].stop()


@always_inline
def make_ready(thread: Int):
    """The thread may go on."""
    var sim = simulation()
    var place = sim[].ready_first + sim[].ready_count
    sim[].ready[place % MAX_THREADS] = Int32(thread)
    sim[].ready_count += 1
    sim[].threads[thread].waiting = Int32(Waiting.NOTHING)
    sim[].idle_turns = 0
