"""QuickBench: functions measured with their arguments, in one line each."""

from std.benchmark.bencher import Bench, Bencher, BenchId, ThroughputMeasure
from std.benchmark.compiler import keep


struct QuickBench(Movable):
    """A table of functions and the arguments they are called with.

    Example:

    ```mojo
    from std.benchmark import BenchId, QuickBench

    def double(x: Int) -> Int:
        return 2 * x

    var bench = QuickBench()
    bench.run(double, 21, bench_id=BenchId("double"))
    bench.dump_report()
    ```
    """

    var m: Bench
    """The table."""

    def __init__(out self) raises:
        """No measurements yet."""
        self.m = Bench()

    def run[
        F: AnyType, *Ts: AnyType
    ](mut self, func: F, *args: *Ts, bench_id: BenchId, measures: List[ThroughputMeasure] = []) raises:
        """Measures calls of a function with these arguments."""

        def work(mut bencher: Bencher) raises {imm}:
            def once() raises {imm}:
                keep(func(*args))

            bencher.iter(once)

        self.m.bench_function(work, bench_id, measures)

    def dump_report(mut self) raises:
        """Prints the table."""
        self.m.dump_report()
