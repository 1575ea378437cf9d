"""Measuring how long code takes."""

from std.benchmark.benchmark import Batch, Report, Unit, run
from std.benchmark.bencher import Bench, BenchConfig, BenchId, BenchMetric, BenchmarkInfo, Bencher, Format, ThroughputMeasure
from std.benchmark.compiler import black_box, clobber_memory, keep
