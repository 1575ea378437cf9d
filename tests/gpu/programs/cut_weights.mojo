"""Products with a weight whose depth is cut in parts: a row's bits are the same among 1, 2, 8, 32 and 100 rows, and right."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from linalg.device import matmul_on_device
from std.gpu.host import DeviceContext
from std.utils import Index, IndexList

comptime COLUMNS = 72
comptime DEPTH = 1544
comptime BF16 = DType.bfloat16


def rows_of(count: Int) raises -> List[Float32]:
    comptime factor = StaticTensorSpec[BF16, 2].row_major(IndexList[2](-1, DEPTH))
    comptime weight = StaticTensorSpec[BF16, 2].row_major(IndexList[2](COLUMNS, DEPTH))
    comptime result = StaticTensorSpec[DType.float32, 2].row_major(IndexList[2](-1, COLUMNS))
    var context = DeviceContext()
    var a = context.enqueue_create_buffer[BF16](count * DEPTH)
    var b = context.enqueue_create_buffer[BF16](COLUMNS * DEPTH)
    var c = context.enqueue_create_buffer[DType.float32](count * COLUMNS)
    with a.map_to_host() as host:
        for i in range(count * DEPTH):
            host[i] = (Float32(i * i % 1009) / 1009 - 0.5).cast[BF16]()
    with b.map_to_host() as host:
        for i in range(COLUMNS * DEPTH):
            host[i] = (Float32(i * 31 % 499) / 499 - 0.5).cast[BF16]()
    matmul_on_device[transpose_b=True](
        OutputTensor[static_spec=result](c.unsafe_ptr(), Index(count, COLUMNS)),
        InputTensor[static_spec=factor](a.unsafe_ptr(), Index(count, DEPTH)),
        InputTensor[static_spec=weight](b.unsafe_ptr(), Index(COLUMNS, DEPTH)),
        context,
    )
    var found = List[Float32]()
    with c.map_to_host() as host:
        for i in range(count * COLUMNS):
            found.append(host[i])
    var error = Float64(0)
    with a.map_to_host() as left:
        with b.map_to_host() as right:
            for i in range(min(count, 3)):
                for j in range(COLUMNS):
                    var sum = Float64(0)
                    for l in range(DEPTH):
                        sum += left[i * DEPTH + l].cast[DType.float64]() * right[j * DEPTH + l].cast[DType.float64]()
                    error = max(error, abs(sum - found[i * COLUMNS + j].cast[DType.float64]()))
    print(count, "rows: right", error < 1e-3)
    return found^


def main() raises:
    var all = rows_of(100)
    for count in [1, 2, 8, 32]:
        var some = rows_of(count)
        var other = 0
        for i in range(len(some)):
            other += Int(some[i] != all[i])
        print(count, "rows:", other, "of other bits")
