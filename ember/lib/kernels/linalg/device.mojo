"""Products of matrices on devices: on tensor cores, by rows, in tiles, or plainly, with a thread for a few elements of a row."""

from extensibility import ManagedTensorSlice
from linalg._device_rows import fits_rows, multiply_rows
from linalg._device_tiles import fits_tiles, multiply_in_tiles
from linalg._tensor_cores import fits_tensor_cores, has_tensor_cores, multiply_on_tensor_cores
from linalg.matrix import accumulator_of
from linalg.tiles import multiply_add
from std.algorithm._device import run_on_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList

comptime _WIDTH = 4
comptime _ENOUGH_FOR_TILES = 32


def matmul_on_device[
    *, transpose_b: Bool = False, b_is_constant: Bool = False
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank=2, ...],
    context: DeviceContext,
) raises:
    """Sets `c` to `a @ b`, or to `a @ b.T`, by the way that suits types and sizes; what is fused into `c` gets the elements.

    16-bit numbers go to tensor cores, however many rows there are: a row's bits do not depend on the others. A few rows of other types
    are multiplied by warps, large matrices in tiles. `b_is_constant` promises that the kernel before this one does not write `b`.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg.device import matmul_on_device
    from std.gpu.host import DeviceContext
    from std.utils import Index

    def main() raises:
        comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
        var context = DeviceContext()
        var numbers = context.enqueue_create_buffer[DType.float32](1)
        var result = context.enqueue_create_buffer[DType.float32](1)
        context.enqueue_fill(numbers, 3)
        var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 1))
        matmul_on_device(OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(1, 1)), x, x, context)
        print(result)  # DeviceBuffer([9.0])
        _ = numbers
    ```
    """
    if c.size() == 0:
        return
    comptime if has_tensor_cores(a.dtype):
        if fits_tensor_cores(a, b):
            multiply_on_tensor_cores[transpose_b, b_is_constant](c, a, b, context)
            return
    elif transpose_b and a.dtype.is_floating_point():
        if fits_rows(a, b):
            multiply_rows(c, a, b, context)
            return
    comptime if fits_tiles(a.dtype):
        if min(c.dim_size[0](), c.dim_size[1]()) >= _ENOUGH_FOR_TILES:
            multiply_in_tiles[transpose_b](c, a, b, context)
            return
    multiply_on_device[transpose_b=transpose_b](c, a, b, context)


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
