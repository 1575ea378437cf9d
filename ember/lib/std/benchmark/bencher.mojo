"""Bench: several measurements in one table."""

from std.benchmark.benchmark import Report, run
from std.time import perf_counter_ns


@fieldwise_init
struct BenchMetric(Copyable, ImplicitlyCopyable, Movable):
    """What a throughput counts.

    Example:

    ```mojo
    from std.benchmark import BenchMetric

    print(BenchMetric.bytes().name)  # DataMovement
    ```

    ```mojo
    from std.benchmark import BenchMetric

    print(BenchMetric.flops().name, BenchMetric.elements().name)  # Arithmetic throughput
    ```
    """

    var code: Int
    """A number for the metric."""
    var name: String
    """What is counted."""
    var unit: String
    """What it is counted in."""

    @staticmethod
    def elements() -> Self:
        """Elements per second."""
        return Self(0, "throughput", "GElems/s")

    @staticmethod
    def bytes() -> Self:
        """Bytes per second."""
        return Self(1, "DataMovement", "GB/s")

    @staticmethod
    def flops() -> Self:
        """Operations per second."""
        return Self(2, "Arithmetic", "GFLOPS/s")


@fieldwise_init
struct ThroughputMeasure(Copyable, ImplicitlyCopyable, Movable):
    """How much work one call does.

    Example:

    ```mojo
    from std.benchmark import BenchMetric, ThroughputMeasure

    print(ThroughputMeasure(BenchMetric.flops(), 2_000_000_000).compute(1.0))  # 2.0
    ```
    """

    var metric: BenchMetric
    """What is counted."""
    var value: Int
    """How much of it one call does."""

    def compute(self, elapsed_sec: Float64) -> Float64:
        """Work per second, in billions."""
        return Float64(self.value) * 1e-9 / elapsed_sec


@fieldwise_init
struct BenchId(Copyable, ImplicitlyCopyable, Movable):
    """The name of a measurement.

    Example:

    ```mojo
    from std.benchmark import BenchId

    print(BenchId("sort").func_name)  # sort
    ```
    """

    var func_name: String
    """What is measured."""
    var input_id: Optional[String]
    """On which input, if there are several."""

    @implicit
    def __init__(out self, var func_name: String):
        """A name alone."""
        self.func_name = func_name^
        self.input_id = None

    @implicit
    def __init__(out self, func_name: StringLiteral):
        """A name alone."""
        self.func_name = String(func_name)
        self.input_id = None


struct Format:
    """How the table is printed.

    Example:

    ```mojo
    from std.benchmark.bencher import Format

    print(Format.csv)  # csv
    ```
    """

    comptime csv = "csv"
    """Values separated by commas."""
    comptime tabular = "tabular"
    """Columns."""
    comptime table = "table"
    """Columns with lines between them."""


struct BenchConfig(Copyable, ImplicitlyCopyable, Movable):
    """How long to measure.

    Example:

    ```mojo
    from std.benchmark import BenchConfig

    var config = BenchConfig(max_iters=10)
    print(config.max_iters)  # 10
    ```
    """

    var min_runtime_secs: Float64
    """Seconds to measure at least."""
    var max_runtime_secs: Float64
    """Seconds to measure at most."""
    var num_warmup_iters: Int
    """Calls that are not counted."""
    var max_iters: Int
    """Calls at most."""
    var num_repetitions: Int
    """How often everything is measured."""

    def __init__(
        out self,
        min_runtime_secs: Float64 = 0.1,
        max_runtime_secs: Float64 = 1.0,
        num_warmup_iters: Int = 1,
        max_iters: Int = 1_000_000_000,
        num_repetitions: Int = 1,
    ):
        """The given limits."""
        self.min_runtime_secs = min_runtime_secs
        self.max_runtime_secs = max_runtime_secs
        self.num_warmup_iters = num_warmup_iters
        self.max_iters = max_iters
        self.num_repetitions = num_repetitions


struct Bencher:
    """Handed to the function that is measured.

    Example:

    ```mojo
    from std.benchmark import Bencher

    @parameter
    def work():
        pass

    var bencher = Bencher(3)
    bencher.iter[work]()
    print(bencher.elapsed >= 0)  # True
    ```

    ```mojo
    from std.benchmark import Bencher

    @parameter
    def batch(count: Int) -> Int:
        return 10 * count

    var bencher = Bencher(3)
    bencher.iter_custom[batch]()
    print(bencher.elapsed)  # 30
    ```
    """

    var num_iters: Int
    """Calls to make."""
    var elapsed: Int
    """Nanoseconds that they took."""

    def __init__(out self, num_iters: Int):
        """For a number of calls."""
        self.num_iters = num_iters
        self.elapsed = 0

    def iter[iter_fn: def() capturing -> None](mut self):
        """Measures calls of a function."""
        self.iter(iter_fn)

    def iter[F: def() -> None, //](mut self, iter_fn: F):
        """Measures calls of a function."""
        var start = Int(perf_counter_ns())
        for _ in range(self.num_iters):
            iter_fn()
        self.elapsed = Int(perf_counter_ns()) - start

    def iter_custom[iter_fn: def(Int) capturing -> Int](mut self):
        """Lets the function measure itself."""
        self.elapsed = iter_fn(self.num_iters)

    def iter_custom[F: def(Int) -> Int, //](mut self, iter_fn: F):
        """Lets the function measure itself."""
        self.elapsed = iter_fn(self.num_iters)


struct Bench(Movable):
    """A table of measurements.

    Example:

    ```mojo
    from std.benchmark import Bench, BenchConfig, Bencher, BenchId

    @parameter
    def work(mut bencher: Bencher):
        @parameter
        def once():
            pass

        bencher.iter[once]()

    var bench = Bench(BenchConfig(max_iters=5, min_runtime_secs=0, max_runtime_secs=0.01))
    bench.bench_function[work](BenchId("nothing"))
    print(len(bench.names))
    ```

    ```mojo
    from std.benchmark import Bench

    var bench = Bench()
    bench.dump_report()
    ```
    """

    var config: BenchConfig
    """How long to measure."""
    var names: List[String]
    """What was measured."""
    var means: List[Float64]
    """Seconds of one call."""
    var iterations: List[Int]
    """Calls made."""

    def __init__(out self, config: BenchConfig = BenchConfig()) raises:
        """No measurements yet."""
        self.config = config
        self.names = List[String]()
        self.means = List[Float64]()
        self.iterations = List[Int]()

    def bench_function[
        bench_fn: def(mut Bencher) capturing -> None
    ](mut self, bench_id: BenchId) raises:
        """Measures a function."""
        self.bench_function(bench_fn, bench_id)

    def bench_function[F: def(mut Bencher) -> None, //](mut self, bench_fn: F, bench_id: BenchId) raises:
        """Measures a function."""
        var name = bench_id.func_name
        if bench_id.input_id:
            name += "/" + bench_id.input_id.value()
        print("Running", name)
        var calls = 1
        var bencher = Bencher(calls)
        bench_fn(bencher)
        while Float64(bencher.elapsed) < self.config.min_runtime_secs * 1e9 and calls < self.config.max_iters:
            calls = min(calls * 2, self.config.max_iters)
            bencher = Bencher(calls)
            bench_fn(bencher)
        self.names.append(name^)
        self.means.append(Float64(bencher.elapsed) / 1e6 / Float64(calls))
        self.iterations.append(calls)

    def dump_report(mut self) raises:
        """Prints the table."""
        var columns: List[List[String]] = [["name"], ["met (ms)"], ["iters"]]
        for i in range(len(self.names)):
            columns[0].append(self.names[i])
            columns[1].append(String(self.means[i]))
            columns[2].append(String(self.iterations[i]))
        var widths = List[Int]()
        for column in columns:
            var width = 0
            for text in column:
                width = max(width, text.byte_length())
            widths.append(width)
        for row in range(len(self.names) + 1):
            var line = String("|")
            var rule = String("|")
            for i in range(3):
                line += " " + columns[i][row].ascii_ljust(widths[i]) + " |"
                rule += " " + "-" * widths[i] + " |"
            print(line)
            if row == 0:
                print(rule)
        print()
