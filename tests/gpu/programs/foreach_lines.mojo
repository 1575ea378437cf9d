"""Kernels by `foreach` read and write vectors that lie at multiples of their size at once, others element by element."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec, foreach
from std.gpu.host import DeviceContext
from std.utils.index import Index, IndexList


def main() raises:
    var ctx = DeviceContext()
    var rows = 37
    var columns = 64
    var image = ctx.enqueue_create_buffer[DType.float32](3 * rows * columns + 1)
    var gray = ctx.enqueue_create_buffer[DType.float32](rows * columns)
    with image.map_to_host() as host:
        for i in range(3 * rows * columns + 1):
            host[i] = Float32(i % 17)
    comptime one = StaticTensorSpec[DType.float32, 2].create_unknown()
    comptime three = StaticTensorSpec[DType.float32, 3].create_unknown()
    for shift in range(2):
        var target = OutputTensor[static_spec=one](gray.unsafe_ptr(), Index(rows, columns))
        var source = InputTensor[static_spec=three](
            image.unsafe_ptr() + shift,
            Index(3, rows, columns),
        )

        @__parameter
        def to_gray[width: Int](idx: IndexList[2]) -> SIMD[DType.float32, width]:
            var r = source.load[width](Index(0, idx[0], idx[1]))
            var g = source.load[width](Index(1, idx[0], idx[1]))
            var b = source.load[width](Index(2, idx[0], idx[1]))
            return r + 2 * g + 4 * b

        foreach[to_gray, target="gpu"](target, ctx)
        var wrong = 0
        with gray.map_to_host() as host:
            for i in range(rows * columns):
                var s = Float32((i + shift) % 17) + 2 * Float32(
                    (i + shift + rows * columns) % 17
                ) + 4 * Float32((i + shift + 2 * rows * columns) % 17)
                wrong += Int(host[i] != s)
        print("shifted by", shift, ":", wrong, "wrong")
    _ = image^
