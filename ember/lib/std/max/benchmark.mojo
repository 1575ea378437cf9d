"""Measuring work on devices."""

from std.benchmark import Bench, Bencher, BenchId, ThroughputMeasure
from std.gpu.host import DeviceContext


def bencher_iter_custom[
    F: def(DeviceContext) raises -> None, //
](mut bencher: Bencher, kernel_launch: F, ctx: DeviceContext) raises:
    """Measures what a function puts on a device.

    Example:

    ```mojo
    from max.benchmark import bencher_iter_custom
    from max.gpu.host import DeviceContext
    from std.benchmark import Bench, Bencher, BenchId, ThroughputMeasure

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](4)

    def work(context: DeviceContext) raises {imm}:
        numbers.enqueue_fill(7)

    var bencher = Bencher(3)
    bencher_iter_custom(bencher, work, context)
    print(bencher.elapsed >= 0)  # True
    ```
    """
    bencher.elapsed = ctx.execution_time(kernel_launch, bencher.num_iters)


def bencher_iter_custom[
    F: def(DeviceContext, Int) raises -> None, //
](mut bencher: Bencher, kernel_launch: F, ctx: DeviceContext) raises:
    """Measures what a function puts on a device; the function is told which time it is."""
    bencher.elapsed = ctx.execution_time_iter(kernel_launch, bencher.num_iters)


def bench_multicontext[
    F: def(mut Bencher, DeviceContext, Int) raises -> None, //
](
    mut bench: Bench, func: F, list_of_ctx: List[DeviceContext], bench_id: BenchId, measures: List[ThroughputMeasure] = []
) raises:
    """Measures a function that is called for every context in turn, with its number; what counts is the slowest.

    Example:

    ```mojo
    from max.benchmark import bench_multicontext, bencher_iter_custom
    from max.gpu.host import DeviceContext
    from std.benchmark import Bench, BenchConfig, Bencher, BenchId

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](4)

    def fill(context: DeviceContext) raises {imm}:
        numbers.enqueue_fill(7)

    def work(mut bencher: Bencher, context: DeviceContext, number: Int) raises {imm}:
        bencher_iter_custom(bencher, fill, context)

    var bench = Bench(BenchConfig(max_iters=2, num_warmup_iters=1))
    bench_multicontext(bench, work, [context], BenchId("fill"))
    # prints: Running fill
    print(numbers)  # DeviceBuffer([7, 7, 7, 7])
    ```
    """

    def all(mut bencher: Bencher) raises {imm}:
        var slowest = 0
        for i in range(len(list_of_ctx)):
            func(bencher, list_of_ctx[i], i)
            slowest = max(slowest, bencher.elapsed)
        bencher.elapsed = slowest

    bench.bench_function(all, bench_id, measures)
