"""What the simulated device knows while it runs a kernel: the running thread, the threads of its cluster, its warps.

The blocks of a cluster run together; without clusters, a cluster is one block. Threads are numbered through the cluster;
every block begins at a multiple of 32.
"""

comptime WARP = 32
comptime NAMED_BARRIERS = 16
comptime WARPGROUPS = 8
"""Groups of four warps of a block: each has a barrier after the named ones."""
comptime BARRIERS = NAMED_BARRIERS + WARPGROUPS
comptime MAX_THREADS = 1024
comptime MAX_BLOCKS = 8
"""Blocks of a cluster."""
comptime PLACES = MAX_THREADS * MAX_BLOCKS
comptime SHARED_ROOM = 1 << 18
"""Bytes from the shared memory of a block to that of the next one in the cluster: what 18 bits of an address say."""

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
    comptime CLUSTER = 5


struct ThreadRecord(TrivialRegisterPassable):
    """One thread."""

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
    var joint: def(Int) thin -> None
    """What happens when all threads of four warps are there; takes the first one."""
    var result: UInt32
    """What a barrier gave it."""
    var cluster_phase: Int
    """The phase of the cluster's barrier at which it arrived."""
    var place: StaticString
    """Where in the source it is, if accesses are checked."""


struct WarpRecord(TrivialRegisterPassable):
    """32 threads: which of them have not finished, and which wait for others."""

    var live: UInt32
    var waiting: UInt32


struct BlockRecord(TrivialRegisterPassable):
    """One block of the cluster."""

    var x: UInt32
    var y: UInt32
    var z: UInt32
    var finished: Int
    """How many of its threads have finished."""


struct BarrierRecord(TrivialRegisterPassable):
    """A barrier of a block or of the cluster."""

    var arrived: Int
    var expected: Int
    """How many threads complete it; 0: all that have not finished."""
    var ones: Int
    """How many of them brought a true predicate."""
    var phase: Int
    """How often it was completed."""

    @always_inline
    def __init__(out self):
        """Nobody is there."""
        self.arrived = 0
        self.expected = 0
        self.ones = 0
        self.phase = 0


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
    comptime RANK = 14
    comptime WARPGROUP = 15
    comptime TENSOR = 16
    comptime PENDING = 17
    comptime FREED = 18
    comptime INACTIVE = 19
    comptime BLOCK_RACE = 20
    comptime SKIPPED = 21


struct Simulation:
    """The state of the simulated device. There is one, in a global variable that starts as zeroes."""

    # The running thread.
    var thread: Int
    """Its number in the cluster."""
    var thread_x: UInt32
    var thread_y: UInt32
    var thread_z: UInt32
    # Its block.
    var rank: Int
    """The number of the block in the cluster."""
    var first_thread: Int
    var block_x: UInt32
    var block_y: UInt32
    var block_z: UInt32
    var barriers: UnsafePointer[BarrierRecord, MutAnyOrigin]
    # The launch.
    var block_dim_x: UInt32
    var block_dim_y: UInt32
    var block_dim_z: UInt32
    var grid_dim_x: UInt32
    var grid_dim_y: UInt32
    var grid_dim_z: UInt32
    var cluster_dim_x: UInt32
    var cluster_dim_y: UInt32
    var cluster_dim_z: UInt32
    var entry: def(Parameters) thin -> None
    var parameters: Parameters
    var memory: Int
    """Where the shared memory of the cluster's blocks starts."""
    var array_bytes: Int
    """How much of it the kernel's arrays take; dynamic memory follows."""
    var dynamic_bytes: Int
    var thread_count: Int
    """The threads of a block."""
    var stride: Int
    """The number of the second block's first thread."""
    # The cluster.
    var cluster_size: Int
    """How many blocks there are."""
    var end: Int
    """The first number that no thread has."""
    var next_thread: Int
    """The first thread that has not started."""
    var finished: Int
    var blocked: Int
    """How many threads wait at a barrier or for other lanes."""
    var idle_turns: Int
    """How often threads gave up their turn since something last changed."""
    var threads: UnsafePointer[ThreadRecord, MutAnyOrigin]
    var warps: UnsafePointer[WarpRecord, MutAnyOrigin]
    var blocks: UnsafePointer[BlockRecord, MutAnyOrigin]
    var all_barriers: UnsafePointer[BarrierRecord, MutAnyOrigin]
    var cluster_barrier: BarrierRecord
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
def shared_start() -> UnsafePointer[Int, MutAnyOrigin]:
    """Where the shared memory of the running block starts; the compiler puts arrays there."""
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["ember_simulated_shared", Int]())


@always_inline
def shared_of(address: Int, rank: Int) -> Int:
    """The same place in the shared memory of the block with a rank."""
    var memory = simulation()[].memory
    return memory + rank * SHARED_ROOM + (address - memory) % SHARED_ROOM


@always_inline
def enter_block(rank: Int):
    """The running thread is one of the block with this rank."""
    var sim = simulation()
    var block = sim[].blocks[rank]
    sim[].rank = rank
    sim[].first_thread = rank * sim[].stride
    sim[].block_x = block.x
    sim[].block_y = block.y
    sim[].block_z = block.z
    sim[].barriers = sim[].all_barriers + rank * BARRIERS
    shared_start()[] = sim[].memory + rank * SHARED_ROOM


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
    sim[].ready[place % PLACES] = Int32(thread)
    sim[].ready_count += 1
    sim[].threads[thread].waiting = Int32(Waiting.NOTHING)
    sim[].idle_turns = 0
