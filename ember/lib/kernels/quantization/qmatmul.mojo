"""qmatmul: the product of activations and quantised weights, on integer dot products.

The sum for one element runs over the blocks of a row of weights in their order, whatever the number of rows of activations:
the same bits for a row alone and among others, and for packed and plain weights.
"""

from extensibility import ManagedTensorSlice
from quantization.activations import FACTS, Activations
from quantization.dot import HAS_SDOT, LANES, dot_fours
from quantization.encodings import PART, Bytes, Encoding, Part
from std.algorithm.parallel import sync_parallelize
from std.math import ceildiv
from std.memory import bitcast, memcpy, stack_allocation
from std.runtime._asyncrt import parallelism_level
from std.sys.intrinsics import prefetch
from std.utils.index import IndexList
from std.utils.static_tuple import StaticTuple

comptime _Sums[lanes: Int, count: Int] = StaticTuple[SIMD[DType.float32, lanes], count]
comptime _FOURS = PART // 4
comptime _Numbers[count: Int] = StaticTuple[SIMD[DType.int32, _FOURS], count]
"""Of rows of activations the bytes of a part, by fours."""
comptime _ROWS = 4
"""Rows of activations that are multiplied with unpacked weights at once."""
comptime _HALF = LANES // 2
comptime _MANY_ROWS = 8 if HAS_SDOT else 0
"""Rows that pass half of the lanes at once, so that more of them share what unpacking costs; 0 where registers do not suffice."""
comptime _NOTHING[E: Encoding] = 0 if not HAS_SDOT else 0x4B4B4B4B if E.times == 1 else 0x49494949
"""What sums of products begin with: as bits of a float, a number such that millions below and above it differ by their last bits only, which
stand for 1, or for 1/16 where the weights are 16 times too large."""
comptime _LINE = 64
"""Bytes that memory gives at once."""
comptime _AHEAD = 1024
"""So far ahead weights are asked for that are used once."""
comptime _NEAR = 64
"""Rows of activations that stay near while all weights pass."""
comptime _ENOUGH_FOR_THREADS = 1 << 17
"""Fewer products than these are not shared among threads."""
comptime _TASKS_PER_THREAD = 4


def qmatmul[
    E: Encoding
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    *,
    packed: Bool = False,
) raises:
    """Sets `c` to `a @ b.T`, where a row of `b` is a row of encoded weights; packed ones went through `pack_weights`.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from quantization import qmatmul
    from quantization.encodings import Blocks
    from std.utils import Index

    def main() raises:
        comptime floats = StaticTensorSpec[DType.float32, 2].create_unknown()
        comptime bytes = StaticTensorSpec[DType.uint8, 2].create_unknown()
        var weights = List[UInt8](length=34, fill=3)  # 32 weights of 3 in Q8_0
        weights[0] = 0
        weights[1] = 0x3C  # times 1.0
        var numbers = List[Float32](length=32, fill=2)
        var result: List[Float32] = [0]
        qmatmul[Blocks[8, False]](
            OutputTensor[static_spec=floats](result.unsafe_ptr(), Index(1, 1)),
            InputTensor[static_spec=floats](numbers.unsafe_ptr(), Index(1, 32)),
            InputTensor[static_spec=bytes](weights.unsafe_ptr(), Index(1, 34)),
        )
        print(result)  # [192.0]
        _ = (numbers^, weights^)
    ```
    """
    var rows = a.dim_size[0]()
    var row_bytes = b.dim_size[1]()
    check_row[E](row_bytes, a.dim_size[1]())

    @__parameter
    @always_inline
    def load[width: Int](row: Int, column: Int) -> SIMD[DType.float32, width]:
        return a._fused_load[width](IndexList[2](row, column)).cast[DType.float32]()

    @__parameter
    @always_inline
    def store[width: Int](row: Int, column: Int, value: SIMD[DType.float32, width]):
        c._fused_store[width](IndexList[2](row, column), value.cast[c.dtype]())

    multiply_encoded[E, load, store](rows, b.unsafe_ptr(), b.dim_size[0](), row_bytes, packed)


def check_row[E: Encoding](row_bytes: Int, depth: Int) raises:
    """Raises if a row of so many bytes is not so many weights.

    Example:

    ```mojo
    from quantization.encodings import Blocks
    from quantization.qmatmul import check_row

    def main():
        try:
            check_row[Blocks[8, False]](34, 64)
        except e:
            print(e)  # the rows of the weights have 34 bytes, which is not 64 weights
    ```
    """
    if row_bytes % E.bytes != 0 or row_bytes // E.bytes * E.elements != depth:
        raise Error("the rows of the weights have ", row_bytes, " bytes, which is not ", depth, " weights")


@always_inline
def multiply_encoded[
    E: Encoding,
    load: def[width: Int](Int, Int) capturing -> SIMD[DType.float32, width],
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](rows: Int, weights: Bytes, columns: Int, row_bytes: Int, packed: Bool):
    """Gives `store` the products of `rows` rows of what `load` gives with the transpose of a matrix of encoded weights.

    Parameters:
        E: What the bytes mean.
        load: The first factor: row, column.
        store: Gets the elements: row, column, a vector along the row.

    Args:
        rows: How many rows the first factor has.
        weights: The rows of encoded weights.
        columns: How many of them there are.
        row_bytes: How many bytes each has.
        packed: Whether they went through `pack_weights`.

    Example:

    ```mojo
    from quantization.encodings import Blocks
    from quantization.qmatmul import multiply_encoded

    var weights = List[UInt8](length=34, fill=3)  # 32 weights of 3 in Q8_0
    weights[0] = 0
    weights[1] = 0x3C  # times 1.0

    @parameter
    def twos[width: Int](row: Int, column: Int) -> SIMD[DType.float32, width]:
        return 2

    @parameter
    def show[width: Int](row: Int, column: Int, value: SIMD[DType.float32, width]):
        print(value)  # 192.0

    multiply_encoded[Blocks[8, False], twos, show](1, weights.unsafe_ptr(), 1, 34, False)
    _ = weights
    ```
    """
    if rows == 0 or columns == 0:
        return
    var depth = row_bytes // E.bytes * E.elements
    var groups = ceildiv(columns, LANES)
    var threads = parallelism_level() if rows * columns * depth >= _ENOUGH_FOR_THREADS else 1
    var activations = Activations(rows, depth)
    activations.fill[load, with_sums = not E.signed](threads)
    var tasks = min(groups, threads * _TASKS_PER_THREAD) if threads > 1 else 1
    var each = ceildiv(groups, tasks)

    @__parameter
    def task(index: Int):
        var buffer = List[UInt8](unsafe_uninit_length=0 if packed and columns % LANES == 0 else row_bytes * LANES)
        for from_row in range(0, rows, _NEAR):
            var end_row = min(from_row + _NEAR, rows)
            for group in range(index * each, min((index + 1) * each, groups)):
                var column = group * LANES
                var place = weights + column * row_bytes
                var width = min(LANES, columns - column)
                if not packed or width < LANES:
                    _weave[E](buffer.unsafe_ptr(), place, row_bytes, width)
                    place = {mlir_value = buffer.unsafe_ptr().address}
                _multiply_group[E, store](activations, place, from_row, end_row, column, width)
        _ = buffer

    if tasks == 1:
        task(0)
    else:
        sync_parallelize[task](tasks)
    _ = activations


@always_inline
def _multiply_group[
    E: Encoding, store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None
](activations: Activations, weights: Bytes, first: Int, end: Int, column: Int, width: Int):
    var row = first
    comptime if _MANY_ROWS > 0:
        while row + _MANY_ROWS <= end:
            comptime for lane in range(0, LANES, _HALF):
                var sums = _multiply_rows[E, _MANY_ROWS, lane, _HALF](activations, weights, row)
                _store_rows[store](sums, row, column + lane, width - lane)
            row += _MANY_ROWS
    while row + _ROWS <= end:
        _store_rows[store](_multiply_rows[E, _ROWS, 0, LANES](activations, weights, row), row, column, width)
        row += _ROWS
    while row < end:
        _store_rows[store](_multiply_rows[E, 1, 0, LANES](activations, weights, row), row, column, width)
        row += 1


@always_inline
def _store_rows[
    lanes: Int, count: Int, //, store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None
](sums: _Sums[lanes, count], row: Int, column: Int, width: Int):
    comptime for i in range(count):
        if width >= lanes:
            store[lanes](row + i, column, sums[i])
        else:
            for lane in range(width):
                store[1](row + i, column + lane, sums[i][lane])


def _multiply_rows[
    E: Encoding, count: Int, lane: Int, lanes: Int
](activations: Activations, weights: Bytes, row: Int) -> _Sums[lanes, count]:
    """Products of some rows of activations with the rows of woven weights in some lanes."""
    var sums = _Sums[lanes, count](fill=0)
    var bytes = activations.row(row)
    var facts = activations.facts(row)
    var bytes_stride = activations.columns
    var facts_stride = activations.columns // PART * FACTS
    var block = weights
    for _ in range(activations.columns // E.elements):
        comptime if count == 1:
            comptime for line in range(0, E.bytes * LANES, _LINE):
                prefetch(block + _AHEAD + line)
        for first in range(0, E.elements // PART, E.kinds):
            comptime for kind in range(E.kinds):
                var part = E.part[LANES, kind](block, first + kind)
                var numbers = _Numbers[count](fill=0)
                comptime for i in range(count):
                    var place = (bytes + i * bytes_stride + kind * PART).bitcast[DType.int32]()
                    numbers[i] = place.load[width=_FOURS, alignment=1]()
                _add_part[E, lane](sums, part, numbers, facts + kind * FACTS, facts_stride)
            bytes += E.kinds * PART
            facts += E.kinds * FACTS
        block += E.bytes * LANES
    return sums


@always_inline
def _add_part[
    lanes: Int, count: Int, //, E: Encoding, lane: Int
](
    mut sums: _Sums[lanes, count],
    part: Part[LANES],
    numbers: _Numbers[count],
    facts: UnsafePointer[Float32, MutAnyOrigin],
    facts_stride: Int,
):
    var scale = part.scale.slice[lanes, offset=lane]()
    var offset = part.offset.slice[lanes, offset=lane]()
    comptime if E.has_two_scales:
        comptime half = _FOURS // 2
        var second_scale = part.second_scale.slice[lanes, offset=lane]()
        var second_offset = part.second_offset.slice[lanes, offset=lane]()
        var first = _dots[E, lane, lanes, 0, half](part, numbers)
        var second = _dots[E, lane, lanes, half, _FOURS](part, numbers)
        comptime for i in range(count):
            var known = (facts + i * facts_stride).load[width=FACTS]()
            sums[i] = (_number[E](first[i]) * known[0]).fma(scale, sums[i])
            sums[i] = (_number[E](second[i]) * known[0]).fma(second_scale, sums[i])
            comptime if not E.signed:
                sums[i] = offset.fma({known[2]}, sums[i])
                sums[i] = second_offset.fma({known[3]}, sums[i])
    else:
        var dots = _dots[E, lane, lanes, 0, _FOURS](part, numbers)
        comptime for i in range(count):
            var known = (facts + i * facts_stride).load[width=FACTS]()
            sums[i] = (_number[E](dots[i]) * known[0]).fma(scale, sums[i])
            comptime if not E.signed:
                sums[i] = offset.fma({known[1]}, sums[i])


@always_inline
def _dots[
    count: Int, //, E: Encoding, lane: Int, lanes: Int, first: Int, end: Int
](part: Part[LANES], numbers: _Numbers[count]) -> StaticTuple[SIMD[DType.int32, lanes], count]:
    """For each row of activations the products with some fours of the weights. Rows take turns, so that no sum waits for itself."""
    var dots = StaticTuple[SIMD[DType.int32, lanes], count](fill=_NOTHING[E])
    comptime for k in range(first, end):
        var four = part.weights.slice[4 * lanes, offset = 4 * (LANES * k + lane)]()
        comptime for i in range(count):
            dots[i] = dot_fours[E.signed](dots[i], four, numbers[i][k])
    return dots


@always_inline
def _number[lanes: Int, //, E: Encoding](dots: SIMD[DType.int32, lanes]) -> SIMD[DType.float32, lanes]:
    """What was summed up. On ARM, where a conversion costs as much as four products, sums begin at the bits of a large whole number."""
    comptime if HAS_SDOT:
        return bitcast[DType.float32](dots) - Float32(from_bits=UInt32(_NOTHING[E]))
    else:
        return dots.cast[DType.float32]()


def pack_weights[
    E: Encoding
](
    result: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    weights: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
):
    """Puts encoded weights into the order that `qmatmul` with `packed=True` wants; the bytes stay as many.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from quantization import pack_weights
    from quantization.encodings import Blocks
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.uint8, 2].create_unknown()
    var weights = List[UInt8](length=34, fill=7)
    var result = List[UInt8](length=34, fill=0)
    pack_weights[Blocks[8, False]](
        OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(1, 34)),
        InputTensor[static_spec=spec](weights.unsafe_ptr(), Index(1, 34)),
    )
    print(result[33])  # 7
    _ = weights
    ```
    """
    pack_rows[E](result.unsafe_ptr(), weights.unsafe_ptr(), weights.dim_size[0](), weights.dim_size[1]())


def pack_rows[E: Encoding](target: Bytes, source: Bytes, rows: Int, row_bytes: Int):
    """The same, of rows in memory.

    Example:

    ```mojo
    from quantization.encodings import Blocks
    from quantization.qmatmul import pack_rows

    var weights = List[UInt8](length=34, fill=7)
    var result = List[UInt8](length=34, fill=0)
    pack_rows[Blocks[8, False]](result.unsafe_ptr(), weights.unsafe_ptr(), 1, 34)
    print(result[33])  # 7
    _ = weights
    ```
    """

    @__parameter
    def pack(group: Int):
        var first = group * LANES
        var width = min(LANES, rows - first)
        if width == LANES:
            _weave[E](target + first * row_bytes, source + first * row_bytes, row_bytes, LANES)
        else:
            memcpy(dest=target + first * row_bytes, src=source + first * row_bytes, count=width * row_bytes)

    sync_parallelize[pack](ceildiv(rows, LANES))


def _weave[E: Encoding](target: Bytes, source: Bytes, row_bytes: Int, rows: Int):
    """Weaves the blocks of rows into each other; lanes without a row keep what they have."""
    var block = stack_block[E.bytes]()
    for place in range(0, row_bytes, E.bytes):
        for row in range(rows):
            memcpy(dest=block, src=source + row * row_bytes + place, count=E.bytes)
            E.prepare(block)
            var offset = 0
            while offset < E.bytes:
                var chunk = E.chunk(offset)
                memcpy(dest=target + (place + offset) * LANES + row * chunk, src=block + offset, count=chunk)
                offset += chunk


@always_inline
def stack_block[size: Int]() -> Bytes:
    """Room for a block, until the function that asks returns.

    Example:

    ```mojo
    from quantization.qmatmul import stack_block

    var block = stack_block[4]()
    block[3] = 5
    print(block[3])  # 5
    ```
    """
    return {mlir_value = stack_allocation[size, DType.uint8]().address}
