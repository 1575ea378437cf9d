"""Matrix instructions of a warp on the simulated device: products of fragments, and fragments from and to memory.

In all shapes lane `t` holds, of A (16 rows), in register `r`, elements of row `t / 4 + 8 (r mod 2)` from column
`(t mod 4) e + (r / 2) 4 e` on, where a register has `e` elements; of B (8 columns), in register `r`, elements of column
`t / 4` from row `(t mod 4) e + r 4 e` on; of C, two elements each of rows `t / 4` and `t / 4 + 8` from column
`2 (t mod 4)` on.
"""

from std.gpu._registers import Pair, Quad
from std.gpu._simulator.check import READ, WRITE, is_checking, touch_as
from std.gpu._simulator.rendezvous import Kind, meet
from std.gpu._simulator.state import simulation

comptime SharedWords = UnsafePointer[UInt32, MutAnyOrigin, address_space = AddressSpace.SHARED]


struct Fragments[element: DType, sum: DType](TrivialRegisterPassable):
    """What a lane holds of A, B, C, and gets of D. A register is 32 bits, or one Float64."""

    var a: SIMD[DType.uint64, 4]
    var b: SIMD[DType.uint64, 2]
    var c: SIMD[Self.sum, 4]

    def __init__(out self, a: SIMD[DType.uint64, 4], b: SIMD[DType.uint64, 2], c: SIMD[Self.sum, 4]):
        self.a = a
        self.b = b
        self.c = c


@always_inline
def multiply[
    element: DType, sum: DType, depth: Int
](a: SIMD[DType.uint64, 4], b: SIMD[DType.uint64, 2], c: SIMD[sum, 4]) -> SIMD[sum, 4]:
    """This lane's part of A B + C; A has `depth` columns. TF32 is given as `DType.float32`."""
    var fragments = Fragments[element, sum](a, b, c)
    meet(
        ~UInt32(0),
        Kind.MATRIX,
        UnsafePointer[Fragments[element, sum], MutAnyOrigin](mlir_value=__address_of(fragments)).bitcast[Byte](),
        _multiply_all[element, sum, depth],
    )
    return fragments.c


def _multiply_all[element: DType, sum: DType, depth: Int](base: Int, lanes: UInt32):
    comptime per_register = max(1, 32 // element.bit_width())
    comptime a_registers = max(1, depth // per_register // 2) if sum != DType.float64 else 1
    comptime b_registers = max(1, depth // per_register // 4)
    var a = InlineArray[Scalar[sum], 16 * depth](fill=0)
    var b = InlineArray[Scalar[sum], 8 * depth](fill=0)
    for lane in range(32):
        var mine = _fragments_of[element, sum](base + lane)
        var group = lane >> 2
        var within = lane & 3
        for r in range(a_registers):
            for i in range(per_register):
                var column = within * per_register + (r >> 1) * 4 * per_register + i
                a[(group + 8 * (r & 1)) * depth + column] = _element[element, sum](mine[].a[r], i)
        for r in range(b_registers):
            for i in range(per_register):
                var row = within * per_register + r * 4 * per_register + i
                b[group * depth + row] = _element[element, sum](mine[].b[r], i)
    for lane in range(32):
        var mine = _fragments_of[element, sum](base + lane)
        for i in range(4 if sum != DType.float64 else 2):
            var row = (lane >> 2) + 8 * (i >> 1)
            var column = (lane & 3) * 2 + (i & 1)
            var total = mine[].c[i]
            for k in range(depth):
                total += a[row * depth + k] * b[column * depth + k]
            mine[].c[i] = total


@always_inline
def _fragments_of[element: DType, sum: DType](thread: Int) -> UnsafePointer[Fragments[element, sum], MutAnyOrigin]:
    return simulation()[].threads[thread].payload.bitcast[Fragments[element, sum]]()


@always_inline
def _element[element: DType, sum: DType](register: UInt64, i: Int) -> Scalar[sum]:
    # The i-th element of a register.
    var word = register
    var address = UnsafePointer[UInt64, MutAnyOrigin](mlir_value=__address_of(word))
    comptime if element == DType.float32:
        # TF32: the lowest 13 bits of the fraction do not take part.
        word &= ~UInt64(0x1FFF)
    return address.bitcast[Scalar[element]]()[i].cast[sum]()


# -- fragments from and to shared memory ------------------------------------------------------------------


struct Rows(TrivialRegisterPassable):
    """The row a lane points to, and the registers it gets or gives."""

    var row: SharedWords
    var words: SIMD[DType.uint32, 4]

    def __init__(out self, row: SharedWords, words: SIMD[DType.uint32, 4]):
        self.row = row
        self.words = words


@always_inline
def load_matrices[count: Int, transposed: Bool](row: SharedWords) -> SIMD[DType.uint32, 4]:
    """Loads `count` matrices of 8 by 8 16-bit elements; lanes 0-7 point to the rows of the first, and so on."""
    return _move_matrices[_load_all[count, transposed]](row, SIMD[DType.uint32, 4](0))


@always_inline
def store_matrices[count: Int, transposed: Bool](row: SharedWords, words: SIMD[DType.uint32, 4]):
    """Stores `count` matrices of 8 by 8 16-bit elements; lanes 0-7 point to the rows of the first, and so on."""
    _ = _move_matrices[_store_all[count, transposed]](row, words)


@always_inline
def _move_matrices[
    complete: def(Int, UInt32) thin -> None
](row: SharedWords, words: SIMD[DType.uint32, 4]) -> SIMD[DType.uint32, 4]:
    var rows = Rows(row, words)
    meet(
        ~UInt32(0),
        Kind.LOAD_MATRIX,
        UnsafePointer[Rows, MutAnyOrigin](mlir_value=__address_of(rows)).bitcast[Byte](),
        complete,
    )
    return rows.words


@always_inline
def _rows_of(thread: Int) -> UnsafePointer[Rows, MutAnyOrigin]:
    return simulation()[].threads[thread].payload.bitcast[Rows]()


@always_inline
def _touch_rows[count: Int, kind: Int](base: Int):
    # The rows that the lanes point to are touched.
    comptime if is_checking():
        for lane in range(8 * count):
            touch_as(base + lane, Int(_rows_of(base + lane)[].row), 16, kind)


def _load_all[count: Int, transposed: Bool](base: Int, lanes: UInt32):
    _touch_rows[count, READ](base)
    for lane in range(32):
        for m in range(count):
            var word = UInt32(0)
            for i in range(2):
                var row = (lane & 3) * 2 + i if transposed else lane >> 2
                var column = lane >> 2 if transposed else (lane & 3) * 2 + i
                var source = _rows_of(base + m * 8 + row)[].row.bitcast[UInt16]()
                word |= UInt32(source[column]) << UInt32(16 * i)
            _rows_of(base + lane)[].words[m] = word


def _store_all[count: Int, transposed: Bool](base: Int, lanes: UInt32):
    _touch_rows[count, WRITE](base)
    for lane in range(32):
        for m in range(count):
            for i in range(2):
                var row = (lane & 3) * 2 + i if transposed else lane >> 2
                var column = lane >> 2 if transposed else (lane & 3) * 2 + i
                var target = _rows_of(base + m * 8 + row)[].row.bitcast[UInt16]()
                target[column] = UInt16((_rows_of(base + lane)[].words[m] >> UInt32(16 * i)) & 0xFFFF)
