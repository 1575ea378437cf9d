"""Clocks, sleeping, measuring."""

from std.benchmark import Bench, BenchConfig, BenchId, Bencher, Unit, black_box, keep, run
from std.testing import TestSuite, assert_equal, assert_true
from std.time import monotonic, perf_counter, perf_counter_ns, sleep, time_function


def work():
    var total = 0
    for i in range(100):
        total += i
    keep(total)


def test_clocks_go_forward() raises:
    var before = perf_counter_ns()
    var seconds = perf_counter()
    var ticks = monotonic()
    sleep(0.002)
    assert_true(perf_counter_ns() - before >= 2_000_000)
    assert_true(perf_counter() - seconds >= 0.002)
    assert_true(monotonic() > ticks)
    assert_true(perf_counter() - seconds < 60)


def test_sleep_of_nothing() raises:
    sleep(0.0)
    sleep(Int(0))


def test_measuring() raises:
    def nap() {}:
        sleep(0.002)

    assert_true(time_function(nap) >= 2_000_000)


def test_benchmark() raises:
    var report = run(work, max_iters=5, min_runtime_secs=0.0)
    assert_true(report.iters() >= 1)
    assert_true(report.mean() > 0)
    assert_true(report.min() <= report.mean())
    assert_true(report.max() > 0)
    assert_true(report.mean(Unit.ns) > report.mean(Unit.ms))
    assert_true(report.duration() > 0)


def test_benchmark_counts_calls() raises:
    var calls = 0

    def count() {mut calls}:
        calls += 1

    var report = run(count, num_warmup_iters=3, max_iters=10, min_runtime_secs=0.1)
    assert_equal(report.iters(), 10)
    assert_true(calls >= 13)


def measured(mut bencher: Bencher):
    bencher.iter(work)


def test_bench_table() raises:
    var bench = Bench(BenchConfig(max_iters=5, min_runtime_secs=0, max_runtime_secs=0.01))
    bench.bench_function(measured, BenchId("work"))
    bench.bench_function(measured, BenchId("work", "again"))
    bench.dump_report()


def test_keep() raises:
    var x = 5
    keep(x)
    assert_equal(black_box(x), 5)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
