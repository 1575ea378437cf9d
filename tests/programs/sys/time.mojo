# Clocks move forward.
from std.time import monotonic, perf_counter_ns, sleep


def main():
    var a = perf_counter_ns()
    sleep(0.01)
    var b = perf_counter_ns()
    print(b > a, b - a >= 9_000_000)
    print(monotonic() > 0)
