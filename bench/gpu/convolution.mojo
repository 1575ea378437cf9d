"""Convolutions of 32 pictures of 56 by 56 places and 256 channels with 256 filters of 3 by 3, bfloat16: one place apart, and two (whose windows are written out)."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from nn.conv import conv
from numbers import numbers, value
from std.utils.index import Index
from timing import median_ms, report

comptime BF16 = DType.bfloat16
comptime SIDE = 56
comptime CHANNELS = 256


def bench(step: Int, context: DeviceContext) raises:
    comptime count = 32
    var side = (SIDE - 1) // step + 1
    var x = numbers[BF16](count * SIDE * SIDE * CHANNELS, 0, context)
    var w = numbers[BF16](9 * CHANNELS * CHANNELS, 7, context)
    var y = context.enqueue_create_buffer[BF16](count * side * side * CHANNELS)
    comptime pictures = StaticTensorSpec[BF16, 4].row_major(Index(-1, -1, -1, CHANNELS))
    comptime filters = StaticTensorSpec[BF16, 4].row_major(Index(3, 3, CHANNELS, CHANNELS))

    @parameter
    def launch(context: DeviceContext, _i: Int) raises:
        conv[target="gpu"](
            OutputTensor[static_spec=pictures](y.unsafe_ptr(), Index(count, side, side, CHANNELS)),
            InputTensor[static_spec=pictures](x.unsafe_ptr(), Index(count, SIDE, SIDE, CHANNELS)),
            InputTensor[static_spec=filters](w.unsafe_ptr(), Index(3, 3, CHANNELS, CHANNELS)),
            Index(step, step),
            Index(1, 1),
            Index(1, 1, 1, 1),
            1,
            context,
        )

    var ms = median_ms[launch](context)
    var error = Float64(0)
    with y.map_to_host() as host:
        for i in range(64):
            var at = i * 10007 % (count * side * side)
            var column = at % side * step
            var row = at // side % side * step
            var exact = Float64(0)
            for tap in range(9):
                var h = row + tap // 3 - 1
                var v = column + tap % 3 - 1
                if not (0 <= h < SIDE and 0 <= v < SIDE):
                    continue
                for c in range(CHANNELS):
                    var place = ((at // (side * side) * SIDE + h) * SIDE + v) * CHANNELS + c
                    var weight = value[BF16]((tap * CHANNELS + c) * CHANNELS + i + 7)
                    exact += Float64(value[BF16](place)) * Float64(weight)
            error = max(error, abs(Float64(host[at * CHANNELS + i]) - exact))
    report("convolution_step_" + String(step), ms, error)
    _ = (x^, w^)


def main() raises:
    var context = DeviceContext()
    bench(1, context)
    bench(2, context)
