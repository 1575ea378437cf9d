from std.atomic import Ordering
from std.benchmark import BenchMetric, ThroughputMeasure
from std.logger import Level, Logger
from std.os import link, rename, symlink
from std.os.path import exists, islink
from std.pathlib import Path
from std.reflection import reflect
from std.tempfile import TemporaryDirectory
from std.time import monotonic, perf_counter_ns
from std.utils import StaticTuple


@fieldwise_init
struct Point:
    var x: Int
    var y: Float64


def evaluated() -> Bool:
    print("evaluated")
    return True


def main() raises:
    var start: Int = perf_counter_ns()
    var later: Int = monotonic()
    print(later >= start)
    print(StaticTuple[Int, 2](1, 2) == StaticTuple[Int, 2](1, 2), StaticTuple[Int, 2](1, 2) != StaticTuple[Int, 2](1, 3))
    print(Ordering.RELAXED == Ordering.ACQUIRE, Ordering.RELEASE)
    print(ThroughputMeasure("arithmetic", 5).metric, ThroughputMeasure(BenchMetric.bytes, 3).value)
    var y: reflect[Point].field_at[1].T = 3.5
    print(y)
    Logger().error("nothing, as no level is set")
    Logger[Level.INFO](prefix="> ").info("shown")
    with TemporaryDirectory() as folder:
        var a = Path(folder) / "a"
        a.write_text("x")
        link(a, Path(folder) / "b")
        symlink(a, String(folder) + "/c")
        rename(Path(folder) / "b", Path(folder) / "d")
        print(exists(Path(folder) / "d"), islink(Path(folder) / "c"))
    debug_assert(evaluated, "only where it is checked")
    debug_assert[assert_mode="safe", cpu_only=True](evaluated, "here")
    debug_assert(1 < 2, "fine", location=None)
