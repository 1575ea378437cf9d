"""Activations quantised on the way: each 32 numbers of a row become bytes with a scale.

The weights' offsets want the sum of the numbers, too; it is that of the bytes, so that the product is exact for what the bytes
stand for.
"""

from std.algorithm.parallel import sync_parallelize
from std.math import round
from std.runtime._asyncrt import parallelism_level
from std.utils.index import IndexList
from quantization.encodings import PART

comptime FACTS = 4
"""Numbers that belong to 32 bytes: the scale, their sum, the sums of both halves.

Example:

```mojo
from quantization.activations import FACTS

print(FACTS)  # 4
```
"""


struct Activations(Movable):
    """Rows of quantised numbers.

    Example:

    ```mojo
    from quantization.activations import Activations
    from std.utils import IndexList

    @parameter
    def ones[width: Int](row: Int, column: Int) -> SIMD[DType.float32, width]:
        return 1

    var activations = Activations(1, 64)
    activations.fill[ones](1)
    print(activations.row(0)[63], activations.facts(0)[1], activations.rows, activations.columns)  # 127 32.0 1 64
    ```
    """

    var _bytes: List[Int8]
    var _facts: List[Float32]
    var rows: Int
    """How many rows there are."""
    var columns: Int
    """How many numbers a row has."""

    def __init__(out self, rows: Int, columns: Int):
        """Room for rows."""
        self.rows = rows
        self.columns = columns
        self._bytes = List[Int8](unsafe_uninit_length=rows * columns)
        self._facts = List[Float32](unsafe_uninit_length=rows * columns // PART * FACTS)

    @always_inline
    def row(self, index: Int) -> UnsafePointer[Int8, MutAnyOrigin]:
        """The bytes of a row."""
        return {mlir_value = (self._bytes.unsafe_ptr() + index * self.columns).address}

    @always_inline
    def facts(self, index: Int) -> UnsafePointer[Float32, MutAnyOrigin]:
        """The scales and sums of a row."""
        return {mlir_value = (self._facts.unsafe_ptr() + index * (self.columns // PART * FACTS)).address}

    @always_inline
    def fill[
        load: def[width: Int](Int, Int) capturing -> SIMD[DType.float32, width], *, with_sums: Bool = True
    ](mut self, threads: Int):
        """Quantises what `load(row, column)` gives; without sums, which offsets of weights alone want, facts are the scale."""

        @__parameter
        @always_inline
        def quantize(index: Int):
            for block in range(self.columns // PART):
                _quantize[with_sums](
                    load[PART](index, block * PART), self.row(index) + block * PART, self.facts(index) + block * FACTS
                )

        if threads <= 1 or self.rows == 1:
            for index in range(self.rows):
                quantize(index)
        else:
            sync_parallelize[quantize](self.rows)


@always_inline
def _quantize[with_sums: Bool](
    numbers: SIMD[DType.float32, PART],
    bytes: UnsafePointer[Int8, MutAnyOrigin],
    facts: UnsafePointer[Float32, MutAnyOrigin],
):
    var largest = abs(numbers).reduce_max()
    var scale = largest / 127 + (numbers * 0).reduce_add()  # no number if one of them is none
    var inverse = Float32(0) if largest == 0 else 127 / largest
    var rounded = round(numbers * inverse).cast[DType.int8]()
    bytes.store(0, rounded)
    comptime if not with_sums:
        facts[0] = scale
        return
    var first = rounded.slice[PART // 2]().cast[DType.int32]().reduce_add().cast[DType.float32]()
    var second = rounded.slice[PART // 2, offset = PART // 2]().cast[DType.int32]().reduce_add().cast[DType.float32]()
    facts.store(0, SIMD[DType.float32, FACTS](scale, scale * (first + second), scale * first, scale * second))
