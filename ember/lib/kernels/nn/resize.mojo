"""Resize: an image of another size, by its nearest, by linear or by cubic interpolation. One axis after the other."""

import extensibility
from extensibility import InputTensor, ManagedTensorSlice, OutputTensor, _FusedOutputTensor
from nn._loops import accumulator, for_places, start_of_row
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import ceil, floor
from std.utils.index import IndexList

comptime _HALF_PIXEL = 0
comptime _ALIGN_CORNERS = 1
comptime _ASYMMETRIC = 2
comptime _HALF_PIXEL_1D = 3


@always_inline
def source_of[mode: Int](place: Int, made: Int, given: Int) -> Float64:
    """Where a place of the result lies in the input. Modes: 0 half pixels, 1 aligned corners, 2 asymmetric, 3 half pixels, one pixel at 0.

    Example:

    ```mojo
    from nn.resize import source_of

    print(source_of[0](1, 4, 2), source_of[1](3, 4, 2), source_of[2](1, 4, 2))  # 0.25 1.0 0.5
    ```
    """
    comptime if mode == _ALIGN_CORNERS:
        return Float64(place) * Float64(given - 1) / Float64(made - 1) if made > 1 else 0.0
    elif mode == _ASYMMETRIC:
        return Float64(place) * Float64(given) / Float64(made)
    elif mode == _HALF_PIXEL_1D:
        return (Float64(place) + 0.5) * Float64(given) / Float64(made) - 0.5 if made > 1 else 0.0
    else:
        return (Float64(place) + 0.5) * Float64(given) / Float64(made) - 0.5


@always_inline
def rounded[round_mode: Int](x: Float64) -> Int:
    """The nearest whole number: 0 halves go down, 1 up, 2 the one below, 3 the one above.

    Example:

    ```mojo
    from nn.resize import rounded

    print(rounded[0](1.5), rounded[1](1.5), rounded[2](1.9), rounded[3](1.1))  # 1 2 1 2
    ```
    """
    comptime if round_mode == 0:
        return Int(ceil(x - 0.5))
    elif round_mode == 1:
        return Int(floor(x + 0.5))
    elif round_mode == 2:
        return Int(floor(x))
    else:
        return Int(ceil(x))


struct _Taps(Movable):
    """For each place of an axis of the result: the first place of the input that counts, and the weights of `width` places from there on."""

    var width: Int
    var firsts: List[Int]
    var weights: List[Float64]

    def __init__(out self, width: Int):
        self.width = width
        self.firsts = List[Int]()
        self.weights = List[Float64]()

    def add[func: def(Float64) capturing -> Float64](mut self, center: Float64, first: Int, scale: Float64):
        """Weights by the distance from the center, whose sum is 1."""
        self.firsts.append(first)
        var sum = 0.0
        for k in range(self.width):
            self.weights.append(func((Float64(first + k) - center) * scale))
            sum += self.weights[len(self.weights) - 1]
        for k in range(self.width):
            self.weights[len(self.weights) - self.width + k] /= sum


trait _Weighting:
    """How places of the input count for one of the result."""

    @staticmethod
    def scale(given: Int, made: Int) -> Float64:
        """What distances are multiplied by."""
        ...

    @staticmethod
    def reach(scale: Float64) -> Int:
        """How many places on either side count."""
        ...

    @staticmethod
    def center(place: Int, made: Int, given: Int) -> Float64:
        """Where a place of the result lies."""
        ...

    @staticmethod
    def weight(distance: Float64) -> Float64:
        """How much a place counts."""
        ...


struct _Linear[mode: Int, antialias: Bool](_Weighting):
    @staticmethod
    def scale(given: Int, made: Int) -> Float64:
        # A shrunk image is the mean of more places.
        return min(1.0, Float64(made) / Float64(given)) if Self.antialias else 1.0

    @staticmethod
    def reach(scale: Float64) -> Int:
        return Int(ceil(1 / scale))

    @staticmethod
    def center(place: Int, made: Int, given: Int) -> Float64:
        var center = source_of[Self.mode](place, made, given)
        comptime if not Self.antialias:
            center = max(0.0, min(center, Float64(given - 1)))
        return center

    @staticmethod
    def weight(distance: Float64) -> Float64:
        return max(0.0, 1 - abs(distance))


struct _Cubic(_Weighting):
    @staticmethod
    def scale(given: Int, made: Int) -> Float64:
        return 1.0

    @staticmethod
    def reach(scale: Float64) -> Int:
        return 2

    @staticmethod
    def center(place: Int, made: Int, given: Int) -> Float64:
        return source_of[_HALF_PIXEL](place, made, given)

    @staticmethod
    def weight(distance: Float64) -> Float64:
        comptime a = -0.75
        var d = abs(distance)
        if d <= 1:
            return ((a + 2) * d - (a + 3)) * d * d + 1
        if d < 2:
            return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
        return 0.0


def _taps_of[W: _Weighting](given: Int, made: Int) -> _Taps:
    @__parameter
    def weight(distance: Float64) -> Float64:
        return W.weight(distance)

    var scale = W.scale(given, made)
    var reach = W.reach(scale)
    var taps = _Taps(2 * reach)
    for i in range(made):
        var center = W.center(i, made, given)
        taps.add[weight](center, Int(floor(center)) - reach + 1, scale)
    return taps^


def _interpolate_on_device[
    rank: Int, dtype: DType, //, W: _Weighting, excludes_outside: Bool
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    # Each element adds up all places that count for it, weighted by the product of the weights along the axes.
    comptime acc = accumulator[dtype]()
    var given = x.shape()
    var made = output.shape()

    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[rank]):
        var firsts = place
        var counts = IndexList[rank](fill=1)
        var combinations = 1
        comptime for a in range(rank):
            if made[a] != given[a]:
                var reach = W.reach(W.scale(given[a], made[a]))
                firsts[a] = Int(floor(W.center(place[a], made[a], given[a]))) - reach + 1
                counts[a] = 2 * reach
                combinations *= counts[a]
        var total = Scalar[acc](0)
        var result = Scalar[acc](0)
        for combination in range(combinations):
            var rest = combination
            var source = place
            var weight = 1.0
            comptime for a in range(rank):
                if made[a] != given[a]:
                    var at = firsts[a] + rest % counts[a]
                    rest //= counts[a]
                    var distance = Float64(at) - W.center(place[a], made[a], given[a])
                    if excludes_outside and (at < 0 or at >= given[a]):
                        weight = 0.0
                    else:
                        weight *= W.weight(distance * W.scale(given[a], made[a]))
                    source[a] = max(0, min(at, given[a] - 1))
            total += weight.cast[acc]()
            result += weight.cast[acc]() * x.load[1](source).cast[acc]()
        output._fused_store[1](place, (result / total).cast[dtype]())

    for_places[one, 1, "gpu"](made, ctx)


def _along[
    rank: Int, acc: DType, //, excludes_outside: Bool
](
    data: List[Scalar[acc]], given: IndexList[rank], axis: Int, taps: _Taps
) -> List[Scalar[acc]]:
    # The tensor with another size of one axis. Places beyond an end are the end's, or do not count.
    var before = 1
    var behind = 1
    for i in range(rank):
        if i < axis:
            before *= given[i]
        elif i > axis:
            behind *= given[i]
    var size = given[axis]
    var made = len(taps.firsts)
    var result = List[Scalar[acc]](length=before * made * behind, fill=0)
    for o in range(before):
        for i in range(made):
            var to = (o * made + i) * behind
            var total = 0.0
            for k in range(taps.width):
                var source = taps.firsts[i] + k
                var weight = taps.weights[i * taps.width + k]
                if excludes_outside and (source < 0 or source >= size):
                    continue
                total += weight
                var from_row = (o * size + max(0, min(source, size - 1))) * behind
                for j in range(behind):
                    result[to + j] += data[from_row + j] * weight.cast[acc]()
            comptime if excludes_outside:
                for j in range(behind):
                    result[to + j] /= total.cast[acc]()
    return result^


def _interpolate[
    rank: Int, dtype: DType, //, taps_of: def(Int, Int) capturing -> _Taps, excludes_outside: Bool
](output: ManagedTensorSlice[dtype=dtype, rank=rank, ...], x: ManagedTensorSlice[dtype=dtype, rank=rank, ...]):
    comptime acc = accumulator[dtype]()
    var shape = x.shape()
    var data = List[Scalar[acc]](capacity=x.size())
    for i in range(x.size()):
        data.append(x.load[1](start_of_row[-1](i, shape)).cast[acc]())
    for axis in range(rank):
        if output.dim_size(axis) != shape[axis] and shape[axis] > 0:
            data = _along[excludes_outside](data, shape, axis, taps_of(shape[axis], output.dim_size(axis)))
            shape[axis] = output.dim_size(axis)
    for i in range(len(data)):
        output._fused_store[1](start_of_row[-1](i, shape), data[i].cast[dtype]())


@extensibility.register("mo.resize.linear")
struct _ResizeLinear:
    @staticmethod
    def execute[target: StaticString, coordinate_transform_mode: Int, antialias: Bool](
        output: _FusedOutputTensor, x: InputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        comptime if is_device(target):
            _interpolate_on_device[_Linear[coordinate_transform_mode, antialias], antialias](output, x, ctx)
            return

        @__parameter
        def taps(given: Int, made: Int) -> _Taps:
            return _taps_of[_Linear[coordinate_transform_mode, antialias]](given, made)

        _interpolate[taps, antialias](output, x)


@extensibility.register("mo.resize.bicubic")
struct _ResizeBicubic:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor, x: InputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        comptime if is_device(target):
            _interpolate_on_device[_Cubic, False](output, x, ctx)
            return

        @__parameter
        def taps(given: Int, made: Int) -> _Taps:
            return _taps_of[_Cubic](given, made)

        _interpolate[taps, False](output, x)


@extensibility.register("mo.resize.nearest")
struct _ResizeNearest:
    @staticmethod
    def execute[target: StaticString, coordinate_transform_mode: Int, round_mode: Int](
        output: _FusedOutputTensor, x: InputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        var shape = x.shape()

        @__parameter
        @always_inline
        def one[width: Int](place: IndexList[output.rank]):
            var source = place
            comptime for i in range(output.rank):
                if output.dim_size[i]() != shape[i]:
                    var at = source_of[coordinate_transform_mode](place[i], output.dim_size[i](), shape[i])
                    source[i] = max(0, min(rounded[round_mode](at), shape[i] - 1))
            output._fused_store[1](place, x.load[1](source))

        for_places[one, 1, target](output.shape(), ctx, 8)
