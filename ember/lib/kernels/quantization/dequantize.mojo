"""dequantize: the numbers that encoded weights stand for."""

from extensibility import ManagedTensorSlice
from quantization.encodings import PART, Encoding
from quantization.qmatmul import stack_block
from std.algorithm.parallel import sync_parallelize
from std.memory import bitcast, memcpy
from std.runtime._asyncrt import parallelism_level
from std.utils.index import IndexList

comptime _Half = SIMD[DType.float32, 16]
comptime _ENOUGH_FOR_THREADS = 1 << 16


def dequantize[
    E: Encoding
](
    result: ManagedTensorSlice[rank=2, ...], weights: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...]
) raises:
    """Decodes rows of weights.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from quantization import dequantize
    from quantization.encodings import Blocks
    from std.utils import Index

    def main() raises:
        var weights = List[UInt8](length=18, fill=0x9A)
        weights[0] = 0
        weights[1] = 0x3C  # times 1.0
        var result = List[Float32](length=32, fill=0)
        dequantize[Blocks[4, False]](
            OutputTensor[static_spec = StaticTensorSpec[DType.float32, 2].create_unknown()](
                result.unsafe_ptr(), Index(1, 32)
            ),
            InputTensor[static_spec = StaticTensorSpec[DType.uint8, 2].create_unknown()](
                weights.unsafe_ptr(), Index(1, 18)
            ),
        )
        print(result[0], result[16])  # 2.0 1.0
        _ = weights
    ```
    """
    var rows = weights.dim_size[0]()
    var blocks = weights.dim_size[1]() // E.bytes
    if blocks * E.elements != result.dim_size[1]() or blocks * E.bytes != weights.dim_size[1]():
        raise Error("rows of ", weights.dim_size[1](), " bytes are not rows of ", result.dim_size[1](), " weights")

    @__parameter
    def decode(row: Int):
        var block = stack_block[E.bytes]()
        var source = weights.unsafe_ptr() + row * weights.dim_size[1]()
        for index in range(blocks):
            memcpy(dest=block, src=source + index * E.bytes, count=E.bytes)
            E.prepare(block)
            comptime for i in range(E.elements // PART):
                var part = E.part[1, i % E.kinds](block, i)
                var place = IndexList[2](row, index * E.elements + i * PART)
                comptime for half in range(2):
                    var quants = part.weights.slice[16, offset = 16 * half]()
                    var numbers = bitcast[DType.int8](quants).cast[DType.float32]() if E.signed else quants.cast[
                        DType.float32
                    ]()
                    var scale = part.second_scale if half == 1 else part.scale
                    var offset = part.second_offset if half == 1 else part.offset
                    place[1] += 16 * half
                    numbers *= 1 / Float32(E.times)
                    result._fused_store[16](place, numbers.fma(_Half(scale), _Half(offset)).cast[result.dtype]())

    if rows * blocks * E.elements < _ENOUGH_FOR_THREADS:
        for row in range(rows):
            decode(row)
    else:
        sync_parallelize[decode](rows)
