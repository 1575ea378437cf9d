"""Clocks and waiting."""

from std.time.time import (
    global_perf_counter_ns,
    monotonic,
    now,
    perf_counter,
    perf_counter_ns,
    sleep,
    time_function,
    time_ns,
)
