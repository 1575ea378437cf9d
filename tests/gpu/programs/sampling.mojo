"""Tokens that devices sample: those of processors, in rows longer than a block has threads, of whole vectors or not, with all settings."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from kv_cache._sampling import SampleRagged
from std.gpu.host import DeviceBuffer, DeviceContext
from std.utils.index import Index

comptime ROWS = 8
comptime COUNTS = [3001, 3004]
comptime EDITS = 3
comptime Floats = StaticTensorSpec[DType.float32, 1].create_unknown()
comptime Numbers = StaticTensorSpec[DType.int32, 1].create_unknown()
comptime Places = StaticTensorSpec[DType.uint32, 1].create_unknown()
comptime Seeds = StaticTensorSpec[DType.uint64, 1].create_unknown()
comptime Matrix = StaticTensorSpec[DType.float32, 2].create_unknown()
comptime Place[dtype: DType] = UnsafePointer[Scalar[dtype], MutAnyOrigin]


def sample[
    target: StaticString
](
    tokens: Place[DType.int32],
    chances: Place[DType.float32],
    logits: Place[DType.float32],
    floats: Place[DType.float32],
    numbers: Place[DType.int32],
    seeds: Place[DType.uint64],
    places: Place[DType.uint32],
    count: Int,
    ctx: DeviceContext,
) raises:
    """`floats`: temperatures, top_p, min_p, penalties, biases; `numbers`: top_k, edited tokens; `places`: positions, where edits begin."""
    SampleRagged.execute[target](
        OutputTensor[static_spec=Numbers](tokens, Index(ROWS)),
        OutputTensor[static_spec=Floats](chances, Index(ROWS)),
        InputTensor[static_spec=Matrix](logits, Index(ROWS, count)),
        InputTensor[static_spec=Floats](floats, Index(ROWS)),
        InputTensor[static_spec=Numbers](numbers, Index(ROWS)),
        InputTensor[static_spec=Floats](floats + ROWS, Index(ROWS)),
        InputTensor[static_spec=Floats](floats + 2 * ROWS, Index(ROWS)),
        InputTensor[static_spec=Seeds](seeds, Index(ROWS)),
        InputTensor[static_spec=Places](places, Index(ROWS)),
        InputTensor[static_spec=Places](places + ROWS, Index(ROWS + 1)),
        InputTensor[static_spec=Numbers](numbers + ROWS, Index(EDITS)),
        InputTensor[static_spec=Floats](floats + 3 * ROWS, Index(EDITS)),
        InputTensor[static_spec=Floats](floats + 3 * ROWS + EDITS, Index(EDITS)),
        ctx,
    )


def scores(count: Int) -> List[Float32]:
    """Numbers about zero, one that is very low, and a row of equal ones."""
    var result = List[Float32]()
    var state = UInt64(7)
    for _ in range(ROWS * count):
        var sum = Float32(0)
        for _ in range(4):
            state = state * 6364136223846793005 + 1442695040888963407
            sum += Float32(state >> 40) / 16777216.0 - 0.5
        result.append(sum * 6)
    result[5] = -1e30
    for i in range(count):
        result[7 * count + i] = 1.5
    return result^


def there[dtype: DType](values: List[Scalar[dtype]], ctx: DeviceContext) raises -> DeviceBuffer[dtype]:
    var buffer = ctx.enqueue_create_buffer[dtype](len(values))
    ctx.enqueue_copy(buffer, values.unsafe_ptr())
    ctx.synchronize()
    return buffer^


def main() raises:
    var ctx = DeviceContext()
    for count in COUNTS:
        compare(count, ctx)


def compare(count: Int, ctx: DeviceContext) raises:
    var logits = scores(count)
    var floats: List[Float32] = [0, 1, 0.7, 1.3, 1, 0.9, 1, 1, 1, 1, 0.9, 0.5, 1, 0.95, 0.99, 0.5]
    floats += [0, 0, 0, 0, 0.1, 0, 0, 0, 2, 1, 3, 0.5, 9, -1]
    var numbers: List[Int32] = [0, 40, 0, 50, 0, 5, 0, 7, 3, 17, 3]
    var seeds: List[UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]
    var places: List[UInt32] = [5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 3, 3, 3, 3, 3, 3, 3]
    var tokens = List[Int32](length=ROWS, fill=-1)
    var chances = List[Float32](length=ROWS, fill=0)
    sample["cpu"](
        tokens.unsafe_ptr(),
        chances.unsafe_ptr(),
        logits.unsafe_ptr(),
        floats.unsafe_ptr(),
        numbers.unsafe_ptr(),
        seeds.unsafe_ptr(),
        places.unsafe_ptr(),
        count,
        ctx,
    )
    var found = ctx.enqueue_create_buffer[DType.int32](ROWS)
    var logarithms = ctx.enqueue_create_buffer[DType.float32](ROWS)
    var given = (there(logits, ctx), there(floats, ctx), there(numbers, ctx), there(seeds, ctx), there(places, ctx))
    sample["gpu"](
        found.unsafe_ptr(),
        logarithms.unsafe_ptr(),
        given[0].unsafe_ptr(),
        given[1].unsafe_ptr(),
        given[2].unsafe_ptr(),
        given[3].unsafe_ptr(),
        given[4].unsafe_ptr(),
        count,
        ctx,
    )
    with found.map_to_host() as host:
        for row in range(ROWS):
            print(count, "row", row, host[row] == tokens[row])
    with logarithms.map_to_host() as host:
        var error = Float32(0)
        for row in range(ROWS):
            error = max(error, abs(host[row] - chances[row]))
        print(count, "chances", error < 1e-4)
    _ = given^
