"""What a parallel loop costs, and what it gains: `ember run -O3 bench/threads.mojo`.

Microseconds of wall time, the best and the median: a loop of two empty items, and 64 items of 24 microseconds each by
one to four threads, so that a busy machine shows as a distance between both.
"""

from std.algorithm import parallelize
from std.time import perf_counter_ns


def show(name: String, var times: List[Int]):
    sort(times)
    print(name, "best", Float64(times[0]) / 1000, "median", Float64(times[len(times) // 2]) / 1000)


def main():
    var results = List[Int](length=64, fill=0)

    @__parameter
    def nothing(i: Int):
        pass

    @__parameter
    def busy(i: Int):
        var x = UInt64(i + 1)
        for _ in range(20_000):
            x ^= x << 13
            x ^= x >> 7
            x ^= x << 17
        results[i] = Int(x & 255)

    var times = List[Int]()
    for _ in range(2000):
        var start = perf_counter_ns()
        parallelize[nothing](2, 2)
        times.append(Int(perf_counter_ns() - start))
    show("two empty items:", times^)
    for workers in range(1, 5):
        times = List[Int]()
        for _ in range(100):
            var start = perf_counter_ns()
            parallelize[busy](64, workers)
            times.append(Int(perf_counter_ns() - start))
        show(String("64 items by ", workers, " threads:"), times^)
    print("checksum", results[0] + results[63])
