"""Products of matrices on devices, plainly: a thread for a few elements of a row. The sums have the order of those on processors."""

from extensibility import ManagedTensorSlice
from linalg.matrix import accumulator_of
from linalg.tiles import multiply_add
from std.algorithm._device import run_on_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList

comptime _WIDTH = 4


def multiply_on_device[
    *, transpose_b: Bool = False
](
    c: ManagedTensorSlice,
    a: ManagedTensorSlice[rank = c.rank, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank = c.rank, ...],
    context: DeviceContext,
) raises:
    """Sets each matrix of `c`, over its last two dimensions, to the product of those of `a` and `b`.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg.device import multiply_on_device
    from std.gpu.host import DeviceContext
    from std.utils import Index

    def main() raises:
        comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
        var context = DeviceContext()
        var numbers = context.enqueue_create_buffer[DType.float32](2)
        var result = context.enqueue_create_buffer[DType.float32](1)
        with numbers.map_to_host() as host:
            host[0] = 3
            host[1] = 4
        multiply_on_device[transpose_b=True](
            OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(1, 1)),
            InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 2)),
            InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 2)),
            context,
        )
        with result.map_to_host() as host:
            print(host[0])  # 25.0
        _ = numbers
    ```
    """
    comptime rank = c.rank
    comptime sum_type = accumulator_of(a.dtype)
    var depth = a.dim_size[rank - 1]()

    @__parameter
    @always_inline
    def elements[width: Int, any_rank: Int](index: IndexList[any_rank]):
        var place = rebind[IndexList[rank]](index)
        var left = place
        var right = place
        var sum = SIMD[sum_type, width](0)
        for k in range(depth):
            left[rank - 1] = k
            var numbers = SIMD[sum_type, width]()
            comptime if transpose_b:
                right[rank - 1] = k
                comptime for i in range(width):
                    right[rank - 2] = place[rank - 1] + i
                    numbers[i] = b.load[1](right).cast[sum_type]()
            else:
                right[rank - 2] = k
                numbers = b.load[width](right).cast[sum_type]()
            sum = multiply_add(numbers, SIMD[sum_type, width](a.load[1](left).cast[sum_type]()), sum)
        c._fused_store[width](place, sum.cast[c.dtype]())

    run_on_device[elements, _WIDTH](c.shape(), context)
