"""Products of groups of rows with a matrix each: empty groups, rows of no group, groups without a matrix, element types."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from linalg._device_grouped import grouped_matmul_on_device
from std.gpu.host import DeviceContext
from std.utils.index import Index


def check[dtype: DType](starts: List[Int], ids: List[Int], m: Int, n: Int, k: Int, matrices: Int) raises:
    var context = DeviceContext()
    var a = context.enqueue_create_buffer[dtype](m * k)
    var b = context.enqueue_create_buffer[dtype](matrices * n * k)
    var c = context.enqueue_create_buffer[DType.float32](m * n)
    var bounds = context.enqueue_create_buffer[DType.uint32](len(starts))
    var numbers = context.enqueue_create_buffer[DType.int32](len(ids))
    with a.map_to_host() as host:
        for i in range(m * k):
            host[i] = Float32((i * 7 + i // k) % 13 - 6).cast[dtype]()
    with b.map_to_host() as host:
        for i in range(matrices * n * k):
            host[i] = Float32((i * 5 + i // k) % 11 - 5).cast[dtype]()
    with bounds.map_to_host() as host:
        for i in range(len(starts)):
            host[i] = UInt32(starts[i])
    with numbers.map_to_host() as host:
        for i in range(len(ids)):
            host[i] = Int32(ids[i])
    context.enqueue_fill(c, 77)
    comptime rows = StaticTensorSpec[dtype, 2].create_unknown()
    comptime weights = StaticTensorSpec[dtype, 3].create_unknown()
    comptime sums = StaticTensorSpec[DType.float32, 2].create_unknown()
    comptime places = StaticTensorSpec[DType.uint32, 1].create_unknown()
    comptime names = StaticTensorSpec[DType.int32, 1].create_unknown()
    grouped_matmul_on_device(
        OutputTensor[static_spec=sums](c.unsafe_ptr(), Index(m, n)),
        InputTensor[static_spec=rows](a.unsafe_ptr(), Index(m, k)),
        InputTensor[static_spec=weights](b.unsafe_ptr(), Index(matrices, n, k)),
        InputTensor[static_spec=places](bounds.unsafe_ptr(), Index(len(starts))),
        InputTensor[static_spec=names](numbers.unsafe_ptr(), Index(len(ids))),
        context,
    )
    var wrong = 0
    with a.map_to_host() as left:
        with b.map_to_host() as right:
            with c.map_to_host() as result:
                for row in range(m):
                    var matrix = -1
                    for group in range(len(ids)):
                        if starts[group] <= row < starts[group + 1]:
                            matrix = ids[group]
                    for column in range(n):
                        var sum = Float32(0)
                        if matrix >= 0:
                            for i in range(k):
                                var factor = right[(matrix * n + column) * k + i].cast[DType.float32]()
                                sum += left[row * k + i].cast[DType.float32]() * factor
                        wrong += Int(sum != result[row * n + column])
    print(dtype, m, n, k, wrong, "wrong")
    _ = (bounds^, numbers^)


def main() raises:
    check[DType.bfloat16]([0, 3, 3, 70, 75], [2, 0, 1, 3], 75, 40, 72, 4)
    check[DType.bfloat16]([2, 9, 10], [1, -1], 80, 33, 136, 2)
    check[DType.bfloat16]([0, 1, 2], [1, 1], 2, 8, 8, 2)
    check[DType.bfloat16]([0, 4, 5], [1, 0], 6, 5, 7, 2)
    check[DType.float32]([1, 4, 4, 9], [2, 0, 1], 10, 6, 20, 3)
    check[DType.bfloat16]([0, 0, 0], [1, 0], 3, 16, 16, 2)
