"""Clocks and waiting."""

from std.ffi import external_call


@fieldwise_init
struct _TimeSpec(ImplicitlyCopyable):
    """Seconds and nanoseconds, as C has them."""

    var seconds: Int
    var nanoseconds: Int


def _clock(kind: Int) -> Int:
    # Nanoseconds of a clock of the operating system.
    var spec = _TimeSpec(0, 0)
    _ = external_call["clock_gettime", Int32](Int32(kind), __address_of(spec))
    return spec.seconds * 1_000_000_000 + spec.nanoseconds


def perf_counter() -> Float64:
    """Seconds of a clock that never goes back.

    Example:

    ```mojo
    from std.time import perf_counter

    var start = perf_counter()
    print(perf_counter() - start < 10)  # True
    ```
    """
    return Float64(_clock(1)) / 1e9


def perf_counter_ns() -> Int:
    """Nanoseconds of a clock that never goes back.

    Example:

    ```mojo
    from std.time import perf_counter_ns

    var start = perf_counter_ns()
    print(perf_counter_ns() >= start)  # True
    ```
    """
    return _clock(1)


def global_perf_counter_ns() -> UInt64:
    """Nanoseconds of a clock that never goes back.

    Example:

    ```mojo
    from std.time.time import global_perf_counter_ns

    print(global_perf_counter_ns() > 0)  # True
    ```
    """
    return UInt64(_clock(1))


def monotonic() -> Int:
    """Nanoseconds of a clock that never goes back.

    Example:

    ```mojo
    from std.time import monotonic

    var start = monotonic()
    print(monotonic() >= start)  # True
    ```
    """
    return _clock(1)


def now() -> Int:
    """Nanoseconds of a clock that never goes back.

    Example:

    ```mojo
    from std.time.time import now

    print(now() > 0)  # True
    ```
    """
    return _clock(1)


def time_ns() -> Int:
    """Nanoseconds since 1970.

    Example:

    ```mojo
    from std.time.time import time_ns

    print(time_ns() > 1_000_000_000)  # True
    ```
    """
    return _clock(0)


def sleep(sec: Float64):
    """Waits for some seconds.

    Example:

    ```mojo
    from std.time import sleep

    sleep(0.001)
    ```
    """
    var whole = Int(sec)
    var spec = _TimeSpec(whole, Int((sec - Float64(whole)) * 1e9))
    _ = external_call["nanosleep", Int32](__address_of(spec), __mlir_op.`pop.index_to_pointer`[_type = __mlir_type.`!kgen.pointer<none>`](__mlir_attr.`0 : index`))


def sleep(sec: Int):
    """Waits for some seconds."""
    sleep(Float64(sec))


def time_function[func: def() capturing -> None]() -> Int:
    """Nanoseconds that a function takes.

    Example:

    ```mojo
    from std.time import time_function

    @parameter
    def work():
        print("working")

    print(time_function[work]() > 0)
    # prints: working
    # prints: True
    ```
    """
    var start = _clock(1)
    func()
    return _clock(1) - start


def time_function[F: def() -> None](func: F) -> Int:
    """Nanoseconds that a function takes."""
    var start = _clock(1)
    func()
    return _clock(1) - start


def time_function[F: def() raises -> None](func: F) raises -> Int:
    """Nanoseconds that a function takes."""
    var start = _clock(1)
    func()
    return _clock(1) - start
