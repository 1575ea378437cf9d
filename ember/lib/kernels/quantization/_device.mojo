"""Weights of half precision on devices: products with activations of their type, and the numbers themselves."""

from extensibility import InputTensor, ManagedTensorSlice, StaticTensorSpec
from linalg.device import matmul_on_device
from nn._loops import for_places
from std.gpu.host import DeviceContext
from std.utils.index import Index, IndexList


def half_matmul_on_device[
    dtype: DType, //
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
) raises:
    """Sets `c` to `a @ b.T`, where a row of `b` is the bytes of a row of weights."""
    var depth = a.dim_size[1]()
    if 2 * depth != b.dim_size[1]():
        raise Error("the rows of the weights have ", b.dim_size[1](), " bytes, which is not ", depth, " weights")
    comptime halves = StaticTensorSpec[dtype, 2].row_major(IndexList[2](-1, -1))
    var weights = InputTensor[static_spec=halves](
        rebind[UnsafePointer[Scalar[dtype], MutAnyOrigin]](b.unsafe_ptr()), Index(b.dim_size[0](), depth)
    )
    matmul_on_device[transpose_b=True, b_is_constant=True](c, a, weights, context)


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
