"""Work items handed out to a pool of threads of the operating system.

The threads are made when they are first needed, stay until the process ends, and sleep while there is nothing to do. Whoever
hands out work does it too: the thread that calls takes items like the others, and then waits only for items that others have
begun. So work inside of work finishes even if no other thread comes to help, and whatever number of threads is asked for.

Programs loaded into one process may share a pool: it says itself what its threads run, which stays in memory (`runtime/loader.py`).

A call may come from any thread, many at a time. A process made by `fork` has only the thread that forked; it is recognised by
its process id and makes a pool of its own.
"""

from std.builtin._faults import _give_handlers_a_stack
from std.atomic import Atomic
from std.bit import pop_count
from std.ffi import external_call
from std.sys.info import CompilationTarget, num_logical_cores

comptime _Raw = __mlir_type.`!kgen.pointer<none>`
comptime _JobPointer = UnsafePointer[_Job, MutAnyOrigin]
comptime _PoolPointer = UnsafePointer[_Pool, MutAnyOrigin]
comptime _MOST_THREADS = 256
"""A pool never has more threads, whatever is asked for."""
comptime _SPINS = 200
"""How often a caller looks whether the others are done before it goes to sleep."""
comptime _PATIENCE = 100
"""How often a thread looks for more work before it goes to sleep: some ten microseconds, as waking up takes as long."""


struct _Job:
    """Items to be done: part of the stack frame of the thread that asks for them."""

    var work: def(_JobPointer) thin -> None
    """Takes items until none are left."""
    var function: _Raw
    """The address of the user's function."""
    var count: Int
    """How many items there are."""
    var next: Atomic[Int]
    """The item to be taken next."""
    var wanted: Int
    """How many more threads may join; 0 as soon as the job is not in the pool's list."""
    var helpers: Atomic[Int]
    """How many threads besides the caller are at it."""
    var waiting: Bool
    """Whether the caller sleeps until there are no helpers."""
    var core: Int32
    """Where the caller runs."""
    var following: _JobPointer
    """The next job in the pool's list."""
    var error: Optional[Error]
    """What the first item that failed raised."""

    def __init__(
        out self,
        work: def(_JobPointer) thin -> None,
        function: _Raw,
        count: Int,
        helpers: Int,
    ):
        self.work = work
        self.function = function
        self.count = count
        self.next = Atomic[Int](0)
        self.wanted = helpers
        self.helpers = Atomic[Int](0)
        self.waiting = False
        self.core = _current_core() if helpers > 0 else 0
        self.following = _JobPointer()
        self.error = None


struct _Lock:
    """A mutex of the operating system, with room for the largest kind."""

    var room: Array[UInt64, 16]

    def __init__(out self):
        self.room = Array[UInt64, 16](fill=0)
        _ = external_call["pthread_mutex_init", Int32](__address_of(self), _JobPointer().address)

    def acquire(mut self):
        _ = external_call["pthread_mutex_lock", Int32](__address_of(self))

    def release(mut self):
        _ = external_call["pthread_mutex_unlock", Int32](__address_of(self))


struct _Signal:
    """A condition variable of the operating system."""

    var room: Array[UInt64, 16]

    def __init__(out self):
        self.room = Array[UInt64, 16](fill=0)
        _ = external_call["pthread_cond_init", Int32](__address_of(self), _JobPointer().address)

    def wait(mut self, mut lock: _Lock):
        _ = external_call["pthread_cond_wait", Int32](__address_of(self), __address_of(lock))

    def wake_one(mut self):
        _ = external_call["pthread_cond_signal", Int32](__address_of(self))

    def wake_all(mut self):
        _ = external_call["pthread_cond_broadcast", Int32](__address_of(self))


struct _Pool:
    """The threads of a process and the jobs that want more of them. The lock guards all fields, and those of jobs but the atomic ones."""

    var entry: def(_Raw) thin -> _Raw
    """What its threads run; the first word, where whoever loads and frees programs looks for it."""
    var process: Int32
    """The id of the process whose threads these are."""
    var lock: _Lock
    var work_came: _Signal
    var work_ended: _Signal
    var threads: Int
    """How many threads were made."""
    var idle: Int
    """How many of them sleep."""
    var jobs: _JobPointer
    """The newest job that wants more threads: nested work comes before the work around it."""
    var published: Atomic[Int]
    """How many jobs there were."""

    def __init__(out self, process: Int32):
        self.entry = _thread_entry
        self.process = process
        self.lock = _Lock()
        self.work_came = _Signal()
        self.work_ended = _Signal()
        self.threads = 0
        self.idle = 0
        self.jobs = _JobPointer()
        self.published = Atomic[Int](0)

    def publish(mut self, job: _JobPointer):
        # Puts a job into the list and wakes as many threads as it wants.
        self.lock.acquire()
        job[].following = self.jobs
        self.jobs = job
        self.published += 1
        var sleeping = min(self.idle, job[].wanted)
        var missing = min(job[].wanted, _MOST_THREADS) - self.threads
        for _ in range(missing):
            if not self.start_thread():
                break
        for _ in range(sleeping):
            self.work_came.wake_one()
        self.lock.release()

    def start_thread(mut self) -> Bool:
        # False if the system gives no more threads; there is always the caller's own.
        var handle = 0
        var none = _JobPointer()
        var status = external_call["pthread_create", Int32](
            __address_of(handle),
            none.address,
            self.entry,
            __address_of(self),
        )
        if status != 0:
            return False
        _ = external_call["pthread_detach", Int32](handle)
        self.threads += 1
        return True

    def withdraw(mut self, job: _JobPointer):
        # Takes a job out of the list, if it is there: nobody else joins it.
        if job[].wanted == 0:
            return
        job[].wanted = 0
        if self.jobs == job:
            self.jobs = job[].following
            return
        var before = self.jobs
        while before[].following != job:
            before = before[].following
        before[].following = job[].following

    def finish(mut self, job: _JobPointer):
        # Returns when nobody works on the job any more. The items others have begun are mostly about to end.
        for _ in range(_SPINS):
            if job[].helpers.load() == 0:
                break
            _ = external_call["sched_yield", Int32]()
        self.lock.acquire()
        self.withdraw(job)
        while job[].helpers.load() > 0:
            job[].waiting = True
            self.work_ended.wait(self.lock)
        self.lock.release()

    def is_more_to_come(mut self) -> Bool:
        # Looks for a new job for a while, without the lock: what follows one job is often another. True if there was one.
        var known = self.published.load()
        self.lock.release()
        for _ in range(_PATIENCE):
            if self.published.load() != known:
                break
            _ = external_call["sched_yield", Int32]()
        self.lock.acquire()
        return self.published.load() != known

    def help(mut self):
        # What a thread of the pool does.
        self.lock.acquire()
        while True:
            var job = self.jobs
            if not job:
                if not self.is_more_to_come():
                    self.idle += 1
                    self.work_came.wait(self.lock)
                    self.idle -= 1
                continue
            job[].helpers += 1
            if job[].wanted == 1:
                self.withdraw(job)
            else:
                job[].wanted -= 1
            self.lock.release()
            if _current_core() == job[].core:
                _leave_core()
            job[].work(job)
            self.lock.acquire()
            self.withdraw(job)
            job[].helpers -= 1
            if job[].helpers.load() == 0 and job[].waiting:
                self.work_ended.wake_all()


def _current_core() -> Int32:
    comptime if CompilationTarget.is_linux():
        return external_call["sched_getcpu", Int32]()
    else:
        return -1


def _leave_core():
    # Moves this thread to another core, if it may run on others. A system whose cores are all busy wakes threads beside the
    # thread that woke them, and leaves them there for longer than most jobs take.
    comptime if CompilationTarget.is_linux():
        var allowed = Array[UInt64, 16](fill=0)
        var others = Array[UInt64, 16](fill=0)
        if external_call["sched_getaffinity", Int32](Int32(0), 128, __address_of(allowed)) < 0:
            return
        var core = Int(_current_core())
        if core < 0 or core >= 1024:
            return
        var count = 0
        for i in range(16):
            others[i] = allowed[i]
            if i == core // 64:
                others[i] &= ~(UInt64(1) << UInt64(core % 64))
            count += Int(pop_count(others[i]))
        if count > 0:
            _ = external_call["sched_setaffinity", Int32](Int32(0), 128, __address_of(others))
            _ = external_call["sched_setaffinity", Int32](Int32(0), 128, __address_of(allowed))


def _thread_entry(pool: _Raw) -> _Raw:
    # What the operating system calls in a new thread.
    _give_handlers_a_stack()
    _PoolPointer(mlir_value=pool)[].help()
    return pool


def _pool() -> _PoolPointer:
    # The pool of this process. Of two threads that make one at the same time, one throws its own away.
    ref place = UnsafePointer[Atomic[Int], MutAnyOrigin](
        mlir_value=__global_address["ember_thread_pool", Int]()
    )[]
    var process = external_call["getpid", Int32]()
    while True:
        var found = place.load()
        if found != 0 and _PoolPointer(unsafe_from_address=found)[].process == process:
            return _PoolPointer(unsafe_from_address=found)
        var made = external_call["malloc", _PoolPointer](__size_of[_Pool]())
        __get_address_as_uninit_lvalue[_Pool](made.address) = _Pool(process)
        if place.compare_exchange(found, Int(made)):
            return made
        external_call["free", NoneType](made.address)


# -- what jobs do --------------------------------------------------------------------------------------------------------


def _take_items[F: AnyType](job: _JobPointer):
    ref function = UnsafePointer[F, MutAnyOrigin](mlir_value=job[].function)[]
    while True:
        var item = job[].next.fetch_add(1)
        if item >= job[].count:
            return
        function(item)


def _take_raising_items[F: AnyType](job: _JobPointer):
    ref function = UnsafePointer[F, MutAnyOrigin](mlir_value=job[].function)[]
    while True:
        var item = job[].next.fetch_add(1)
        if item >= job[].count:
            return
        try:
            function(item)
        except error:
            _fail(job, error^)
            return


def _fail(job: _JobPointer, var error: Error):
    # Keeps the first error and hands out no more items.
    var pool = _pool()
    pool[].lock.acquire()
    if not job[].error:
        job[].error = error^
    pool[].lock.release()
    _ = job[].next.exchange(job[].count)


def _share(mut job: _Job):
    # Does a job with the help of the pool.
    var pointer = _JobPointer(mlir_value=__address_of(job))
    if job.wanted <= 0:
        job.work(pointer)
        return
    var pool = _pool()
    pool[].publish(pointer)
    job.work(pointer)
    pool[].finish(pointer)


def _helpers(count: Int, workers: Int) -> Int:
    # How many threads besides the caller's are wanted; 0 workers: as many as there are cores.
    if __is_compile_time():
        return 0
    return min(workers if workers > 0 else num_logical_cores(), count) - 1


def _run_in_threads[F: AnyType, //](function: F, count: Int, workers: Int):
    # Calls `function` with 0 … count - 1.
    var job = _Job(_take_items[F], __address_of(function), count, _helpers(count, workers))
    _share(job)


def _run_raising_in_threads[F: AnyType, //](function: F, count: Int, workers: Int) raises:
    # The same; raises what the first item that failed raised, and begins no more items after it.
    var job = _Job(_take_raising_items[F], __address_of(function), count, _helpers(count, workers))
    _share(job)
    if job.error:
        raise job.error.take()
