"""What the steps for GPUs share: arrays on the device, a check in float64, and the time of a launch by the device's own clock."""

from gpu.host import DeviceBuffer, DeviceContext
from trials import SMALL, filled, product_error, size_to_time, softmax_error, verdict

comptime Floats = DeviceBuffer[DType.float32]
comptime LAUNCHES = 20


def numbers_on(context: DeviceContext, count: Int) raises -> Floats:
    """That many numbers on the device."""
    var buffer = context.enqueue_create_buffer[DType.float32](count)
    var numbers = filled(count)
    context.enqueue_copy(buffer, numbers.unsafe_ptr())
    context.synchronize()
    return buffer^


def milliseconds[work: def(DeviceContext) raises capturing -> None](
    context: DeviceContext
) raises -> Float64:
    """Of one call among many, after some that warm up."""
    for _ in range(LAUNCHES):
        work(context)
    var first = context.create_event()
    var last = context.create_event()
    context.stream().record_event(first)
    for _ in range(LAUNCHES):
        work(context)
    context.stream().record_event(last)
    last.synchronize()
    return last.elapsed_ms(first) / LAUNCHES


def try_product_on_device[
    launch: def(Floats, Floats, Floats, Int, DeviceContext) raises thin -> None
]() raises:
    """Checks a step that multiplies squares, and times it if asked to."""
    var asked = size_to_time()
    var side = asked if asked > 0 else SMALL
    var context = DeviceContext()
    var a = numbers_on(context, side * side)
    var c = context.enqueue_create_buffer[DType.float32](side * side)
    launch(c, a, a, side, context)
    with c.map_to_host() as host:
        print(verdict(product_error(host.unsafe_ptr(), side), 1e-4 * Float64(side)))
    if asked > 0:

        @parameter
        def once(context: DeviceContext) raises:
            launch(c, a, a, side, context)

        print(2e-9 * Float64(side) ** 3 / milliseconds[once](context), "TFLOP/s")


def try_softmax_on_device[
    launch: def(Floats, Floats, Int, DeviceContext) raises thin -> None
]() raises:
    """Checks a step that takes the softmax of the rows of a square, and times it if asked to."""
    var asked = size_to_time()
    var side = asked if asked > 0 else SMALL
    var context = DeviceContext()
    var x = numbers_on(context, side * side)
    var y = context.enqueue_create_buffer[DType.float32](side * side)
    launch(y, x, side, context)
    with y.map_to_host() as host:
        print(verdict(softmax_error(host.unsafe_ptr(), side, side), 1e-5))
    if asked > 0:

        @parameter
        def once(context: DeviceContext) raises:
            launch(y, x, side, context)

        print(8e-6 * Float64(side) ** 2 / milliseconds[once](context), "GB/s")
