"""Convolutions of one to three spatial axes, channels last, and their transposes."""

import extensibility
from extensibility import InputTensor, ManagedTensorSlice, _FusedComputeOutputTensor
from nn._loops import accumulator, for_places, share, start_of_row
from nn._windows import Volume, befores, in_space
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.sys.info import simd_width_of
from std.utils.index import IndexList


@always_inline
def conv[
    rank: Int, dtype: DType, //, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    filter: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    strides: IndexList[rank - 2],
    dilations: IndexList[rank - 2],
    paddings: IndexList[2 * (rank - 2)],
    num_groups: Int,
    ctx: DeviceContext,
) raises:
    """Sums of products of the filter with windows of `x`: [batch, …, channels] with a filter [window…, channels of a group, results].

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.conv import conv
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 3].create_unknown()
    var numbers: List[Float32] = [1, 2, 3, 4]
    var weights: List[Float32] = [1, 10]
    var result = List[Float32](length=3, fill=0)
    conv(
        OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(1, 3, 1)),
        InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 4, 1)),
        InputTensor[static_spec=spec](weights.unsafe_ptr(), Index(2, 1, 1)),
        Index(1),
        Index(1),
        Index(0, 0),
        1,
        DeviceContext(),
    )
    print(result)  # [21.0, 32.0, 43.0]
    _ = (numbers^, weights^)
    ```
    """
    comptime spatial = rank - 2
    comptime acc = accumulator[dtype]()
    comptime lanes = simd_width_of[acc]() * 4
    var given = Volume(x.shape())
    var made = Volume(output.shape())
    var window = in_space[spatial](filter.shape(), 1)
    var step = in_space[spatial](strides, 1)
    var apart = in_space[spatial](dilations, 1)
    var before = befores[spatial](paddings)
    var depth = filter.dim_size[rank - 2]()
    if num_groups < 1 or given.channels != num_groups * depth or made.channels % num_groups != 0:
        raise Error("conv: ", given.channels, " channels are not ", num_groups, " groups of the filter's ", depth)
    var results = made.channels // num_groups
    var data = x.unsafe_ptr()
    var weights = filter.unsafe_ptr()

    @__parameter
    @always_inline
    def block[width: Int](n: Int, place: IndexList[3], group: Int, first: Int):
        var sums = SIMD[acc, width](0)
        for a in range(window[0]):
            for b in range(window[1]):
                for c in range(window[2]):
                    var source = place * step + IndexList[3](a, b, c) * apart - before
                    if not given.contains(source):
                        continue
                    var pixel = data + given.offset(n, source) + group * depth
                    var row = weights + ((a * window[1] + b) * window[2] + c) * depth * made.channels
                    for d in range(depth):
                        var factors = (row + d * made.channels + group * results + first).load[width=width]()
                        sums = factors.cast[acc]().fma(SIMD[acc, width](pixel[d].cast[acc]()), sums)
        var at = start_of_row[-1](made.offset(n, place) + group * results + first, output.shape())
        output._fused_store[width](at, sums.cast[dtype]())

    @__parameter
    @always_inline
    def element[width: Int](at: IndexList[rank]):
        var channel = at[rank - 1]
        block[1](at[0], in_space[spatial](at, 0, 1), channel // results, channel % results)

    @__parameter
    def some(begin: Int, end: Int):
        for i in range(begin, end):
            var n = i // made.places()
            var place = made.place(i % made.places())
            for group in range(num_groups):
                var first = 0
                while first + lanes <= results:
                    block[lanes](n, place, group, first)
                    first += lanes
                while first + lanes // 4 <= results:
                    block[lanes // 4](n, place, group, first)
                    first += lanes // 4
                while first < results:
                    block[1](n, place, group, first)
                    first += 1

    comptime if is_device(target):
        for_places[element, 1, target](output.shape(), ctx)
    else:
        share[some](made.batch * made.places(), window[0] * window[1] * window[2] * depth * results)


@always_inline
def conv_transpose[
    rank: Int, dtype: DType, //, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    filter: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    strides: IndexList[rank - 2],
    dilations: IndexList[rank - 2],
    paddings: IndexList[2 * (rank - 2)],
    ctx: DeviceContext,
) raises:
    """The transpose of a convolution: every place of `x` adds the filter [window…, results, channels], scaled, to a window of the result.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.conv import conv_transpose
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 3].create_unknown()
    var numbers: List[Float32] = [1, 2]
    var weights: List[Float32] = [1, 10]
    var result = List[Float32](length=4, fill=0)
    conv_transpose(
        OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(1, 4, 1)),
        InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 2, 1)),
        InputTensor[static_spec=spec](weights.unsafe_ptr(), Index(2, 1, 1)),
        Index(2),
        Index(1),
        Index(0, 0),
        DeviceContext(),
    )
    print(result)  # [1.0, 10.0, 2.0, 20.0]
    _ = (numbers^, weights^)
    ```
    """
    comptime spatial = rank - 2
    comptime acc = accumulator[dtype]()
    comptime width = simd_width_of[dtype]()
    var given = Volume(x.shape())
    var made = Volume(output.shape())
    var window = in_space[spatial](filter.shape(), 1)
    var step = in_space[spatial](strides, 1)
    var apart = in_space[spatial](dilations, 1)
    var before = befores[spatial](paddings)
    var depth = filter.dim_size[rank - 1]()
    if given.channels != depth or made.channels != filter.dim_size[rank - 2]():
        raise Error("conv_transpose: the filter is for ", depth, " channels, not ", given.channels)
    var data = x.unsafe_ptr()
    var weights = filter.unsafe_ptr()

    @__parameter
    @always_inline
    def dot(a: type_of(data), b: type_of(data)) -> Scalar[acc]:
        var lanes = SIMD[acc, width](0)
        var i = 0
        while i + width <= depth:
            lanes += (a + i).load[width=width]().cast[acc]() * (b + i).load[width=width]().cast[acc]()
            i += width
        var sum = lanes.reduce_add()
        while i < depth:
            sum += a[i].cast[acc]() * b[i].cast[acc]()
            i += 1
        return sum

    @__parameter
    @always_inline
    def one(n: Int, place: IndexList[3], f: Int) -> Scalar[acc]:
        var sum = Scalar[acc](0)
        for a in range(window[0]):
            for b in range(window[1]):
                for c in range(window[2]):
                    var spread = place + before - IndexList[3](a, b, c) * apart
                    var source = IndexList[3](spread[0] // step[0], spread[1] // step[1], spread[2] // step[2])
                    if source * step != spread or not given.contains(source):
                        continue
                    var row = ((a * window[1] + b) * window[2] + c) * made.channels + f
                    sum += dot(data + given.offset(n, source), weights + row * depth)
        return sum

    @__parameter
    @always_inline
    def element[width: Int](at: IndexList[rank]):
        var sum = one(at[0], in_space[spatial](at, 0, 1), at[rank - 1])
        output._fused_store[1](at, sum.cast[dtype]())

    @__parameter
    def some(begin: Int, end: Int):
        for i in range(begin, end):
            var n = i // made.places()
            var place = made.place(i % made.places())
            for f in range(made.channels):
                var at = start_of_row[-1](made.offset(n, place) + f, output.shape())
                output._fused_store[1](at, one(n, place, f).cast[dtype]())

    comptime if is_device(target):
        for_places[element, 1, target](output.shape(), ctx)
    else:
        share[some](made.batch * made.places(), window[0] * window[1] * window[2] * depth * made.channels)


@extensibility.register("mo.conv")
struct _Conv:
    @staticmethod
    def execute[target: StaticString, num_groups: Int](
        output: _FusedComputeOutputTensor,
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        filter: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        strides: IndexList[output.rank - 2],
        dilations: IndexList[output.rank - 2],
        paddings: IndexList[2 * (output.rank - 2)],
        ctx: DeviceContext,
    ) raises:
        conv[target](output, x, filter, strides, dilations, paddings, num_groups, ctx)


@extensibility.register("mo.conv_transpose")
struct _ConvTranspose:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedComputeOutputTensor,
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        filter: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        strides: IndexList[output.rank - 2],
        dilations: IndexList[output.rank - 2],
        paddings: IndexList[2 * (output.rank - 2)],
        ctx: DeviceContext,
    ) raises:
        conv_transpose[target](output, x, filter, strides, dilations, paddings, ctx)
