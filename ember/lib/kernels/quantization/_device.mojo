"""Weights of half precision on devices: products with activations of their type, and the numbers themselves."""

from extensibility import InputTensor, ManagedTensorSlice, OutputTensor, StaticTensorSpec
from linalg._row_factors import MEMBERS, SQUARES, RowSquares
from linalg._tensor_cores import FEW_ROWS, fits_tensor_cores, has_tensor_cores, multiply_storing
from linalg.device import matmul_on_device, multiply_on_device
from mo.narrow import logistic
from nn._loops import for_places
from std.gpu import block_idx, thread_idx
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.utils.index import Index, IndexList

comptime _LINE = 8
"""Elements of a product that are stored at a time."""
comptime _THREADS = 256
"""Of a block that finds factors of rows."""


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
    dtype: DType, //,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
    has_factors: Bool = False,
](
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
    squares: RowSquares = RowSquares(),
) raises:
    """Gives `store` the elements of `a @ b.T`, eight of a row at a time; if they have factors, divided by the root of the mean of their row's squares."""
    comptime halves = StaticTensorSpec[dtype, 2].row_major(IndexList[2](-1, -1))
    var weights = InputTensor[static_spec=halves](_numbers(a, b), Index(b.dim_size[0](), a.dim_size[1]()))
    var m = a.dim_size[0]()
    var n = b.dim_size[0]()
    if n % _LINE != 0:
        raise Error("the weights have ", n, " rows, which are not groups of ", _LINE)
    if m * n == 0:
        return
    comptime columns = b.static_spec.shape[0]
    comptime if has_factors:
        var is_in_kernel = False
        comptime if has_tensor_cores(dtype):
            is_in_kernel = m <= FEW_ROWS and fits_tensor_cores(a, weights)
        if not is_in_kernel:
            _multiply_with_factors[store](a, b, context, squares)
            return
    comptime if has_tensor_cores(dtype):
        if fits_tensor_cores(a, weights):
            multiply_storing[store, True, True, columns, has_factors](a, weights, n, context, squares)
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


def _multiply_with_factors[
    dtype: DType, //,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
    squares: RowSquares,
) raises:
    # The same for many rows, whose factors are found beforehand, in the same way.
    var m = a.dim_size[0]()
    var room = context.enqueue_create_buffer[DType.float32](m)
    var factors = room.unsafe_ptr()

    @__parameter
    def kernel() {var factors, var squares, var m}:
        var thread = Int(thread_idx.x)
        var row = Int(block_idx.x) * (_THREADS // MEMBERS) + thread // MEMBERS
        var number = squares.factor(min(row, m - 1), thread % MEMBERS)
        if thread % MEMBERS == 0 and row < m:
            factors[row] = number

    context.enqueue_function[kernel](grid_dim=ceildiv(m * MEMBERS, _THREADS), block_dim=_THREADS)

    @__parameter
    @always_inline
    def store_scaled[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        store(row, column, numbers * factors[row])

    half_matmul_storing[store_scaled](a, b, context)
    _ = room^


@always_inline
def squares_of(sums: ManagedTensorSlice[dtype = DType.float32, rank=2, ...], epsilon: Float32) -> RowSquares:
    """What `half_matmul_adding` tells about its rows."""
    return RowSquares(rebind[UnsafePointer[Float32, MutAnyOrigin]](sums.unsafe_ptr()), Int32(sums.dim_size[1]()), epsilon)


def half_matmul_adding[
    dtype: DType, //
](
    sums: ManagedTensorSlice[dtype = DType.float32, rank=2, ...],
    rows: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    squares: ManagedTensorSlice[dtype = DType.float32, rank=2, ...],
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    x: ManagedTensorSlice[dtype = DType.float32, rank=2, ...],
    weight: ManagedTensorSlice[dtype = DType.float32, rank=1, ...],
    context: DeviceContext,
) raises:
    """`x + a @ b.T`, and what the norm that follows needs of it: its numbers times those of `weight`, and sums of eight squares."""

    @__parameter
    @always_inline
    def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        comptime if width == SQUARES:
            var place = IndexList[2](row, column)
            var sum = x.load[width, width](place) + numbers
            sums.store[width, width](place, sum)
            rows.store[width, width](place, (sum * weight.load[width, width](IndexList[1](column))).cast[dtype]())
            squares.store[1](IndexList[2](row, column // SQUARES), (sum * sum).reduce_add())

    half_matmul_storing[store](a, b, context)


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
    dtype: DType, //,
    activation: StaticString,
    has_factors: Bool = False,
](
    result: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[dtype=dtype, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
    squares: RowSquares = RowSquares(),
) raises:
    """`act(g) · u` of products that lie side by side: rows of `b` are weights for `g` and for `u` in turn; rows of products may have factors."""

    @__parameter
    @always_inline
    def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        comptime if width > 1:
            var both = numbers.deinterleave()
            var gated = _activated[activation](both[0]) * both[1]
            result.store[width // 2, width // 2](IndexList[2](row, column // 2), gated.cast[result.dtype]())

    half_matmul_storing[store, has_factors](a, b, context, squares)


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
