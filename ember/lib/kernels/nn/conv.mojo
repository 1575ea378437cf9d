"""Convolutions of one to three spatial axes, channels last, and their transposes."""

import extensibility
from extensibility import InputTensor, ManagedTensorSlice, OutputTensor, _FusedComputeOutputTensor
from linalg.matrix import Matrix, accumulator_of
from linalg.multiply import multiply_packed, pack
from linalg.packing import MARGIN
from linalg.tiles import TILE_ROWS
from nn._device_conv import Windows, conv_as_product
from nn._loops import accumulator, for_places, share, start_of_row
from nn._windows import Volume, befores, in_space
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.runtime._asyncrt import parallelism_level
from std.sys.info import simd_width_of
from std.utils.index import IndexList

comptime _NEAR = 1 << 18
"""Numbers that stay in the second cache."""


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
    comptime if is_device(target):
        _conv_on_device[target](output, x, filter, strides, dilations, paddings, num_groups, ctx)
    else:
        var packed = List[Scalar[dtype]](unsafe_uninit_length=filter.size())
        var panels = UnsafePointer[Scalar[dtype], MutAnyOrigin](mlir_value=packed.unsafe_ptr().address)
        _pack_filter(panels, filter, num_groups)
        _conv_packed(output, x, panels, filter.shape(), strides, dilations, paddings, num_groups)
        _ = packed


def _pack_filter[
    rank: Int, dtype: DType, //
](
    target: UnsafePointer[Scalar[dtype], MutAnyOrigin],
    filter: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    num_groups: Int,
):
    """Puts the filter of each group into the order in which products read it."""
    var all = filter.dim_size[rank - 1]()
    var results = all // num_groups
    var depth = filter.size() // max(all, 1)
    for group in range(num_groups):
        var columns = Matrix[dtype](
            filter.unsafe_ptr() + group * results, depth, results, all, 1
        )
        pack(target + group * results * depth, columns)


def _conv_packed[
    rank: Int, dtype: DType, //
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    panels: UnsafePointer[Scalar[dtype], MutAnyOrigin],
    filter: IndexList[rank],
    strides: IndexList[rank - 2],
    dilations: IndexList[rank - 2],
    paddings: IndexList[2 * (rank - 2)],
    num_groups: Int,
) raises:
    """Convolutions as products: the windows of some places are the rows of a matrix, the filter is the other one.

    As many places are taken at a time as have their windows in the second cache.
    """
    comptime acc = accumulator_of(dtype)
    comptime spatial = rank - 2
    var given = Volume(x.shape())
    var made = Volume(output.shape())
    _check_groups(given.channels, made.channels, filter[rank - 2], num_groups)
    var windows = _Windows(
        in_space[spatial](filter, 1),
        in_space[spatial](strides, 1),
        in_space[spatial](dilations, 1),
        befores[spatial](paddings),
        filter[rank - 2],
    )
    var results = made.channels // num_groups
    var depth = windows.size()
    var places = made.batch * made.places()
    var together = max(_NEAR // max(depth, 1) // TILE_ROWS, 2 * parallelism_level()) * TILE_ROWS
    var room = List[Scalar[acc]](unsafe_uninit_length=min(together, places + TILE_ROWS) * depth + MARGIN)
    var rows = UnsafePointer[Scalar[acc], MutAnyOrigin](mlir_value=room.unsafe_ptr().address)
    for group in range(num_groups):
        for first in range(0, places, together):
            var count = min(together, places - first)

            @__parameter
            def tiles(begin: Int, end: Int):
                for tile in range(begin, end):
                    for i in range(TILE_ROWS):
                        var row = rows + tile * TILE_ROWS * depth + i
                        var place = first + tile * TILE_ROWS + i
                        if place < places:
                            windows.gather(row, x.unsafe_ptr() + group * windows.depth, given, made, place)

            @__parameter
            @always_inline
            def store[from_dtype: DType, width: Int](row: Int, column: Int, value: SIMD[from_dtype, width]):
                var begin = (first + row) * made.channels + group * results + column
                output._fused_store[width](start_of_row[-1](begin, output.shape()), value.cast[dtype]())

            share[tiles](ceildiv(count, TILE_ROWS), TILE_ROWS * depth)
            multiply_packed[store, is_woven=True](
                Matrix[acc](rows, count, depth, depth, 1), panels + group * results * depth, results
            )
    _ = room


struct _Windows(TrivialRegisterPassable):
    """What a filter looks at."""

    var sizes: IndexList[3]
    var step: IndexList[3]
    var apart: IndexList[3]
    var before: IndexList[3]
    var depth: Int

    def __init__(
        out self, sizes: IndexList[3], step: IndexList[3], apart: IndexList[3], before: IndexList[3], depth: Int
    ):
        self.sizes = sizes
        self.step = step
        self.apart = apart
        self.before = before
        self.depth = depth

    @always_inline
    def size(self) -> Int:
        return self.sizes[0] * self.sizes[1] * self.sizes[2] * self.depth

    @always_inline
    def gather[
        dtype: DType, acc: DType, //
    ](
        self,
        target: UnsafePointer[Scalar[acc], MutAnyOrigin],
        data: UnsafePointer[Scalar[dtype], _],
        given: Volume,
        made: Volume,
        flat: Int,
    ):
        """Puts the window of one place into a row that is woven with others; zeros where it looks over the edge."""
        var n = flat // made.places()
        var corner = made.place(flat % made.places()) * self.step - self.before
        var row = target
        for a in range(self.sizes[0]):
            for b in range(self.sizes[1]):
                for c in range(self.sizes[2]):
                    var source = corner + IndexList[3](a, b, c) * self.apart
                    if given.contains(source):
                        var pixel = data + given.offset(n, source)
                        for d in range(self.depth):
                            row[d * TILE_ROWS] = pixel[d].cast[acc]()
                    else:
                        for d in range(self.depth):
                            row[d * TILE_ROWS] = 0
                    row += self.depth * TILE_ROWS


def _check_groups(channels: Int, results: Int, depth: Int, num_groups: Int) raises:
    if num_groups < 1 or channels != num_groups * depth or results % num_groups != 0:
        raise Error("conv: ", channels, " channels are not ", num_groups, " groups of the filter's ", depth)


@always_inline
def _conv_on_device[
    rank: Int, dtype: DType, //, target: StaticString
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
    """As a product; with several groups one result a thread."""
    comptime spatial = rank - 2
    comptime acc = accumulator[dtype]()
    var given = Volume(x.shape())
    var made = Volume(output.shape())
    var window = in_space[spatial](filter.shape(), 1)
    var step = in_space[spatial](strides, 1)
    var apart = in_space[spatial](dilations, 1)
    var before = befores[spatial](paddings)
    var depth = filter.dim_size[rank - 2]()
    _check_groups(given.channels, made.channels, depth, num_groups)
    if num_groups == 1:
        conv_as_product(output, x, filter, Windows(window, step, apart, before), ctx)
        return
    var results = made.channels // num_groups
    var data = x.unsafe_ptr()
    var weights = filter.unsafe_ptr()

    @__parameter
    @always_inline
    def element[width: Int](at: IndexList[rank]):
        var group = at[rank - 1] // results
        var place = in_space[spatial](at, 0, 1)
        var sum = Scalar[acc](0)
        for a in range(window[0]):
            for b in range(window[1]):
                for c in range(window[2]):
                    var source = place * step + IndexList[3](a, b, c) * apart - before
                    if not given.contains(source):
                        continue
                    var pixel = data + given.offset(at[0], source) + group * depth
                    var row = weights + ((a * window[1] + b) * window[2] + c) * depth * made.channels
                    for d in range(depth):
                        sum = row[d * made.channels + at[rank - 1]].cast[acc]().fma(pixel[d].cast[acc](), sum)
        output._fused_store[1](at, sum.cast[dtype]())

    for_places[element, 1, target](output.shape(), ctx)


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


@extensibility.register("mo.conv.packed")
struct _ConvPacked:
    """A convolution whose filter went through `mo.conv.pack`."""

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
        comptime assert target == "cpu", "mo.conv.packed is for the target cpu"
        var panels = filter.unsafe_ptr()
        _conv_packed(output, x, panels, filter.shape(), strides, dilations, paddings, num_groups)


@extensibility.register("mo.conv.pack")
struct _PackFilter:
    """A filter in the order that suits the machine; the numbers stay as many."""

    @staticmethod
    def execute[target: StaticString, num_groups: Int](
        result: OutputTensor,
        filter: InputTensor[dtype = result.dtype, rank = result.rank, ...],
        ctx: DeviceContext,
    ) raises:
        comptime assert target == "cpu", "mo.conv.pack is for the target cpu"
        _pack_filter(result.unsafe_ptr(), filter, num_groups)


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
