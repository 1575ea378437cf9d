"""Reductions along an axis: sums, products, extremes, means. The axis stays, with one place.

The order in which a row is combined depends on its length alone, whatever other rows there are.
"""

import extensibility
from extensibility import ManagedTensorSlice, _FusedInputTensor, _FusedOutputTensor, get_kernel_simd_width
from nn._loops import accumulator, for_places, rows_along, share, start_of_row
from std.algorithm import sync_parallelize
from std.algorithm._device import is_device
from std.gpu import thread_idx
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.runtime._asyncrt import parallelism_level
from std.sys.intrinsics import _vector_intrinsic
from std.utils.index import IndexList

comptime _COLUMNS = 1024
"""Columns that are combined side by side."""
comptime _ROWS = 4
"""Rows of them that are read together."""
comptime _CHUNK = 1 << 16
"""Longer rows are combined in pieces of this length, which threads may share."""


trait Reduction:
    """How two numbers become one, and what becomes of the last.

    Example:

    ```mojo
    from nn.reduction import Sum

    print(Sum.combine(Int32(3), Int32(4)), Sum.first[DType.int32]())  # 7 0
    ```
    """

    @staticmethod
    def first[dtype: DType]() -> Scalar[dtype]:
        """What changes nothing."""
        ...

    @staticmethod
    def combine[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """One of two."""
        ...

    @staticmethod
    @always_inline
    def accumulated[dtype: DType]() -> DType:
        """The type in which numbers are combined."""
        return accumulator[dtype]()

    @staticmethod
    @always_inline
    def finish[dtype: DType, width: SIMDLength](value: SIMD[dtype, width], count: Int) -> SIMD[dtype, width]:
        """The result for `count` numbers."""
        return value


struct Sum(Reduction):
    """The sum.

    Example:

    ```mojo
    from nn.reduction import Sum

    print(Sum.combine(Int32(3), Int32(4)))  # 7
    ```
    """

    @staticmethod
    @always_inline
    def first[dtype: DType]() -> Scalar[dtype]:
        """Zero."""
        return 0

    @staticmethod
    @always_inline
    def combine[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The sum of two."""
        return a + b


struct Product(Reduction):
    """The product.

    Example:

    ```mojo
    from nn.reduction import Product

    print(Product.combine(Int32(3), Int32(4)))  # 12
    ```
    """

    @staticmethod
    @always_inline
    def first[dtype: DType]() -> Scalar[dtype]:
        """One."""
        return 1

    @staticmethod
    @always_inline
    def combine[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The product of two."""
        return a * b


struct Largest(Reduction):
    """The largest; not a number, if one of them is not.

    Example:

    ```mojo
    from nn.reduction import Largest

    print(Largest.combine(Int32(3), Int32(4)))  # 4
    ```
    """

    @staticmethod
    @always_inline
    def first[dtype: DType]() -> Scalar[dtype]:
        """The least of all."""
        return Scalar[dtype].MIN

    @staticmethod
    @always_inline
    def combine[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The larger."""
        comptime if dtype.is_floating_point():
            return _vector_intrinsic["llvm.maximum"](a, b)
        else:
            return max(a, b)


struct Smallest(Reduction):
    """The smallest; not a number, if one of them is not.

    Example:

    ```mojo
    from nn.reduction import Smallest

    print(Smallest.combine(Int32(3), Int32(4)))  # 3
    ```
    """

    @staticmethod
    @always_inline
    def first[dtype: DType]() -> Scalar[dtype]:
        """The greatest of all."""
        return Scalar[dtype].MAX

    @staticmethod
    @always_inline
    def combine[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The smaller."""
        comptime if dtype.is_floating_point():
            return _vector_intrinsic["llvm.minimum"](a, b)
        else:
            return min(a, b)


struct Mean(Reduction):
    """The mean; of whole numbers, without its fraction.

    Example:

    ```mojo
    from nn.reduction import Mean

    print(Mean.finish(Int64(-7), 2))  # -3
    ```
    """

    @staticmethod
    @always_inline
    def first[dtype: DType]() -> Scalar[dtype]:
        """Zero."""
        return 0

    @staticmethod
    @always_inline
    def combine[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The sum of two."""
        return a + b

    @staticmethod
    @always_inline
    def accumulated[dtype: DType]() -> DType:
        """Whole numbers are added with 64 bits."""
        comptime if dtype.is_floating_point():
            return accumulator[dtype]()
        elif dtype.is_unsigned():
            return DType.uint64
        else:
            return DType.int64

    @staticmethod
    @always_inline
    def finish[dtype: DType, width: SIMDLength](value: SIMD[dtype, width], count: Int) -> SIMD[dtype, width]:
        """The sum divided by the count."""
        comptime if dtype.is_floating_point():
            return value / SIMD[dtype, width](count)
        else:
            var divisor = SIMD[dtype, width](max(count, 1))
            return value.lt(0).select(-(-value // divisor), value // divisor)


@always_inline
def fold_lanes[dtype: DType, width: SIMDLength, //, R: Reduction](lanes: SIMD[dtype, width]) -> Scalar[dtype]:
    """One number of all lanes, halves first.

    Example:

    ```mojo
    from nn.reduction import Sum, fold_lanes

    print(fold_lanes[Sum](SIMD[DType.int32, 4](1, 2, 3, 4)))  # 10
    ```
    """
    comptime if width == 1:
        return lanes[0]
    else:
        comptime half = width // 2
        return fold_lanes[R](R.combine(lanes.slice[half](), lanes.slice[half, offset = Int(half)]()))


@always_inline
def fold_row[
    rank: Int, //, R: Reduction, axis: Int, acc: DType, width: Int
](x: ManagedTensorSlice[rank=rank, ...], start: IndexList[rank], first: Int, end: Int) -> Scalar[acc]:
    """Combines the places `first` to `end` of the row along the last axis that begins at `start`.

    Example:

    ```mojo
    from extensibility import InputTensor, StaticTensorSpec
    from nn.reduction import Sum, fold_row
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 1].create_unknown()
    var numbers: List[Float32] = [1, 2, 3]
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(3))
    print(fold_row[Sum, 0, DType.float32, 4](x, Index(0), 0, 3))  # 6.0
    _ = numbers
    ```
    """
    var place = start
    var lanes = SIMD[acc, width](R.first[acc]())
    var i = first
    while i + width <= end:
        place[axis] = i
        lanes = R.combine(lanes, x.load[width](place).cast[acc]())
        i += width
    var result = fold_lanes[R](lanes)
    while i < end:
        place[axis] = i
        result = R.combine(result, x.load[1](place).cast[acc]())
        i += 1
    return result


@always_inline
def reduce[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction, axis: Int, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    """Combines the numbers along an axis, which keeps one place.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.reduction import Sum, reduce
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
    var numbers: List[Float32] = [1, 2, 3, 4, 5, 6]
    var sums = List[Float32](length=2, fill=0)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 3))
    reduce[Sum, 1](OutputTensor[static_spec=spec](sums.unsafe_ptr(), Index(2, 1)), x, DeviceContext())
    print(sums)  # [6.0, 15.0]
    _ = numbers
    ```
    """
    comptime if axis != rank - 1:
        _across[R, axis, target](output, x, ctx)
    elif is_device(target):
        _along_last_on_device[R](output, x, ctx)
    else:
        comptime assert target == "cpu", "the targets of reductions are cpu and gpu"
        _along_last[R](output, x)


@always_inline
def lanes_for[in_dtype: DType, is_computed: Bool, target: StaticString = "cpu"]() -> Int:
    """How many elements a loop treats at once: several vectors, fewer where elements are computed.

    Example:

    ```mojo
    from nn.reduction import lanes_for

    print(lanes_for[DType.float32, False]() > lanes_for[DType.float32, True]())  # True
    ```
    """
    comptime vector = get_kernel_simd_width[in_dtype, target]()
    return vector if is_computed or is_device(target) else vector * 4


@always_inline
def _along_last[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction
](output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...], x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...]):
    comptime acc = R.accumulated[in_dtype]()
    comptime axis = rank - 1
    comptime width = lanes_for[in_dtype, x._computes_input]()
    var shape = x.shape()
    var length = shape[axis]
    var rows = rows_along[axis](shape)
    if rows < parallelism_level() and length > _CHUNK:
        _long_rows[R, acc, width](output, x)
        return

    @__parameter
    def some(first: Int, end: Int):
        for row in range(first, end):
            var start = start_of_row[axis](row, shape)
            var result = R.first[acc]()
            for chunk in range(0, length, _CHUNK):
                result = R.combine(result, fold_row[R, axis, acc, width](x, start, chunk, min(chunk + _CHUNK, length)))
            output._fused_store[1](start, R.finish(result, length).cast[out_dtype]())

    share[some](rows, length)


def _along_last_on_device[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction
](
    output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    from nn._device import THREADS, each_row_on_device, fold_block

    comptime acc = R.accumulated[in_dtype]()
    comptime axis = rank - 1
    comptime width = max(1, 16 // in_dtype.size_of())
    var length = x.dim_size[axis]()
    var in_vectors = length // width * width if x._is_aligned[width]() and length % width == 0 else 0

    @__parameter
    @always_inline
    def one(start: IndexList[rank]):
        var place = start
        var wide = SIMD[acc, width](R.first[acc]())
        for i in range(Int(thread_idx.x) * width, in_vectors, THREADS * width):
            place[axis] = i
            comptime if x._computes_input:
                wide = R.combine(wide, x.load[width](place).cast[acc]())
            else:
                wide = R.combine(wide, x.load[width, width](place).cast[acc]())
        var mine = wide[0]
        comptime for lane in range(1, width):
            mine = R.combine(mine, wide[lane])
        for i in range(in_vectors + Int(thread_idx.x), length, THREADS):
            place[axis] = i
            mine = R.combine(mine, x.load[1](place).cast[acc]())
        var result = R.finish(fold_block[R](mine), length)
        if thread_idx.x == 0:
            output._fused_store[1](start, result.cast[out_dtype]())

    each_row_on_device[axis, one](x.shape(), ctx)


def _long_rows[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction, acc: DType, width: Int
](output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...], x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...]):
    # Threads share the chunks of a row; they are combined in order.
    comptime axis = rank - 1
    var shape = x.shape()
    var length = shape[axis]
    var chunks = ceildiv(length, _CHUNK)
    var parts = List[Scalar[acc]](length=chunks, fill=0)
    var data = parts.unsafe_ptr()
    for row in range(rows_along[axis](shape)):
        var start = start_of_row[axis](row, shape)

        @__parameter
        def one(i: Int):
            data[i] = fold_row[R, axis, acc, width](x, start, i * _CHUNK, min((i + 1) * _CHUNK, length))

        sync_parallelize[one](chunks)
        var result = R.first[acc]()
        for i in range(chunks):
            result = R.combine(result, parts[i])
        output._fused_store[1](start, R.finish(result, length).cast[out_dtype]())
    _ = parts^


@always_inline
def _across[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction, axis: Int, target: StaticString
](
    output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    # Neighbours in the last direction are combined side by side.
    comptime acc = R.accumulated[in_dtype]()
    comptime width = lanes_for[in_dtype, x._computes_input, target]()
    comptime if not is_device(target):
        _across_rows[R, axis, acc, width](output, x)
        return
    var length = x.shape()[axis]

    @__parameter
    @always_inline
    def one[width: Int](start: IndexList[rank]):
        var place = start
        var lanes = SIMD[acc, width](R.first[acc]())
        for i in range(length):
            place[axis] = i
            lanes = R.combine(lanes, x.load[width](place).cast[acc]())
        output._fused_store[width](start, R.finish(lanes, length).cast[out_dtype]())

    for_places[one, width, target](output.shape(), ctx, length)


def _across_rows[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction, axis: Int, acc: DType, width: Int
](output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...], x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...]):
    # Rows are read from end to end, some columns wide; what becomes of the columns stays in the first cache meanwhile.
    comptime last = rank - 1
    var shape = output.shape()
    var columns = shape[last]
    var length = x.shape()[axis]
    var each = max(width, min(_COLUMNS, ceildiv(ceildiv(columns, parallelism_level()), width) * width))
    var parts = ceildiv(columns, each)

    @__parameter
    def some(first: Int, end: Int):
        var room = List[Scalar[acc]](unsafe_uninit_length=each)
        var results = room.unsafe_ptr()
        for index in range(first, end):
            var start = start_of_row[last](index // parts, shape)
            var from_column = index % parts * each
            var count = min(each, columns - from_column)

            @__parameter
            @always_inline
            def for_columns[work: def[lanes: Int](Int, IndexList[rank]) capturing -> None]():
                var place = start
                var column = 0
                while column + width <= count:
                    place[last] = from_column + column
                    work[width](column, place)
                    column += width
                while column < count:
                    place[last] = from_column + column
                    work[1](column, place)
                    column += 1

            @__parameter
            @always_inline
            def begin[lanes: Int](column: Int, place: IndexList[rank]):
                results.store(column, SIMD[acc, lanes](R.first[acc]()))

            for_columns[begin]()
            var row = 0

            @__parameter
            @always_inline
            def combine[rows: Int, lanes: Int](column: Int, place: IndexList[rank]):
                var result = results.load[width=lanes](column)
                var from_row = place
                comptime for i in range(rows):
                    from_row[axis] = row + i
                    result = R.combine(result, x.load[lanes](from_row).cast[acc]())
                results.store(column, result)

            @__parameter
            @always_inline
            def several[lanes: Int](column: Int, place: IndexList[rank]):
                combine[_ROWS, lanes](column, place)

            @__parameter
            @always_inline
            def one[lanes: Int](column: Int, place: IndexList[rank]):
                combine[1, lanes](column, place)

            while row + _ROWS <= length:
                for_columns[several]()
                row += _ROWS
            while row < length:
                for_columns[one]()
                row += 1

            @__parameter
            @always_inline
            def end_with[lanes: Int](column: Int, place: IndexList[rank]):
                var result = R.finish(results.load[width=lanes](column), length)
                output._fused_store[lanes](place, result.cast[out_dtype]())

            for_columns[end_with]()
        _ = room

    share[some](rows_along[last](shape) * parts, each * length)


@extensibility.register("mo.reduce.add")
struct _ReduceAdd:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor, x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        reduce[Sum, axis, target](output, x, ctx)


@extensibility.register("mo.reduce.mul")
struct _ReduceMul:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor, x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        reduce[Product, axis, target](output, x, ctx)


@extensibility.register("mo.reduce.max")
struct _ReduceMax:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor, x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        reduce[Largest, axis, target](output, x, ctx)


@extensibility.register("mo.reduce.min")
struct _ReduceMin:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor, x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        reduce[Smallest, axis, target](output, x, ctx)


@extensibility.register("mo.reduce.mean")
struct _ReduceMean:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor, x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        reduce[Mean, axis, target](output, x, ctx)
