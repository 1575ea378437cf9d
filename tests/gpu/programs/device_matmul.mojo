"""Products of matrices in tiles on plain cores and on tensor cores: sizes over the edges, types, both orders."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from linalg._device_tiles import multiply_in_tiles
from linalg._tensor_cores import multiply_on_tensor_cores
from std.gpu.host import DeviceContext
from std.utils import Index


def check[dtype: DType, transpose_b: Bool, on_tensor_cores: Bool = False](
    m: Int,
    n: Int,
    k: Int,
) raises:
    var context = DeviceContext()
    var a = context.enqueue_create_buffer[dtype](m * k)
    var b = context.enqueue_create_buffer[dtype](n * k)
    var c = context.enqueue_create_buffer[dtype](m * n)
    with a.map_to_host() as host:
        for i in range(m * k):
            host[i] = Float32((i * 7 + i // k) % 13 - 6).cast[dtype]()
    with b.map_to_host() as host:
        for i in range(n * k):
            host[i] = Float32((i * 5 + i // n) % 11 - 5).cast[dtype]()
    comptime spec = StaticTensorSpec[dtype, 2].create_unknown()
    var of_a = InputTensor[static_spec=spec](a.unsafe_ptr(), Index(m, k))
    var of_b = InputTensor[static_spec=spec](
        b.unsafe_ptr(),
        Index(n, k) if transpose_b else Index(k, n),
    )
    var result_of_both = OutputTensor[static_spec=spec](c.unsafe_ptr(), Index(m, n))
    comptime if on_tensor_cores:
        multiply_on_tensor_cores[transpose_b](result_of_both, of_a, of_b, context)
    else:
        multiply_in_tiles[transpose_b](result_of_both, of_a, of_b, context)
    var wrong = 0
    with a.map_to_host() as left:
        with b.map_to_host() as right:
            with c.map_to_host() as result:
                for i in range(m):
                    for j in range(n):
                        var sum = Float32(0)
                        for l in range(k):
                            var place = j * k + l if transpose_b else l * n + j
                            sum += left[i * k + l].cast[DType.float32]() * right[place].cast[
                                DType.float32
                            ]()
                        wrong += Int(sum.cast[dtype]() != result[i * n + j])
    print(dtype, m, n, k, "b.T" if transpose_b else "b", wrong, "wrong")


def main() raises:
    check[DType.float32, False](140, 136, 40)
    check[DType.float32, True](256, 132, 32)
    check[DType.float32, False](130, 256, 48)
    check[DType.float32, True](130, 133, 35)
    check[DType.float32, False](1, 3, 35)
    check[DType.int32, False](140, 129, 17)
    check[DType.bfloat16, True](33, 129, 16)
    check[DType.bfloat16, True, on_tensor_cores=True](33, 129, 16)
    check[DType.float16, False, on_tensor_cores=True](200, 136, 64)
