"""Bench: several measurements in one table."""

from std.benchmark.benchmark import Batch, Report
from std.benchmark.config import BenchConfig, Format, Mode
from std.os import getenv
from std.pathlib import Path
from std.time import perf_counter_ns


@fieldwise_init
struct BenchMetric(Equatable, ImplicitlyCopyable, TrivialRegisterPassable, Writable):
    """What a throughput counts.

    Example:

    ```mojo
    from std.benchmark import BenchMetric

    print(BenchMetric.bytes, "|", BenchMetric.flops.name, BenchMetric.elements == BenchMetric.bytes)
    # prints: DataMovement (GB/s) | Arithmetic False
    var known = materialize[BenchMetric.DEFAULTS]()
    print(BenchMetric.get_metric_from_list("arithmetic", known), BenchMetric.bytes.check_name("datamovement"))
    # prints: Arithmetic (GFLOPS/s) True
    ```
    """

    comptime elements = BenchMetric(0, "throughput", "GElems/s")
    """Elements per second."""
    comptime bytes = BenchMetric(1, "DataMovement", "GB/s")
    """Bytes per second."""
    comptime flops = BenchMetric(2, "Arithmetic", "GFLOPS/s")
    """Operations per second."""
    comptime theoretical_flops = BenchMetric(3, "TheoreticalArithmetic", "GFLOPS/s")
    """Operations per second that the machine could do."""

    var code: Int
    """A number for the metric."""
    var name: StaticString
    """What is counted."""
    var unit: StaticString
    """What it is counted in."""

    comptime DEFAULTS: List[Self] = [Self.elements, Self.bytes, Self.flops]
    """The metrics that have a name of their own."""

    def check_name(self, alt_name: String) -> Bool:
        """Whether this is its name, in small or capital letters."""
        return self.name.lower() == alt_name.lower()

    @staticmethod
    def get_metric_from_list(name: String, metric_list: List[Self]) raises -> Self:
        """The metric with this name."""
        for metric in metric_list:
            if metric.check_name(name):
                return metric
        raise Error("couldn't match metric '", name, "'")

    def __call__(self) -> Self:
        """The metric itself: `BenchMetric.bytes()` means `BenchMetric.bytes`."""
        return self

    def __eq__(self, other: Self) -> Bool:
        """True for the same metric."""
        return self.code == other.code

    def write_to(self, mut writer: Some[Writer]):
        """Writes name and unit."""
        writer.write(self.name, " (", self.unit, ")")


@fieldwise_init
struct ThroughputMeasure(Copyable, ImplicitlyCopyable, Movable, Writable):
    """How much work one call does.

    Example:

    ```mojo
    from std.benchmark import BenchMetric, ThroughputMeasure

    print(ThroughputMeasure(BenchMetric.flops, 2_000_000_000).compute(1.0))  # 2.0
    ```
    """

    var metric: BenchMetric
    """What is counted."""
    var value: Int
    """How much of it one call does."""

    def __init__(
        out self, name: String, value: Int, reference: List[BenchMetric] = materialize[BenchMetric.DEFAULTS]()
    ) raises:
        """The metric with a name among several."""
        self.metric = BenchMetric.get_metric_from_list(name, reference)
        self.value = value

    def write_to(self, mut writer: Some[Writer]):
        """Writes the metric."""
        writer.write(self.metric)

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

    def __init__(out self, var func_name: String, var input_id: String):
        """A name and the name of the input."""
        self.func_name = func_name^
        self.input_id = input_id^

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

    @parameter
    def work():
        pass

    bencher.iter_preproc[work, work]()
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

    def iter[F: def() -> None, //](mut self, f: F):
        """Measures calls of a function."""
        var start = Int(perf_counter_ns())
        for _ in range(self.num_iters):
            f()
        self.elapsed = Int(perf_counter_ns()) - start

    def iter[F: def() raises -> None, //](mut self, f: F) raises:
        """Measures calls of a function."""
        var start = Int(perf_counter_ns())
        for _ in range(self.num_iters):
            f()
        self.elapsed = Int(perf_counter_ns()) - start

    def iter_preproc[
        iter_fn: def() capturing -> None, preproc_fn: def() capturing -> None
    ](mut self):
        """Measures calls of a function; another one is called before each, which does not count."""
        self.elapsed = 0
        for _ in range(self.num_iters):
            preproc_fn()
            var start = Int(perf_counter_ns())
            iter_fn()
            self.elapsed += Int(perf_counter_ns()) - start

    def iter_custom[iter_fn: def(Int) capturing -> Int](mut self):
        """Lets the function measure itself."""
        self.elapsed = iter_fn(self.num_iters)

    def iter_preproc[
        T: AnyType, IterFn: def(mut T) -> None, PreprocFn: def(mut T) -> None, //
    ](mut self, mut state: T, iter_fn: IterFn, preproc_fn: PreprocFn):
        """Measures calls of a function on a state that another function prepares before each."""
        self.elapsed = 0
        for _ in range(self.num_iters):
            preproc_fn(state)
            var start = Int(perf_counter_ns())
            iter_fn(state)
            self.elapsed += Int(perf_counter_ns()) - start

    def iter_custom[F: def(Int) -> Int, //](mut self, func: F):
        """Lets the function measure itself."""
        self.elapsed = func(self.num_iters)

    def iter_custom[
        func_type: AnyType, Context: AnyType, //, kernel_launch: func_type
    ](mut self, ctx: Context) raises:
        """Measures work on a device: `kernel_launch(ctx)` puts it there."""
        self.elapsed = ctx.execution_time[kernel_launch](self.num_iters)


@fieldwise_init
struct BenchmarkInfo(Copyable, Movable):
    """One row of the table.

    Example:

    ```mojo
    from std.benchmark import BenchmarkInfo, Report
    from std.benchmark.benchmark import Batch

    var report = Report()
    report.runs.append(Batch(2_000, 2, True))
    print(BenchmarkInfo("sort", report^, []).name)  # sort
    ```
    """

    var name: String
    """What was measured."""
    var result: Report
    """Its time."""
    var measures: List[ThroughputMeasure]
    """How much work a call does."""

    def _column(self, metric: BenchMetric) -> String:
        for measure in self.measures:
            if measure.metric == metric:
                return String(measure.compute(self.result.mean()))
        return "N/A"


struct Bench(Movable, Writable):
    """A table of measurements.

    Example:

    ```mojo
    from std.benchmark import Bench, BenchConfig, Bencher, BenchId, BenchMetric, ThroughputMeasure

    def work(mut bencher: Bencher):
        def once():
            pass

        bencher.iter(once)

    var bench = Bench(BenchConfig(max_iters=5, min_runtime_secs=0, max_runtime_secs=0.01))
    bench.bench_function(work, BenchId("nothing"), [ThroughputMeasure(BenchMetric.elements, 10)])
    print(len(bench.info_vec))
    ```

    ```mojo
    from std.benchmark import Bench, Bencher, BenchId

    def work(mut bencher: Bencher, number: Int):
        def once():
            pass

        bencher.iter(once)

    var bench = Bench()
    bench.append_output_suffix("_first")
    print(bench.pad["."](5, "abc"), bench.check_mpirun())
    bench.bench_with_input(work, BenchId("nothing", "7"), 7)
    bench.dump_report()
    ```
    """

    var config: BenchConfig
    """How long to measure."""
    var info_vec: List[BenchmarkInfo]
    """What was measured."""

    var mode: Mode
    """Whether functions are measured, or only called."""
    var _suffix: String

    def __init__(out self, config: Optional[BenchConfig] = None, mode: Mode = Mode.Benchmark) raises:
        """No measurements yet."""
        self.config = config.value() if config else BenchConfig()
        self.info_vec = []
        self.mode = mode
        self._suffix = ""

    def append_output_suffix(mut self, suffix: String):
        """Adds to the name of the file that the table is written to."""
        self._suffix += suffix

    def check_mpirun(mut self) -> Int:
        """The number of this process among those that `mpirun` started, -1 without it."""
        var rank = getenv("OMPI_COMM_WORLD_RANK", "-1")
        try:
            return Int(rank)
        except:
            return -1

    def pad[pad_str: StaticString = " "](self, width: Int, string: String) -> String:
        """What is missing to a width, with at least nothing."""
        return pad_str * max(width - string.byte_length(), 0)

    def bench_function[
        bench_fn: def(mut Bencher) raises capturing -> None
    ](mut self, bench_id: BenchId, *measures: ThroughputMeasure) raises:
        """Measures a function."""
        self.bench_function(bench_fn, bench_id, _listed(measures))

    def bench_function[
        bench_fn: def(mut Bencher) raises capturing -> None
    ](mut self, bench_id: BenchId, measures: List[ThroughputMeasure]) raises:
        """Measures a function."""
        self.bench_function(bench_fn, bench_id, measures)

    def bench_function[
        F: def(mut Bencher) raises -> None, //
    ](
        mut self,
        func: F,
        bench_id: BenchId,
        measures: List[ThroughputMeasure] = [],
        fixed_iterations: Optional[Int] = None,
    ) raises:
        """Measures a function, as often as it takes or as often as told."""
        var name = bench_id.func_name
        if bench_id.input_id:
            name += "/input_id:" + bench_id.input_id.value()
        print("Running", name)
        var calls = fixed_iterations.or_else(min(max(self.config.num_warmup_iters, 1), self.config.max_iters))
        if self.mode == Mode.Test:
            calls = 1
        var bencher = Bencher(calls)
        func(bencher)
        while (
            not fixed_iterations
            and self.mode == Mode.Benchmark
            and Float64(bencher.elapsed) < self.config.min_runtime_secs * 1e9
            and calls < self.config.max_iters
        ):
            calls = min(calls * 2, self.config.max_iters)
            bencher = Bencher(calls)
            func(bencher)
        var report = Report()
        report.runs.append(Batch(bencher.elapsed, calls, True))
        self.info_vec.append(BenchmarkInfo(name^, report^, measures.copy()))

    def bench_function[
        F: def() raises -> None, //
    ](
        mut self,
        func: F,
        bench_id: BenchId,
        measures: List[ThroughputMeasure] = [],
        fixed_iterations: Optional[Int] = None,
    ) raises:
        """Measures calls of a function that takes nothing."""

        def work(mut bencher: Bencher) raises {imm}:
            bencher.iter(func)

        self.bench_function(work, bench_id, measures, fixed_iterations)

    def bench_with_input[
        T: AnyType, F: def(mut Bencher, T) raises -> None, //
    ](mut self, func: F, bench_id: BenchId, input: T, measures: List[ThroughputMeasure] = []) raises:
        """Measures a function that gets an input."""

        def work(mut bencher: Bencher) raises {imm}:
            func(bencher, input)

        self.bench_function(work, bench_id, measures)

    def bench_with_input[
        T: AnyType, bench_fn: def(mut Bencher, T) raises capturing -> None
    ](mut self, bench_id: BenchId, input: T, *measures: ThroughputMeasure) raises:
        """Measures a function that gets an input."""
        self.bench_with_input(bench_fn, bench_id, input, _listed(measures))

    def dump_report(mut self) raises:
        """Prints the table, and writes it to the file that the configuration names."""
        print(self)
        if self.config.out_file:
            var text = String()
            self._write(text, self.config.out_file_format)
            self._out_path().write_text(text)

    def _out_path(self) raises -> Path:
        # The file's name with the suffix before its ending.
        var path = self.config.out_file.value()
        if self._suffix == "":
            return path
        var ending = path.suffix()
        return Path(String(path).removesuffix(ending) + self._suffix + ending)

    def write_to(self, mut writer: Some[Writer]):
        """Writes the table in the format of the configuration."""
        self._write(writer, self.config.format)

    def _write(self, mut writer: Some[Writer], format: Format):
        var columns = self._columns()
        if format == Format.csv:
            _write_separated(writer, columns)
        else:
            _write_aligned(writer, columns, lines=format == Format.table)

    def _columns(self) -> List[List[String]]:
        var columns: List[List[String]] = [["name"], ["met (ms)"], ["iters"]]
        for info in self.info_vec:
            columns[0].append(info.name)
            columns[1].append(String(info.result.mean("ms")))
            columns[2].append(String(info.result.iters()))
        for metric in self._metrics():
            var column: List[String] = [String(metric)]
            for info in self.info_vec:
                column.append(info._column(metric))
            columns.append(column^)
        if self.config.verbose_timing:
            columns.extend(self._timings())
        return columns^

    def _timings(self) -> List[List[String]]:
        var columns = List[List[String]]()
        for label in materialize[BenchConfig.VERBOSE_TIMING_LABELS]():
            columns.append([label])
        for info in self.info_vec:
            columns[0].append(String(info.result.min("ms")))
            columns[1].append(String(info.result.mean("ms")))
            columns[2].append(String(info.result.max("ms")))
            columns[3].append(String(info.result.duration("ms")))
        return columns^

    def _metrics(self) -> List[BenchMetric]:
        # What is counted anywhere, in the order in which it appears.
        var found = List[BenchMetric]()
        for info in self.info_vec:
            for measure in info.measures:
                if measure.metric not in found:
                    found.append(measure.metric)
        return found^


def _listed(measures: VariadicList[ThroughputMeasure]) -> List[ThroughputMeasure]:
    var result = List[ThroughputMeasure]()
    for measure in measures:
        result.append(measure)
    return result^


def _write_separated(mut writer: Some[Writer], columns: List[List[String]]):
    # Rows of values with commas between them; the names of what was measured are quoted.
    for row in range(len(columns[0])):
        for i in range(len(columns)):
            if i > 0:
                writer.write(",")
            if i == 0 and row > 0:
                writer.write('"', columns[i][row], '"')
            else:
                writer.write(columns[i][row])
        writer.write("\n")


def _write_aligned(mut writer: Some[Writer], columns: List[List[String]], *, lines: Bool):
    # Columns of equal width, with `lines` between them or commas.
    var widths = List[Int]()
    for column in columns:
        var width = 0
        for text in column:
            width = max(width, text.byte_length())
        widths.append(width)
    for row in range(len(columns[0])):
        for i in range(len(columns)):
            if lines:
                writer.write("| ")
            elif i > 0:
                writer.write(", ")
            writer.write(columns[i][row].ascii_ljust(widths[i]))
            if lines:
                writer.write(" ")
        writer.write("|\n" if lines else "\n")
        if row == 0 and lines:
            for i in range(len(columns)):
                writer.write("| ", "-" * widths[i], " ")
            writer.write("|\n")
