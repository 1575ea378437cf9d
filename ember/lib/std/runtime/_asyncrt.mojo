"""Tasks: asynchronous functions that were started. A task runs when it is made, in the thread that makes it."""

from std.builtin._coroutine import Coroutine, RaisingCoroutine
from std.sys.info import num_logical_cores


def initialize_runtime():
    """Prepares the run time; there is nothing to prepare.

    Example:

    ```mojo
    from std.runtime.asyncrt import initialize_runtime

    initialize_runtime()
    ```
    """
    pass


def parallelism_level() -> Int:
    """How many tasks can run at the same time.

    Example:

    ```mojo
    from std.runtime.asyncrt import parallelism_level

    print(parallelism_level() >= 1)  # True
    ```
    """
    return num_logical_cores()


@fieldwise_init
struct Task[T: Movable, origins: OriginSet = ImmStaticOrigin](
    Copyable where conforms_to(T, Copyable), ImplicitlyCopyable where conforms_to(T, ImplicitlyCopyable), Movable
):
    """A coroutine that was started.

    Example:

    ```mojo
    from std.runtime.asyncrt import create_task

    async def answer() -> Int:
        return 42

    print(create_task(answer()).wait())  # 42
    ```

    ```mojo
    from std.runtime.asyncrt import create_task

    async def answer() -> Int:
        return 42

    var task = create_task(answer())
    print(task.get())  # 42
    _ = task^.wait()
    ```
    """

    var _result: Self.T

    def __await__(deinit self) -> Self.T:
        """Its result."""
        return self._result^

    def wait(deinit self) -> Self.T:
        """Its result."""
        return self._result^

    def get(ref self) -> ref[self._result] Self.T:
        """Its result, in place."""
        return self._result


struct RaisingTask[T: Movable, origins: OriginSet = ImmStaticOrigin](Movable):
    """A coroutine that may raise and was started; it runs when it is waited for, which raises what it raised.

    Example:

    ```mojo
    from std.runtime.asyncrt import RaisingTask, create_raising_task

    async def answer() raises -> Int:
        return 42

    print(create_raising_task(answer()).wait())  # 42
    ```
    """

    var _work: RaisingCoroutine[Self.T, Self.origins]

    def __init__(out self, var work: RaisingCoroutine[Self.T, Self.origins]):
        """The task of doing this work."""
        self._work = work^

    def __await__(deinit self) raises -> Self.T:
        """Its result."""
        return self._work^.__await__()

    def wait(deinit self) raises -> Self.T:
        """Its result."""
        return self._work^.__await__()


struct TaskGroup(Defaultable):
    """Several tasks waited for together.

    Example:

    ```mojo
    from std.runtime.asyncrt import TaskGroup

    async def work():
        print("working")

    var group = TaskGroup()
    group.create_task(work())
    group.wait()
    # prints: working
    ```
    """

    var _count: Int

    def __init__(out self):
        """No tasks."""
        self._count = 0

    def create_task[T: ImplicitlyDestructible & Movable, //](mut self, var task: Coroutine[T, ...]):
        """Starts a coroutine in the group."""
        self._count += 1
        _ = task^.__await__()

    def wait[origins: OriginSet = ImmStaticOrigin](mut self):
        """Waits until all tasks are done."""
        self._count = 0

    def __await__(mut self):
        """Waits until all tasks are done."""
        self._count = 0


def create_task[T: Movable, //](var handle: Coroutine[T, ...]) -> Task[T]:
    """Starts a coroutine.

    Example:

    ```mojo
    from std.runtime.asyncrt import create_task

    async def answer() -> Int:
        return 42

    var task = create_task(answer())
    print(task^.wait())  # 42
    ```
    """
    return Task[T](handle^.__await__())


def create_raising_task[T: Movable, //](var handle: RaisingCoroutine[T, ...]) -> RaisingTask[T]:
    """Starts a coroutine that may raise.

    Example:

    ```mojo
    from std.runtime.asyncrt import create_raising_task

    async def answer() raises -> Int:
        return 42

    print(create_raising_task(answer()).wait())  # 42
    ```
    """
    return RaisingTask[T](handle^)


def _run[T: Movable, //](var handle: Coroutine[T, ...]) -> T:
    return handle^.__await__()


def _run[T: Movable, //](var handle: RaisingCoroutine[T, ...]) raises -> T:
    return handle^.__await__()


comptime run = _run
"""Runs a coroutine and gives its result.

Example:

```mojo
from std.runtime.asyncrt import run

async def answer() -> Int:
    return 42

print(run(answer()))  # 42
```
"""
