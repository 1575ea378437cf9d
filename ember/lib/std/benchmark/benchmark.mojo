"""run: calls a function until its time is known well."""

from std.time import perf_counter_ns


struct Unit:
    """Units of time.

    Example:

    ```mojo
    from std.benchmark import Unit

    print(Unit.ms)  # ms
    ```
    """

    comptime ns = "ns"
    """Nanoseconds."""
    comptime us = "us"
    """Microseconds."""
    comptime ms = "ms"
    """Milliseconds."""
    comptime s = "s"
    """Seconds."""

    @staticmethod
    def _divisor(unit: StringSlice[ImmAnyOrigin]) -> Float64:
        if unit == "ns":
            return 1.0
        if unit == "us":
            return 1e3
        if unit == "ms":
            return 1e6
        return 1e9


@fieldwise_init
struct Batch(Copyable, ImplicitlyCopyable, Movable):
    """Several calls measured together.

    Example:

    ```mojo
    from std.benchmark.benchmark import Batch

    print(Batch(2_000, 2, True).mean("ns"))  # 1000.0
    ```
    """

    var duration: Int
    """Nanoseconds."""
    var iterations: Int
    """Calls."""
    var _is_significant: Bool

    def mean(self, unit: StringSlice[ImmAnyOrigin] = "s") -> Float64:
        """The mean time of a call."""
        return Float64(self.duration) / Float64(self.iterations) / Unit._divisor(unit)


struct Report(Copyable, Movable):
    """What was measured.

    Example:

    ```mojo
    from std.benchmark.benchmark import Batch, Report

    var report = Report()
    report.runs.append(Batch(2_000, 2, True))
    print(report.iters(), report.mean("us"))  # 2 1.0
    ```

    ```mojo
    from std.benchmark.benchmark import Batch, Report

    var report = Report()
    report.runs.append(Batch(2_000, 2, True))
    print(report.duration("us"), report.min("us"), report.max("us"))  # 2.0 1.0 1.0
    ```

    ```mojo
    from std.benchmark.benchmark import Batch, Report

    var report = Report()
    report.runs.append(Batch(2_000, 2, True))
    report.print_full("us")
    print("Iters: 2" in report.as_string())
    ```
    """

    var warmup_duration: Int
    """Nanoseconds of the calls that are not counted."""
    var runs: List[Batch]
    """What was measured."""

    def __init__(out self):
        """Nothing measured yet."""
        self.warmup_duration = 0
        self.runs = List[Batch]()

    def iters(self) -> Int:
        """How many calls were measured."""
        var total = 0
        for batch in self.runs:
            total += batch.iterations
        return total

    def duration(self, unit: StringSlice[ImmAnyOrigin] = "s") -> Float64:
        """The time of all calls."""
        var total = 0
        for batch in self.runs:
            total += batch.duration
        return Float64(total) / Unit._divisor(unit)

    def mean(self, unit: StringSlice[ImmAnyOrigin] = "s") -> Float64:
        """The mean time of a call."""
        return self.duration(unit) / Float64(max(1, self.iters()))

    def min(self, unit: StringSlice[ImmAnyOrigin] = "s") -> Float64:
        """The mean time of a call in the fastest batch."""
        var best = Float64.MAX
        for batch in self.runs:
            best = min(best, batch.mean(unit))
        return best

    def max(self, unit: StringSlice[ImmAnyOrigin] = "s") -> Float64:
        """The mean time of a call in the slowest batch."""
        var worst = Float64(0)
        for batch in self.runs:
            worst = max(worst, batch.mean(unit))
        return worst

    def as_string(self, unit: StringSlice[ImmAnyOrigin] = "s") -> String:
        """The summary as text."""
        var line = "-" * 80
        return String(
            line, "\nBenchmark Report (", unit, ")\n", line,
            "\nMean: ", self.mean(unit),
            "\nTotal: ", self.duration(unit),
            "\nIters: ", self.iters(),
            "\nWarmup Total: ", Float64(self.warmup_duration) / Unit._divisor(unit),
            "\nFastest Mean: ", self.min(unit),
            "\nSlowest Mean: ", self.max(unit),
            "\n",
        )

    def print(self, unit: StringSlice[ImmAnyOrigin] = "s"):
        """Prints a summary."""
        print(self.as_string(unit))

    def print_full(self, unit: StringSlice[ImmAnyOrigin] = "s"):
        """Prints a summary and every batch."""
        self.print(unit)
        for i in range(len(self.runs)):
            print("Batch:", i + 1)
            print("Iterations:", self.runs[i].iterations)
            print("Mean:", self.runs[i].mean(unit))
            print("Duration:", Float64(self.runs[i].duration) / Unit._divisor(unit))
            print()


@always_inline
def run[
    func: def() capturing -> None
](
    num_warmup_iters: Int = 1,
    max_iters: Int = 1_000_000_000,
    min_runtime_secs: Float64 = 1.0,
    max_runtime_secs: Float64 = 60.0,
    max_batch_size: Int = 0,
) -> Report:
    """Calls `func` in growing batches until enough time has passed.

    Example:

    ```mojo
    from std.benchmark import run

    @parameter
    def work():
        pass

    print(run[work](max_iters=10, min_runtime_secs=0.001).iters() > 0)  # True
    ```
    """
    return run(func, num_warmup_iters, max_iters, min_runtime_secs, max_runtime_secs, max_batch_size)


@always_inline
def run[
    F: def() -> None, //
](
    f: F,
    num_warmup_iters: Int = 1,
    max_iters: Int = 1_000_000_000,
    min_runtime_secs: Float64 = 0.1,
    max_runtime_secs: Float64 = 60.0,
    max_batch_size: Int = 0,
) -> Report:
    """Calls `f` in growing batches until enough time has passed, at least one batch."""
    var report = Report()
    var start = Int(perf_counter_ns())
    for _ in range(num_warmup_iters):
        f()
    report.warmup_duration = Int(perf_counter_ns()) - start
    var size = 1
    var total = 0
    var calls = 0
    while calls < max_iters and (calls == 0 or Float64(total) < min_runtime_secs * 1e9):
        var begin = Int(perf_counter_ns())
        for _ in range(size):
            f()
        var duration = Int(perf_counter_ns()) - begin
        report.runs.append(Batch(duration, size, True))
        total += duration
        calls += size
        if duration < 10_000_000:
            size *= 2
        if max_batch_size > 0:
            size = min(size, max_batch_size)
        size = max(1, min(size, max_iters - calls))
    return report^
