"""Measuring work on devices."""

from std.benchmark import Bencher
from std.gpu.host import DeviceContext


def bencher_iter_custom[
    F: def(DeviceContext) raises -> None, //
](mut bencher: Bencher, kernel_launch: F, ctx: DeviceContext) raises:
    """Measures what a function puts on a device.

    Example:

    ```mojo
    from max.benchmark import bencher_iter_custom
    from max.gpu.host import DeviceContext
    from std.benchmark import Bencher

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
