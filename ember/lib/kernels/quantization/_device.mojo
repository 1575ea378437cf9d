"""Weights of half precision on devices: products with activations of their type, and the numbers themselves."""

from extensibility import InputTensor, ManagedTensorSlice, OutputTensor, StaticTensorSpec
from linalg._tensor_cores import fits_tensor_cores, has_tensor_cores, multiply_storing
from linalg.device import matmul_on_device, multiply_on_device
from mo.narrow import logistic
from nn._loops import for_places
from std.gpu.host import DeviceContext
from std.utils.index import Index, IndexList

comptime _LINE = 8
"""Elements of a product that are stored at a time."""


def half_matmul_on_device[
    dtype: DType, //
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
) raises:
    """Sets `c` to `a @ b.T`, where a row of `b` is the bytes of a row of weights."""
    comptime halves = StaticTensorSpec[dtype, 2].row_major(IndexList[2](-1, -1))
    var weights = InputTensor[static_spec=halves](_numbers(a, b), Index(b.dim_size[0](), a.dim_size[1]()))
    matmul_on_device[transpose_b=True, b_is_constant=True](c, a, weights, context)


def half_matmul_storing[
    dtype: DType, //, store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None
](
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
) raises:
    """Gives `store` the elements of `a @ b.T`, eight of a row at a time."""
    comptime halves = StaticTensorSpec[dtype, 2].row_major(IndexList[2](-1, -1))
    var weights = InputTensor[static_spec=halves](_numbers(a, b), Index(b.dim_size[0](), a.dim_size[1]()))
    var m = a.dim_size[0]()
    var n = b.dim_size[0]()
    if n % _LINE != 0:
        raise Error("the weights have ", n, " rows, which are not groups of ", _LINE)
    if m * n == 0:
        return
    comptime columns = b.static_spec.shape[0]
    comptime if has_tensor_cores(dtype):
        if fits_tensor_cores(a, weights):
            multiply_storing[store, True, True, columns](a, weights, n, context)
            return
    comptime spec = StaticTensorSpec[DType.float32, 2].row_major(IndexList[2](-1, columns))
    var room = context.enqueue_create_buffer[DType.float32](m * n)
    var products = OutputTensor[static_spec=spec](room.unsafe_ptr(), Index(m, n))
    comptime if has_tensor_cores(dtype):
        multiply_on_device[transpose_b=True](products, a, weights, context)
    else:
        matmul_on_device[transpose_b=True, b_is_constant=True](products, a, weights, context)

    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[2]):
        var column = place[1] * _LINE
        store(place[0], column, products.load[_LINE](IndexList[2](place[0], column)))

    for_places[one, 1, "gpu"](IndexList[2](m, n // _LINE), context)
    _ = room^


@always_inline
def _numbers[
    dtype: DType, //
](
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...], b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...]
) raises -> UnsafePointer[Scalar[dtype], MutAnyOrigin]:
    # The bytes of `b` as numbers like those of `a`.
    if 2 * a.dim_size[1]() != b.dim_size[1]():
        raise Error("the rows of the weights have ", b.dim_size[1](), " bytes, which is not ", a.dim_size[1](), " weights")
    return rebind[UnsafePointer[Scalar[dtype], MutAnyOrigin]](b.unsafe_ptr())


def half_gated_on_device[
    dtype: DType, //, activation: StaticString
](
    result: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
) raises:
    """`act(g) · u` of products that lie side by side: rows of `b` are weights for `g` and for `u` in turn."""

    @__parameter
    @always_inline
    def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        comptime if width > 1:
            var both = numbers.deinterleave()
            var gated = _activated[activation](both[0]) * both[1]
            result.store[width // 2, width // 2](IndexList[2](row, column // 2), gated.cast[result.dtype]())

    half_matmul_storing[store](a, b, context)


@always_inline
def _activated[name: StaticString](x: SIMD) -> type_of(x):
    comptime if name == "silu":
        return x * logistic[quick=False](x)
    else:
        comptime assert name == "gelu_tanh", "there is no activation '" + name + "'"
        return x * logistic[quick=False](x * (x * x).fma(0.07135481627260025, 1.5957691216057308))


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
