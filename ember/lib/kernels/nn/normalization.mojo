"""Norms: rows with a mean of zero and a length of one, scaled."""

import extensibility
from extensibility import InputTensor, ManagedTensorSlice, _FusedInputTensor, _FusedOutputTensor
from nn._device import each_row_on_device, fold_row_in_block, for_row_in_block
from nn._device_held import KEPT, HeldRow, lanes, on_held_rows, on_long_rows
from nn._loops import accumulator, rows_along, share, start_of_row
from nn.reduction import Sum
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import rsqrt, sqrt
from std.sys.info import simd_width_of
from std.sys.intrinsics import prefetch
from std.utils.index import IndexList

comptime _FEW_STEPS = 4
"""Rows of so many vectors a thread leave registers to read weights while the sum is made."""


struct _Row[dtype: DType]:
    """A row as it is computed with, and sums over it."""

    var data: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    var length: Int

    @always_inline
    def __init__(out self, data: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin], length: Int):
        self.data = data
        self.length = length

    @always_inline
    def sum_of[func: def[width: Int](SIMD[Self.dtype, width]) capturing -> SIMD[Self.dtype, width]](self) -> Scalar[Self.dtype]:
        comptime width = simd_width_of[Self.dtype]() * 4
        var lanes = SIMD[Self.dtype, width](0)
        var i = 0
        while i + width <= self.length:
            lanes += func[width](self.data.load[width=width](i))
            i += width
        var sum = lanes.reduce_add()
        while i < self.length:
            sum += func[1](self.data[i])
            i += 1
        return sum

    @always_inline
    def squares(self, center: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        @__parameter
        @always_inline
        def square[width: Int](x: SIMD[Self.dtype, width]) -> SIMD[Self.dtype, width]:
            var difference = x - center
            return difference * difference

        return self.sum_of[square]()

    @always_inline
    def sum(self) -> Scalar[Self.dtype]:
        @__parameter
        @always_inline
        def same[width: Int](x: SIMD[Self.dtype, width]) -> SIMD[Self.dtype, width]:
            return x

        return self.sum_of[same]()


@always_inline
def _each_row[
    rank: Int, dtype: DType, //, func: def(_Row[accumulator[dtype]()], IndexList[rank]) capturing -> None
](x: ManagedTensorSlice[dtype=dtype, rank=rank, ...]):
    # Calls `func` with each row along the last axis: the numbers in memory, or a copy where they are computed or narrow.
    comptime acc = accumulator[dtype]()
    comptime axis = rank - 1
    comptime in_place = dtype == acc and not x._computes_input
    var shape = x.shape()
    var length = shape[axis]

    @__parameter
    def some(first: Int, end: Int):
        var room = List[Scalar[acc]]()
        for row in range(first, end):
            var start = start_of_row[axis](row, shape)
            comptime if in_place:
                if x.stride_length[axis]() == 1:
                    func(_Row[acc](rebind[UnsafePointer[Scalar[acc], MutAnyOrigin]](x.unsafe_ptr() + x._offset(start)), length), start)
                    continue
            room.resize(length, 0)
            var copy = _Row[acc](room.unsafe_ptr(), length)
            _read_row(copy, x, start)
            func(copy, start)

    share[some](rows_along[axis](shape), length * 2)


@always_inline
def _read_row[
    rank: Int, dtype: DType, acc: DType, //
](row: _Row[acc], x: ManagedTensorSlice[dtype=dtype, rank=rank, ...], start: IndexList[rank]):
    comptime axis = rank - 1
    comptime width = simd_width_of[dtype]()
    var place = start
    var i = 0
    while i + width <= row.length:
        place[axis] = i
        row.data.store(i, x.load[width](place).cast[acc]())
        i += width
    while i < row.length:
        place[axis] = i
        row.data[i] = x.load[1](place).cast[acc]()
        i += 1


@always_inline
def _write_row[
    rank: Int, dtype: DType, acc: DType, //,
    func: def[width: Int](SIMD[acc, width], Int) capturing -> SIMD[dtype, width],
](output: ManagedTensorSlice[dtype=dtype, rank=rank, ...], row: _Row[acc], start: IndexList[rank]):
    comptime vector = simd_width_of[acc]()
    var i = _write_some[func, vector * 4](output, row, start, 0)
    i = _write_some[func, vector](output, row, start, i)
    _ = _write_some[func, 1](output, row, start, i)


@always_inline
def _write_some[
    rank: Int, dtype: DType, acc: DType, //,
    func: def[width: Int](SIMD[acc, width], Int) capturing -> SIMD[dtype, width],
    width: Int,
](output: ManagedTensorSlice[dtype=dtype, rank=rank, ...], row: _Row[acc], start: IndexList[rank], first: Int) -> Int:
    # As many elements at once as fit, from the place `first` on; where it ended.
    comptime axis = rank - 1
    var place = start
    var i = first
    while i + width <= row.length:
        place[axis] = i
        prefetch(row.data + (row.length + i))  # the next row comes while this one is written
        output._fused_store[width](place, func[width](row.data.load[width=width](i), i))
        i += width
    return i


@always_inline
def layer_norm[
    rank: Int, dtype: DType, //, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    gamma: ManagedTensorSlice[dtype=dtype, rank=1, ...],
    beta: ManagedTensorSlice[dtype=dtype, rank=1, ...],
    epsilon: Float64,
    ctx: DeviceContext,
) raises:
    """(x - mean) / sqrt(variance + epsilon) · gamma + beta along the last axis.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.normalization import layer_norm
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float64, 1].create_unknown()
    var numbers: List[Float64] = [1, 3]
    var ones: List[Float64] = [1, 1]
    var result = List[Float64](length=2, fill=0)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2))
    var one = InputTensor[static_spec=spec](ones.unsafe_ptr(), Index(2))
    layer_norm(OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(2)), x, one, one, 0.0, DeviceContext())
    print(result)  # [0.0, 2.0]
    _ = (numbers^, ones^)
    ```
    """
    comptime acc = accumulator[dtype]()
    comptime if is_device(target):
        _layer_norm_on_device(output, x, gamma, beta, epsilon, ctx)
        return
    comptime assert is_device(target) or target == "cpu", "the targets of layer_norm are cpu and gpu"

    @__parameter
    @always_inline
    def one(row: _Row[acc], start: IndexList[rank]):
        var count = Scalar[acc](row.length)
        var mean = row.sum() / count
        var scale = 1 / sqrt(row.squares(mean) / count + epsilon.cast[acc]())

        @__parameter
        @always_inline
        def normed[width: Int](value: SIMD[acc, width], i: Int) -> SIMD[dtype, width]:
            var at = IndexList[1](i)
            return (
                (value - mean) * scale * gamma.load[width](at).cast[acc]() + beta.load[width](at).cast[acc]()
            ).cast[dtype]()

        _write_row[normed](output, row, start)

    _each_row[one](x)


@always_inline
def rms_norm[
    rank: Int, dtype: DType, weight_dtype: DType, //, multiply_before_cast: Bool, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    weight: ManagedTensorSlice[dtype=weight_dtype, rank=1, ...],
    epsilon: Float64,
    weight_offset: Float64,
    ctx: DeviceContext,
) raises:
    """x / sqrt(mean(x²) + epsilon) · (weight + weight_offset) along the last axis.

    Parameters:
        rank: How many axes there are.
        dtype: The type of the numbers.
        weight_dtype: The type of the weight.
        multiply_before_cast: Whether narrow numbers are multiplied by the weight before they are rounded, or after.
        target: Where to compute.

    Args:
        output: The result.
        x: The numbers.
        weight: One factor for each place of the last axis.
        epsilon: What is added to the mean.
        weight_offset: What is added to the weight.
        ctx: The device.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.normalization import rms_norm
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float64, 1].create_unknown()
    var numbers: List[Float64] = [2, -2]
    var ones: List[Float64] = [1, 1]
    var result = List[Float64](length=2, fill=0)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2))
    var weight = InputTensor[static_spec=spec](ones.unsafe_ptr(), Index(2))
    rms_norm[True](OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(2)), x, weight, 0.0, 1.0, DeviceContext())
    print(result)  # [2.0, -2.0]
    _ = (numbers^, ones^)
    ```
    """
    comptime acc = accumulator[dtype]()
    comptime if is_device(target):
        _rms_norm_on_device[multiply_before_cast](output, x, weight, epsilon, weight_offset, ctx)
        return
    comptime assert is_device(target) or target == "cpu", "the targets of rms_norm are cpu and gpu"

    @__parameter
    @always_inline
    def one(row: _Row[acc], start: IndexList[rank]):
        var scale = 1 / sqrt(row.squares(0) / Scalar[acc](row.length) + epsilon.cast[acc]())
        var offset = weight_offset.cast[acc]()

        @__parameter
        @always_inline
        def normed[width: Int](value: SIMD[acc, width], i: Int) -> SIMD[dtype, width]:
            var factor = weight.load[width](IndexList[1](i)).cast[acc]() + offset
            comptime if multiply_before_cast:
                return (value * scale * factor).cast[dtype]()
            else:
                return (value * scale).cast[dtype]() * factor.cast[dtype]()

        _write_row[normed](output, row, start)

    _each_row[one](x)


@always_inline
def group_norm[
    rank: Int, dtype: DType, //, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    gamma: ManagedTensorSlice[dtype=dtype, rank=1, ...],
    beta: ManagedTensorSlice[dtype=dtype, rank=1, ...],
    num_groups: Int,
    epsilon: Float64,
    ctx: DeviceContext,
) raises:
    """As `layer_norm` over groups of the channels, which are axis 1, and all that lies behind; one gamma and beta for each channel.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.normalization import group_norm
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime vector = StaticTensorSpec[DType.float64, 1].create_unknown()
    comptime cube = StaticTensorSpec[DType.float64, 3].create_unknown()
    var numbers: List[Float64] = [1, 3, 5, 9]
    var ones: List[Float64] = [1, 1]
    var result = List[Float64](length=4, fill=0)
    var x = InputTensor[static_spec=cube](numbers.unsafe_ptr(), Index(1, 2, 2))
    var one = InputTensor[static_spec=vector](ones.unsafe_ptr(), Index(2))
    group_norm(OutputTensor[static_spec=cube](result.unsafe_ptr(), Index(1, 2, 2)), x, one, one, 2, 0.0, DeviceContext())
    print(result)  # [0.0, 2.0, 0.0, 2.0]
    _ = (numbers^, ones^)
    ```
    """
    comptime acc = accumulator[dtype]()
    comptime axis = rank - 1
    var shape = x.shape()
    var channels = shape[1]
    if channels % num_groups != 0:
        raise Error("group_norm: ", channels, " channels are not ", num_groups, " groups of one size")
    var members = channels // num_groups
    var behind = 1
    comptime for i in range(2, rank):
        behind *= shape[i]

    var size = members * behind
    comptime if is_device(target):
        _group_norm_on_device(output, x, gamma, beta, IndexList[2](shape[0] * num_groups, size), epsilon, ctx)
        return
    var line = shape[axis]

    @__parameter
    @always_inline
    def lines[func: def[width: Int](IndexList[rank], Int) capturing -> None](group: Int):
        # Calls `func` with the places of a group, neighbours along the last axis at once, and their numbers in the group.
        comptime width = simd_width_of[dtype]() if rank > 2 else 1
        var done = 0
        while done < size:
            var place = start_of_row[-1](group * size + done, shape)
            var end = min(done + line - place[axis], size)
            while done + width <= end:
                func[width](place, done)
                place[axis] += width
                done += width
            while done < end:
                func[1](place, done)
                place[axis] += 1
                done += 1

    @__parameter
    def some(first: Int, end: Int):
        var room = List[Scalar[acc]](length=size, fill=0)
        var group = _Row[acc](room.unsafe_ptr(), size)

        @__parameter
        @always_inline
        def read[width: Int](place: IndexList[rank], i: Int):
            group.data.store(i, x.load[width](place).cast[acc]())

        for g in range(first, end):
            lines[read](g)
            var mean = group.sum() / Scalar[acc](size)
            var scale = 1 / sqrt(group.squares(mean) / Scalar[acc](size) + epsilon.cast[acc]())

            @__parameter
            @always_inline
            def write[width: Int](place: IndexList[rank], i: Int):
                var channel = IndexList[1](place[1])
                var factor = scale * gamma.load[1](channel).cast[acc]()
                var value = (group.data.load[width=width](i) - mean) * factor + beta.load[1](channel).cast[acc]()
                output._fused_store[width](place, value.cast[dtype]())

            lines[write](g)
        _ = room^

    share[some](shape[0] * num_groups, size * 4)


def _group_norm_on_device[
    rank: Int, dtype: DType, //
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    gamma: ManagedTensorSlice[dtype=dtype, rank=1, ...],
    beta: ManagedTensorSlice[dtype=dtype, rank=1, ...],
    groups: IndexList[2],
    epsilon: Float64,
    ctx: DeviceContext,
) raises:
    # `groups`: how many there are, and of how many numbers.
    comptime acc = accumulator[dtype]()
    var size = groups[1]
    var added = epsilon.cast[acc]()

    @__parameter
    @always_inline
    def one(start: IndexList[2]):
        @__parameter
        @always_inline
        def place_of(i: Int) -> IndexList[rank]:
            return start_of_row[-1](start[0] * size + i, x.shape())

        @__parameter
        @always_inline
        def value(i: Int) -> Scalar[acc]:
            return x.load[1](place_of(i)).cast[acc]()

        var mean = fold_row_in_block[Sum, value](size) / Scalar[acc](size)

        @__parameter
        @always_inline
        def square(i: Int) -> Scalar[acc]:
            var distance = value(i) - mean
            return distance * distance

        var scale = 1 / sqrt(fold_row_in_block[Sum, square](size) / Scalar[acc](size) + added)

        @__parameter
        @always_inline
        def write(i: Int):
            var place = place_of(i)
            var channel = IndexList[1](place[1])
            var factor = scale * gamma.load[1](channel).cast[acc]()
            var result = (value(i) - mean) * factor + beta.load[1](channel).cast[acc]()
            output._fused_store[1](place, result.cast[dtype]())

        for_row_in_block[write](size)

    each_row_on_device[1, one](groups, ctx)


def _layer_norm_on_device[
    rank: Int, dtype: DType, //
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    gamma: ManagedTensorSlice[dtype=dtype, rank=1, ...],
    beta: ManagedTensorSlice[dtype=dtype, rank=1, ...],
    epsilon: Float64,
    ctx: DeviceContext,
) raises:
    comptime acc = accumulator[dtype]()
    comptime axis = rank - 1
    comptime Part = SIMD[acc, lanes[dtype]()]
    var length = x.dim_size[axis]()
    var share = 1 / Scalar[acc](length)
    var added = epsilon.cast[acc]()

    @__parameter
    @always_inline
    def held[steps: Int, is_whole: Bool](mut row: HeldRow[acc, lanes[dtype](), steps, is_whole]):
        var mean, squares = row.moments()
        var scale = rsqrt(squares * share + added)

        @__parameter
        @always_inline
        def changed[step: Int](part: Part) -> Part:
            return (part - mean) * scale * row.part_beside[step](gamma) + row.part_beside[step](beta)

        row.change[changed]()

    @__parameter
    @always_inline
    def measure[steps: Int, threads: Int](row: HeldRow[acc, lanes[dtype](), steps, True, threads]) -> SIMD[acc, 2]:
        var mean, squares = row.moments()
        return SIMD[acc, 2](mean, rsqrt(squares * share + added))

    @__parameter
    @always_inline
    def finish[
        steps: Int, threads: Int, step: Int
    ](row: HeldRow[acc, lanes[dtype](), steps, True, threads], part: Part, found: SIMD[acc, 2]) -> Part:
        return (part - found[0]) * found[1] * row.part_beside[step, KEPT](gamma) + row.part_beside[step, KEPT](beta)

    comptime width = lanes[dtype]()
    if gamma._is_aligned[width]() and beta._is_aligned[width]():
        # Narrow rows are held: their mean and squares take longer than reading them again saves.
        comptime if dtype.size_of() >= 4:
            if on_long_rows[acc, measure, finish](output, x, ctx):
                return
        if on_held_rows[acc, held](output, x, ctx):
            return

    @__parameter
    @always_inline
    def one(start: IndexList[rank]):
        @__parameter
        @always_inline
        def value(i: Int) -> Scalar[acc]:
            var place = start
            place[axis] = i
            return x.load[1](place).cast[acc]()

        var mean = fold_row_in_block[Sum, value](length) / Scalar[acc](length)

        @__parameter
        @always_inline
        def square(i: Int) -> Scalar[acc]:
            var difference = value(i) - mean
            return difference * difference

        var scale = 1 / sqrt(fold_row_in_block[Sum, square](length) / Scalar[acc](length) + added)

        @__parameter
        @always_inline
        def finish(i: Int):
            var place = start
            place[axis] = i
            var at = IndexList[1](i)
            var result = (value(i) - mean) * scale * gamma.load[1](at).cast[acc]() + beta.load[1](at).cast[acc]()
            output._fused_store[1](place, result.cast[dtype]())

        for_row_in_block[finish](length)

    each_row_on_device[axis, one](x.shape(), ctx)


def _rms_norm_on_device[
    rank: Int, dtype: DType, weight_dtype: DType, //, multiply_before_cast: Bool
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    weight: ManagedTensorSlice[dtype=weight_dtype, rank=1, ...],
    epsilon: Float64,
    weight_offset: Float64,
    ctx: DeviceContext,
) raises:
    comptime acc = accumulator[dtype]()
    comptime axis = rank - 1
    var length = x.dim_size[axis]()
    var share = 1 / Scalar[acc](length)
    var added = epsilon.cast[acc]()
    var offset = weight_offset.cast[acc]()
    comptime Part = SIMD[acc, lanes[dtype]()]

    @__parameter
    @always_inline
    def scaled(part: Part, scale: Scalar[acc], factor: Part) -> Part:
        comptime if multiply_before_cast:
            return part * scale * (factor + offset)
        else:
            return ((part * scale).cast[dtype]() * (factor + offset).cast[dtype]()).cast[acc]()

    @__parameter
    @always_inline
    def held[steps: Int, is_whole: Bool](mut row: HeldRow[acc, lanes[dtype](), steps, is_whole]):
        comptime is_short = steps <= _FEW_STEPS
        var factors = row.beside[is_read=is_short](weight)

        @__parameter
        @always_inline
        def square(part: Part) -> Part:
            return part * part

        var scale = rsqrt(row.fold[Sum, square]() * share + added)

        @__parameter
        @always_inline
        def changed[step: Int](part: Part) -> Part:
            comptime if is_short:
                return scaled(part, scale, factors[step].cast[acc]())
            else:
                return scaled(part, scale, row.part_beside[step](weight))

        row.change[changed]()

    @__parameter
    @always_inline
    def measure[steps: Int, threads: Int](row: HeldRow[acc, lanes[dtype](), steps, True, threads]) -> SIMD[acc, 2]:
        @__parameter
        @always_inline
        def square(part: Part) -> Part:
            return part * part

        return SIMD[acc, 2](rsqrt(row.fold[Sum, square]() * share + added))

    @__parameter
    @always_inline
    def finish[
        steps: Int, threads: Int, step: Int
    ](row: HeldRow[acc, lanes[dtype](), steps, True, threads], part: Part, found: SIMD[acc, 2]) -> Part:
        return scaled(part, found[0], row.part_beside[step, KEPT](weight))

    if weight._is_aligned[lanes[dtype]()]():
        if on_long_rows[acc, measure, finish](output, x, ctx) or on_held_rows[acc, held](output, x, ctx):
            return

    @__parameter
    @always_inline
    def one(start: IndexList[rank]):
        @__parameter
        @always_inline
        def value(i: Int) -> Scalar[acc]:
            var place = start
            place[axis] = i
            return x.load[1](place).cast[acc]()

        @__parameter
        @always_inline
        def square(i: Int) -> Scalar[acc]:
            return value(i) * value(i)

        var scale = 1 / sqrt(fold_row_in_block[Sum, square](length) / Scalar[acc](length) + added)

        @__parameter
        @always_inline
        def finish(i: Int):
            var place = start
            place[axis] = i
            var factor = weight.load[1](IndexList[1](i)).cast[acc]() + offset
            var result = (value(i) * scale * factor).cast[dtype]()
            comptime if not multiply_before_cast:
                result = (value(i) * scale).cast[dtype]() * factor.cast[dtype]()
            output._fused_store[1](place, result)

        for_row_in_block[finish](length)

    each_row_on_device[axis, one](x.shape(), ctx)


@extensibility.register("mo.reduce.layer_norm")
struct _LayerNorm:
    @staticmethod
    def execute[target: StaticString, epsilon: Float64](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        gamma: InputTensor[dtype = output.dtype, rank=1, ...],
        beta: InputTensor[dtype = output.dtype, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        layer_norm[target](output, x, gamma, beta, epsilon, ctx)


@extensibility.register("mo.reduce.rms_norm")
struct _RmsNorm:
    @staticmethod
    def execute[target: StaticString, epsilon: Float64, weight_offset: Float64, multiply_before_cast: Bool](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        weight: InputTensor[rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        rms_norm[multiply_before_cast, target](output, x, weight, epsilon, weight_offset, ctx)


@extensibility.register("mo.reduce.group_norm")
struct _GroupNorm:
    @staticmethod
    def execute[target: StaticString, num_groups: Int, epsilon: Float64](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        gamma: InputTensor[dtype = output.dtype, rank=1, ...],
        beta: InputTensor[dtype = output.dtype, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        group_norm[target](output, x, gamma, beta, num_groups, epsilon, ctx)
