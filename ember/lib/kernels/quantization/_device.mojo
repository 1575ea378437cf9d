"""Weights of half precision on devices: products with activations of any type, and the numbers themselves."""

from extensibility import InputTensor, ManagedTensorSlice, StaticTensorSpec
from linalg.device import matmul_on_device
from nn._loops import for_places
from std.gpu.host import DeviceContext
from std.utils.index import Index, IndexList


def half_matmul_on_device[
    dtype: DType
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
) raises:
    """Sets `c` to `a @ b.T`, where a row of `b` is the bytes of a row of weights. The activations are rounded to the weights' type."""
    var shape = a.shape()
    if 2 * shape[1] != b.dim_size[1]():
        raise Error("the rows of the weights have ", b.dim_size[1](), " bytes, which is not ", shape[1], " weights")
    if c.size() == 0:
        return
    var bytes = b.unsafe_ptr().bitcast[Scalar[dtype]]()
    comptime halves = StaticTensorSpec[dtype, 2].row_major(IndexList[2](-1, -1))
    var weights = InputTensor[static_spec=halves](
        rebind[UnsafePointer[Scalar[dtype], MutAnyOrigin]](bytes), Index(b.dim_size[0](), shape[1])
    )
    var room = context.enqueue_create_buffer[dtype](shape[0] * shape[1])
    var rows = InputTensor[static_spec=halves](
        rebind[UnsafePointer[Scalar[dtype], MutAnyOrigin]](room.unsafe_ptr()), shape
    )
    _convert(rows, a, context)
    matmul_on_device[transpose_b=True](c, rows, weights, context)
    _ = room^


@always_inline
def _convert(to: ManagedTensorSlice[rank=2, ...], x: ManagedTensorSlice[rank=2, ...], context: DeviceContext) raises:
    # Memory that is read from then on, filled once with what may be computed.
    var memory = rebind[UnsafePointer[Scalar[to.dtype], MutAnyOrigin]](to.unsafe_ptr())
    var columns = x.dim_size[1]()

    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[2]):
        memory[place[0] * columns + place[1]] = x._fused_load[1](place).cast[to.dtype]()

    for_places[one, 1, "gpu"](x.shape(), context)


def decode_halves_on_device[
    dtype: DType
](
    result: ManagedTensorSlice[rank=2, ...],
    x: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
) raises:
    """The numbers in rows of bytes."""
    var numbers = x.unsafe_ptr().bitcast[Scalar[dtype]]()
    var columns = result.dim_size[1]()

    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[2]):
        var number = numbers[place[0] * columns + place[1]]
        result._fused_store[1](place, number.cast[result.dtype]())

    for_places[one, 1, "gpu"](result.shape(), context)
