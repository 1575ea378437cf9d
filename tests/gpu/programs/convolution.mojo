"""Convolutions on a device: in patches on tensor cores, and of windows that are written out, against plain loops."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from nn.conv import conv
from std.gpu.host import DeviceContext
from std.utils.index import Index, IndexList


def check[
    dtype: DType
](size: IndexList[4], filters: IndexList[4], steps: IndexList[2], apart: IndexList[2], edges: IndexList[4]) raises:
    # The input is [batch, high, wide, channels], filters are [high, wide, channels, results].
    var context = DeviceContext()
    var high = (size[1] + edges[0] + edges[1] - (filters[0] - 1) * apart[0] - 1) // steps[0] + 1
    var wide = (size[2] + edges[2] + edges[3] - (filters[1] - 1) * apart[1] - 1) // steps[1] + 1
    var x = context.enqueue_create_buffer[dtype](size.flattened_length())
    var w = context.enqueue_create_buffer[dtype](filters.flattened_length())
    var y = context.enqueue_create_buffer[dtype](size[0] * high * wide * filters[3])
    with x.map_to_host() as host:
        for i in range(len(x)):
            host[i] = Float32(i * 7 % 5 - 2).cast[dtype]()
    with w.map_to_host() as host:
        for i in range(len(w)):
            host[i] = Float32(Int(i * 5 % 11 == 0) - Int(i % 7 == 0)).cast[dtype]()
    comptime spec = StaticTensorSpec[dtype, 4].create_unknown()
    conv[target="gpu"](
        OutputTensor[static_spec=spec](y.unsafe_ptr(), Index(size[0], high, wide, filters[3])),
        InputTensor[static_spec=spec](x.unsafe_ptr(), size),
        InputTensor[static_spec=spec](w.unsafe_ptr(), filters),
        steps,
        apart,
        edges,
        1,
        context,
    )
    var wrong = 0
    with x.map_to_host() as given:
        with w.map_to_host() as weights:
            with y.map_to_host() as made:
                for i in range(len(y)):
                    var f = i % filters[3]
                    var column = i // filters[3] % wide
                    var row = i // (filters[3] * wide) % high
                    var n = i // (filters[3] * wide * high)
                    var sum = Float32(0)
                    for a in range(filters[0]):
                        for b in range(filters[1]):
                            var h = row * steps[0] + a * apart[0] - edges[0]
                            var v = column * steps[1] + b * apart[1] - edges[2]
                            if not (0 <= h < size[1] and 0 <= v < size[2]):
                                continue
                            for c in range(size[3]):
                                var number = given[((n * size[1] + h) * size[2] + v) * size[3] + c].cast[DType.float32]()
                                var weight = weights[((a * filters[1] + b) * size[3] + c) * filters[3] + f]
                                sum += number * weight.cast[DType.float32]()
                    wrong += Int(sum.cast[dtype]() != made[i])
    print(dtype, size, filters, wrong, "wrong")


def main() raises:
    comptime BF16 = DType.bfloat16
    check[BF16](Index(2, 5, 6, 64), Index(3, 3, 64, 72), Index(1, 1), Index(1, 1), Index(1, 1, 1, 1))
    check[BF16](Index(1, 9, 4, 128), Index(2, 1, 128, 8), Index(1, 1), Index(3, 1), Index(0, 2, 0, 1))
    check[BF16](Index(2, 6, 8, 128), Index(3, 3, 128, 16), Index(2, 4), Index(1, 1), Index(1, 1, 1, 0))
    check[BF16](Index(1, 7, 5, 8), Index(3, 2, 8, 40), Index(2, 1), Index(1, 2), Index(1, 0, 2, 1))
    check[BF16](Index(1, 4, 5, 3), Index(3, 2, 3, 5), Index(2, 1), Index(1, 1), Index(1, 0, 1, 1))
