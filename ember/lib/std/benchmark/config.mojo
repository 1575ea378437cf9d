"""BenchConfig: how long to measure, and where the table goes."""

from std.pathlib import Path


@fieldwise_init
struct Format(Equatable, ImplicitlyCopyable, TrivialRegisterPassable, Writable):
    """How the table is printed.

    Example:

    ```mojo
    from std.benchmark.bencher import Format

    print(Format.csv)  # csv
    ```
    """

    comptime csv = Format("csv")
    """Values separated by commas."""
    comptime tabular = Format("tabular")
    """Columns."""
    comptime table = Format("table")
    """Columns with lines between them."""

    var value: StaticString
    """Its name."""

    def __eq__(self, other: Self) -> Bool:
        """True for the same format."""
        return self.value == other.value

    def write_to(self, mut writer: Some[Writer]):
        """Writes its name."""
        writer.write(self.value)


@fieldwise_init
struct Mode(Equatable, ImplicitlyCopyable, TrivialRegisterPassable):
    """Whether functions are measured, or only called once.

    Example:

    ```mojo
    from std.benchmark import Mode

    print(Mode.Test == Mode.Benchmark)  # False
    ```
    """

    comptime Benchmark = Mode(0)
    """Functions are measured."""
    comptime Test = Mode(1)
    """Functions are called once."""

    var value: Int
    """A number for the mode."""

    def __eq__(self, other: Self) -> Bool:
        """True for the same mode."""
        return self.value == other.value


struct BenchConfig(Copyable, ImplicitlyCopyable, Movable):
    """How long to measure.

    Example:

    ```mojo
    from std.benchmark import BenchConfig

    var config = BenchConfig(max_iters=10)
    print(config.max_iters)  # 10
    ```
    """

    comptime VERBOSE_TIMING_LABELS: List[String] = ["min (ms)", "mean (ms)", "max (ms)", "duration (ms)"]
    """The columns that `verbose_timing` adds."""

    var out_file: Optional[Path]
    """A file for the table."""
    var min_runtime_secs: Float64
    """Seconds to measure at least."""
    var max_runtime_secs: Float64
    """Seconds to measure at most."""
    var num_warmup_iters: Int
    """Calls that are not counted."""
    var max_batch_size: Int
    """Calls measured together at most; 0 sets no limit."""
    var max_iters: Int
    """Calls at most."""
    var num_repetitions: Int
    """How often everything is measured."""
    var flush_denormals: Bool
    """Whether numbers too small for the format's exponent count as zero."""
    var show_progress: Bool
    """Whether progress is shown."""
    var format: Format
    """How the table is printed."""
    var out_file_format: Format
    """How the table is written to its file."""
    var verbose_timing: Bool
    """Whether the table has the fastest and the slowest time, too."""
    var verbose_metric_names: Bool
    """Whether metrics are named with their units."""

    def __init__(
        out self,
        out_file: Optional[Path] = None,
        min_runtime_secs: Float64 = 0,
        max_runtime_secs: Float64 = 1,
        num_warmup_iters: Int = 10,
        max_batch_size: Int = 0,
        max_iters: Int = 1000,
        num_repetitions: Int = 1,
        flush_denormals: Bool = True,
    ):
        """The given limits."""
        self.out_file = out_file.copy()
        self.min_runtime_secs = min_runtime_secs
        self.max_runtime_secs = max_runtime_secs
        self.num_warmup_iters = num_warmup_iters
        self.max_batch_size = max_batch_size
        self.max_iters = max_iters
        self.num_repetitions = num_repetitions
        self.flush_denormals = flush_denormals
        self.show_progress = True
        self.format = Format.table
        self.out_file_format = Format.csv
        self.verbose_timing = False
        self.verbose_metric_names = True
