"""Coroutine: what calling an asynchronous function gives.

The call captures the arguments in a frame on the heap; the body runs when the coroutine is awaited, in the thread that awaits
it, or when a task is made of it. A coroutine that is dropped never runs.
"""

from std.memory import alloc

comptime _Frame = UnsafePointer[NoneType, MutAnyOrigin]


struct Coroutine[T: Movable, origins: OriginSet = ImmStaticOrigin](Movable):
    """The work of an asynchronous function, not yet begun.

    Example:

    ```mojo
    async def answer() -> Int:
        return 42

    var work = answer()
    print(work^.__await__())  # 42
    ```
    """

    var _frame: _Frame
    var _resume: def(_Frame) thin -> Self.T
    var _drop: def(_Frame) thin -> None

    @implicit
    def __init__[F: def() -> Self.T](out self, var body: F):
        """The work of calling `body`, which is kept on the heap."""
        var frame = alloc[F](1)
        frame.init_pointee_move(body^)
        self._frame = frame.bitcast[NoneType]()
        self._resume = _resume[Self.T, F]
        self._drop = _drop[F]

    def __del__(deinit self):
        """Work that nobody waits for is not done."""
        self._drop(self._frame)

    def __await__(deinit self) -> Self.T:
        """Does the work and gives its result."""
        var result = self._resume(self._frame)
        self._drop(self._frame)
        return result^


struct RaisingCoroutine[T: Movable, origins: OriginSet = ImmStaticOrigin, E: Movable = Error](Movable):
    """The work of an asynchronous function that may raise, not yet begun.

    Example:

    ```mojo
    async def fails() raises -> Int:
        raise Error("no answer")

    var work = fails()
    try:
        print(work^.__await__())
    except e:
        print(e)
    # prints: no answer
    ```
    """

    var _frame: _Frame
    var _resume: def(_Frame) thin raises Self.E -> Self.T
    var _drop: def(_Frame) thin -> None

    @implicit
    def __init__[F: def() raises Self.E -> Self.T](out self, var body: F):
        """The work of calling `body`, which is kept on the heap."""
        var frame = alloc[F](1)
        frame.init_pointee_move(body^)
        self._frame = frame.bitcast[NoneType]()
        self._resume = _resume_raising[Self.T, Self.E, F]
        self._drop = _drop[F]

    def __del__(deinit self):
        """Work that nobody waits for is not done."""
        self._drop(self._frame)

    def __await__(deinit self) raises Self.E -> Self.T:
        """Does the work and gives its result, or raises what it raised."""
        try:
            return self._resume(self._frame)
        finally:
            self._drop(self._frame)


def _resume[T: Movable, F: def() -> T](frame: _Frame) -> T:
    return frame.bitcast[F]()[]()


def _resume_raising[T: Movable, E: Movable, F: def() raises E -> T](frame: _Frame) raises E -> T:
    return frame.bitcast[F]()[]()


def _drop[F: Movable](frame: _Frame):
    var typed = frame.bitcast[F]()
    typed.destroy_pointee()
    typed.free()
