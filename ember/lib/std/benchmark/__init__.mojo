"""Measuring how long code takes."""

from std.benchmark.benchmark import Batch, Report, Unit, run
from std.benchmark.bencher import Bench, BenchId, BenchMetric, BenchmarkInfo, Bencher, ThroughputMeasure
from std.benchmark.compiler import black_box, clobber_memory, keep
from std.benchmark.config import BenchConfig, Format, Mode
from std.benchmark.quick_bench import QuickBench
